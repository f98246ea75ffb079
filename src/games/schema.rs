//! The tables of the database, and how those of older versions become them.

use std::{path::Path, time::Duration};

use rusqlite::{Connection, params};

use super::{GamesError, derived};
use crate::database::{Fill, Schema};

/// The database of a collection.
const SCHEMA: Schema<GamesError> = Schema {
    // `OFLG`
    application: 0x4f46_4c47,
    // Rows of a kilobyte or two fill these better.
    page_size: 16_384,
    settings: "PRAGMA synchronous = NORMAL;
               PRAGMA foreign_keys = ON;
               PRAGMA cache_size = -65536;
               PRAGMA temp_store = MEMORY;",
    patience: Duration::from_secs(60),
    steps: STEPS,
};

/// The steps that lead from one version of the tables to the next.
const STEPS: &[(&str, Fill<GamesError>)] = &[
    (
        "CREATE TABLE players (
             id INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL
         ) STRICT;
         CREATE TABLE tournaments (
             id INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL
         ) STRICT;
         CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
         -- Numbered from 0 without gaps. `start` is NULL for Othello's start,
         -- else 64 squares and the side to move. `moves` has a byte a disc,
         -- a1 = 0 to h8 = 63. `result` is the score for Black, 100 or -100 for
         -- a win of unknown size.
         CREATE TABLE games (
             id INTEGER PRIMARY KEY,
             key INTEGER NOT NULL,
             start TEXT,
             moves BLOB NOT NULL,
             result INTEGER,
             black INTEGER REFERENCES players,
             white INTEGER REFERENCES players,
             tournament INTEGER REFERENCES tournaments,
             year INTEGER,
             date TEXT
         ) STRICT;
         CREATE INDEX games_key ON games (key);
         CREATE INDEX games_black ON games (black);
         CREATE INDEX games_white ON games (white);
         CREATE INDEX games_tournament ON games (tournament);
         CREATE INDEX games_year ON games (year);
         CREATE INDEX games_result ON games (result);
         CREATE TABLE sources (
             game INTEGER NOT NULL REFERENCES games,
             file INTEGER NOT NULL REFERENCES files,
             line INTEGER NOT NULL,
             PRIMARY KEY (game, file, line)
         ) STRICT, WITHOUT ROWID;",
        |_| Ok(()),
    ),
    // What is made from the games: it can be dropped and made again.
    (
        "CREATE TABLE places (id INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;
         CREATE TABLE lines (id INTEGER PRIMARY KEY, moves BLOB NOT NULL) STRICT;
         CREATE INDEX games_start ON games (id) WHERE start IS NOT NULL;",
        derived::fill,
    ),
];

/// Opens the database of a file, makes it when it is not there, and brings it
/// to the version of today.
pub(super) fn open(path: &Path, create: bool) -> Result<Connection, GamesError> {
    let db = SCHEMA.open(path, create)?;
    db.set_prepared_statement_cache_capacity(64);
    Ok(db)
}

/// The number of a name in its table, which it gets when it has none.
pub(super) fn number_of(
    db: &Connection,
    table: Names,
    folded: &str,
    name: &str,
) -> rusqlite::Result<i64> {
    let (find, insert) = table.statements();
    let found = db
        .prepare_cached(find)?
        .query_row([folded], |row| row.get(0));
    match found {
        Err(rusqlite::Error::QueryReturnedNoRows) => {}
        other => return other,
    }
    db.prepare_cached(insert)?.execute(params![folded, name])?;
    Ok(db.last_insert_rowid())
}

/// The tables of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Names {
    Players,
    Tournaments,
    Files,
}

impl Names {
    const fn statements(self) -> (&'static str, &'static str) {
        match self {
            Self::Players => (
                "SELECT id FROM players WHERE folded = ?1",
                "INSERT INTO players (folded, name) VALUES (?1, ?2)",
            ),
            Self::Tournaments => (
                "SELECT id FROM tournaments WHERE folded = ?1",
                "INSERT INTO tournaments (folded, name) VALUES (?1, ?2)",
            ),
            Self::Files => (
                "SELECT id FROM files WHERE name = ?1",
                "INSERT INTO files (name) SELECT ?2 WHERE ?1 IS NOT NULL",
            ),
        }
    }
}
