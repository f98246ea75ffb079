//! [`GamesError`]: why a collection cannot be used.

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::database::{Mismatch, is_busy};

/// Why a collection of games cannot be opened, read or written.
#[derive(Debug, Error)]
pub enum GamesError {
    /// There is no such file.
    #[error("there is no collection of games yet")]
    Missing,
    /// There is a folder or a device in the place of the file.
    #[error("it is {0}, not a file")]
    NotAFile(&'static str),
    /// There is no folder that the file could be in.
    #[error("there is no such folder")]
    NoFolder,
    /// The file may not be read, or not be made.
    #[error("the file cannot be opened: permission denied")]
    Denied,
    /// The file or its folder may not be written.
    #[error("the collection cannot be written: permission denied")]
    ReadOnly,
    /// The disk is full.
    #[error("the collection cannot be written: no space left on device")]
    Full,
    /// The file is a database, of which parts are lost.
    #[error("the file is damaged")]
    Corrupt,
    /// The file is no database.
    #[error("the file is not a database")]
    NotADatabase,
    /// The database is another program's.
    #[error("the file is a database, but not a collection of games")]
    Foreign,
    /// The database was made by a later version of the program.
    #[error("the collection has version {found}, this program knows versions up to {known}")]
    Newer {
        /// The version of the database.
        found: usize,
        /// The last version that is known.
        known: usize,
    },
    /// Another program was writing for too long.
    #[error("another program is writing to the collection and does not end")]
    Busy,
    /// What the database has of a game is no game.
    #[error("the collection is damaged: game {game} is not legal")]
    Damaged {
        /// The number of the game.
        game: u32,
    },
    /// The file cannot be opened or written, or is damaged; in the words of
    /// SQLite.
    #[error("{0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for GamesError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotADatabase,
            Some(ErrorCode::DatabaseCorrupt) => Self::Corrupt,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => Self::Denied,
            _ if is_busy(&error) => Self::Busy,
            _ => Self::Database(error),
        }
    }
}

impl From<Mismatch> for GamesError {
    fn from(unfit: Mismatch) -> Self {
        match unfit {
            Mismatch::Foreign => Self::Foreign,
            Mismatch::Newer { found, known } => Self::Newer { found, known },
        }
    }
}

impl From<rusqlite::types::FromSqlError> for GamesError {
    fn from(error: rusqlite::types::FromSqlError) -> Self {
        Self::Database(error.into())
    }
}
