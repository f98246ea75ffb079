//! `perft`: counts that can be compared with other programs.

use std::{io::Write, time::Instant};

use outflank::board::{PassCost, Position, perft};
use serde::Serialize;

use super::{
    Result,
    error::Status,
    number::whole,
    output::{JsonArg, Output},
    rules::RulesArgs,
};

/// Count the positions at each depth from the start of a game
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Count to this depth
    #[arg(value_parser = whole::<u32>(1..=60))]
    depth: u32,
    /// Let a pass cost nothing, so that the depth is the number of discs placed
    #[arg(long)]
    free_pass: bool,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize)]
struct Count {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    let start = Position::start(args.rules.rules().map_err(super::error::user)?);
    let pass = if args.free_pass {
        PassCost::Free
    } else {
        PassCost::Ply
    };
    if !args.json.json {
        writeln!(out, "depth                 nodes   seconds")?;
    }
    for depth in 1..=args.depth {
        let clock = Instant::now();
        let nodes = perft(&start, depth, pass);
        let seconds = clock.elapsed().as_secs_f64();
        if args.json.json {
            out.json(&Count {
                depth,
                nodes,
                seconds,
            })?;
        } else {
            writeln!(out, "{depth:>5}  {nodes:>20}  {seconds:>8.3}")?;
        }
        out.flush()?;
    }
    Ok(Status::Holds)
}
