//! [`Collection`]: the database as a whole, and how games come into it.

use std::{collections::HashMap, path::Path};

use rusqlite::{Connection, TransactionBehavior, params};

use super::{
    GamesError, NewGame, derived::Derived, details::Details, entry::Turn, index, known::Known,
    schema, schema::Names,
};

/// A collection of games in a file.
///
/// Several programs may use one file at once, and all of them may be killed
/// at any moment: what a call has written is there as a whole or not at all.
#[derive(Debug)]
pub struct Collection {
    pub(super) db: Connection,
}

/// What became of some games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Added {
    /// For each of them whether it is new; the others were there, up to
    /// symmetry.
    pub is_new: Vec<bool>,
}

impl Added {
    /// How many are new.
    #[must_use]
    pub fn new_games(&self) -> usize {
        self.is_new.iter().filter(|&&is_new| is_new).count()
    }

    /// How many were there.
    #[must_use]
    pub fn known_games(&self) -> usize {
        self.is_new.len() - self.new_games()
    }
}

impl Collection {
    /// Opens the collection in a file, and makes it when it is not there.
    /// One of an older version is brought to the version of today.
    ///
    /// # Errors
    /// [`GamesError`] when the file is something else, or cannot be used.
    pub fn open(path: &Path) -> Result<Self, GamesError> {
        Ok(Self {
            db: schema::open(path, true)?,
        })
    }

    /// Opens a collection that must be there.
    ///
    /// # Errors
    /// [`GamesError`]; [`GamesError::Missing`] when there is no such file.
    pub fn open_existing(path: &Path) -> Result<Self, GamesError> {
        if !path.exists() {
            return Err(GamesError::Missing);
        }
        Ok(Self {
            db: schema::open(path, false)?,
        })
    }

    /// Adds games, all of them or, when that fails, none.
    ///
    /// A game is known when one with the same moves is there, up to symmetry,
    /// unless something that both say differs: a player, apart from case and
    /// punctuation, the year, the day, the winner, and in games of fewer than
    /// 30 discs the tournament or the round. The one that is there gets the
    /// new one as a further source, and what it does not know itself.
    ///
    /// # Errors
    /// [`GamesError`] of the database.
    pub fn add(&mut self, games: &[NewGame]) -> Result<Added, GamesError> {
        let transaction = self
            .db
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut adding = Adding::new(&transaction)?;
        let mut added = Added::default();
        for game in games {
            added.is_new.push(adding.add(game)?);
        }
        adding.finish()?;
        transaction.commit()?;
        Ok(added)
    }
}

/// A transaction that adds games.
struct Adding<'t> {
    db: &'t Connection,
    next: u32,
    derived: Derived,
    /// Names that were looked up. What another program has written cannot
    /// change them during the transaction.
    names: HashMap<Names, HashMap<String, i64>>,
}

impl<'t> Adding<'t> {
    fn new(db: &'t Connection) -> Result<Self, GamesError> {
        let next = db.query_row("SELECT coalesce(max(id) + 1, 0) FROM games", [], |row| {
            row.get(0)
        })?;
        Ok(Self {
            db,
            next,
            derived: Derived::default(),
            names: HashMap::new(),
        })
    }

    /// Whether a game was new.
    fn add(&mut self, game: &NewGame) -> Result<bool, GamesError> {
        let head = Known {
            id: self.next,
            outcome: game.outcome,
            black: self.name(Names::Players, game.black.as_deref())?,
            white: self.name(Names::Players, game.white.as_deref())?,
            tournament: self.name(Names::Tournaments, game.tournament.as_deref())?,
            year: game.year,
            date: game.date.clone(),
        };
        let known = self.find(game, &head)?;
        let id = known.as_ref().map_or(self.next, |known| known.id);
        match &known {
            Some(known) => self.complete(known, &head, game)?,
            None => self.insert(&head, game)?,
        }
        let file = self.name(Names::Files, Some(&game.file))?;
        self.db
            .prepare_cached("INSERT OR IGNORE INTO sources (game, file, line) VALUES (?1, ?2, ?3)")?
            .execute(params![id, file, i64::try_from(game.line).unwrap_or(0)])?;
        Ok(known.is_none())
    }

