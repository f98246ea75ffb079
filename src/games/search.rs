//! What one looks for in a collection, and the games that are found.

use std::{num::NonZeroUsize, ops::RangeInclusive, thread};

use rusqlite::ToSql;

use super::{
    Collection, GamesError, Outcome,
    derived::{LINE, LINE_GAMES, squares},
    entry::{Turn, board_of, start_of},
    index,
    look::Search,
    names::part_of_name,
    pattern::Pattern,
    place::Place,
    seen::{SIZE, Seen},
};
use crate::board::{Color, Game, Position};

/// What games are to have. All that is given must hold; with nothing given
/// every game is found.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Parts of the names of players, on either side.
    pub players: Vec<String>,
    /// A part of Black's name.
    pub black: Option<String>,
    /// A part of White's name.
    pub white: Option<String>,
    /// A part of the name of the tournament.
    pub tournament: Option<String>,
    /// The years in which it was played.
    pub years: Option<RangeInclusive<i32>>,
    /// How it ended.
    pub result: Option<Ending>,
    /// A position that it came through, up to symmetry.
    pub position: Option<Position>,
    /// A pattern that was on the board, up to symmetry.
    pub pattern: Option<Pattern>,
    /// The numbers of games, when only these are meant.
    pub ids: Vec<u32>,
}

/// The ways in which a game may have ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// This side has won.
    Won(Color),
    /// Nobody has.
    Drawn,
    /// Nobody says who has.
    Unknown,
}

/// A game of the collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectedGame {
    /// Its number in the collection, from 0.
    pub id: u32,
    /// The moves, turned so that those from Othello's start begin with f5.
    pub game: Game,
    /// How it ended.
    pub outcome: Outcome,
    /// Who had Black.
    pub black: Option<String>,
    /// Who had White.
    pub white: Option<String>,
    /// Where it was played.
    pub tournament: Option<String>,
    /// When, as its record says it.
    pub date: Option<String>,
    /// The year of that.
    pub year: Option<i32>,
    /// Where its records stand, as `file:line`.
    pub sources: Vec<String>,
    /// The ply after which the position or the pattern that was looked for is
    /// on the board.
    pub ply: Option<usize>,
}

/// The numbers of the games that a filter lets through.
#[derive(Debug)]
pub struct Matches {
    /// In rising order; `None` for all of them.
    ids: Option<Vec<u32>>,
    total: usize,
    position: Option<Position>,
    pattern: Option<Search>,
}

impl Matches {
    /// How many there are.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.total
    }

    /// Their numbers, in the order in which the games came into the
    /// collection.
    pub fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        let all = match self.ids {
            None => 0..u32::try_from(self.total).unwrap_or(u32::MAX),
            Some(_) => 0..0,
        };
        self.ids.iter().flatten().copied().chain(all)
    }

    pub(super) fn is_all(&self) -> bool {
        self.ids.is_none()
    }
}

impl Collection {
    /// The games that a filter lets through.
    ///
    /// # Errors
    /// [`GamesError`] of the database.
    pub fn search(&self, filter: &Filter) -> Result<Matches, GamesError> {
        let mut ids = self.with_heads(filter)?;
        if !filter.ids.is_empty() {
            let mut named = filter.ids.clone();
            named.sort_unstable();
            named.dedup();
            let count = self.count()?;
            named.retain(|&id| (id as usize) < count);
            ids = Some(match ids {
                None => named,
                Some(ids) => common(&ids, &named),
            });
        }
        if let Some(position) = &filter.position {
            let through = self.through(position)?;
            ids = Some(match ids {
                None => through,
                Some(ids) => common(&ids, &through),
            });
        }
        let pattern = filter.pattern.as_ref().map(Search::new);
        if let Some(search) = &pattern {
            ids = Some(self.with_pattern(search, ids.as_deref())?);
        }
        let total = match &ids {
            Some(ids) => ids.len(),
            None => self.count()?,
        };
        Ok(Matches {
            ids,
            total,
            position: filter.position.clone(),
            pattern,
        })
    }

    /// How many games there are.
    pub(super) fn count(&self) -> Result<usize, GamesError> {
        // The numbers have no gaps.
        let sql = "SELECT coalesce(max(id) + 1, 0) FROM games";
        let count: u32 = self.db.query_row(sql, [], |row| row.get(0))?;
        Ok(count as usize)
    }

