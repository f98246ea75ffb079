//! `db export`: games of the collection as a file.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use outflank::{
    board::{Color, Game},
    games::CollectedGame,
    record::start_of,
};

use super::{
    super::{
        Result,
        error::{Status, UserError, reason},
        output::Output,
        timer::end_on_interrupt,
    },
    DbArg, GameReport, counted, failed,
    filter::FilterArgs,
};

/// Write the games of the collection, or some of them, to a file
///
/// The file is written as a whole or not at all. `db import` reads it again.
/// The exit status is 1 when there are no such games.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The format to write
    #[arg(long = "to", value_name = "FORMAT", default_value = "json")]
    format: To,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    db: DbArg,
    #[command(flatten)]
    filter: FilterArgs,
}

/// The formats that games are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// One JSON object a line, with all that is known of the game
    Json,
    /// One list of moves a line, like `f5d6c3`
    Moves,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let filter = args.filter.filter(out)?;
    let (collection, path) = args.db.open()?;
    end_on_interrupt()?;
    let matches = collection.search(&filter).map_err(failed(&path))?;
    if matches.total() == 0 {
        out.note("no game of the collection is like that\n");
        return Ok(Status::Fails);
    }
    let games = matches
        .ids()
        .map(|id| collection.game(id, &matches).map_err(failed(&path)));
    let Some(file) = &args.output else {
        for game in games {
            match args.format {
                // JSON has a way of its own to write ASCII only.
                To::Json => out.json(&GameReport::new(&game?))?,
                To::Moves => write(&game?, args.format, out)?,
            }
        }
        return Ok(Status::Holds);
    };
    let written = whole_file(file, |text| {
        for game in games {
            write(&game?, args.format, text)?;
        }
        Ok(())
    });
    written.map_err(|error| match error.downcast_ref::<io::Error>() {
        Some(io) => UserError::new(format!(
            "`{}` cannot be written: {}",
            file.display(),
            reason(io)
        ))
        .into(),
        None => error,
    })?;
    out.note(&format!(
        "{}: {}\n",
        file.display(),
        counted(matches.total(), "game", "games")
    ));
    Ok(Status::Holds)
}

/// Writes one game.
fn write(found: &CollectedGame, format: To, text: &mut impl Write) -> io::Result<()> {
    match format {
        To::Json => {
            serde_json::to_writer(&mut *text, &GameReport::new(found))?;
            text.write_all(b"\n")
        }
        To::Moves => writeln!(text, "{}", moves(&found.game)),
    }
}

/// The moves, after the position that they start from where that is not
/// Othello's start.
fn moves(game: &Game) -> String {
    let start = game.start();
    let is_usual =
        start.to_move() == Color::Black && start_of(start) == Some(outflank::board::Start::Othello);
    if is_usual {
        return game.compact();
    }
    format!("{start};{}", game.compact())
}

/// Makes a file that is there as a whole or, when something fails, not at all.
fn whole_file(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&fs::File>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    // As any other new file: the umask takes away what is not wanted.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder)?;
    let mut text = BufWriter::new(file.as_file());
    fill(&mut text)?;
    text.flush()?;
    drop(text);
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
