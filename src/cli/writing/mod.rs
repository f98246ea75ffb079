//! Writing records in a format to a file or to standard output: what `convert`
//! and `db export` share.

mod first_move;
mod losses;
mod sink;

use std::path::{Path, PathBuf};

use outflank::record::{
    Format, GameRecord,
    write::{WriteError, Writer},
};

use super::{
    error::{Status, UserError, report},
    output::Output,
};
use first_move::FirstMove;
use losses::LossTally;
use sink::Sink;

/// Where records are written, and which way round.
#[derive(Debug, clap::Args)]
pub(crate) struct WriteArgs {
    /// Write to a file, which is whole in the end or not touched; with `--to
    /// wthor` players and tournaments go beside it, as .jou and .trn
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Turn games so that they begin with this move
    #[arg(long, value_name = "MOVE")]
    rotate: Option<FirstMove>,
}

impl WriteArgs {
    /// The file that is written; `None` for standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        let file = self.output.as_deref();
        file.filter(|file| *file != Path::new("-"))
    }

    /// Refuses to write over a file that is read: what the format cannot hold
    /// would be lost.
    ///
    /// # Errors
    /// Names the file.
    pub(crate) fn spare<'p>(
        &self,
        sources: impl IntoIterator<Item = &'p Path>,
    ) -> Result<(), UserError> {
        let written = self.file().and_then(|file| file.canonicalize().ok());
        let Some(written) = written.filter(|file| file.is_file()) else {
            return Ok(());
        };
        let is_read = |source: &Path| source.canonicalize().is_ok_and(|path| path == written);
        if sources.into_iter().any(is_read) {
            let message = format!("`{}` is read: it is not written over", written.display());
            return Err(UserError::new(message).hint("name another file with `-o FILE`"));
        }
        Ok(())
    }
}

/// Writes records one after the other.
pub(crate) struct RecordWriter {
    format: Format,
    rotate: Option<FirstMove>,
    writer: Writer<Vec<u8>>,
    sink: Sink,
    losses: LossTally,
    written: usize,
    status: Status,
}

impl RecordWriter {
    /// Opens the output, without which no input need be read. From now on
    /// Ctrl-C leaves nothing unfinished behind.
    pub(crate) fn open(format: Format, args: &WriteArgs) -> anyhow::Result<Self> {
        let sink = Sink::open(args.file(), format)?;
        sink.listen()?;
        Ok(Self {
            format,
            rotate: args.rotate,
            writer: Writer::new(format, Vec::new()).made_on(sink::today()),
            sink,
            losses: LossTally::default(),
            written: 0,
            status: Status::Holds,
        })
    }

    /// Writes a record, or reports that the format cannot hold it. Messages
    /// name it as `game`, and what was left out of it by `label`.
    pub(crate) fn write(
        &mut self,
        record: GameRecord,
        game: &str,
        label: &str,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let record = self.turned(record, game, out);
        match self.writer.write(&record) {
            Ok(losses) => {
                self.losses.add(losses, label);
                self.written += 1;
            }
            Err(WriteError::Unheld(unheld)) => {
                let error = UserError::new(format!("{game}: {unheld}"));
                let error = error.hint("json and yaml hold every record");
                report(&error.into(), out);
                self.status = Status::Undone;
            }
            Err(WriteError::Io(error)) => return Err(error.into()),
        }
        let bytes = std::mem::take(self.writer.out());
        self.sink.write(&bytes, self.format, out)
    }

    /// Undone when the format could not hold a record.
    pub(crate) const fn status(&self) -> Status {
        self.status
    }

    /// How many records are written.
    pub(crate) const fn written(&self) -> usize {
        self.written
    }

    /// Says what was left out, ends the output, and gives the file its name. A
    /// file that nothing could be written to is no file, unless that is
    /// right.
    pub(crate) fn finish(mut self, may_be_empty: bool, out: &mut Output) -> anyhow::Result<()> {
        self.losses.tell(out);
        let ending = self.writer.finish()?;
        if self.written > 0 || may_be_empty {
            self.sink.write(&ending.out, self.format, out)?;
            self.sink.finish(&ending.head, &ending.beside)?;
        }
        Ok(())
    }

    /// The record in the orientation that was asked for.
    fn turned(&self, record: GameRecord, game: &str, out: &Output) -> GameRecord {
        let first = self.rotate.and_then(FirstMove::square);
        let Some(first) = first else { return record };
        record.turned_to(first).unwrap_or_else(|| {
            out.warn(&format!(
                "warning: {game}: not turned, as it does not begin as Othello does\n"
            ));
            record
        })
    }
}