    /// The games with these players and so on; `None` when nothing of the
    /// kind is asked for.
    fn with_heads(&self, filter: &Filter) -> Result<Option<Vec<u32>>, GamesError> {
        let mut conditions: Vec<String> = Vec::new();
        let mut values: Vec<Box<dyn ToSql>> = Vec::new();
        let mut named = |columns: &[&str], table: &str, part: &str| {
            let (column, value) = part_of_name(part);
            let all = columns.iter().map(|name| {
                values.push(Box::new(value.clone()));
                format!("{name} IN (SELECT id FROM {table} WHERE instr({column}, ?))")
            });
            let all: Vec<String> = all.collect();
            conditions.push(format!("({})", all.join(" OR ")));
        };
        for name in &filter.players {
            named(&["black", "white"], "players", name);
        }
        if let Some(name) = &filter.black {
            named(&["black"], "players", name);
        }
        if let Some(name) = &filter.white {
            named(&["white"], "players", name);
        }
        if let Some(name) = &filter.tournament {
            named(&["tournament"], "tournaments", name);
        }
        if let Some(years) = &filter.years {
            conditions.push("year BETWEEN ? AND ?".to_owned());
            values.push(Box::new(*years.start()));
            values.push(Box::new(*years.end()));
        }
        if let Some(result) = filter.result {
            let condition = match result {
                Ending::Won(Color::Black) => "result > 0",
                Ending::Won(Color::White) => "result < 0",
                Ending::Drawn => "result = 0",
                Ending::Unknown => "result IS NULL",
            };
            conditions.push(condition.to_owned());
        }
        if conditions.is_empty() {
            return Ok(None);
        }
        let sql = format!("SELECT id FROM games WHERE {}", conditions.join(" AND "));
        let mut found = self.db.prepare_cached(&sql)?;
        let values = rusqlite::params_from_iter(values);
        let mut ids = found
            .query_map(values, |row| row.get(0))?
            .collect::<rusqlite::Result<Vec<u32>>>()?;
        ids.sort_unstable();
        Ok(Some(ids))
    }

