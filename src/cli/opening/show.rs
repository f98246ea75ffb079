//! `opening show`: one line of a book.

use std::io::Write;

use outflank::{
    board::Game,
    diagram::{BoardOptions, board},
    opening::{Book, Continuation, Line},
};
use serde::Serialize;

use super::{
    super::{
        Result,
        error::{Status, UserError},
        output::{JsonArg, Output},
    },
    BookArg, continuations, shown, spaced,
};

/// Show a line of the book: its moves, its position, how it goes on
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The name
    #[arg(value_name = "NAME", required = true)]
    name: Vec<String>,
    #[command(flatten)]
    book: BookArg,
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize)]
struct Report<'b> {
    #[serde(flatten)]
    line: &'b Line,
    board: String,
    to_move: outflank::board::Color,
    from: Vec<&'b str>,
    continuation: Vec<Continuation<'b>>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let book = args.book.load(out)?;
    let line = find(&book, &args.name.join(" "))?;
    let last = line.game.last();
    let from = book.ancestors(line);
    let report = Report {
        line,
        board: last.board_text(),
        to_move: last.to_move(),
        from: from.iter().map(|line| line.name.as_str()).collect(),
        continuation: book.continuations(last),
    };
    if args.json.json {
        out.json(&report)?;
    } else {
        print(&report, out)?;
    }
    Ok(Status::Holds)
}

/// The line of a name, or the error that says which name is near.
pub(super) fn find<'b>(book: &'b Book, name: &str) -> std::result::Result<&'b Line, UserError> {
    book.find(name).ok_or_else(|| {
        let error = UserError::new(format!("the book has no line `{name}`"));
        match book.nearest(name) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error.hint("`outflank opening list` lists the names"),
        }
    })
}

fn print(report: &Report<'_>, out: &mut Output) -> std::io::Result<()> {
    let line = report.line;
    writeln!(out, "{}", line.name)?;
    let also = shown(line.names().skip(1), out);
    if !also.is_empty() {
        writeln!(out, "also   {also}")?;
    }
    writeln!(out, "moves  {}", spaced(line.game.moves()))?;
    if !report.from.is_empty() {
        writeln!(out, "from   {}", report.from.join(", "))?;
    }
    if let Some(score) = line.score {
        writeln!(out, "score  {score} for Black")?;
    }
    if let Some(note) = &line.note {
        writeln!(out, "note   {}", note.trim_end())?;
    }
    writeln!(out)?;
    let options = BoardOptions {
        style: out.style(),
        last: last_square(&line.game),
        ..BoardOptions::default()
    };
    write!(out, "{}", board(line.game.last(), &options))?;
    if !report.continuation.is_empty() {
        writeln!(
            out,
            "\nIt goes on with\n{}",
            continuations(&report.continuation).trim_end()
        )?;
    }
    Ok(())
}

pub(super) fn last_square(game: &Game) -> Option<outflank::board::Square> {
    game.moves().iter().rev().find_map(|mv| mv.square())
}
