//! Where `puzzle make` writes, and how it goes on.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Write},
    path::{Path, PathBuf},
};

use outflank::{
    board::{Color, Move, Score, Square},
    puzzle::{
        About, Collection, Puzzle, Refuted, Task,
        mine::{FILE_HEAD, Known, Titles, entry_text},
    },
    source::Source,
};
use serde::{Deserialize, Serialize};

use super::{
    super::super::{
        error::{UserError, reason},
        output::Output,
        save::save,
        yaml::{self, counted},
    },
    Args,
    games::Mined,
};

/// How far is noted after so many games in which nothing was found.
const NOTED: usize = 50;

/// Takes puzzles in order and writes those that are new.
pub(super) struct Sink {
    json: bool,
    file: Option<Book>,
    known: Known,
    titles: Titles,
    ids: std::collections::HashSet<String>,
    count: Option<usize>,
    made: usize,
    games: usize,
    /// How far is noted.
    noted: usize,
}

/// The file that puzzles are appended to.
struct Book {
    path: PathBuf,
    text: String,
    /// What was asked for, as a number.
    job: u64,
}

/// How far a run has come, as it stands beside the file.
#[derive(Serialize, Deserialize)]
struct Progress {
    job: u64,
    games: usize,
}

/// A puzzle as `--json` reports it.
#[derive(Serialize)]
struct Report<'p> {
    id: &'p str,
    #[serde(flatten)]
    about: &'p About,
    task: Task,
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    within: Option<u32>,
    score: Option<Score>,
    board: String,
    to_move: Color,
    empties: u32,
    solution: &'p [Square],
    line: &'p [Move],
    refutations: &'p [Refuted],
}

impl Sink {
    /// Reads what is in the file already. What `shipped` has is known.
    pub(super) fn open(args: &Args, shipped: &Collection) -> Result<Self, UserError> {
        let mut sink = Self {
            json: args.json.json,
            file: None,
            known: Known::default(),
            titles: Titles::default(),
            ids: std::collections::HashSet::new(),
            count: args.count,
            made: 0,
            games: 0,
            noted: 0,
        };
        sink.learn(shipped);
        if let Some(path) = &args.output {
            let mut text = FILE_HEAD.to_owned();
            if path.exists() {
                let source = yaml::load(&path.to_string_lossy())?;
                source.text().clone_into(&mut text);
                let mut old = Collection::default();
                old.add(source)
                    .map_err(|(source, fault)| UserError::at(source, *fault))?;
                for (source, file) in old.files() {
                    if let Some(problem) = file.problems.first() {
                        return Err(UserError::at(source.clone(), problem.diagnostic.clone()));
                    }
                }
                sink.learn(&old);
                if !text.ends_with('\n') {
                    text.push('\n');
                }
                if !can_be_appended_to(&text, &old, shipped) {
                    let message = format!("nothing can be added to `{}`", path.display());
                    let hint = "its last key has to be `puzzles`, with two blanks before each `-`";
                    return Err(UserError::new(message).hint(hint));
                }
            }
            let book = Book {
                path: path.clone(),
                text,
                job: job(args),
            };
            sink.games = book.games_done();
            sink.noted = sink.games;
            sink.file = Some(book);
        }
        Ok(sink)
    }

    fn learn(&mut self, puzzles: &Collection) {
        self.known.add_all(puzzles);
        self.titles.add_all(puzzles);
        let ids = puzzles.entries().filter_map(|(_, entry)| entry.id.clone());
        self.ids.extend(ids);
    }

    /// The positions that are puzzles already.
    pub(super) const fn known(&self) -> &Known {
        &self.known
    }

    /// The games of this job that an earlier run has looked through.
    pub(super) const fn games_done(&self) -> usize {
        self.games
    }

    /// How many puzzles were written.
    pub(super) const fn made(&self) -> usize {
        self.made
    }

    /// How far it is, in words.
    pub(super) fn standing(&self) -> String {
        let games = counted(self.games, "game");
        format!("{games}, {}", counted(self.made, "puzzle"))
    }

