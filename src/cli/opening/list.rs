//! `opening list`: the lines of a book.

use std::io::Write;

use comfy_table::{ContentArrangement, Table, presets};

use super::{
    super::{
        Result,
        error::Status,
        output::{JsonArg, Output},
    },
    BookArg, shown,
};

/// List the lines of the book
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only lines whose names contain these words
    #[arg(value_name = "WORDS")]
    words: Vec<String>,
    #[command(flatten)]
    book: BookArg,
    #[command(flatten)]
    json: JsonArg,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let book = args.book.load(out)?;
    let words = args.words.join(" ");
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_header(["name", "moves", "also"]);
    if out.is_terminal() {
        table.set_content_arrangement(ContentArrangement::Dynamic);
    }
    let lines: Vec<_> = book.search(&words).collect();
    if lines.is_empty() {
        out.warn(&format!("no line has `{words}` in its name\n"));
        return Ok(Status::Fails);
    }
    for line in lines {
        if args.json.json {
            out.json(line)?;
            continue;
        }
        let also = shown(line.names().skip(1), out);
        table.add_row([line.name.clone(), line.game.compact(), also]);
    }
    if args.json.json {
        return Ok(Status::Holds);
    }
    for row in table.lines() {
        writeln!(out, "{}", row.trim())?;
    }
    Ok(Status::Holds)
}