    fn insert(&mut self, head: &Known, game: &NewGame) -> Result<(), GamesError> {
        self.db
            .prepare_cached(
                "INSERT INTO games
                 (id, key, start, moves, result, black, white, tournament, year, date, turn)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?
            .execute(params![
                head.id,
                game.key.cast_signed(),
                game.start,
                game.moves,
                game.outcome.code(),
                head.black,
                head.white,
                head.tournament,
                head.year,
                head.date,
                game.turn.code(),
            ])?;
        game.details.write(self.db, head.id)?;
        let is_usual = game.start.is_none();
        self.derived
            .push(head.id, is_usual, &game.moves, &game.entries);
        self.next += 1;
        Ok(())
    }

    /// The first game that is the same.
    fn find(&self, game: &NewGame, head: &Known) -> Result<Option<Known>, GamesError> {
        const SAME: &str = "FROM games WHERE key = ?1 AND moves = ?2 AND start IS ?3 ORDER BY id";
        let sql = format!("SELECT {} {SAME}", Known::COLUMNS);
        let mut same = self.db.prepare_cached(&sql)?;
        let mut same = same.query(params![game.key.cast_signed(), game.moves, game.start])?;
        while let Some(row) = same.next()? {
            let known = Known::of_row(row)?;
            if known.is(head, game, self.db)? {
                return Ok(Some(known));
            }
        }
        Ok(None)
    }

    /// Tells a known game what it does not know.
    fn complete(&mut self, known: &Known, head: &Known, game: &NewGame) -> Result<(), GamesError> {
        let learnt = known.learnt(head);
        if !learnt.has_names_of(known) {
            self.db
                .prepare_cached(
                    "UPDATE games SET black = ?2, white = ?3, tournament = ?4, year = ?5, date = ?6
                     WHERE id = ?1",
                )?
                .execute(params![
                    known.id,
                    learnt.black,
                    learnt.white,
                    learnt.tournament,
                    learnt.year,
                    learnt.date
                ])?;
        }
        let is_decided = learnt.outcome != known.outcome;
        if is_decided {
            // The index has the result too, perhaps in what is not written yet.
            self.derived.write(self.db)?;
            self.db
                .prepare_cached("UPDATE games SET result = ?2 WHERE id = ?1")?
                .execute(params![known.id, learnt.outcome.code()])?;
            index::set_result(self.db, known.id, &game.entries)?;
        }
        self.learn(known.id, &game.details, is_decided, game.turn)
    }

    /// Tells a known game the details that it does not have.
    fn learn(
        &self,
        id: u32,
        new: &Details,
        is_decided: bool,
        turn: Turn,
    ) -> Result<(), GamesError> {
        if new.is_empty() {
            return Ok(());
        }
        let known = Details::read(self.db, id)?;
        let mut details = known.clone();
        if is_decided {
            details.result = new.result;
        }
        details.learn(new);
        if details == known {
            return Ok(());
        }
        if details.remarks != known.remarks {
            // They may speak of squares, so the board lies as it does there.
            self.db
                .prepare_cached("UPDATE games SET turn = ?2 WHERE id = ?1")?
                .execute(params![id, turn.code()])?;
        }
        details.write(self.db, id)
    }

    /// The number of a name, if there is one.
    fn name(&mut self, table: Names, name: Option<&str>) -> Result<Option<i64>, GamesError> {
        let Some(name) = name else { return Ok(None) };
        let names = self.names.entry(table).or_default();
        if let Some(&id) = names.get(name) {
            return Ok(Some(id));
        }
        let id = schema::number_of(self.db, table, name)?;
        names.insert(name.to_owned(), id);
        Ok(Some(id))
    }

    fn finish(mut self) -> Result<(), GamesError> {
        self.derived.write(self.db)
    }
}