    /// Writes the puzzles of a game that are new; whether they are enough.
    pub(super) fn add(&mut self, mined: Mined, out: &mut Output) -> io::Result<bool> {
        let before = self.made;
        let full = |sink: &Self| sink.count.is_some_and(|count| sink.made >= count);
        for mut puzzle in mined.puzzles {
            if full(self) || !self.known.add(&puzzle.position) {
                continue;
            }
            if !self.ids.insert(puzzle.id.clone()) {
                continue;
            }
            if puzzle.about.title.is_none() {
                puzzle.about.title = Some(self.titles.title(&puzzle));
            }
            self.write(&puzzle, out)?;
            self.made += 1;
        }
        let enough = full(self);
        // A game that may have more puzzles than were wanted is looked at again.
        self.games += usize::from(!enough);
        if self.made > before || self.games >= self.noted + NOTED {
            self.save()?;
        }
        Ok(enough)
    }

    fn write(&mut self, puzzle: &Puzzle, out: &mut Output) -> io::Result<()> {
        let text = entry_text(puzzle);
        if self.json {
            out.json(&Report {
                id: &puzzle.id,
                about: &puzzle.about,
                task: puzzle.task,
                within: puzzle.task.within(),
                score: puzzle.score,
                board: puzzle.position.board_text(),
                to_move: puzzle.position.to_move(),
                empties: puzzle.position.empties(),
                solution: &puzzle.solution,
                line: &puzzle.line,
                refutations: &puzzle.refutations,
            })?;
        } else if self.file.is_none() {
            if self.made == 0 {
                out.write_all(FILE_HEAD.as_bytes())?;
            }
            out.write_all(text.as_bytes())?;
        }
        if let Some(book) = &mut self.file {
            book.text.push_str(&text);
        }
        out.flush()
    }

    /// Writes the file and how far it has come.
    fn save(&mut self) -> io::Result<()> {
        self.noted = self.games;
        let Some(book) = &self.file else {
            return Ok(());
        };
        let failed = |error: UserError| io::Error::other(error);
        save(&book.path, book.text.as_bytes()).map_err(failed)?;
        let progress = Progress {
            job: book.job,
            games: self.games,
        };
        let text = serde_json::to_vec(&progress)?;
        save(&book.progress(), text.as_slice()).map_err(failed)
    }

    /// Says what was made. When every game was looked through, nothing is
    /// left to go on with.
    pub(super) fn finish(&mut self, done: bool, out: &mut Output) -> Result<(), UserError> {
        let standing = self.standing();
        let Some(book) = &self.file else {
            return Ok(());
        };
        if done {
            remove(&book.progress())?;
        }
        if self.made > 0 {
            out.note(&format!("{}: {standing}\n", book.path.display()));
        }
        Ok(())
    }
}

impl Book {
    /// The file that says how far a run has come.
    fn progress(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".progress");
        name.into()
    }

    /// The games that a run with the same job has looked through.
    fn games_done(&self) -> usize {
        let text = fs::read(self.progress()).unwrap_or_default();
        let progress = serde_json::from_slice::<Progress>(&text).ok();
        progress
            .filter(|progress| progress.job == self.job)
            .map_or(0, |progress| progress.games)
    }
}

/// What was asked for, as a number: the games, and what makes a puzzle.
fn job(args: &Args) -> u64 {
    let mut hasher = DefaultHasher::new();
    args.inputs.hash(&mut hasher);
    args.db.hash(&mut hasher);
    (args.self_play, args.seed, &args.from_game).hash(&mut hasher);
    (args.min_loss, &args.empties, &args.level).hash(&mut hasher);
    args.theme.hash(&mut hasher);
    hasher.finish()
}

/// Whether an entry at the end of a file is one more puzzle.
fn can_be_appended_to(text: &str, old: &Collection, shipped: &Collection) -> bool {
    let some = shipped
        .entries()
        .find_map(|(_, entry)| entry.puzzle.as_ref());
    let Some(puzzle) = some else { return true };
    let longer = format!("{text}{}", entry_text(puzzle));
    let mut new = Collection::default();
    if new.add(Source::new("", longer)).is_err() {
        return false;
    }
    let (count, last) = (new.entries().count(), new.entries().last());
    let last = last.and_then(|(_, entry)| entry.puzzle.as_ref());
    last == Some(puzzle) && count == old.entries().count() + 1
}

fn remove(path: &Path) -> Result<(), UserError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(UserError::new(format!(
            "`{}` cannot be removed: {}",
            path.display(),
            reason(&error)
        ))),
        _ => Ok(()),
    }
}
