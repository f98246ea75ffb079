//! The tables of the database, and how those of older versions become them.

use std::{path::Path, time::Duration};

use rusqlite::{Connection, OpenFlags};

use super::{GamesError, derived, names::folded};
use crate::database::{Fill, Schema};

/// The database of a collection.
const SCHEMA: Schema<GamesError> = Schema {
    // `OFLG`
    application: 0x4f46_4c47,
    // Rows of a kilobyte or two fill these better.
    page_size: 16_384,
    settings: "PRAGMA synchronous = NORMAL;
               PRAGMA foreign_keys = OFF;
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
    // What is made from the games: it can be dropped and made again, as the
    // next step does.
    (
        "CREATE TABLE places (id INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;
         CREATE TABLE lines (id INTEGER PRIMARY KEY, moves BLOB NOT NULL) STRICT;
         CREATE INDEX games_start ON games (id) WHERE start IS NOT NULL;",
        |_| Ok(()),
    ),
    // Every spelling of a name is a name. What a record says besides, and how
    // it lay on the board, comes out again. `turn` is the number of the
    // symmetry that leads from the moves here to those of the record; the
    // lists of `details` are JSON, its `result` is that of a game which its
    // moves do not end: `30-20`, `+10`, `black`, `white` or `draw`.
    (
        "CREATE TABLE spelt (
             id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL
         ) STRICT;
         INSERT INTO spelt SELECT id, name, folded FROM players;
         DROP TABLE players;
         ALTER TABLE spelt RENAME TO players;
         CREATE TABLE spelt (
             id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL
         ) STRICT;
         INSERT INTO spelt SELECT id, name, folded FROM tournaments;
         DROP TABLE tournaments;
         ALTER TABLE spelt RENAME TO tournaments;
         ALTER TABLE games ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
         CREATE TABLE details (
             game INTEGER PRIMARY KEY REFERENCES games, tags TEXT, result TEXT, remarks TEXT
         ) STRICT;
         DELETE FROM places;
         DROP TABLE lines;
         CREATE TABLE lines (
             id INTEGER PRIMARY KEY, moves BLOB NOT NULL, seen BLOB NOT NULL
         ) STRICT;",
        derived::fill,
    ),
];

/// Opens the database of a file, makes it when it is not there, and brings it
/// to the version of today.
pub(super) fn open(path: &Path, create: bool) -> Result<Connection, GamesError> {
    let kind = std::fs::metadata(path).map(|meta| meta.file_type());
    match kind {
        Ok(kind) if kind.is_dir() => return Err(GamesError::NotAFile("a folder")),
        Ok(kind) if !kind.is_file() => return Err(GamesError::NotAFile("a device")),
        _ => {}
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(GamesError::NoFolder);
    }
    match SCHEMA.open(path, create) {
        Ok(db) => {
            // Off until the steps were done: one may put a table in the place
            // of another.
            db.pragma_update(None, "foreign_keys", true)?;
            db.set_prepared_statement_cache_capacity(64);
            Ok(db)
        }
        // Where nothing may be written a reader cannot even tell others that
        // it reads.
        Err(GamesError::Denied | GamesError::ReadOnly) if !create => read_only(path),
        Err(error) => Err(error),
    }
}

/// Opens a database that may not be written, such as one on a disk for
/// reading only. Nobody else writes it either, or a log of changes would lie
/// beside it.
fn read_only(path: &Path) -> Result<Connection, GamesError> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(log).is_ok_and(|log| log.len() > 0) {
        return Err(GamesError::ReadOnly);
    }
    let path = path.to_str().ok_or(GamesError::ReadOnly)?;
    let path = path
        .replace('%', "%25")
        .replace('?', "%3f")
        .replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let db = Connection::open_with_flags(format!("file:{path}?immutable=1"), flags)?;
    if SCHEMA.check(&db)? < STEPS.len() {
        return Err(GamesError::ReadOnly);
    }
    db.set_prepared_statement_cache_capacity(64);
    Ok(db)
}

/// The number of a name in its table, which it gets when it has none.
pub(super) fn number_of(db: &Connection, table: Names, name: &str) -> rusqlite::Result<i64> {
    let (find, insert) = table.statements();
    let found = db.prepare_cached(find)?.query_row([name], |row| row.get(0));
    match found {
        Err(rusqlite::Error::QueryReturnedNoRows) => {}
        other => return other,
    }
    let mut insert = db.prepare_cached(insert)?;
    match table {
        Names::Files => insert.execute([name])?,
        Names::Players | Names::Tournaments => insert.execute([name, &folded(name)])?,
    };
    Ok(db.last_insert_rowid())
}

/// The name of a number in its table.
pub(super) fn name_of(db: &Connection, table: Names, number: i64) -> rusqlite::Result<String> {
    let sql = match table {
        Names::Players => "SELECT name FROM players WHERE id = ?1",
        Names::Tournaments => "SELECT name FROM tournaments WHERE id = ?1",
        Names::Files => "SELECT name FROM files WHERE id = ?1",
    };
    db.prepare_cached(sql)?
        .query_row([number], |row| row.get(0))
}

/// The tables of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Names {
    Players,
    Tournaments,
    Files,
}

impl Names {
    /// How a name is found, and how it is added.
    const fn statements(self) -> (&'static str, &'static str) {
        match self {
            Self::Players => (
                "SELECT id FROM players WHERE name = ?1",
                "INSERT INTO players (name, folded) VALUES (?1, ?2)",
            ),
            Self::Tournaments => (
                "SELECT id FROM tournaments WHERE name = ?1",
                "INSERT INTO tournaments (name, folded) VALUES (?1, ?2)",
            ),
            Self::Files => (
                "SELECT id FROM files WHERE name = ?1",
                "INSERT INTO files (name) VALUES (?1)",
            ),
        }
    }
}
