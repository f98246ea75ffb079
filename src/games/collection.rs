//! [`Collection`]: the database as a whole, and how games come into it.

use std::{collections::HashMap, path::Path};

use rusqlite::{Connection, TransactionBehavior, params};

use super::{
    GamesError, NewGame,
    derived::Derived,
    entry::{Outcome, folded},
    index, schema,
    schema::Names,
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

/// A game that is there.
struct Known {
    id: u32,
    outcome: Outcome,
    black: Option<i64>,
    white: Option<i64>,
    tournament: Option<i64>,
    year: Option<i32>,
    date: Option<String>,
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
    /// unless both name a player of the same side or a year and these differ.
    /// The one that is there gets the new one as a further source, and what
    /// it does not know itself.
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
    names: HashMap<(Names, String), i64>,
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
        let black = self.name(Names::Players, game.black.as_deref())?;
        let white = self.name(Names::Players, game.white.as_deref())?;
        let tournament = self.name(Names::Tournaments, game.tournament.as_deref())?;
        let known = self.find(game, black, white)?;
        let id = match &known {
            Some(known) => known.id,
            None => self.next,
        };
        let names = Known {
            id,
            outcome: game.outcome,
            black,
            white,
            tournament,
            year: game.year,
            date: game.date.clone(),
        };
        match &known {
            Some(known) => self.complete(known, &names, game)?,
            None => self.insert(&names, game)?,
        }
        let file = self.file(&game.file)?;
        self.db
            .prepare_cached("INSERT OR IGNORE INTO sources (game, file, line) VALUES (?1, ?2, ?3)")?
            .execute(params![id, file, i64::try_from(game.line).unwrap_or(0)])?;
        Ok(known.is_none())
    }

    fn insert(&mut self, names: &Known, game: &NewGame) -> Result<(), GamesError> {
        self.db
            .prepare_cached(
                "INSERT INTO games
                 (id, key, start, moves, result, black, white, tournament, year, date)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .execute(params![
                names.id,
                game.key.cast_signed(),
                game.start,
                game.moves,
                game.outcome.code(),
                names.black,
                names.white,
                names.tournament,
                names.year,
                names.date,
            ])?;
        let is_usual = game.start.is_none();
        self.derived
            .push(names.id, is_usual, &game.moves, &game.entries);
        self.next += 1;
        Ok(())
    }

    /// The first game that is the same.
    fn find(
        &self,
        game: &NewGame,
        black: Option<i64>,
        white: Option<i64>,
    ) -> Result<Option<Known>, GamesError> {
        let mut same = self.db.prepare_cached(
            "SELECT id, result, black, white, tournament, year, date
             FROM games WHERE key = ?1 AND moves = ?2 AND start IS ?3 ORDER BY id",
        )?;
        let mut same = same.query(params![game.key.cast_signed(), game.moves, game.start])?;
        while let Some(row) = same.next()? {
            let known = Known {
                id: row.get(0)?,
                outcome: Outcome::from_code(row.get(1)?),
                black: row.get(2)?,
                white: row.get(3)?,
                tournament: row.get(4)?,
                year: row.get(5)?,
                date: row.get(6)?,
            };
            if agree(known.black, black)
                && agree(known.white, white)
                && agree(known.year, game.year)
            {
                return Ok(Some(known));
            }
        }
        Ok(None)
    }

    /// Tells a known game what it does not know.
    fn complete(&mut self, known: &Known, new: &Known, game: &NewGame) -> Result<(), GamesError> {
        let learns = learns(known.black, new.black)
            || learns(known.white, new.white)
            || learns(known.tournament, new.tournament)
            || learns(known.year, new.year)
            || learns(known.date.as_ref(), new.date.as_ref());
        if learns {
            self.db
                .prepare_cached(
                    "UPDATE games SET black = coalesce(black, ?2), white = coalesce(white, ?3),
                     tournament = coalesce(tournament, ?4), year = coalesce(year, ?5),
                     date = coalesce(date, ?6) WHERE id = ?1",
                )?
                .execute(params![
                    known.id,
                    new.black,
                    new.white,
                    new.tournament,
                    new.year,
                    new.date
                ])?;
        }
        if known.outcome == Outcome::Unknown && new.outcome != Outcome::Unknown {
            // The index has the result too, perhaps in what is not written yet.
            self.derived.write(self.db)?;
            self.db
                .prepare_cached("UPDATE games SET result = ?2 WHERE id = ?1")?
                .execute(params![known.id, new.outcome.code()])?;
            index::set_result(self.db, known.id, &game.entries)?;
        }
        Ok(())
    }

    fn name(&mut self, table: Names, name: Option<&str>) -> Result<Option<i64>, GamesError> {
        let Some(name) = name else { return Ok(None) };
        let key = (table, folded(name));
        if let Some(&id) = self.names.get(&key) {
            return Ok(Some(id));
        }
        let id = schema::number_of(self.db, table, &key.1, name)?;
        self.names.insert(key, id);
        Ok(Some(id))
    }

    fn file(&mut self, name: &str) -> Result<i64, GamesError> {
        let key = (Names::Files, name.to_owned());
        if let Some(&id) = self.names.get(&key) {
            return Ok(id);
        }
        let id = schema::number_of(self.db, Names::Files, name, name)?;
        self.names.insert(key, id);
        Ok(id)
    }

    fn finish(mut self) -> Result<(), GamesError> {
        self.derived.write(self.db)
    }
}

fn agree<T: PartialEq>(a: Option<T>, b: Option<T>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

const fn learns<T>(known: Option<T>, new: Option<T>) -> bool
where
    T: Copy,
{
    known.is_none() && new.is_some()
}
