//! Databases in files: opening one, and bringing it to the version of today.
//!
//! A module that keeps a database describes it as a [`Schema`]: how its files
//! are known, and the steps that made its tables. Several programs may open
//! one file at once, and each of them may be killed at any moment.

use std::{path::Path, thread, time::Duration};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

/// What a step does besides its statements.
pub(crate) type Fill<E> = fn(&Connection) -> Result<(), E>;

/// A kind of database. `E` is the error of the module that keeps it.
pub(crate) struct Schema<E: 'static> {
    /// Marks a file as one of this kind.
    pub(crate) application: i32,
    /// In bytes; it has no effect on a database that has tables.
    pub(crate) page_size: u32,
    /// Settings of each connection, as statements.
    pub(crate) settings: &'static str,
    /// How long to wait for another program that writes.
    pub(crate) patience: Duration,
    /// The steps that lead from one version of the tables to the next. The
    /// version of a database is the number of steps that it has behind it; a
    /// step that was released is never changed.
    pub(crate) steps: &'static [(&'static str, Fill<E>)],
}

/// Why a database is not one of the kind that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mismatch {
    /// It is another program's.
    Foreign,
    /// A later version of the program made it.
    Newer {
        /// The version of the database.
        found: usize,
        /// The last version that is known.
        known: usize,
    },
}

impl<E: From<rusqlite::Error> + From<Mismatch>> Schema<E> {
    /// Opens the database of a file, makes it when it is not there and that
    /// was asked for, and brings it to the version of today.
    pub(crate) fn open(&self, path: &Path, create: bool) -> Result<Connection, E> {
        let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        flags.set(OpenFlags::SQLITE_OPEN_CREATE, create);
        let mut db = Connection::open_with_flags(path, flags)?;
        db.busy_timeout(self.patience)?;
        db.pragma_update(None, "page_size", self.page_size)?;
        self.check(&db)?;
        // A reader is not stopped by a writer then, and a kill loses nothing
        // that was committed.
        self.patiently(|| {
            let mode: String = db.query_row("PRAGMA journal_mode", [], |row| row.get(0))?;
            if mode != "wal" {
                db.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
            }
            Ok(())
        })?;
        db.execute_batch(self.settings)?;
        self.migrate(&mut db)?;
        Ok(db)
    }

    /// Says what is wrong with a file that is no database of this kind, of a
    /// version that is known.
    pub(crate) fn check(&self, db: &Connection) -> Result<usize, E> {
        let application: i32 = db.query_row("PRAGMA application_id", [], |row| row.get(0))?;
        let version = version(db)?;
        let tables: i64 =
            db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if application != self.application && (tables > 0 || application != 0) {
            return Err(Mismatch::Foreign.into());
        }
        if version > self.steps.len() {
            return Err(Mismatch::Newer {
                found: version,
                known: self.steps.len(),
            }
            .into());
        }
        Ok(version)
    }

    fn migrate(&self, db: &mut Connection) -> Result<(), E> {
        if version(db)? == self.steps.len() {
            return Ok(());
        }
        // All steps or none; another program may have done them meanwhile.
        let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found = self.check(&transaction)?;
        for (statements, fill) in self.steps.iter().skip(found) {
            transaction.execute_batch(statements)?;
            fill(&transaction)?;
        }
        transaction.pragma_update(None, "application_id", self.application)?;
        transaction.pragma_update(None, "user_version", self.steps.len() as i64)?;
        transaction.commit()?;
        Ok(())
    }

    /// Tries again while another program has the database: SQLite itself does
    /// not wait where it could wait forever.
    fn patiently(&self, mut action: impl FnMut() -> rusqlite::Result<()>) -> Result<(), E> {
        const PAUSE: Duration = Duration::from_millis(20);
        let mut waited = Duration::ZERO;
        loop {
            match action() {
                Err(error) if is_busy(&error) && waited < self.patience => {
                    thread::sleep(PAUSE);
                    waited += PAUSE;
                }
                other => return Ok(other?),
            }
        }
    }
}

fn version(db: &Connection) -> rusqlite::Result<usize> {
    let version: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    // A negative one was never written by this program.
    Ok(usize::try_from(version).unwrap_or(usize::MAX))
}

/// Whether another program has the database and does not let go.
pub(crate) fn is_busy(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(
        code,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}
