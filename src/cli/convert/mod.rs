//! `convert`: game records in another format.

mod filter;
mod losses;
mod sink;

use std::path::PathBuf;

use outflank::{
    board::Square,
    record::{
        FaultKind, Format, GameRecord, Judged, ReadOptions, judge,
        write::{WriteError, Writer},
    },
    source::{Diagnostic, Source},
};

use super::{
    Result, ascii,
    check::{Numbers, text::in_brief},
    error::{Status, UserError, render, report, user},
    input::{FormatParser, InputArgs, records},
    output::Output,
    rules::RulesArgs,
};
use filter::{Filter, Filters};
use losses::LossTally;
use sink::Sink;

/// Write game records in another format
///
/// Records are read and written one after the other, so that files of any
/// length and streams can be converted. What the format has no place for is
/// left out, with a warning. A record with a fault is reported with its place
/// and left out, unless its moves are whole and only a stated result is wrong
/// or a pass is missing: then it is written as it was played. The exit status
/// is 1 when a record has a fault, 2 when an input cannot be read or the
/// format cannot hold a record.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = FormatParser(Format::writes))]
    to: Format,
    /// Write to a file, which is whole in the end or not touched; with `--to
    /// wthor` players and tournaments go beside it, as .jou and .trn
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Turn games so that they begin with this move
    #[arg(long, value_name = "MOVE")]
    rotate: Option<FirstMove>,
    /// Write only records with all that is asked for; may be repeated:
    /// `player=NAME`, `black=NAME`, `white=NAME` (a part of it, in any case),
    /// `year=1998` or `year=1990..1999`, `result=black`, `white` or `draw`,
    /// `opening=NAME` or `opening=MOVES` (in any orientation), `length=60` or
    /// `length=..20`, in plies
    #[arg(long, value_name = "KEY=VALUE")]
    filter: Vec<Filter>,
    /// Write records with a fault as far as they can be read
    #[arg(long)]
    keep_broken: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

/// The first move of Othello, seen four ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FirstMove {
    F5,
    C4,
    D3,
    E6,
}

impl FirstMove {
    fn square(self) -> Option<Square> {
        let (col, row) = match self {
            Self::F5 => (5, 4),
            Self::C4 => (2, 3),
            Self::D3 => (3, 2),
            Self::E6 => (4, 5),
        };
        Square::new(col, row)
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    let judging = args.rules.judging().map_err(user)?;
    let filters = Filters::new(&args.filter);
    let options = ReadOptions {
        format: args.input.from.format,
        rules: judging.rules,
    };
    let mut sink = Sink::open(args.output.as_deref(), args.to)?;
    sink.listen()?;
    let mut job = Job {
        args,
        filters,
        writer: Writer::new(args.to, Vec::new()).made_on(sink::today()),
        losses: LossTally::default(),
        written: 0,
        status: Status::Holds,
    };
    let mut numbers = Numbers::default();
    for record in records(&args.input.inputs, &args.input.puzzles, options) {
        let (source, raw) = match record {
            Ok(record) => record,
            Err(error) => {
                // The other inputs are converted all the same.
                report(&error, out);
                job.status = job.status.worst(Status::Undone);
                continue;
            }
        };
        let judged = judge(&source, &raw, &judging);
        let number = numbers.next(&source, raw.span);
        job.record(&source, number, judged, out)?;
        let bytes = std::mem::take(job.writer.out());
        sink.write(&bytes, args.to, out)?;
    }
    job.losses.tell(out);
    let ending = job.writer.finish()?;
    // A file that nothing could be written to is no file.
    if job.written > 0 || job.status == Status::Holds {
        sink.write(&ending.out, args.to, out)?;
        sink.finish(&ending.head, &ending.beside)?;
    }
    Ok(job.status)
}

/// A conversion.
struct Job<'a> {
    args: &'a Args,
    filters: Filters<'a>,
    writer: Writer<Vec<u8>>,
    losses: LossTally,
    written: usize,
    status: Status,
}

impl Job<'_> {
    /// Writes a record, or says why not.
    fn record(
        &mut self,
        source: &Source,
        number: usize,
        judged: Judged,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let label = source.label(judged.record.span.start);
        let whole = is_whole(&judged);
        if !judged.is_valid() {
            self.status = self.status.worst(Status::Fails);
            let done = match (whole, self.args.keep_broken) {
                (true, _) => "written as it was played",
                (false, true) => "written up to the fault",
                (false, false) => "left out",
            };
            let faults: Vec<String> = judged.faults.iter().map(in_brief).collect();
            let faults = faults.join(", ");
            let mut text = format!("{label}: game {number}: {done}, {faults}\n");
            for fault in &judged.faults {
                text.push_str(&render(source, &fault.diagnostic(), out.ascii()));
            }
            out.complain(&text);
        }
        for warning in &judged.warnings {
            out.warn(&render(source, warning, out.ascii()));
        }
        if !whole && !self.args.keep_broken || !self.filters.accept(&judged.record) {
            return Ok(());
        }
        let record = self.turned(source, judged.record, out);
        match self.writer.write(&record) {
            Ok(losses) => {
                self.losses.add(losses, &label);
                self.written += 1;
            }
            Err(WriteError::Unheld(unheld)) => {
                let error = UserError::new(format!("{label}: game {number}: {unheld}"));
                let error = error.hint("json and yaml hold every record");
                report(&error.into(), out);
                self.status = self.status.worst(Status::Undone);
            }
            Err(WriteError::Io(error)) => return Err(error.into()),
        }
        Ok(())
    }

    /// The record in the orientation that was asked for.
    fn turned(&self, source: &Source, record: GameRecord, out: &Output) -> GameRecord {
        let first = self.args.rotate.and_then(FirstMove::square);
        let Some(first) = first else { return record };
        record.turned_to(first).unwrap_or_else(|| {
            let message = "not turned: the game does not begin as Othello does";
            let warning = Diagnostic::warning(message, record.span);
            out.warn(&render(source, &warning, out.ascii()));
            record
        })
    }
}

/// Whether all moves of a record are known, though a stated result may be
/// wrong or a pass be missing.
fn is_whole(judged: &Judged) -> bool {
    let harmless = |kind| matches!(kind, FaultKind::ResultMismatch | FaultKind::MissingPass);
    !judged.cut && judged.faults.iter().all(|fault| harmless(fault.kind))
}

/// What is printed with `--ascii`: JSON that says the same, other texts with
/// the nearest letters.
fn in_ascii(text: &str, format: Format) -> std::borrow::Cow<'_, str> {
    match format.is_json() {
        true => ascii::json(text),
        false => ascii::plain(text),
    }
}