    fn through(&self, position: &Position) -> Result<Vec<u32>, GamesError> {
        let mut ids = Vec::new();
        if let Some(place) = Place::of(position) {
            index::visits(&self.db, place.key, |visit| ids.push(visit.game))?;
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
    }

    /// Those of some games, or of all, in which a pattern was on the board.
    fn with_pattern(&self, search: &Search, among: Option<&[u32]>) -> Result<Vec<u32>, GamesError> {
        let mut found = Vec::new();
        let mut rows = self
            .db
            .prepare_cached("SELECT id, moves, seen FROM lines ORDER BY id")?;
        let mut rows = rows.query([])?;
        let mut packs = Vec::with_capacity(PACKS);
        loop {
            let row = rows.next()?;
            let is_last = row.is_none();
            if let Some(row) = row {
                packs.push(Pack {
                    first: row.get::<_, u32>(0)?.saturating_mul(LINE_GAMES),
                    moves: row.get(1)?,
                    seen: row.get(2)?,
                });
            }
            if is_last || packs.len() == PACKS {
                found.extend(scan(&packs, search, among));
                packs.clear();
            }
            if is_last {
                break;
            }
        }
        drop(rows);
        let mut others = self
            .db
            .prepare_cached("SELECT id, start, moves FROM games WHERE start IS NOT NULL")?;
        let mut others = others.query([])?;
        while let Some(row) = others.next()? {
            let id: u32 = row.get(0)?;
            let (board, side) = board_of(row.get_ref(1)?.as_str_or_null()?)
                .ok_or(GamesError::Damaged { game: id })?;
            let is_among = among.is_none_or(|ids| ids.binary_search(&id).is_ok());
            let moves = row.get_ref(2)?.as_blob()?;
            if is_among && search.first(board, side, moves).is_some() {
                found.push(id);
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// A game that was found.
    ///
    /// # Errors
    /// [`GamesError`] of the database.
    pub fn game(&self, id: u32, matches: &Matches) -> Result<CollectedGame, GamesError> {
        let mut found = self.head(id)?.found;
        found.sources = self.sources(id)?;
        let start = found.game.start();
        found.ply = match (&matches.pattern, &matches.position) {
            (Some(search), _) => {
                let moves: Vec<u8> = found
                    .game
                    .moves()
                    .iter()
                    .filter_map(|mv| u8::try_from(mv.square()?.bit()?).ok())
                    .collect();
                let board = start.board().ok_or(GamesError::Damaged { game: id })?;
                let ply = search.first(board, start.to_move(), &moves);
                ply.map(usize::from)
            }
            (None, Some(position)) => {
                let ply = start.empties().checked_sub(position.empties());
                ply.map(|ply| ply as usize)
            }
            (None, None) => None,
        };
        Ok(found)
    }

    /// A game without its sources.
    pub(super) fn head(&self, id: u32) -> Result<Head, GamesError> {
        let damaged = || GamesError::Damaged { game: id };
        let mut found = self.db.prepare_cached(
            "SELECT start, moves, result, date, year,
                    (SELECT name FROM players WHERE id = black),
                    (SELECT name FROM players WHERE id = white),
                    (SELECT name FROM tournaments WHERE id = tournament), turn
             FROM games WHERE id = ?1",
        )?;
        let mut found = found.query([id])?;
        let row = found.next()?.ok_or_else(damaged)?;
        let start = start_of(row.get_ref(0)?.as_str_or_null()?).ok_or_else(damaged)?;
        let mut game = Game::from_position(start);
        for square in squares(row.get_ref(1)?.as_blob()?) {
            let played = game.play_with_passes(square.into());
            played.map_err(|_| damaged())?;
        }
        let found = CollectedGame {
            id,
            game,
            outcome: Outcome::from_code(row.get(2)?),
            date: row.get(3)?,
            year: row.get(4)?,
            black: row.get(5)?,
            white: row.get(6)?,
            tournament: row.get(7)?,
            sources: Vec::new(),
            ply: None,
        };
        Ok(Head {
            found,
            turn: Turn::from_code(row.get(8)?),
        })
    }

    fn sources(&self, id: u32) -> Result<Vec<String>, GamesError> {
        let mut sources = self.db.prepare_cached(
            "SELECT files.name, line FROM sources JOIN files ON files.id = file
             WHERE game = ?1 ORDER BY file, line",
        )?;
        let sources = sources.query_map([id], |row| {
            let (name, line): (String, i64) = (row.get(0)?, row.get(1)?);
            Ok(format!("{name}:{line}"))
        })?;
        Ok(sources.collect::<rusqlite::Result<_>>()?)
    }
}

/// A game, and how the board lay in its record.
pub(super) struct Head {
    pub(super) found: CollectedGame,
    pub(super) turn: Turn,
}

/// The moves of games side by side.
struct Pack {
    /// The number of the first of them.
    first: u32,
    moves: Vec<u8>,
    seen: Vec<u8>,
}

/// How many of them are looked through at once: some megabytes.
const PACKS: usize = 256;

/// The games in which a pattern was on the board, of those that are named, or
/// of all; on all cores.
fn scan(packs: &[Pack], search: &Search, among: Option<&[u32]>) -> Vec<u32> {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let share = packs.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let look = |packs: &[Pack]| {
            let all = packs.iter();
            all.flat_map(|pack| pack.with(search, among))
                .collect::<Vec<u32>>()
        };
        let mut shares = packs.chunks(share);
        let own = shares.next().unwrap_or_default();
        let others: Vec<_> = shares
            .map(|packs| scope.spawn(move || look(packs)))
            .collect();
        let mut found = look(own);
        for other in others {
            match other.join() {
                Ok(more) => found.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        found
    })
}

impl Pack {
    fn with(&self, search: &Search, among: Option<&[u32]>) -> Vec<u32> {
        let lines = self.moves.as_chunks::<LINE>().0;
        let seen = self.seen.as_chunks::<SIZE>().0;
        let fits = |&(_, (moves, seen)): &(u32, (&[u8; LINE], &[u8; SIZE]))| {
            let usual = moves.first().is_some_and(|&bit| bit < 64);
            usual && search.is_in(moves, Seen::from_bytes(*seen))
        };
        let Some(ids) = among else {
            let all = (self.first..).zip(lines.iter().zip(seen));
            return all.filter(fits).map(|(id, _)| id).collect();
        };
        let from = ids.partition_point(|&id| id < self.first);
        let here = ids.get(from..).unwrap_or_default().iter();
        let named = here.map_while(|&id| {
            let at = (id - self.first) as usize;
            Some((id, (lines.get(at)?, seen.get(at)?)))
        });
        named.filter(fits).map(|(id, _)| id).collect()
    }
}

/// What two rising lists have in common.
fn common(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let found = few.iter().filter(|id| many.binary_search(id).is_ok());
    found.copied().collect()
}
