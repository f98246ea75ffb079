//! `db import`: games from files into the collection.

use std::{
    io::Write,
    sync::mpsc::{SyncSender, sync_channel},
    thread,
};

use outflank::{
    games::{Added, Collection, GamesError, NewGame, Unfit},
    record::{FaultKind, JudgeOptions, RawRecord, ReadOptions, judge},
    source::{Diagnostic, Severity, Source, Span},
};
use serde::Serialize;

use super::{
    super::{
        Result,
        error::{Status, render, report},
        input::{FromArg, records},
        output::{JsonArg, Output},
        puzzle::PuzzlesArg,
        search::Meter,
        timer::end_on_interrupt,
    },
    DbArg, counted, unusable,
};

/// Add the games of files to the collection
///
/// A game that is there already, up to symmetry, is not added again: it gets
/// the file as a further source, and the names and the result that it did not
/// have. Games with the same moves stay two when their players or years
/// differ. Records that are not legal are told and left out; the exit status
/// is then 1.
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
struct Report<'a> {
    source: &'a str,
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
    Game(Box<NewGame>),
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
    let mut status = Status::Holds;
    let mut total = Added::default();
    for file in &args.files {
        let mut report = Report {
            source: file,
            ..Report::default()
        };
        let read = import(file, args.from, &mut collection, &mut report, out)
            .map_err(|error| unusable(&path, &error))?;
        if !read {
            status = status.worst(Status::Undone);
        }
        if report.invalid + report.unfit > 0 {
            status = status.worst(Status::Fails);
        }
        total.new += report.new;
        total.known += report.known;
        if args.json.json {
            out.json(&report)?;
        } else if read || report.records > 0 {
            print(&report, out)?;
        }
        out.flush()?;
    }
    if !args.json.json && args.files.len() > 1 {
        writeln!(
            out,
            "{} files: {} new, {} known",
            args.files.len(),
            counted(total.new, "game", "games"),
            total.known
        )?;
    }
    Ok(status)
}

/// Imports one file; says whether it could be read to its end.
fn import(
    file: &str,
    from: FromArg,
    collection: &mut Collection,
    tally: &mut Report<'_>,
    out: &Output,
) -> std::result::Result<bool, GamesError> {
    let meter = Meter::new(file, out);
    let mut readable = true;
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel::<Vec<Item>>(64);
        scope.spawn(move || read(file, from, &sender));
        let mut batch = Vec::with_capacity(BATCH);
        let mut write = |batch: &mut Vec<NewGame>, tally: &mut Report<'_>| {
            let added = collection.add(batch)?;
            tally.new += added.new;
            tally.known += added.known;
            batch.clear();
            meter.say(format!("{} games", tally.new + tally.known));
            Ok::<(), GamesError>(())
        };
        for item in receiver.into_iter().flatten() {
            match item {
                Item::Game(game) => {
                    tally.records += 1;
                    batch.push(*game);
                    if batch.len() == BATCH {
                        write(&mut batch, tally)?;
                    }
                }
                Item::Unfit(unfit, source, span) => {
                    tally.records += 1;
                    tally.unfit += 1;
                    let warning = Diagnostic::warning(format!("not taken: {unfit}"), span);
                    meter.above(|| out.note(&render(&source, &warning, out.ascii())));
                }
                Item::Invalid(source, diagnostic) => {
                    tally.records += 1;
                    tally.invalid += 1;
                    meter.above(|| out.complain(&render(&source, &diagnostic, out.ascii())));
                }
                Item::Warning(source, diagnostic) => {
                    meter.above(|| out.warn(&render(&source, &diagnostic, out.ascii())));
                }
                Item::Unreadable(error) => {
                    readable = false;
                    meter.above(|| report(&error, out));
                }
            }
        }
        write(&mut batch, tally)
    })?;
    Ok(readable)
}

/// Reads a file to its end, or until nobody listens any more.
fn read(file: &str, from: FromArg, sender: &SyncSender<Vec<Item>>) {
    let options = ReadOptions {
        format: from.format,
        ..ReadOptions::default()
    };
    let puzzles = PuzzlesArg::default();
    let inputs = [file.to_owned()];
    let name = full_name(file);
    let mut load = Vec::with_capacity(LOAD);
    for record in records(&inputs, &puzzles, options) {
        match record {
            Ok((source, raw)) => take(source, &raw, &name, &mut load),
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
            load.push(Item::Game(Box::new(game)));
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
fn full_name(file: &str) -> String {
    match std::fs::canonicalize(file) {
        Ok(path) if file != "-" => path.display().to_string(),
        _ if file == "-" => "-".to_owned(),
        // Text given in the shell.
        _ => "argument".to_owned(),
    }
}

fn print(report: &Report<'_>, out: &mut Output) -> std::io::Result<()> {
    let mut text = format!(
        "{}: {}, {} new, {} known",
        report.source,
        counted(report.records, "record", "records"),
        report.new,
        report.known
    );
    if report.invalid > 0 {
        text.push_str(&format!(", {} invalid", report.invalid));
    }
    if report.unfit > 0 {
        text.push_str(&format!(", {} not taken", report.unfit));
    }
    writeln!(out, "{text}")
}
