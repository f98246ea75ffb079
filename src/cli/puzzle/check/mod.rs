//! `puzzle check`: the proof that puzzles are sound, and putting them right.

mod pool;
mod report;

use std::{
    collections::HashMap,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use outflank::{
    puzzle::{Change, Collection, Entry, Fixed, Origin, Problem, PuzzleFile, Seen, fix},
    source::{Diagnostic, Source},
};

use super::super::{
    Result,
    error::{Status, UserError, report},
    output::{JsonArg, Output},
    save::save,
    search::{Meter, SearchArgs},
    timer::Interrupt,
    yaml::{self, Listing, counted},
};
use pool::{InOrder, Judged, Pool};
use report::{Report, compact};

/// The time for a puzzle, unless another was asked for.
const PATIENCE: Duration = Duration::from_secs(30);

/// Prove puzzles: position, task, keys, score and lines
///
/// The keys of a puzzle have to be all the moves that attain its task, and no
/// others: that force a wipe-out (`wipe-out`) within the moves that `in`
/// allows, that win (`win`), that hold a position which cannot be won
/// (`draw`), that reach the best score to the disc (`best`), that begin a
/// shortest line to a wipe-out when both sides help (`help-wipe-out`, with the
/// plies of both sides in `in`), that flip as many discs as `count` says
/// (`flip`). The main line has to be best for both sides, each of the `variations` has to attain the task,
/// and each of the `refutations` to prevent it. No position may be one that no
/// game can lead to. A puzzle that is not proved within the time (30 seconds
/// unless --time says otherwise) is reported as not proved.
///
/// Remarks tell what a composer should know though the puzzle is sound: duals
/// later in the main line, moves that can be exchanged, tasks that most moves
/// attain, defences that the variations leave out, puzzles that are nearly the
/// same. With --strict they count as problems, with -q they are not shown.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of puzzles in YAML, `-` for standard input [default: the shipped
    /// puzzles]
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Exit with 1 for remarks, too
    #[arg(long)]
    strict: bool,
    /// Look for a game that leads to each position; not every one is found
    #[arg(long)]
    games: bool,
    #[command(flatten)]
    fixing: FixArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Putting right")]
struct FixArgs {
    /// Fill in or put right score, solution and line of puzzles whose task
    /// holds, in the files themselves; all else stays as it is written
    #[arg(long, requires = "files")]
    fix: bool,
    /// With --fix: write the file here, and leave the one that was read
    #[arg(short, long, value_name = "FILE", requires = "fix")]
    output: Option<PathBuf>,
    /// With --fix: write no file, show the changes
    #[arg(long, requires = "fix", conflicts_with = "output")]
    dry_run: bool,
}

/// A file, or why it cannot be read.
type Loaded = anyhow::Result<(Source, PuzzleFile)>;

/// What was put right in a file, entry by entry.
type Changes = HashMap<usize, Vec<Change>>;

impl FixArgs {
    /// Why the files cannot be put right as it was asked for.
    fn objection(&self, files: &[String]) -> Option<UserError> {
        if !self.fix || self.dry_run {
            return None;
        }
        if self.output.is_some() {
            let message = "-o writes one file, and several are given";
            return (files.len() > 1)
                .then(|| UserError::new(message).hint("name one of them at a time"));
        }
        let message = "standard input cannot be put right in place";
        let hint = "-o FILE writes to a file, --dry-run shows the changes";
        files
            .iter()
            .any(|name| name == "-")
            .then(|| UserError::new(message).hint(hint))
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    if let Some(error) = args.fixing.objection(&args.files) {
        return Err(error.into());
    }
    let mut files: Vec<Loaded> = if args.files.is_empty() {
        Collection::shipped_sources().map(read).collect()
    } else {
        let files = args.files.iter();
        files.map(|name| read(yaml::load(name)?)).collect()
    };
    let entries: usize = files
        .iter()
        .flatten()
        .map(|(_, file)| file.entries.len())
        .sum();
    let mut pool = Pool {
        engines: args.search.engines(entries)?,
        time: args.search.time.unwrap_or(PATIENCE),
        games: args.games,
        interrupt: Interrupt::listen()?,
    };
    let mut fixed = None;
    if args.fixing.fix {
        let Some(changes) = put_right(args, &mut files, &mut pool, out)? else {
            return Ok(Status::Interrupted);
        };
        fixed = Some(changes);
    }
    let mut check = Check {
        json: args.json.json,
        strict: args.strict,
        games: args.games,
        dry: args.fixing.dry_run,
        seen: Seen::default(),
        fixed,
    };
    let all: Vec<&Entry> = files
        .iter()
        .flatten()
        .flat_map(|(_, file)| &file.entries)
        .collect();
    let status = pool.judge(&all, false, Meter::new("puzzles", out), |verdicts| {
        check.files(&files, verdicts, out)
    });
    if pool.interrupt.rest() {
        return Ok(Status::Interrupted);
    }
    status
}

fn read(source: Source) -> Loaded {
    match PuzzleFile::read(&source) {
        Ok(file) => Ok((source, file)),
        Err(fault) => Err(UserError::at(source, *fault).into()),
    }
}

/// Puts files right and reads them again; what changed in each, or nothing
/// when Ctrl-C was pressed: then nothing is written.
fn put_right(
    args: &Args,
    files: &mut [Loaded],
    pool: &mut Pool,
    out: &mut Output,
) -> anyhow::Result<Option<Vec<Changes>>> {
    let all: Vec<&Entry> = files
        .iter()
        .flatten()
        .flat_map(|(_, file)| &file.entries)
        .collect();
    let total = all.len();
    let judged: Vec<Judged> = pool.judge(&all, true, Meter::new("puzzles", out), |verdicts| {
        verdicts.collect()
    });
    if judged.len() < total {
        return Ok(None);
    }
    let mut judged = judged.into_iter();
    let mut changes = Vec::new();
    for (number, loaded) in files.iter_mut().enumerate() {
        let Ok((source, file)) = loaded else {
            changes.push(Changes::new());
            continue;
        };
        let wanted: Vec<_> = judged
            .by_ref()
            .take(file.entries.len())
            .enumerate()
            .filter_map(|(index, judged)| Some((index, judged.complete?)))
            .collect();
        match write_right(args, number, source, &fix(source, file, &wanted), out) {
            Ok((text, made)) => {
                let name = source.name().to_owned();
                *loaded = read(Source::new(name, text));
                changes.push(made);
            }
            Err(error) => {
                *loaded = Err(error);
                changes.push(Changes::new());
            }
        }
    }
    Ok(Some(changes))
}

/// Writes a file that was put right, as asked for; its text, and what changed.
fn write_right(
    args: &Args,
    number: usize,
    source: &Source,
    fixed: &std::result::Result<Fixed, Box<Diagnostic>>,
    out: &mut Output,
) -> anyhow::Result<(String, Changes)> {
    let Ok(fixed) = fixed else {
        out.note(&format!(
            "warning: `{}` is not YAML everywhere and stays as it is\n",
            source.name()
        ));
        return Ok((source.text().to_owned(), Changes::new()));
    };
    let text = fixed.edits.apply(source);
    if args.fixing.dry_run {
        if !args.json.json {
            out.write_all(fixed.edits.diff(source).as_bytes())?;
        }
    } else if let Some(path) = &args.fixing.output {
        save(path, text.as_bytes())?;
    } else if let Some(name) = args.files.get(number).filter(|_| !fixed.edits.is_empty()) {
        let path = Path::new(name);
        // What was read may have been packed, or have changed meanwhile.
        if !fs::read(path).is_ok_and(|bytes| bytes == source.text().as_bytes()) {
            let error = UserError::new(format!("`{name}` is not the text that was read"));
            let error = error.hint("-o FILE writes what was put right to another file");
            return Err(error.into());
        }
        save(path, text.as_bytes())?;
    }
    Ok((text, fixed.changes.clone()))
}

/// What stays the same from file to file.
struct Check {
    json: bool,
    strict: bool,
    /// Whether games were looked for.
    games: bool,
    /// Whether the changes were shown and not made.
    dry: bool,
    seen: Seen,
    /// What was put right in each file, where that was asked for.
    fixed: Option<Vec<Changes>>,
}

/// What was counted in a file.
#[derive(Default)]
struct Tally {
    judged: usize,
    sound: usize,
    fixed: usize,
    problems: Listing,
    remarks: Listing,
}

impl Check {
    fn files(&mut self, files: &[Loaded], verdicts: &mut InOrder, out: &mut Output) -> Result {
        let mut status = Status::Holds;
        for (number, loaded) in files.iter().enumerate() {
            let found = match loaded {
                Ok((source, file)) => self.file(number, source, file, verdicts, out)?,
                // One file that cannot be read does not stop the others.
                Err(error) if error.is::<UserError>() => {
                    out.flush()?;
                    verdicts.above(|| report(error, out))
                }
                Err(error) => return Err(anyhow::anyhow!("{error:#}")),
            };
            status = status.worst(found);
            if found == Status::Interrupted {
                break;
            }
        }
        Ok(status)
    }

    fn file(
        &mut self,
        number: usize,
        source: &Source,
        file: &PuzzleFile,
        verdicts: &mut InOrder,
        out: &mut Output,
    ) -> Result {
        let mut tally = Tally::default();
        if !file.problems.is_empty() {
            if self.json {
                out.json(&Report::of_file(source, &file.problems))?;
            }
            self.tell(source, None, &file.problems, &mut tally.problems, out)?;
        }
        for (index, entry) in file.entries.iter().enumerate() {
            let Some(judged) = verdicts.next() else {
                break;
            };
            let changes = self.fixed.as_ref().and_then(|files| files.get(number));
            let changes = changes.map(|file| file.get(&index).cloned().unwrap_or_default());
            tally.fixed += usize::from(changes.as_ref().is_some_and(|made| !made.is_empty()));
            verdicts.above(|| self.entry(source, entry, judged, changes, &mut tally, out))?;
            tally.judged += 1;
        }
        let interrupted = tally.judged < file.entries.len();
        if !self.json {
            verdicts.above(|| self.total(source, file, &tally, out))?;
        }
        out.flush()?;
        let found = tally.problems.found + if self.strict { tally.remarks.found } else { 0 };
        Ok(match (interrupted, found) {
            (true, _) => Status::Interrupted,
            (false, 0) => Status::Holds,
            (false, _) => Status::Fails,
        })
    }

    /// Says what was found out about a puzzle, at once: what is found late may
    /// never be waited for.
    fn entry(
        &mut self,
        source: &Source,
        entry: &Entry,
        judged: Judged,
        changes: Option<Vec<Change>>,
        tally: &mut Tally,
        out: &mut Output,
    ) -> io::Result<()> {
        let mut verdict = judged.verdict;
        let (remarks, problems): (Vec<_>, Vec<_>) = self
            .seen
            .note(source, entry)
            .into_iter()
            .partition(Problem::is_remark);
        verdict.problems.extend(problems);
        verdict.problems.sort_by_key(Problem::place);
        verdict.remarks.extend(remarks);
        verdict.remarks.sort_by_key(Problem::place);
        let wrong = !verdict.problems.is_empty() || (self.strict && !verdict.remarks.is_empty());
        tally.sound += usize::from(!wrong);
        if self.json {
            let changes = changes.as_deref();
            out.json(&Report::new(source, entry, &verdict, self.strict, changes))?;
        } else {
            let id = entry.id.as_deref().unwrap_or("?");
            let changes = changes.filter(|_| !self.dry);
            for change in changes.unwrap_or_default() {
                writeln!(out, "{id}: {}", said(&change))?;
            }
            if self.games {
                match &verdict.origin {
                    Origin::Game(moves) if moves.is_empty() => {
                        writeln!(out, "{id}: the start of a game")?;
                    }
                    Origin::Game(moves) => {
                        writeln!(out, "{id}: a game leads here: {}", compact(moves))?
                    }
                    Origin::Impossible(_) => {}
                    Origin::Unknown => {
                        writeln!(out, "{id}: not proved either way whether a game leads here")?;
                    }
                }
            }
        }
        let id = entry.id.as_deref();
        self.tell(source, id, &verdict.problems, &mut tally.problems, out)?;
        if !out.quiet() || self.strict {
            self.tell(source, id, &verdict.remarks, &mut tally.remarks, out)?;
        }
        out.flush()
    }

    /// Prints problems, for people.
    fn tell(
        &self,
        source: &Source,
        id: Option<&str>,
        problems: &[Problem],
        listing: &mut Listing,
        out: &mut Output,
    ) -> io::Result<()> {
        let named = |problem: &Problem| {
            let mut diagnostic = problem.diagnostic.clone();
            if let Some(id) = id {
                diagnostic.message = format!("{id}: {}", diagnostic.message);
            }
            diagnostic
        };
        let diagnostics: Vec<Diagnostic> = problems.iter().map(named).collect();
        let text = listing.add(source, &diagnostics, out);
        if !self.json {
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// The last line about a file.
    fn total(
        &self,
        source: &Source,
        file: &PuzzleFile,
        tally: &Tally,
        out: &mut Output,
    ) -> io::Result<()> {
        let sound = counted(tally.sound, "puzzle");
        out.write_all(tally.problems.rest("problem").as_bytes())?;
        out.write_all(tally.remarks.rest("remark").as_bytes())?;
        write!(out, "{}: ", source.name())?;
        if tally.judged < file.entries.len() {
            let total = counted(file.entries.len(), "puzzle");
            write!(out, "interrupted after {} of {total}: ", tally.judged)?;
        }
        if tally.fixed > 0 {
            let put = if self.dry { "to put" } else { "put" };
            write!(out, "{} {put} right, ", counted(tally.fixed, "puzzle"))?;
        }
        let remarks = tally.remarks.found;
        match tally.problems.found {
            0 if self.strict && remarks > 0 => {
                writeln!(out, "{}, {sound} without", counted(remarks, "remark"))
            }
            0 if remarks > 0 => {
                let remarks = counted(remarks, "remark");
                writeln!(out, "{sound}, nothing wrong, {remarks}")
            }
            0 => writeln!(out, "{sound}, nothing wrong"),
            found => {
                let more = match remarks {
                    0 => String::new(),
                    _ => format!(", {}", counted(remarks, "remark")),
                };
                let found = counted(found, "problem");
                writeln!(out, "{found}, {sound} without{more}")
            }
        }
    }
}

/// A change in words.
fn said(change: &Change) -> String {
    let (key, to) = (change.key, &change.to);
    match &change.from {
        Some(from) if !from.is_empty() => format!("{key} is now {to}, was {from}"),
        _ => format!("{key} is now {to}"),
    }
}
