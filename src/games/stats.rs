//! A collection, or a part of it, in numbers.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{
    Collection, Filter, GamesError, Outcome, Tally,
    explore::Set,
    index,
    names::part_of_name,
    place::Place,
    schema::{Names, name_of},
};
use crate::board::{Color, Position};

/// What some games of a collection have.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stats {
    /// All games by their results.
    pub all: Tally,
    /// How many games have no result.
    pub unknown: u32,
    /// How many records they come from.
    pub records: u32,
    /// How many files.
    pub files: u32,
    /// How many players are named.
    pub players: u32,
    /// How many tournaments.
    pub tournaments: u32,
    /// The years with games, in their order.
    pub years: Vec<(i32, Tally)>,
    /// How many games do not begin at Othello's start.
    pub other_starts: u32,
    /// Who has played most, with how many games; at most ten.
    pub busiest: Vec<(String, u32)>,
    /// The record of the player, when the filter asks for a single one.
    pub player: Option<PlayerStats>,
}

/// How a player fared.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlayerStats {
    /// The names that have the part that was asked for, the most frequent
    /// first: spellings, or several people.
    pub names: Vec<String>,
    /// With the black discs.
    pub black: Standing,
    /// With the white discs.
    pub white: Standing,
    /// Against each opponent, the most frequent first.
    pub opponents: Vec<(String, Standing)>,
}

/// Games by their results for one player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// How many there are.
    pub games: u32,
    /// So many are won.
    pub won: u32,
    /// So many are drawn.
    pub drawn: u32,
    /// So many are lost.
    pub lost: u32,
    /// So many have a score.
    pub scored: u32,
    /// The sum of these scores, for the player.
    pub sum: i64,
}

impl Standing {
    fn add(&mut self, outcome: Outcome, side: Color) {
        self.games += 1;
        match outcome.result() {
            Some(Some(winner)) if winner == side => self.won += 1,
            Some(Some(_)) => self.lost += 1,
            Some(None) => self.drawn += 1,
            None => {}
        }
        if let Some(score) = outcome.score() {
            let score = i64::from(score);
            self.scored += 1;
            self.sum += if side == Color::Black { score } else { -score };
        }
    }

    /// The average score; `None` when no game has a score.
    #[must_use]
    pub fn average(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.sum as f64 / f64::from(self.scored))
    }
}

/// The head of a game, as counting sees it.
struct Row {
    outcome: Outcome,
    black: Option<i64>,
    white: Option<i64>,
    tournament: Option<i64>,
    year: Option<i32>,
    is_usual: bool,
}

impl Collection {
    /// The games that a filter lets through in numbers.
    ///
    /// # Errors
    /// [`GamesError`] of the database.
    pub fn stats(&self, filter: &Filter) -> Result<Stats, GamesError> {
        let wanted = self.set(filter)?;
        let asked = match filter.players.as_slice() {
            [name] => Some(self.players_with(name)?),
            _ => None,
        };
        let mut counts = Counts::new(asked);
        self.rows(wanted.as_ref(), |row| counts.add(row))?;
        let (records, files) = self.count_sources(wanted.as_ref())?;
        let mut stats = counts.stats(|player| Ok(name_of(&self.db, Names::Players, player)?))?;
        (stats.records, stats.files) = (records, files);
        Ok(stats)
    }

    /// For each of some positions the games that came to it and afterwards to
    /// none of the others, by their results.
    ///
    /// # Errors
    /// [`GamesError`] of the database.
    pub fn last_of(
        &self,
        positions: &[Position],
        filter: &Filter,
    ) -> Result<Vec<Tally>, GamesError> {
        let wanted = self.set(filter)?;
        let mut order: Vec<usize> = (0..positions.len()).collect();
        order.sort_by_key(|&at| positions.get(at).map(|it| std::cmp::Reverse(it.empties())));
        let mut last: HashMap<u32, (usize, Outcome)> = HashMap::new();
        for at in order {
            let Some(place) = positions.get(at).and_then(Place::of) else {
                continue;
            };
            index::visits(&self.db, place.key, |visit| {
                if wanted.as_ref().is_none_or(|set| set.has(visit.game)) {
                    last.insert(visit.game, (at, Outcome::from_code(visit.result)));
                }
            })?;
        }
        let mut tallies = vec![Tally::default(); positions.len()];
        for (at, outcome) in last.into_values() {
            if let Some(tally) = tallies.get_mut(at) {
                tally.add(outcome);
            }
        }
        Ok(tallies)
    }

    /// The games that a filter lets through; `None` for all.
    pub(super) fn set(&self, filter: &Filter) -> Result<Option<Set>, GamesError> {
        let matches = self.search(filter)?;
        Ok((!matches.is_all()).then(|| Set::of(matches.ids())))
    }

