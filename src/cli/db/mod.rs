//! `db`: the local collection of games.

mod explore;
mod export;
mod filter;
mod import;
mod search;
mod stats;

use std::path::{Path, PathBuf};

use clap::Subcommand;
use outflank::{
    board::Color,
    games::{CollectedGame, Collection, GamesError, Outcome},
};
use serde::Serialize;

use super::{
    Result,
    error::{UserError, reason},
    head::StartReport,
    home,
    output::Output,
};

/// A local collection of games: what was played, by whom, and how it went
///
/// The collection is one file, `games.db` in the data folder of the program.
/// The environment variable OUTFLANK_HOME names another folder. Several
/// programs may use it at once.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Import(import::Args),
    Search(search::Args),
    Explore(explore::Args),
    Stats(stats::Args),
    Export(export::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    match &args.command {
        Command::Import(args) => import::run(args, out),
        Command::Search(args) => search::run(args, out),
        Command::Explore(args) => explore::run(args, out),
        Command::Stats(args) => stats::run(args, out),
        Command::Export(args) => export::run(args, out),
    }
}

/// The option that names the file of the collection.
#[derive(Debug, clap::Args)]
pub(crate) struct DbArg {
    /// Another file for the collection than `games.db` in the data folder
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

impl DbArg {
    /// The collection in a file, or that in the data folder of the program.
    pub(crate) const fn new(db: Option<PathBuf>) -> Self {
        Self { db }
    }

    fn path(&self) -> std::result::Result<PathBuf, UserError> {
        match &self.db {
            Some(path) => Ok(path.clone()),
            None => Ok(home::folder()?.join("games.db")),
        }
    }

    /// The collection, which is made when it is not there.
    fn create(&self) -> anyhow::Result<Collection> {
        let path = self.path()?;
        if let Some(folder) = path.parent().filter(|_| self.db.is_none()) {
            std::fs::create_dir_all(folder).map_err(|error| {
                UserError::new(format!(
                    "the folder `{}` cannot be made: {}",
                    folder.display(),
                    reason(&error)
                ))
                .hint("name another in the environment variable OUTFLANK_HOME")
            })?;
        }
        Ok(Collection::open(&path).map_err(|error| unusable(&path, &error))?)
    }

    /// The collection, which must be there.
    pub(crate) fn open(&self) -> anyhow::Result<(Collection, PathBuf)> {
        let path = self.path()?;
        match Collection::open_existing(&path) {
            Ok(collection) => Ok((collection, path)),
            Err(error) => Err(unusable(&path, &error).into()),
        }
    }
}

/// Why the file of a collection cannot be used.
fn unusable(path: &Path, error: &GamesError) -> UserError {
    let user = UserError::new(format!("{}: {error}", path.display()));
    match error {
        GamesError::Missing => user.hint("`outflank db import FILE` makes one"),
        GamesError::NotADatabase | GamesError::Foreign | GamesError::NotAFile(_) => {
            user.hint("name another file with --db, or another folder in OUTFLANK_HOME")
        }
        GamesError::NoFolder => user.hint("make the folder first, or name another file"),
        GamesError::Newer { .. } => user.hint("use the newer outflank that made it"),
        GamesError::Busy => user.hint("try again when it has ended"),
        GamesError::Full => user.hint("what was imported before stays; make room and go on"),
        GamesError::Damaged { .. } | GamesError::Corrupt => {
            user.hint("move the file away and import the games again")
        }
        GamesError::Denied | GamesError::ReadOnly => {
            user.hint("the file and its folder must be yours to write")
        }
        GamesError::Database(_) => user,
    }
}

/// A game of the collection as `--json` has it.
#[derive(Serialize)]
struct GameReport<'a> {
    game: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tournament: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    year: Option<i32>,
    plies: usize,
    complete: bool,
    /// `black`, `white` or `draw`; `null` when nobody says.
    result: Option<&'static str>,
    /// For Black.
    score: Option<i8>,
    #[serde(flatten)]
    start: StartReport,
    moves: String,
    /// After which what was looked for is on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    sources: &'a [String],
}

impl<'a> GameReport<'a> {
    fn new(found: &'a CollectedGame) -> Self {
        Self {
            game: number(found.id),
            black: found.black.as_deref(),
            white: found.white.as_deref(),
            tournament: found.tournament.as_deref(),
            date: found.date.as_deref(),
            year: found.year,
            plies: found.game.plies(),
            complete: found.game.is_complete(),
            result: result(found.outcome),
            score: found.outcome.score(),
            start: StartReport::new(found.game.start()),
            moves: found.game.compact(),
            ply: found.ply,
            sources: &found.sources,
        }
    }
}

/// How a game ended, in a word.
const fn result(outcome: Outcome) -> Option<&'static str> {
    match (outcome, outcome.winner()) {
        (_, Some(Color::Black)) => Some("black"),
        (_, Some(Color::White)) => Some("white"),
        (Outcome::Unknown, None) => None,
        (_, None) => Some("draw"),
    }
}

/// The number of a game for people, from 1.
const fn number(id: u32) -> u32 {
    id.saturating_add(1)
}

/// A part of a whole, 0 … 1.
fn ratio(part: u32, whole: u32) -> f64 {
    let ratio = f64::from(part) / f64::from(whole.max(1));
    (ratio * 10_000.0).round() / 10_000.0
}

/// An average with no more digits than say something, and never -0.
fn rounded(average: f64) -> f64 {
    (average * 100.0).round() / 100.0 + 0.0
}

fn failed(path: &Path) -> impl Fn(GamesError) -> anyhow::Error + '_ {
    move |error| unusable(path, &error).into()
}
