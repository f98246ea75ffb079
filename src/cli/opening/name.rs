//! `opening name`: which named line a game has come through.

use std::io::Write;

use outflank::{
    board::Game,
    opening::{Book, Continuation},
    record::{Fault, FaultKind, JudgeOptions, ReadOptions, judge},
};
use serde::Serialize;

use super::{
    super::{
        Result,
        error::{Status, render, report},
        input::{InputArgs, records},
        output::{JsonArg, Output},
    },
    BookArg, continuations, shown,
};

/// Name the opening of a game: the longest named line, whatever the
/// orientation and the order of moves
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    book: BookArg,
    #[command(flatten)]
    json: JsonArg,
}

/// The opening of one game.
#[derive(Serialize)]
struct Report<'b> {
    /// `null` when no position of the game has a name.
    name: Option<&'b str>,
    /// The ply of the game at which the name was reached, 0 without one.
    ply: usize,
    /// The moves of the line, as the book has them.
    moves: String,
    /// The named lines that go on from there, as the board is turned in the
    /// game.
    continuation: Vec<Continuation<'b>>,
    source: String,
    /// The moves of the line as they were played.
    played: String,
    #[serde(skip)]
    also: String,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let book = args.book.load(out)?;
    let options = ReadOptions {
        format: args.input.from.format,
        ..ReadOptions::default()
    };
    let mut status = Status::Holds;
    for record in records(&args.input.inputs, &args.input.puzzles, options) {
        let (source, raw) = match record {
            Ok(record) => record,
            Err(error) => {
                report(&error, out);
                status = status.worst(Status::Undone);
                continue;
            }
        };
        let judged = judge(&source, &raw, &JudgeOptions::default());
        for warning in &judged.warnings {
            out.warn(&render(&source, warning, out.ascii()));
        }
        // A result that is misstated leaves the moves as they are.
        let of_moves = |fault: &&Fault| fault.kind != FaultKind::ResultMismatch;
        if let Some(fault) = judged.faults.iter().find(of_moves) {
            // What is legal before it may have a name all the same.
            out.complain(&render(&source, &fault.diagnostic(), out.ascii()));
            status = status.worst(Status::Fails);
        }
        let label = source.label(raw.span.start);
        let report = name(&book, &judged.record.game, label, out);
        if report.name.is_none() {
            status = status.worst(Status::Fails);
        }
        if args.json.json {
            out.json(&report)?;
        } else if source.name() == "argument" {
            print(&report, out)?;
        } else {
            print_short(&report, out)?;
        }
    }
    Ok(status)
}

fn name<'b>(book: &'b Book, game: &Game, source: String, out: &Output) -> Report<'b> {
    let named = book.name(game);
    let ply = named.map_or(0, |named| named.ply);
    let position = i32::try_from(ply).ok().and_then(|ply| game.at(ply));
    Report {
        source,
        name: named.map(|named| named.line.name.as_str()),
        ply,
        moves: named.map_or_else(String::new, |named| named.line.game.compact()),
        played: game.compact().chars().take(2 * ply).collect(),
        continuation: position.map_or_else(Vec::new, |position| book.continuations(&position)),
        also: named.map_or_else(String::new, |named| shown(named.line.names().skip(1), out)),
    }
}

fn print(report: &Report<'_>, out: &mut Output) -> std::io::Result<()> {
    let Some(name) = report.name else {
        return writeln!(out, "no position of the game has a name");
    };
    writeln!(out, "{name}")?;
    if !report.also.is_empty() {
        writeln!(out, "also   {}", report.also)?;
    }
    writeln!(out, "ply    {}", report.ply)?;
    writeln!(out, "moves  {}", report.moves)?;
    if report.played != report.moves {
        writeln!(out, "as     {}", report.played)?;
    }
    if !report.continuation.is_empty() {
        writeln!(
            out,
            "\nIt goes on with\n{}",
            continuations(&report.continuation).trim_end()
        )?;
    }
    Ok(())
}

/// One line a game, for files of them.
fn print_short(report: &Report<'_>, out: &mut Output) -> std::io::Result<()> {
    match report.name {
        Some(name) => writeln!(out, "{}: {name}, ply {}", report.source, report.ply),
        None => writeln!(out, "{}: no name", report.source),
    }
}
