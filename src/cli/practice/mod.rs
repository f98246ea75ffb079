//! `practice`: what has been learnt, and when it is due again.

mod export;
mod import;
mod path;
mod reset;
mod stats;

use clap::Subcommand;
use outflank::practice::{Answer, PracticeError, Store};

use super::{Result, output::Output, recorder};
pub(crate) use stats::{cells, history};

/// What you have learnt, and when it is due again
///
/// `puzzle play` and `opening drill` keep every answer, in the file
/// `practice.db` in the data folder of the program; the environment variable
/// OUTFLANK_HOME names another folder. From the answers follows when an item
/// is due again (FSRS-6), and how strong you are (Glicko-2).
///
/// How well an item was known follows from the answer. Again: given up, a move
/// was told, or three and more wrong moves and hints. Hard: one or two of
/// them, or more than 60 seconds a move. Good: at the first try without hints.
/// Easy: that in 5 seconds a move. Of the answers on one day the first one
/// counts, and the first miss.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Stats(stats::Args),
    Export(export::Args),
    Import(import::Args),
    Reset(reset::Args),
    Path(path::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    match &args.command {
        Command::Stats(args) => stats::run(args, out),
        Command::Export(args) => export::run(args, out),
        Command::Import(args) => import::run(args, out),
        Command::Reset(args) => reset::run(args, out),
        Command::Path(args) => path::run(args, out),
    }
}

/// The answers that were kept; none when nothing was practised yet.
pub(crate) fn answers() -> anyhow::Result<Vec<Answer>> {
    let path = recorder::path()?;
    match Store::open_existing(&path).and_then(|store| store.answers()) {
        Ok(answers) => Ok(answers),
        Err(PracticeError::Missing) => Ok(Vec::new()),
        Err(error) => Err(recorder::unusable(&path, &error).into()),
    }
}
