//! [`Store`]: the database that keeps the log.

use std::{path::Path, time::Duration};

use jiff::Timestamp;
use rusqlite::{Connection, Row, Transaction, TransactionBehavior, params, types::Value};

use super::{Answer, Item, Key, Kind, Outcome, PracticeError};
use crate::database::{Fill, Schema};

/// The database of a log.
const SCHEMA: Schema<PracticeError> = Schema {
    // `OFLP`
    application: 0x4f46_4c50,
    page_size: 4096,
    // What was committed is on the disk, even if the power fails.
    settings: "PRAGMA synchronous = FULL;
               PRAGMA fullfsync = ON;
               PRAGMA checkpoint_fullfsync = ON;",
    patience: Duration::from_secs(30),
    steps: STEPS,
};

const STEPS: &[(&str, Fill<PracticeError>)] = &[(
    // `time` in milliseconds since 1970, UTC. `themes` a line each.
    "CREATE TABLE answers (
         id INTEGER PRIMARY KEY,
         key TEXT NOT NULL UNIQUE,
         kind TEXT NOT NULL,
         item TEXT NOT NULL,
         time INTEGER NOT NULL,
         date TEXT NOT NULL,
         tries INTEGER NOT NULL,
         hints INTEGER NOT NULL,
         found INTEGER NOT NULL,
         millis INTEGER NOT NULL,
         outcome TEXT NOT NULL,
         level INTEGER,
         themes TEXT NOT NULL
     ) STRICT;
     CREATE INDEX answers_time ON answers (time, key);",
    |_| Ok(()),
)];

/// Writes an answer. One that is there is replaced if the new one has come
/// further.
const WRITE: &str = "
    INSERT INTO answers (key, kind, item, time, date, tries, hints, found,
                         millis, outcome, level, themes)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
    ON CONFLICT (key) DO UPDATE SET
        time = excluded.time, date = excluded.date, tries = excluded.tries,
        hints = excluded.hints, found = excluded.found,
        millis = excluded.millis, outcome = excluded.outcome
    WHERE outcome = 'open'
        AND (tries + hints + found < ?13 OR excluded.outcome <> 'open')";

/// The log of answers in a file.
///
/// Several programs may use one file at once, and all of them may be killed at
/// any moment: an answer is recorded as a whole or not at all, and one that
/// was recorded is never lost.
#[derive(Debug)]
pub struct Store {
    db: Connection,
}

/// What became of answers that were merged into a log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Merged {
    /// So many were not there, or had not come as far.
    pub new: usize,
    /// So many were there.
    pub known: usize,
}

impl Store {
    /// Opens the log in a file, and makes it when it is not there. One of an
    /// older version is brought to the version of today.
    ///
    /// # Errors
    /// [`PracticeError`] when the file is something else, or cannot be used.
    pub fn open(path: &Path) -> Result<Self, PracticeError> {
        let db = SCHEMA.open(path, true)?;
        Ok(Self { db })
    }

    /// Opens a log that must be there.
    ///
    /// # Errors
    /// [`PracticeError`]; [`PracticeError::Missing`] when there is no such
    /// file.
    pub fn open_existing(path: &Path) -> Result<Self, PracticeError> {
        if !path.exists() {
            return Err(PracticeError::Missing);
        }
        let db = SCHEMA.open(path, false)?;
        Ok(Self { db })
    }

    /// A key for a new answer. Of two answers of the same millisecond the one
    /// whose key was made later comes later.
    ///
    /// # Errors
    /// [`PracticeError`] of the database, whose random numbers are used.
    pub fn new_key(&self) -> Result<Key, PracticeError> {
        // A count, so that keys of one log are in order, and chance, so that
        // those of two logs differ.
        let sql = "SELECT printf('%08x', (1 + ifnull(max(id), 0)) & 0xffffffff)
                          || lower(hex(randomblob(12)))
                   FROM answers";
        let key: String = self.db.query_row(sql, [], |row| row.get(0))?;
        key.parse().map_err(|_| PracticeError::Damaged { row: 0 })
    }

    /// Records an answer, or what has become of it since it was recorded.
    /// When this returns, it is on the disk.
    ///
    /// # Errors
    /// [`PracticeError`] of the database; the log is as it was.
    pub fn record(&mut self, answer: &Answer) -> Result<(), PracticeError> {
        self.merge(std::slice::from_ref(answer)).map(|_| ())
    }

