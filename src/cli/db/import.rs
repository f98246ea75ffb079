//! `db import`: games from files into the collection.

use std::{
    io::Write,
    path::Path,
    sync::mpsc::{SyncSender, sync_channel},
    thread,
};

use outflank::{
    games::{Collection, NewGame, Unfit},
    record::{FaultKind, JudgeOptions, RawRecord, ReadOptions, judge},
    source::{Diagnostic, Severity, Source, Span},
};
use serde::Serialize;

use super::{
    super::{
        Result,
        check::counted,
        error::{Status, render, report},
        input::{FromArg, records},
        output::{JsonArg, Output},
        puzzle::PuzzlesArg,
        search::Meter,
        timer::end_on_interrupt,
    },
    DbArg, failed,
};

/// Add the games of files to the collection
///
/// A game that is there already, up to symmetry, is not added again: it gets
/// the file as a further source, and the names, the result and the comments
/// that it did not have. Games with the same moves stay two when their players,
/// years, days or winners differ, and short ones when their tournaments or
/// rounds do. Records that are not legal are told and left out; the exit
/// status is then 1.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files in any format that `check` reads, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    #[command(flatten)]
    from: FromArg,
    #[command(flatten)]
    db: DbArg,
    #[command(flatten)]
    json: JsonArg,
}

/// How many games are written at once.
const BATCH: usize = 8192;
/// How many records go from the reader to the writer at once.
const LOAD: usize = 256;

/// What became of one file.
#[derive(Default, Serialize)]
struct Report {
    source: String,
    records: usize,
    new: usize,
    known: usize,
    /// Records that are not legal or cannot be read.
    invalid: usize,
    /// Legal records that the collection does not take.
    unfit: usize,
}

/// What the reader makes of a record.
enum Item {
    /// A game, and the name of its file.
    Game(String, Box<NewGame>),
    Unfit(Unfit, Source, Span),
    Invalid(Source, Box<Diagnostic>),
    /// The rest of the file cannot be read.
    Unreadable(anyhow::Error),
    /// Something about a game that is taken all the same.
    Warning(Source, Box<Diagnostic>),
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let path = args.db.path()?;
    let mut collection = args.db.create()?;
    // What was not written as a whole is not written at all.
    end_on_interrupt()?;
    let meter = Meter::new("import", out);
    let mut status = Status::Holds;
    let mut import = Import::default();
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel::<Vec<Item>>(16);
        scope.spawn(move || read(&args.files, args.from, &sender));
        for item in receiver.into_iter().flatten() {
            let worst = match &item {
                Item::Game(..) | Item::Warning(..) => Status::Holds,
                Item::Unfit(..) | Item::Invalid(..) => Status::Fails,
                Item::Unreadable(_) => Status::Undone,
            };
            status = status.worst(worst);
            import.take(item, &meter, out);
            if import.batch.len() == BATCH {
                import.write(&mut collection, &path)?;
                meter.say(format!("{} games", import.done));
                meter.above(|| import.print_finished(args.json, out))?;
            }
        }
        import.write(&mut collection, &path)
    })?;
    drop(meter);
    import.end(args.json, out)?;
    Ok(status)
}

/// The games that wait to be written, and what became of all others.
#[derive(Default)]
struct Import {
    batch: Vec<NewGame>,
    /// For each game of the batch the number of its report.
    of: Vec<usize>,
    /// Reports that are not printed yet, in the order of their files.
    reports: Vec<Report>,
    files: usize,
    done: usize,
    new: usize,
}

impl Import {
    fn take(&mut self, item: Item, meter: &Meter, out: &Output) {
        match item {
            Item::Game(name, game) => {
                self.report(&name).records += 1;
                self.batch.push(*game);
                self.of.push(self.reports.len() - 1);
            }
            Item::Unfit(unfit, source, span) => {
                let report = self.report(source.name());
                report.records += 1;
                report.unfit += 1;
                let warning = Diagnostic::warning(format!("not taken: {unfit}"), span);
                meter.above(|| out.note(&render(&source, &warning, out.ascii())));
            }
            Item::Invalid(source, diagnostic) => {
                let report = self.report(source.name());
                report.records += 1;
                report.invalid += 1;
                meter.above(|| out.complain(&render(&source, &diagnostic, out.ascii())));
            }
            Item::Warning(source, diagnostic) => {
                meter.above(|| out.warn(&render(&source, &diagnostic, out.ascii())));
            }
            Item::Unreadable(error) => {
                meter.above(|| report(&error, out));
            }
        }
    }

