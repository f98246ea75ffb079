//! Keeps the answers of a session, each before the user hears what it was
//! worth.

use std::{
    fs,
    path::{Path, PathBuf},
};

use jiff::civil::Date;
use outflank::practice::{Answer, Due, Item, Kind, Outcome, PracticeError, Schedule, Store};

use super::{
    clock::{Clock, Stopwatch},
    error::{UserError, reason},
    home,
    output::Output,
};

/// The option of commands that keep answers.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct RecordArg {
    /// Keep no record of the answers
    #[arg(long)]
    no_record: bool,
}

/// What has just happened to the item that is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// A move that was asked for was found.
    Found,
    /// A move was wrong; the question stands.
    Wrong,
    /// A move was wrong, and the program tells the right one.
    WrongAndTold,
    /// A hint is given.
    Hint,
    /// A hint is given that tells the move.
    HintTold,
}

/// What is asked.
#[derive(Debug, Clone)]
pub(crate) struct Subject<'a> {
    pub(crate) item: Item,
    /// From 1 to 5.
    pub(crate) level: Option<u8>,
    pub(crate) themes: &'a [String],
}

/// Where the answers of a session go.
///
/// A reply is first passed to this, then told: what was told is kept, whatever
/// happens then. Where nothing can be kept, the session goes on without.
pub(crate) struct Recorder {
    store: Option<Store>,
    clock: Clock,
    current: Option<Current>,
}

/// The item that is asked.
struct Current {
    answer: Answer,
    watch: Stopwatch,
    told: bool,
}

impl Recorder {
    /// Opens the log. When that cannot be done, this is said, and nothing is
    /// kept.
    pub(crate) fn new(arg: RecordArg, out: &Output) -> Result<Self, UserError> {
        let clock = Clock::new()?;
        let store = if arg.no_record {
            None
        } else {
            match create() {
                Ok(store) => Some(store),
                Err(error) => {
                    out.note(&format!("warning: answers are not kept: {error}\n"));
                    None
                }
            }
        };
        Ok(Self {
            store,
            clock,
            current: None,
        })
    }

    /// The day where the user lives.
    pub(crate) fn today(&self) -> Date {
        self.clock.today()
    }

    /// The days on which a puzzle was solved, if answers are kept.
    pub(crate) fn days_with_a_solved_puzzle(&self) -> Option<Vec<Date>> {
        let answers = self.store.as_ref()?.answers().ok()?;
        let solved = answers
            .iter()
            .filter(|answer| answer.item.kind == Kind::Puzzle && answer.outcome == Outcome::Solved);
        Some(solved.map(|answer| answer.date).collect())
    }

    /// An item is put to the user. Nothing is written before there is a reply.
    pub(crate) fn begin(&mut self, subject: Subject<'_>, out: &Output) {
        self.current = None;
        let Some(store) = &self.store else { return };
        let now = self.clock.now();
        match store.new_key() {
            Ok(key) => {
                let mut answer = Answer::new(key, subject.item, now.time, now.date);
                answer.level = subject.level;
                answer.themes = subject.themes.to_vec();
                self.current = Some(Current {
                    answer,
                    watch: self.clock.stopwatch(),
                    told: false,
                });
            }
            Err(error) => out.note(&format!("warning: the answer is not kept: {error}\n")),
        }
    }

    /// Something has happened and is about to be told.
    pub(crate) fn step(&mut self, step: Step, out: &Output) {
        let Some(current) = &mut self.current else {
            return;
        };
        let answer = &mut current.answer;
        match step {
            Step::Found => answer.found = answer.found.saturating_add(1),
            Step::Wrong | Step::WrongAndTold => answer.tries = answer.tries.saturating_add(1),
            Step::Hint | Step::HintTold => answer.hints = answer.hints.saturating_add(1),
        }
        current.told |= matches!(step, Step::WrongAndTold | Step::HintTold);
        self.write(out);
    }

    /// A move that was asked for was found, perhaps the last one.
    pub(crate) fn found(&mut self, solved: bool, out: &Output) {
        if !solved {
            return self.step(Step::Found, out);
        }
        if let Some(current) = &mut self.current {
            current.answer.found = current.answer.found.saturating_add(1);
        }
        self.end(Outcome::Solved, out);
    }

    /// All moves were found, which is about to be told.
    pub(crate) fn solved(&mut self, out: &Output) {
        self.end(Outcome::Solved, out);
    }

    /// The solution is about to be told.
    pub(crate) fn given_up(&mut self, out: &Output) {
        self.end(Outcome::GivenUp, out);
    }

    fn end(&mut self, outcome: Outcome, out: &Output) {
        if let Some(current) = &mut self.current {
            current.answer.outcome = match outcome {
                Outcome::Solved if current.told => Outcome::Told,
                other => other,
            };
        }
        self.write(out);
        self.current = None;
    }

    fn write(&mut self, out: &Output) {
        let (Some(store), Some(current)) = (&mut self.store, &mut self.current) else {
            return;
        };
        let now = self.clock.now();
        (current.answer.time, current.answer.date) = (now.time, now.date);
        current.answer.millis = current.watch.millis();
        if let Err(error) = store.record(&current.answer) {
            out.note(&format!("warning: the answer is not kept: {error}\n"));
        }
    }
}

/// What of a kind is due today, most urgent first, and when the next comes due
/// after that.
pub(crate) fn due(kind: Kind) -> anyhow::Result<(Vec<Due>, Option<Date>)> {
    let path = path()?;
    let today = Clock::new()?.today();
    let answers = match Store::open_existing(&path).and_then(|store| store.answers()) {
        Ok(answers) => answers,
        Err(PracticeError::Missing) => Vec::new(),
        Err(error) => return Err(unusable(&path, &error).into()),
    };
    let own: Vec<Answer> = answers
        .into_iter()
        .filter(|answer| answer.item.kind == kind)
        .collect();
    let schedule = Schedule::of(&own);
    Ok((schedule.due(today), schedule.next_due(today)))
}

/// The file of the log. It may not be there yet.
pub(crate) fn path() -> Result<PathBuf, UserError> {
    Ok(home::folder()?.join("practice.db"))
}

/// The log, which is made when it is not there.
pub(crate) fn create() -> Result<Store, UserError> {
    let path = path()?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| {
            UserError::new(format!(
                "the folder `{}` cannot be made: {}",
                folder.display(),
                reason(&error)
            ))
            .hint("name another in the environment variable OUTFLANK_HOME")
        })?;
    }
    Store::open(&path).map_err(|error| unusable(&path, &error))
}

/// Why the file of the log cannot be used.
pub(crate) fn unusable(path: &Path, error: &PracticeError) -> UserError {
    let user = UserError::new(format!("{}: {error}", path.display()));
    match error {
        PracticeError::Missing => {
            user.hint("`outflank puzzle play` and `outflank opening drill` keep your answers")
        }
        PracticeError::NotADatabase | PracticeError::Foreign => {
            user.hint("move the file away, or name another folder in OUTFLANK_HOME")
        }
        PracticeError::Newer { .. } => user.hint("use the newer outflank that made it"),
        PracticeError::Busy => user.hint("try again when it has ended"),
        PracticeError::Damaged { .. } => {
            user.hint("move the file away and import your last export")
        }
        PracticeError::Full | PracticeError::Database(_) => user,
    }
}