    /// Adds answers from elsewhere, all of them or, when that fails, none.
    /// Those that are known are not added again; of two that have the same key
    /// the one that has come further stays.
    ///
    /// # Errors
    /// [`PracticeError`] of the database; the log is as it was.
    pub fn merge(&mut self, answers: &[Answer]) -> Result<Merged, PracticeError> {
        let transaction = self.write()?;
        let mut merged = Merged::default();
        for answer in answers {
            if write(&transaction, answer)? {
                merged.new += 1;
            } else {
                merged.known += 1;
            }
        }
        transaction.commit()?;
        Ok(merged)
    }

    /// All answers, in the order of their times.
    ///
    /// # Errors
    /// [`PracticeError`] of the database.
    pub fn answers(&self) -> Result<Vec<Answer>, PracticeError> {
        read(&self.db)
    }

    /// Forgets all answers, once `keep` has put them somewhere. No program
    /// can record another one in between.
    ///
    /// # Errors
    /// What `keep` says, and [`PracticeError`] of the database; the log is as
    /// it was.
    pub fn reset<E: From<PracticeError>>(
        &mut self,
        keep: impl FnOnce(&[Answer]) -> Result<(), E>,
    ) -> Result<(), E> {
        let transaction = self.write()?;
        keep(&read(&transaction)?)?;
        transaction
            .execute("DELETE FROM answers", [])
            .and_then(|_| transaction.commit())
            .map_err(|error| PracticeError::from(error).into())
    }

    /// A transaction that writes: no other one is begun before it ends.
    fn write(&mut self) -> Result<Transaction<'_>, PracticeError> {
        let behavior = TransactionBehavior::Immediate;
        Ok(self.db.transaction_with_behavior(behavior)?)
    }
}

/// Whether that changed the log.
fn write(db: &Connection, answer: &Answer) -> Result<bool, PracticeError> {
    let changed = db.prepare_cached(WRITE)?.execute(params![
        answer.key.as_str(),
        answer.item.kind.name(),
        answer.item.id,
        answer.time.as_millisecond(),
        answer.date.to_string(),
        answer.tries,
        answer.hints,
        answer.found,
        answer.millis,
        answer.outcome.name(),
        answer.level,
        answer.themes.join("\n"),
        answer.progress(),
    ])?;
    Ok(changed > 0)
}

fn read(db: &Connection) -> Result<Vec<Answer>, PracticeError> {
    let mut answers = Vec::new();
    let mut rows = db.prepare(
        "SELECT id, key, kind, item, time, date, tries, hints, found, millis,
                outcome, level, themes
         FROM answers ORDER BY time, key",
    )?;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let id = row.get(0)?;
        answers.push(answer(row).ok_or(PracticeError::Damaged { row: id })?);
    }
    Ok(answers)
}

