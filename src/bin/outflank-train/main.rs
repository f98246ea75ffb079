//! Makes the weights of the evaluation, from nothing but the rules.
//!
//! `cargo run --release --features train --bin outflank-train -- all` plays
//! games against itself, labels their positions with the result of good play
//! from there, fits the weights to the labels, and does it again with the
//! better evaluation (M. Buro's way for Logistello, 1995–2002). Every chunk
//! of games is a file, so a run that was stopped goes on where it was; the
//! same options give the same file of weights.

mod cuts;
mod data;
mod fit;
mod games;
mod player;
mod random;

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::{Parser, Subcommand};
use outflank::engine::eval::{STAGES, Weights};

#[derive(Debug, Parser)]
#[command(
    name = "outflank-train",
    version,
    about = "Make the weights of outflank's evaluation"
)]
struct Cli {
    /// The folder for games and weights
    #[arg(long, default_value = "target/train", global = true)]
    dir: PathBuf,
    /// How many threads work
    #[arg(long, default_value_t = 2, global = true)]
    threads: usize,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Every round, one after the other
    All,
    /// Play the games of a round
    Games {
        /// The round, 0 without weights
        round: usize,
    },
    /// Fit the weights to the games of a round
    Fit {
        /// The round
        round: usize,
    },
    /// The error of the weights of a round on games that they were not fitted to
    Error {
        /// The round
        round: usize,
    },
    /// How much shallow searches err, for the pruning of the passes before a
    /// proof: searches positions of the last games with the program's own
    /// weights, and prints the coefficients that `engine/probcut.rs` has
    Cuts,
}

/// What is done in a round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    /// Chunks of a thousand games.
    pub(crate) chunks: usize,
    /// How deep the players look.
    pub(crate) depth: u32,
    /// From how many empties on the game is played exactly.
    pub(crate) exact: u32,
    /// How often the positions are gone through.
    pub(crate) passes: usize,
}

/// The first round has no evaluation, each later one has that of the round
/// before.
const ROUNDS: [Round; 3] = [
    Round {
        chunks: 100,
        depth: 1,
        exact: 12,
        passes: 10,
    },
    Round {
        chunks: 100,
        depth: 2,
        exact: 14,
        passes: 12,
    },
    Round {
        chunks: 300,
        depth: 4,
        exact: 14,
        passes: 20,
    },
];

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(cli: &Cli) -> anyhow::Result<()> {
    std::fs::create_dir_all(&cli.dir)
        .with_context(|| format!("cannot make {}", cli.dir.display()))?;
    match cli.command {
        Command::All => {
            for round in 0..ROUNDS.len() {
                games(cli, round)?;
                fit(cli, round)?;
                error(cli, round)?;
            }
            Ok(())
        }
        Command::Games { round } => games(cli, round),
        Command::Fit { round } => fit(cli, round),
        Command::Error { round } => error(cli, round),
        Command::Cuts => {
            let positions = data::read(&cli.dir, ROUNDS.len() - 1, data::Part::HeldOut)?;
            cuts::fit(&positions, cli.threads)
        }
    }
}

fn plan(round: usize) -> anyhow::Result<Round> {
    let last = ROUNDS.len() - 1;
    ROUNDS
        .get(round)
        .copied()
        .with_context(|| format!("there is no round {round}: the last is {last}"))
}

fn weights_file(cli: &Cli, round: usize) -> PathBuf {
    cli.dir.join(format!("weights-{round}.bin"))
}

fn read_weights(cli: &Cli, round: usize) -> anyhow::Result<Weights> {
    let path = weights_file(cli, round);
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Weights::read(&bytes)?)
}

fn games(cli: &Cli, round: usize) -> anyhow::Result<()> {
    let plan = plan(round)?;
    let weights = match round.checked_sub(1) {
        None => None,
        Some(before) => Some(read_weights(cli, before)?),
    };
    games::play(&cli.dir, round, plan, weights.as_ref(), cli.threads)
}

fn fit(cli: &Cli, round: usize) -> anyhow::Result<()> {
    let plan = plan(round)?;
    let positions = data::read(&cli.dir, round, data::Part::Fitted)?;
    eprintln!("fitting {} positions", positions.len());
    let stages = fit::fit(&positions, plan.passes, cli.threads);
    debug_assert_eq!(stages.len(), STAGES);
    let path = weights_file(cli, round);
    std::fs::write(&path, outflank::engine::eval::write(&stages))
        .with_context(|| format!("cannot write {}", path.display()))
}

fn error(cli: &Cli, round: usize) -> anyhow::Result<()> {
    let weights = read_weights(cli, round)?;
    let positions = data::read(&cli.dir, round, data::Part::HeldOut)?;
    fit::report(&weights, &positions);
    Ok(())
}