    /// The players whose names have a part.
    fn players_with(&self, part: &str) -> Result<HashSet<i64>, GamesError> {
        let (column, value) = part_of_name(part);
        let sql = format!("SELECT id FROM players WHERE instr({column}, ?1)");
        let mut found = self.db.prepare(&sql)?;
        let found = found.query_map([value], |row| row.get(0))?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    fn rows(&self, wanted: Option<&Set>, mut each: impl FnMut(&Row)) -> Result<(), GamesError> {
        let mut rows = self.db.prepare(
            "SELECT id, result, black, white, tournament, year, start IS NULL FROM games",
        )?;
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            let id: u32 = row.get(0)?;
            if wanted.is_some_and(|set| !set.has(id)) {
                continue;
            }
            each(&Row {
                outcome: Outcome::from_code(row.get(1)?),
                black: row.get(2)?,
                white: row.get(3)?,
                tournament: row.get(4)?,
                year: row.get(5)?,
                is_usual: row.get(6)?,
            });
        }
        Ok(())
    }

    /// How many records some games come from, and how many files.
    fn count_sources(&self, wanted: Option<&Set>) -> Result<(u32, u32), GamesError> {
        let mut sources = self.db.prepare("SELECT game, file FROM sources")?;
        let mut sources = sources.query([])?;
        let (mut records, mut files) = (0, HashSet::new());
        while let Some(source) = sources.next()? {
            let game = source.get(0)?;
            if wanted.is_none_or(|set| set.has(game)) {
                records += 1;
                files.insert(source.get::<_, i64>(1)?);
            }
        }
        Ok((records, u32::try_from(files.len()).unwrap_or(u32::MAX)))
    }
}

/// So many of the busiest players are named.
const BUSIEST: usize = 10;

/// Games while they are counted.
#[derive(Default)]
struct Counts {
    stats: Stats,
    years: BTreeMap<i32, Tally>,
    players: HashMap<i64, u32>,
    tournaments: HashSet<i64>,
    /// The names of the player that was asked for.
    asked: Option<HashSet<i64>>,
    black: Standing,
    white: Standing,
    opponents: HashMap<i64, Standing>,
}

impl Counts {
    fn new(asked: Option<HashSet<i64>>) -> Self {
        Self {
            asked,
            ..Self::default()
        }
    }

    fn add(&mut self, row: &Row) {
        let stats = &mut self.stats;
        stats.all.add(row.outcome);
        stats.unknown += u32::from(row.outcome == Outcome::Unknown);
        stats.other_starts += u32::from(!row.is_usual);
        if let Some(year) = row.year {
            self.years.entry(year).or_default().add(row.outcome);
        }
        self.tournaments.extend(row.tournament);
        for player in [row.black, row.white].into_iter().flatten() {
            *self.players.entry(player).or_default() += 1;
        }
        for (side, own, other) in [
            (Color::Black, row.black, row.white),
            (Color::White, row.white, row.black),
        ] {
            let asked = self.asked.as_ref().zip(own);
            if !asked.is_some_and(|(asked, own)| asked.contains(&own)) {
                continue;
            }
            match side {
                Color::Black => self.black.add(row.outcome, side),
                Color::White => self.white.add(row.outcome, side),
            }
            if let Some(other) = other {
                self.opponents
                    .entry(other)
                    .or_default()
                    .add(row.outcome, side);
            }
        }
    }

    fn stats(self, name: impl Fn(i64) -> Result<String, GamesError>) -> Result<Stats, GamesError> {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let mut stats = self.stats;
        stats.players = count(self.players.len());
        stats.tournaments = count(self.tournaments.len());
        stats.years = self.years.into_iter().collect();
        if let Some(asked) = self.asked {
            let own = self.players.iter().filter(|(id, _)| asked.contains(*id));
            let own = own.map(|(&id, &games)| (id, games));
            let names = named(own.collect(), &name, |&games| games)?;
            stats.player = Some(PlayerStats {
                names: names.into_iter().map(|(name, _)| name).collect(),
                black: self.black,
                white: self.white,
                opponents: named(self.opponents.into_iter().collect(), &name, |standing| {
                    standing.games
                })?,
            });
        }
        // Only these need names.
        let mut busiest: Vec<(i64, u32)> = self.players.into_iter().collect();
        busiest.sort_by_key(|&(id, games)| (std::cmp::Reverse(games), id));
        busiest.truncate(BUSIEST);
        stats.busiest = named(busiest, &name, |&games| games)?;
        Ok(stats)
    }
}

/// Players by their names, those with most games first.
fn named<T>(
    players: Vec<(i64, T)>,
    name: impl Fn(i64) -> Result<String, GamesError>,
    games: impl Fn(&T) -> u32,
) -> Result<Vec<(String, T)>, GamesError> {
    let mut named = Vec::with_capacity(players.len());
    for (id, value) in players {
        named.push((name(id)?, value));
    }
    named.sort_by(|(a, x), (b, y)| games(y).cmp(&games(x)).then_with(|| a.cmp(b)));
    Ok(named)
}
