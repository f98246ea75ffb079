//! `puzzle`: positions with a task, the proof that they are sound, and the
//! session of solving them.

mod check;
mod daily;
mod list;
mod make;
mod play;
mod show;
mod stats;

use std::ops::RangeInclusive;

use clap::{Subcommand, ValueEnum};
use outflank::{
    board::{Color, Move},
    puzzle::{About, Collection, Entry, Puzzle, Task},
    source::{Source, nearest},
};
use serde::Serialize;

use super::{Result, error::UserError, number::whole, output::Output, yaml};

/// Composed and found puzzles: solve them, and check your own
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::Args),
    Show(show::Args),
    Play(play::Args),
    Daily(daily::Args),
    Check(check::Args),
    Make(make::Args),
    Stats(stats::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    match &args.command {
        Command::List(args) => list::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::Play(args) => play::run(args, out),
        Command::Daily(args) => daily::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Make(args) => make::run(args, out),
        Command::Stats(args) => stats::run(args, out),
    }
}

/// The option that names puzzles of the user's own.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct PuzzlesArg {
    /// Puzzles of your own, in YAML; may be repeated
    #[arg(long, value_name = "FILE")]
    puzzles: Vec<String>,
}

impl PuzzlesArg {
    /// The user's own puzzles, or those that are shipped if none were named.
    fn load(&self) -> std::result::Result<Collection, UserError> {
        if self.puzzles.is_empty() {
            Ok(Collection::shipped())
        } else {
            self.own()
        }
    }

    /// The user's own puzzles, and those that are shipped.
    pub(crate) fn with_shipped(&self) -> std::result::Result<Collection, UserError> {
        Ok(self.own()?.and_shipped())
    }

    /// The user's own puzzles. A file that has problems is not used.
    fn own(&self) -> std::result::Result<Collection, UserError> {
        let mut puzzles = Collection::default();
        for name in &self.puzzles {
            let source = yaml::load(name)?;
            puzzles
                .add(source)
                .map_err(|(source, fault)| UserError::at(source, *fault))?;
        }
        for (source, file) in puzzles.files() {
            let entries = file.entries.iter().flat_map(|entry| &entry.problems);
            if let Some(problem) = file.problems.iter().chain(entries).next() {
                let all = format!("`outflank puzzle check {}` says all", source.name());
                let diagnostic = problem.diagnostic.clone().with_help(all);
                return Err(UserError::at(source.clone(), diagnostic));
            }
        }
        Ok(puzzles)
    }
}

/// Options that choose among puzzles.
#[derive(Debug, clap::Args)]
struct FilterArgs {
    /// Only puzzles with this theme; may be repeated
    #[arg(long, value_name = "THEME")]
    theme: Vec<String>,
    /// Only puzzles of this level, 1 to 5, or of these, like 2-3; may be
    /// repeated
    #[arg(long, value_name = "N", value_parser = levels)]
    level: Vec<Levels>,
    /// Only puzzles with this task; may be repeated
    #[arg(long)]
    task: Vec<TaskArg>,
}

/// Levels from one to another.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Levels(RangeInclusive<u8>);