    /// The report on a file, which follows that on the file before.
    fn report(&mut self, name: &str) -> &mut Report {
        if self.reports.last().is_none_or(|last| last.source != name) {
            self.files += 1;
            self.reports.push(Report {
                source: name.to_owned(),
                ..Report::default()
            });
        }
        let last = self.reports.len() - 1;
        &mut self.reports[last]
    }

    /// Writes the games that wait.
    fn write(&mut self, collection: &mut Collection, path: &Path) -> anyhow::Result<()> {
        let added = collection.add(&self.batch).map_err(failed(path))?;
        self.done += self.batch.len();
        self.new += added.new_games();
        for (&index, is_new) in self.of.iter().zip(added.is_new) {
            if let Some(report) = self.reports.get_mut(index) {
                report.new += usize::from(is_new);
                report.known += usize::from(!is_new);
            }
        }
        self.batch.clear();
        self.of.clear();
        Ok(())
    }

    /// Prints the reports on files that are read to their end; nothing waits.
    fn print_finished(&mut self, json: JsonArg, out: &mut Output) -> std::io::Result<()> {
        let finished = self.reports.len().saturating_sub(1);
        for report in self.reports.drain(..finished) {
            report.print(json, out)?;
        }
        out.flush()
    }

    fn end(&self, json: JsonArg, out: &mut Output) -> std::io::Result<()> {
        for report in &self.reports {
            report.print(json, out)?;
        }
        if !json.json && self.files > 1 {
            let known = self.done - self.new;
            writeln!(out, "{} files: {} new, {known} known", self.files, self.new)?;
        }
        Ok(())
    }
}

/// Reads files to their end, or until nobody listens any more.
fn read(files: &[String], from: FromArg, sender: &SyncSender<Vec<Item>>) {
    let options = ReadOptions {
        format: from.format,
        ..ReadOptions::default()
    };
    let puzzles = PuzzlesArg::default();
    let mut load = Vec::with_capacity(LOAD);
    // The name of the last source, and its full name.
    let mut names = (String::new(), String::new());
    for record in records(files, &puzzles, options) {
        match record {
            Ok((source, raw)) => {
                if source.name() != names.0 {
                    names = (source.name().to_owned(), full_name(source.name()));
                }
                take(source, &raw, &names.1, &mut load);
            }
            Err(error) => load.push(Item::Unreadable(error)),
        }
        if load.len() >= LOAD && sender.send(std::mem::take(&mut load)).is_err() {
            return;
        }
    }
    let _ = sender.send(load);
}

/// Makes a record ready.
fn take(source: Source, raw: &RawRecord, name: &str, load: &mut Vec<Item>) {
    let judged = judge(&source, raw, &judging());
    for fault in judged.faults {
        let diagnostic = Box::new(fault.diagnostic());
        if fault.kind != FaultKind::ResultMismatch {
            load.push(Item::Invalid(source, diagnostic));
            return;
        }
        // The moves are right, and they say what the result is.
        let warning = Diagnostic {
            severity: Severity::Warning,
            ..*diagnostic
        };
        load.push(Item::Warning(source.clone(), Box::new(warning)));
    }
    let line = source.place(raw.span.start).line;
    match NewGame::new(&judged.record, name, line) {
        Ok(game) => {
            for warning in judged.warnings {
                load.push(Item::Warning(source.clone(), Box::new(warning)));
            }
            load.push(Item::Game(source.name().to_owned(), Box::new(game)));
        }
        Err(unfit) => load.push(Item::Unfit(unfit, source, raw.span)),
    }
}

/// Passes over what repairs a record: nobody is asked for one here.
fn judging() -> JudgeOptions {
    JudgeOptions {
        repairs: 0,
        ..JudgeOptions::default()
    }
}

/// The name by which the collection knows a file, wherever the program is
/// started next.
fn full_name(name: &str) -> String {
    // Standard input, and text given in the shell.
    if name == "-" || name == "argument" {
        return name.to_owned();
    }
    let path = std::fs::canonicalize(name).or_else(|_| std::path::absolute(name));
    path.map_or_else(|_| name.to_owned(), |path| path.display().to_string())
}

impl Report {
    fn print(&self, json: JsonArg, out: &mut Output) -> std::io::Result<()> {
        if json.json {
            return out.json(self);
        }
        write!(
            out,
            "{}: {}, {} new, {} known",
            self.source,
            counted(self.records, "record", "records"),
            self.new,
            self.known
        )?;
        if self.invalid > 0 {
            write!(out, ", {} invalid", self.invalid)?;
        }
        if self.unfit > 0 {
            write!(out, ", {} not taken", self.unfit)?;
        }
        writeln!(out)
    }
}
