//! `puzzle check`: the proof that puzzles are sound.

use std::{
    io::{self, Write},
    time::Duration,
};

use outflank::{
    board::{Score, Square},
    engine::Engine,
    puzzle::{Entry, Judge, Problem, ProblemKind, PuzzleFile, Seen, Task},
    source::{Diagnostic, Source},
};
use serde::Serialize;

use super::super::{
    Result,
    error::{Status, UserError, report},
    output::{JsonArg, Output},
    search::{Meter, SearchArgs},
    timer::Interrupt,
    yaml::{self, Listing, counted},
};

/// The time for a puzzle, unless another was asked for.
const PATIENCE: Duration = Duration::from_secs(30);

/// Prove puzzles: position, task, keys, score and main line
///
/// The keys of a puzzle have to be all the moves that attain its task, and no
/// others: that force a wipe-out (`wipe-out`) within the moves that `in`
/// allows, that win (`win`), that hold a position which cannot be won
/// (`draw`), that reach the best score to the disc (`best`), that begin a
/// shortest line to a wipe-out when both sides help (`help-wipe-out`, with the
/// plies of both sides in `in`), that flip as many discs as `count` says
/// (`flip`). The main line has
/// to be best for both sides. A puzzle that is not proved within the time
/// (30 seconds unless --time says otherwise) is reported as not proved.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of puzzles in YAML, `-` for standard input [default: the shipped
    /// puzzles]
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    json: JsonArg,
}

/// What was found out about a puzzle.
#[derive(Debug, Serialize)]
struct Report<'e> {
    source: String,
    id: Option<&'e str>,
    ok: bool,
    task: Option<Task>,
    score: Option<Score>,
    keys: Vec<Square>,
    problems: Vec<ProblemReport>,
}

#[derive(Debug, Serialize)]
struct ProblemReport {
    kind: ProblemKind,
    message: String,
    line: Option<usize>,
    column: Option<usize>,
    length: Option<usize>,
}

impl ProblemReport {
    fn new(problem: &Problem, source: &Source) -> Self {
        let diagnostic = &problem.diagnostic;
        let place = diagnostic.span.map(|span| source.place(span.start));
        Self {
            kind: problem.kind,
            message: diagnostic.message.clone(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            length: diagnostic
                .span
                .map(|span| source.slice(span).chars().count()),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result {
    let mut job = Job {
        json: args.json.json,
        time: args.search.time.unwrap_or(PATIENCE),
        engine: args.search.engine()?,
        interrupt: Interrupt::listen()?,
        seen: Seen::default(),
    };
    let mut status = Status::Holds;
    if args.files.is_empty() {
        for source in outflank::puzzle::Collection::shipped_sources() {
            status = status.worst(job.check(&source, out)?);
            if job.interrupt.rest() {
                return Ok(Status::Interrupted);
            }
        }
    }
    for name in &args.files {
        let checked = yaml::load(name)
            .map_err(anyhow::Error::from)
            .and_then(|source| job.check(&source, out));
        status = status.worst(match checked {
            Ok(status) => status,
            // One file that cannot be read does not stop the others.
            Err(error) if error.is::<UserError>() => report(&error, out),
            Err(error) => return Err(error),
        });
        if job.interrupt.rest() {
            return Ok(Status::Interrupted);
        }
    }
    Ok(status)
}

/// What stays the same from file to file.
struct Job {
    json: bool,
    time: Duration,
    engine: Engine,
    interrupt: Interrupt,
    seen: Seen,
}

impl Job {
    fn check(&mut self, source: &Source, out: &mut Output) -> Result {
        let file = match PuzzleFile::read(source) {
            Ok(file) => file,
            Err(fault) => return Err(UserError::at(source.clone(), *fault).into()),
        };
        let mut listing = Listing::default();
        if !file.problems.is_empty() {
            self.report_file(source, &file, out)?;
            let diagnostics = file.problems.iter().map(|problem| &problem.diagnostic);
            self.tell(source, diagnostics, &mut listing, out)?;
        }
        let mut sound = 0;
        let mut judged = 0;
        for entry in &file.entries {
            let Some(found) = self.check_entry(source, entry, out)? else {
                break;
            };
            judged += 1;
            sound += usize::from(found.is_empty());
            self.tell(source, &found, &mut listing, out)?;
        }
        let interrupted = judged < file.entries.len();
        if !self.json {
            let name = source.name();
            let sound = counted(sound, "puzzle");
            write!(out, "{}{name}: ", listing.rest())?;
            if interrupted {
                let total = counted(file.entries.len(), "puzzle");
                write!(out, "interrupted after {judged} of {total}: ")?;
            }
            match listing.found {
                0 => writeln!(out, "{sound}, nothing wrong")?,
                found => writeln!(out, "{}, {sound} without", counted(found, "problem"))?,
            }
        }
        out.flush()?;
        Ok(if interrupted {
            Status::Interrupted
        } else if listing.found == 0 {
            Status::Holds
        } else {
            Status::Fails
        })
    }

    /// Prints problems at once, for people; what is found late may never be
    /// waited for.
    fn tell<'a>(
        &self,
        source: &Source,
        problems: impl IntoIterator<Item = &'a Diagnostic>,
        listing: &mut Listing,
        out: &mut Output,
    ) -> io::Result<()> {
        let text = listing.add(source, problems, out);
        if !self.json {
            out.write_all(text.as_bytes())?;
        }
        out.flush()
    }

    /// Judges a puzzle and says what is wrong with it; nothing when Ctrl-C
    /// was pressed.
    fn check_entry(
        &mut self,
        source: &Source,
        entry: &Entry,
        out: &mut Output,
    ) -> io::Result<Option<Vec<Diagnostic>>> {
        let label = source.label(entry.places.entry.start);
        let mut verdict = {
            let _meter = Meter::new(&label, out);
            // What could not be read takes no time.
            let time = entry.puzzle.as_ref().map(|_| self.time);
            let limit = self.interrupt.within(time);
            Judge::new(&mut self.engine, &limit).judge(entry)
        };
        if self.interrupt.raised() {
            return Ok(None);
        }
        verdict.problems.extend(self.seen.note(source, entry));
        let place = |problem: &Problem| problem.diagnostic.span.map(|span| span.start);
        verdict.problems.sort_by_key(place);
        if self.json {
            let problems = verdict.problems.iter();
            out.json(&Report {
                source: label,
                id: entry.id.as_deref(),
                ok: verdict.problems.is_empty(),
                task: entry.task,
                score: verdict.score,
                keys: verdict.keys,
                problems: problems
                    .map(|problem| ProblemReport::new(problem, source))
                    .collect(),
            })?;
            out.flush()?;
        }
        let named = |problem: Problem| {
            let mut diagnostic = problem.diagnostic;
            if let Some(id) = &entry.id {
                diagnostic.message = format!("{id}: {}", diagnostic.message);
            }
            diagnostic
        };
        Ok(Some(verdict.problems.into_iter().map(named).collect()))
    }

    /// What is wrong outside the puzzles, as a report without an id.
    fn report_file(&self, source: &Source, file: &PuzzleFile, out: &mut Output) -> io::Result<()> {
        if !self.json {
            return Ok(());
        }
        let problems = file.problems.iter();
        out.json(&Report {
            source: source.label(0),
            id: None,
            ok: false,
            task: None,
            score: None,
            keys: Vec::new(),
            problems: problems
                .map(|problem| ProblemReport::new(problem, source))
                .collect(),
        })
    }
}