/// Reads a level, or two with a hyphen between them.
fn levels(text: &str) -> std::result::Result<Levels, String> {
    let level = whole::<u8>(1..=5);
    let Some((from, to)) = text.split_once('-').filter(|(from, _)| !from.is_empty()) else {
        return level(text).map(|level| Levels(level..=level));
    };
    let (from, to) = (level(from)?, level(to)?);
    if from > to {
        return Err(format!("{from} is above {to}: the lower level comes first"));
    }
    Ok(Levels(from..=to))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TaskArg {
    WipeOut,
    Win,
    Draw,
    Best,
    HelpWipeOut,
    Flip,
}

impl TaskArg {
    const fn is(self, task: Task) -> bool {
        matches!(
            (self, task),
            (Self::WipeOut, Task::WipeOut { .. })
                | (Self::Win, Task::Win)
                | (Self::Draw, Task::Draw)
                | (Self::Best, Task::Best)
                | (Self::HelpWipeOut, Task::HelpWipeOut { .. })
                | (Self::Flip, Task::Flip { .. })
        )
    }
}

impl FilterArgs {
    fn takes(&self, puzzle: &Puzzle) -> bool {
        let about = &puzzle.about;
        let has = |theme: &String| about.themes.iter().any(|t| t.eq_ignore_ascii_case(theme));
        let level = || {
            let level = about.level.unwrap_or_default();
            self.level
                .iter()
                .any(|Levels(levels)| levels.contains(&level))
        };
        self.theme.iter().all(has)
            && (self.level.is_empty() || level())
            && (self.task.is_empty() || self.task.iter().any(|task| task.is(puzzle.task)))
    }

    /// The puzzles that were asked for, or why there are none.
    fn choose<'p>(
        &self,
        puzzles: &'p Collection,
    ) -> std::result::Result<Vec<Listed<'p>>, UserError> {
        let listed: Vec<_> = puzzles.entries().filter_map(Listed::new).collect();
        let themes = || {
            let mut themes: Vec<&str> = listed
                .iter()
                .flat_map(|listed| &listed.puzzle.about.themes)
                .map(String::as_str)
                .collect();
            themes.sort_unstable();
            themes.dedup();
            themes
        };
        for theme in &self.theme {
            let themes = themes();
            if !themes.iter().any(|have| have.eq_ignore_ascii_case(theme)) {
                let error = UserError::new(format!("no puzzle has the theme `{theme}`"));
                return Err(match nearest(theme, themes.iter().copied()) {
                    Some(near) => error.hint(format!("did you mean `{near}`?")),
                    None => error.hint(format!("themes are: {}", themes.join(", "))),
                });
            }
        }
        let takes = |listed: &Listed<'_>| self.takes(listed.puzzle);
        Ok(listed.into_iter().filter(takes).collect())
    }
}

/// A puzzle with its place.
#[derive(Debug, Clone, Copy)]
struct Listed<'p> {
    source: &'p Source,
    entry: &'p Entry,
    puzzle: &'p Puzzle,
}

impl<'p> Listed<'p> {
    fn new((source, entry): (&'p Source, &'p Entry)) -> Option<Self> {
        let puzzle = entry.puzzle.as_ref()?;
        Some(Self {
            source,
            entry,
            puzzle,
        })
    }

    /// The puzzle with an id, or the error that says which id is near.
    fn find(puzzles: &'p Collection, id: &str) -> std::result::Result<Self, UserError> {
        puzzles.find(id).and_then(Self::new).ok_or_else(|| {
            let error = UserError::new(format!("there is no puzzle `{id}`"));
            match puzzles.nearest(id) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error.hint("`outflank puzzle list` lists the ids"),
            }
        })
    }

    /// What is told of a puzzle without giving it away.
    fn report(self) -> PuzzleReport<'p> {
        let position = &self.puzzle.position;
        PuzzleReport {
            source: self.source.label(self.entry.places.entry.start),
            id: &self.puzzle.id,
            about: &self.puzzle.about,
            task: self.puzzle.task,
            within: self.puzzle.task.number(),
            count: self.puzzle.task.count(),
            board: position.board_text(),
            to_move: position.to_move(),
            empties: position.empties(),
        }
    }
}

/// A puzzle as `--json` reports it.
#[derive(Serialize)]
struct PuzzleReport<'p> {
    source: String,
    id: &'p str,
    #[serde(flatten)]
    about: &'p About,
    task: Task,
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    within: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u32>,
    board: String,
    to_move: Color,
    empties: u32,
}

/// Moves with blanks between them.
fn spaced<'a>(moves: impl IntoIterator<Item = &'a Move>) -> String {
    let moves: Vec<String> = moves.into_iter().map(ToString::to_string).collect();
    moves.join(" ")
}
