//! `db export`: games of the collection as a file.

use outflank::record::Format;

use super::{
    super::{
        Result,
        check::counted,
        error::Status,
        input::FormatParser,
        output::Output,
        writing::{RecordWriter, WriteArgs},
    },
    DbArg, failed,
    filter::FilterArgs,
    number,
};

/// Write the games of the collection, or some of them, in any format that
/// `convert` writes
///
/// A game comes out as its first record had it, with the names, the date, the
/// result, the other tags and the comments of all its records. `db import`
/// reads it again. What the format has no place for is left out, with a
/// warning. The exit status is 1 when there are no such games, 2 when the
/// format cannot hold a game.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The format to write
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = FormatParser(Format::writes))]
    to: Format,
    #[command(flatten)]
    write: WriteArgs,
    #[command(flatten)]
    db: DbArg,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let filter = args.filter.filter(out)?;
    let (collection, path) = args.db.open()?;
    args.write.spare([path.as_ref()])?;
    let matches = collection.search(&filter).map_err(failed(&path))?;
    if matches.total() == 0 {
        out.note("no game of the collection is like that\n");
        return Ok(Status::Fails);
    }
    let mut writer = RecordWriter::open(args.to, &args.write)?;
    for id in matches.ids() {
        let record = collection.record(id).map_err(failed(&path))?;
        let label = format!("game {}", number(id));
        writer.write(record, &label, &label, out)?;
    }
    let (status, written) = (writer.status(), writer.written());
    writer.finish(false, out)?;
    if let Some(file) = args.write.file().filter(|_| written > 0) {
        let games = counted(written, "game", "games");
        out.note(&format!("{}: {games}\n", file.display()));
    }
    Ok(status)
}
