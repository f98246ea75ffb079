//! `opening list`: the lines of a book.

use super::{
    super::{
        Result,
        error::Status,
        output::{JsonArg, Output},
        table,
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
    let mut table = table::list(["name", "moves", "also"], out);
    let lines: Vec<_> = book.search(&words).collect();
    if lines.is_empty() {
        out.note(&format!("no line has `{words}` in its name\n"));
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
    table::write(&table, out)?;
    Ok(Status::Holds)
}
