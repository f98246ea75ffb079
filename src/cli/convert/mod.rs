//! `convert`: game records in another format.

mod filter;

use outflank::{
    record::{FaultKind, Format, Judged, ReadOptions, judge},
    source::Source,
};

use super::{
    Result,
    check::{Numbers, text::in_brief},
    error::{Status, render, report, user},
    input::{FormatParser, InputArgs, records},
    output::Output,
    rules::RulesArgs,
    writing::{RecordWriter, WriteArgs},
};
use filter::{Filter, Filters};

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
    #[command(flatten)]
    write: WriteArgs,
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

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    let judging = args.rules.judging().map_err(user)?;
    let filters = Filters::new(&args.filter);
    let options = ReadOptions {
        format: args.input.from.format,
        rules: judging.rules,
    };
    args.write
        .spare(args.input.inputs.iter().map(std::path::Path::new))?;
    let mut job = Job {
        args,
        filters,
        writer: RecordWriter::open(args.to, &args.write)?,
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
    }
    let status = job.status.worst(job.writer.status());
    job.writer.finish(status == Status::Holds, out)?;
    Ok(status)
}

/// A conversion.
struct Job<'a> {
    args: &'a Args,
    filters: Filters<'a>,
    writer: RecordWriter,
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
        let game = format!("{label}: game {number}");
        self.writer.write(judged.record, &game, &label, out)
    }
}

/// Whether all moves of a record are known, though a stated result may be
/// wrong or a pass be missing.
fn is_whole(judged: &Judged) -> bool {
    let harmless = |kind| matches!(kind, FaultKind::ResultMismatch | FaultKind::MissingPass);
    !judged.cut && judged.faults.iter().all(|fault| harmless(fault.kind))
}
