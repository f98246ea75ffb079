//! The tables of the database, and how those of older versions become them.

use std::{path::Path, thread, time::Duration};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior, params};

use super::{GamesError, derived};

/// Marks a database as ours: `OFLG`.
const APPLICATION: i32 = 0x4f46_4c47;
/// How long to wait for another program that writes.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a step does besides its statements.
type Fill = fn(&Connection) -> Result<(), GamesError>;

/// The steps that lead from one version of the tables to the next. The
/// version of a database is the number of steps that it has behind it; a
/// step that was released is never changed.
const STEPS: &[(&str, Fill)] = &[
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
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    flags.set(OpenFlags::SQLITE_OPEN_CREATE, create);
    let mut db = Connection::open_with_flags(path, flags)?;
    db.busy_timeout(PATIENCE)?;
    // Rows of a kilobyte or two fill these better. It has no effect on a
    // database that has tables.
    db.pragma_update(None, "page_size", 16_384)?;
    check(&db)?;
    // A reader is not stopped by a writer then, and a kill loses nothing that
    // was committed.
    patiently(|| {
        let mode: String = db.query_row("PRAGMA journal_mode", [], |row| row.get(0))?;
        if mode != "wal" {
            db.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
        }
        Ok(())
    })?;
    db.execute_batch(
        "PRAGMA synchronous = NORMAL;
         PRAGMA foreign_keys = ON;
         PRAGMA cache_size = -65536;
         PRAGMA temp_store = MEMORY;",
    )?;
    db.set_prepared_statement_cache_capacity(64);
    migrate(&mut db)?;
    Ok(db)
}

/// Says what is wrong with a file that is no collection of games of a version
/// that is known.
fn check(db: &Connection) -> Result<usize, GamesError> {
    let application: i32 = db.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let version = version(db)?;
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION && (tables > 0 || application != 0) {
        return Err(GamesError::Foreign);
    }
    if version > STEPS.len() {
        return Err(GamesError::Newer {
            found: version,
            known: STEPS.len(),
        });
    }
    Ok(version)
}

fn version(db: &Connection) -> Result<usize, GamesError> {
    let version: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    // A negative one was never written by this program.
    Ok(usize::try_from(version).unwrap_or(usize::MAX))
}

fn migrate(db: &mut Connection) -> Result<(), GamesError> {
    if version(db)? == STEPS.len() {
        return Ok(());
    }
    // All steps or none; another program may have done them meanwhile.
    let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = check(&transaction)?;
    for (statements, fill) in STEPS.iter().skip(found) {
        transaction.execute_batch(statements)?;
        fill(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", STEPS.len() as i64)?;
    transaction.commit()?;
    Ok(())
}

/// Tries again while another program has the database: SQLite itself does
/// not wait where it could wait forever.
fn patiently(mut action: impl FnMut() -> rusqlite::Result<()>) -> Result<(), GamesError> {
    const PAUSE: Duration = Duration::from_millis(20);
    let mut waited = Duration::ZERO;
    loop {
        match action() {
            Err(error) if is_busy(&error) && waited < PATIENCE => {
                thread::sleep(PAUSE);
                waited += PAUSE;
            }
            other => return Ok(other?),
        }
    }
}

pub(super) fn is_busy(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(
        code,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
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
