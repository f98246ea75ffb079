//! [`PracticeError`]: why what was learnt cannot be read or kept.

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::database::{Mismatch, is_busy};

/// Why the log of answers cannot be opened, read or written.
#[derive(Debug, Error)]
pub enum PracticeError {
    /// There is no such file.
    #[error("nothing has been practised yet")]
    Missing,
    /// The file is no database.
    #[error("the file is not a database")]
    NotADatabase,
    /// The database is another program's.
    #[error("the file is a database, but not one of practice")]
    Foreign,
    /// The database was made by a later version of the program.
    #[error("the database has version {found}, this program knows versions up to {known}")]
    Newer {
        /// The version of the database.
        found: usize,
        /// The last version that is known.
        known: usize,
    },
    /// Another program was writing for too long.
    #[error("another program is writing to the database and does not end")]
    Busy,
    /// There is no room for another answer.
    #[error("the disk is full")]
    Full,
    /// A row of the log says nothing that an answer can say.
    #[error("the database is damaged: answer {row} cannot be read")]
    Damaged {
        /// The number of the row.
        row: i64,
    },
    /// The file cannot be opened or written, or is damaged; in the words of
    /// SQLite.
    #[error("{0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for PracticeError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotADatabase,
            Some(ErrorCode::DiskFull) => Self::Full,
            _ if is_busy(&error) => Self::Busy,
            _ => Self::Database(error),
        }
    }
}

impl From<Mismatch> for PracticeError {
    fn from(mismatch: Mismatch) -> Self {
        match mismatch {
            Mismatch::Foreign => Self::Foreign,
            Mismatch::Newer { found, known } => Self::Newer { found, known },
        }
    }
}
