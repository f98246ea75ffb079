//! `puzzle show`: one puzzle, with or without its solution.

use std::io::{self, Write};

use jiff::civil::Date;
use outflank::{
    board::{Move, Score, Square},
    diagram::{BoardOptions, board},
    puzzle::Refuted,
};
use serde::Serialize;

use super::{
    super::{
        Result,
        error::Status,
        output::{JsonArg, Output},
    },
    Listed, PuzzleReport, PuzzlesArg, spaced,
};

/// Show a puzzle: the position and the task
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The id of the puzzle; `outflank puzzle list` lists them
    id: String,
    /// Show the solution, too
    #[arg(long)]
    solution: bool,
    #[command(flatten)]
    puzzles: PuzzlesArg,
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize)]
struct Report<'p> {
    #[serde(flatten)]
    puzzle: PuzzleReport<'p>,
    #[serde(flatten)]
    answer: Option<Answer<'p>>,
}

#[derive(Serialize)]
struct Answer<'p> {
    solution: &'p [Square],
    score: Option<Score>,
    line: &'p [Move],
    refutations: &'p [Refuted],
    hints: &'p [String],
    note: Option<&'p str>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let puzzles = args.puzzles.with_shipped()?;
    let listed = Listed::find(&puzzles, &args.id)?;
    if args.json.json {
        let puzzle = listed.puzzle;
        let answer = Answer {
            solution: &puzzle.solution,
            score: puzzle.score,
            line: &puzzle.line,
            refutations: &puzzle.refutations,
            hints: &puzzle.about.hints,
            note: puzzle.about.note.as_deref(),
        };
        out.json(&Report {
            puzzle: listed.report(),
            answer: args.solution.then_some(answer),
        })?;
    } else {
        print(listed, args.solution, out)?;
    }
    Ok(Status::Holds)
}

/// The puzzle of a date, without its solution.
pub(super) fn print_dated(listed: Listed<'_>, date: Date, out: &mut Output) -> io::Result<()> {
    writeln!(out, "day       {}", date.strftime("%A, %-d %B %Y"))?;
    print(listed, false, out)
}

fn print(listed: Listed<'_>, with_solution: bool, out: &mut Output) -> io::Result<()> {
    let puzzle = listed.puzzle;
    let about = &puzzle.about;
    let mut row = |name: &str, value: &str| {
        if value.is_empty() {
            Ok(())
        } else {
            writeln!(out, "{name:<9} {value}")
        }
    };
    row("puzzle", &puzzle.id)?;
    row("title", about.title.as_deref().unwrap_or_default())?;
    row("author", about.author.as_deref().unwrap_or_default())?;
    row("from", about.source.as_deref().unwrap_or_default())?;
    row("themes", &about.themes.join(", "))?;
    if let Some(level) = about.level {
        row("level", &level.to_string())?;
    }
    let options = BoardOptions {
        style: out.style(),
        bare: true,
        ..BoardOptions::default()
    };
    let sentence = puzzle.task.sentence(puzzle.position.to_move());
    write!(out, "\n{}", board(&puzzle.position, &options))?;
    writeln!(out, "{sentence}")?;
    if with_solution {
        writeln!(out)?;
        print_solution(listed, out)?;
    }
    Ok(())
}

fn print_solution(listed: Listed<'_>, out: &mut Output) -> io::Result<()> {
    let puzzle = listed.puzzle;
    let keys: Vec<Move> = puzzle.solution.iter().copied().map(Move::Place).collect();
    let plural = if keys.len() == 1 { "key" } else { "keys" };
    writeln!(out, "{plural:<9} {}", spaced(&keys))?;
    if let Some(score) = puzzle.score {
        writeln!(out, "score     {score}")?;
    }
    if !puzzle.line.is_empty() {
        writeln!(out, "line      {}", spaced(&puzzle.line))?;
    }
    for refuted in &puzzle.refutations {
        writeln!(
            out,
            "not       {}  {}",
            spaced(&refuted.line),
            refuted.score
        )?;
    }
    if let Some(note) = &puzzle.about.note {
        writeln!(out, "note      {note}")?;
    }
    Ok(())
}