/// The answer of a row, if it is one.
fn answer(row: &Row<'_>) -> Option<Answer> {
    let text = |column: usize| -> Option<String> { row.get(column).ok() };
    let number = |column: usize| -> Option<u32> { row.get(column).ok() };
    let kind = text(2)?;
    let outcome = text(10)?;
    let themes = text(12)?;
    let level = match row.get(11).ok()? {
        Value::Integer(level) => Some(u8::try_from(level).ok()?),
        _ => None,
    };
    Some(Answer {
        key: text(1)?.parse().ok()?,
        item: Item {
            kind: Kind::ALL.into_iter().find(|known| known.name() == kind)?,
            id: text(3)?,
        },
        time: Timestamp::from_millisecond(row.get(4).ok()?).ok()?,
        date: text(5)?.parse().ok()?,
        tries: number(6)?,
        hints: number(7)?,
        found: number(8)?,
        millis: number(9)?,
        outcome: Outcome::ALL
            .into_iter()
            .find(|known| known.name() == outcome)?,
        level,
        themes: themes.lines().map(str::to_owned).collect(),
    })
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::{super::answer::tests::solved, *};

    fn store() -> (TempDir, Store) {
        let folder = TempDir::new().unwrap();
        let store = Store::open(&folder.path().join("practice.db")).unwrap();
        (folder, store)
    }

    fn sound(store: &Store) -> bool {
        let sql = "PRAGMA integrity_check";
        let said: String = store.db.query_row(sql, [], |row| row.get(0)).unwrap();
        said == "ok"
    }

    #[test]
    fn what_is_recorded_is_read_again() {
        let (_folder, mut store) = store();
        let mut first = solved(1, "x", "2026-01-01");
        first.themes = vec!["corner".to_owned(), "quiet move".to_owned()];
        first.level = Some(3);
        let mut second = solved(2, "長野", "2026-01-02");
        second.item.kind = Kind::Opening;
        second.outcome = Outcome::GivenUp;
        for answer in [&second, &first] {
            store.record(answer).unwrap();
        }
        assert_eq!(store.answers().unwrap(), [first, second]);
        assert_ne!(store.new_key().unwrap(), store.new_key().unwrap());
    }

    #[test]
    fn an_answer_comes_further_and_never_back() {
        let (_folder, mut store) = store();
        let mut answer = solved(1, "x", "2026-01-01");
        answer.outcome = Outcome::Open;
        answer.found = 0;
        let begun = answer.clone();
        store.record(&answer).unwrap();
        answer.tries = 2;
        store.record(&answer).unwrap();
        answer.found = 1;
        answer.outcome = Outcome::Solved;
        store.record(&answer).unwrap();
        let known = Merged { new: 0, known: 1 };
        assert_eq!(store.merge(&[begun]).unwrap(), known);
        assert_eq!(store.merge(std::slice::from_ref(&answer)).unwrap(), known);
        assert_eq!(store.answers().unwrap(), [answer]);
    }

    #[test]
    fn a_full_disk_loses_nothing_that_was_recorded() {
        let (_folder, mut store) = store();
        store.db.pragma_update(None, "max_page_count", 40).unwrap();
        let mut recorded = Vec::new();
        let full = loop {
            let answer = solved(recorded.len() as u32, &"x".repeat(500), "2026-01-01");
            match store.record(&answer) {
                Ok(()) => recorded.push(answer),
                Err(error) => break error,
            }
            assert!(recorded.len() < 1_000);
        };
        assert!(matches!(full, PracticeError::Full), "{full}");
        assert!(recorded.len() > 10);
        assert_eq!(store.answers().unwrap(), recorded);
        assert!(sound(&store));
        // As soon as there is room it goes on.
        store.db.pragma_update(None, "max_page_count", 80).unwrap();
        store.record(&solved(9_999, "y", "2026-01-02")).unwrap();
        assert_eq!(store.answers().unwrap().len(), recorded.len() + 1);
    }

    #[test]
    fn a_reset_that_cannot_keep_the_answers_forgets_nothing() {
        let (_folder, mut store) = store();
        let answer = solved(1, "x", "2026-01-01");
        store.record(&answer).unwrap();
        let refused = store.reset(|_| Err(PracticeError::Full));
        assert!(matches!(refused, Err(PracticeError::Full)));
        assert_eq!(store.answers().unwrap(), std::slice::from_ref(&answer));
        let mut kept = Vec::new();
        store
            .reset(|answers| {
                kept = answers.to_vec();
                Ok::<(), PracticeError>(())
            })
            .unwrap();
        assert_eq!(store.answers().unwrap(), []);
        store.merge(&kept).unwrap();
        assert_eq!(store.answers().unwrap(), [answer]);
    }

    #[test]
    fn files_of_other_kinds_are_refused() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("practice.db");
        assert!(matches!(
            Store::open_existing(&path),
            Err(PracticeError::Missing)
        ));
        std::fs::write(&path, "no database, but a text that is long enough").unwrap();
        assert!(matches!(
            Store::open(&path),
            Err(PracticeError::NotADatabase)
        ));
        let games = folder.path().join("games.db");
        crate::games::Collection::open(&games).unwrap();
        assert!(matches!(Store::open(&games), Err(PracticeError::Foreign)));
        let newer = folder.path().join("newer.db");
        let store = Store::open(&newer).unwrap();
        store.db.pragma_update(None, "user_version", 99).unwrap();
        drop(store);
        assert!(matches!(
            Store::open(&newer),
            Err(PracticeError::Newer { found: 99, .. })
        ));
    }

    #[test]
    fn a_row_that_is_no_answer_is_said() {
        let (_folder, mut store) = store();
        store.record(&solved(1, "x", "2026-01-01")).unwrap();
        let sql = "UPDATE answers SET outcome = 'nonsense'";
        store.db.execute(sql, []).unwrap();
        let error = store.answers().unwrap_err();
        assert!(matches!(error, PracticeError::Damaged { row: 1 }));
    }
}
