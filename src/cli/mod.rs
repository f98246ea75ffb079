//! The face of the library: one file a command, each with its `Args` and its
//! `run`, and what they share.

mod annotate;
mod ascii;
mod bench;
mod check;
mod clock;
mod completions;
mod convert;
mod db;
mod error;
mod head;
mod home;
mod input;
mod man;
mod names;
mod number;
mod opening;
mod output;
mod parts;
mod perft;
mod picture;
mod pipeline;
mod plot;
mod ply;
mod practice;
mod puzzle;
mod recorder;
mod replay;
mod rules;
mod save;
mod search;
mod session;
mod sheet;
mod show;
mod solve;
mod stepper;
mod table;
mod timer;
mod writing;
mod yaml;

use std::{io::Write, process::ExitCode};

use clap::{Parser, Subcommand};

use error::{Status, report};
use output::{Output, OutputArgs};

/// Othello (Reversi) in the shell: check and annotate the transcripts of
/// games, solve endgames exactly, prove puzzles, drill openings.
#[derive(Debug, Parser)]
#[command(
    name = "outflank",
    version,
    max_term_width = 100,
    propagate_version = true
)]
struct Cli {
    #[command(flatten)]
    output: OutputArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Show(show::Args),
    Replay(replay::Args),
    Check(check::Args),
    Solve(solve::Args),
    Annotate(annotate::Args),
    Convert(convert::Args),
    Puzzle(puzzle::Args),
    Opening(opening::Args),
    Practice(practice::Args),
    Db(db::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the command that the arguments name.
pub(crate) fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(input::arguments(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => {
            // clap writes help to standard output and faults to standard error.
            let printed = error.print().and_then(|()| std::io::stdout().flush());
            return match printed {
                Err(unwritten) => error::unwritten(&unwritten).into(),
                Ok(()) if error.use_stderr() => Status::Undone.into(),
                Ok(()) => Status::Holds.into(),
            };
        }
    };
    let mut out = Output::new(&cli.output);
    let result = match &cli.command {
        Command::Show(args) => show::run(args, &mut out),
        Command::Replay(args) => replay::run(args, &mut out),
        Command::Check(args) => check::run(args, &mut out),
        Command::Solve(args) => solve::run(args, &mut out),
        Command::Puzzle(args) => puzzle::run(args, &mut out),
        Command::Opening(args) => opening::run(args, &mut out),
        Command::Practice(args) => practice::run(args, &mut out),
        Command::Db(args) => db::run(args, &mut out),
        Command::Annotate(args) => annotate::run(args, &mut out),
        Command::Convert(args) => convert::run(args, &mut out),
        Command::Perft(args) => perft::run(args, &mut out),
        Command::Bench(args) => bench::run(args, &mut out),
        Command::Completions(args) => completions::run(args, &mut out),
        Command::Man(args) => man::run(args, &mut out),
    };
    let result = result.and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    match result {
        Ok(status) => status.into(),
        Err(error) => report(&error, &out).into(),
    }
}

/// The outcome of a command.
type Result = anyhow::Result<Status>;
