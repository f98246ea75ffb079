//! `check`: what is wrong with game records, where, and what would repair it.

use std::{collections::BTreeMap, io::Write};

use outflank::{
    board::{Color, Game, Move, Square, Start},
    diagram::{self, standing},
    record::{
        Counting, Fault, FaultKind, Judged, ReadOptions, Repair, RepairKind, judge, start_of,
    },
    source::{Diagnostic, Place, Source, Span},
};
use owo_colors::{OwoColorize, Style};
use serde::Serialize;

use super::{
    Result,
    error::{Status, render, report, user},
    head::{StartReport, name_of, tags},
    input::{InputArgs, records},
    output::{JsonArg, Output},
    rules::RulesArgs,
    timer::end_on_interrupt,
};

/// Validate game records: say what is wrong, where, and what would repair it
///
/// Passes may be left out. Unless options or the record say otherwise, games
/// are read from the start under which more of their moves are legal. The exit
/// status is 1 when a record is invalid, 2 when an input cannot be read.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    json: JsonArg,
}

/// One record as `--json` reports it.
#[derive(Serialize)]
struct Report<'a> {
    source: String,
    /// The number of the record among those of its file.
    game: usize,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<FaultReport<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more_errors: Vec<FaultReport<'a>>,
    plies: usize,
    passes: usize,
    complete: bool,
    black: u32,
    white: u32,
    /// Who has won; `None` for a draw, and before the end.
    winner: Option<Color>,
    /// The final score for Black; `None` before the end.
    score: Option<i16>,
    #[serde(flatten)]
    start: StartReport,
    size: u8,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    holes: Vec<Square>,
    empties: u32,
    moves: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<ResultReport<'a>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<WarningReport<'a>>,
}

/// What is wrong.
#[derive(Serialize)]
pub(super) struct FaultReport<'a> {
    kind: FaultKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Color>,
    #[serde(flatten)]
    extent: Extent,
    message: &'a str,
    suggestions: &'a [Move],
    repairs: Vec<RepairReport<'a>>,
    help: &'a [String],
}

/// One change that makes the whole record legal. Where the text has `length`
/// characters from `line` and `column` on, `put` is to stand.
#[derive(Serialize)]
struct RepairReport<'a> {
    kind: RepairKind,
    ply: usize,
    #[serde(flatten)]
    extent: Extent,
    put: &'a str,
    message: &'a str,
    likely: bool,
    confirmed: bool,
    moves: &'a str,
}

/// A stated result.
#[derive(Serialize)]
struct ResultReport<'a> {
    claimed: &'a str,
    /// The way of counting under which it is right.
    matches: Option<Counting>,
    /// `None` when the game is not over and could end so.
    holds: Option<bool>,
}

#[derive(Serialize)]
struct WarningReport<'a> {
    message: &'a str,
    #[serde(flatten)]
    extent: Option<Extent>,
}

/// A place and its length in characters.
#[derive(Serialize)]
struct Extent {
    #[serde(flatten)]
    place: Place,
    length: usize,
}

impl Extent {
    fn new(source: &Source, span: Span) -> Self {
        Self {
            place: source.place(span.start),
            length: source.slice(span).chars().count(),
        }
    }
}

impl<'a> FaultReport<'a> {
    pub(super) fn new(source: &Source, fault: &'a Fault) -> Self {
        let repair = |repair: &'a Repair| RepairReport {
            kind: repair.kind,
            ply: repair.ply,
            extent: Extent::new(source, repair.span),
            put: &repair.put,
            message: &repair.message,
            likely: repair.likely,
            confirmed: repair.confirmed,
            moves: &repair.moves,
        };
        Self {
            kind: fault.kind,
            ply: fault.ply,
            text: fault.text.as_deref(),
            side: fault.side,
            extent: Extent::new(source, fault.span),
            message: &fault.message,
            suggestions: &fault.suggestions,
            repairs: fault.repairs.iter().map(repair).collect(),
            help: &fault.help,
        }
    }
}

impl<'a> Report<'a> {
    fn new(source: &'a Source, number: usize, judged: &'a Judged) -> Self {
        let record = &judged.record;
        let game = &record.game;
        let (start, last) = (game.start(), game.last());
        let complete = game.is_complete();
        let mut faults = judged
            .faults
            .iter()
            .map(|fault| FaultReport::new(source, fault));
        let warning = |warning: &'a Diagnostic| WarningReport {
            message: &warning.message,
            extent: warning.span.map(|span| Extent::new(source, span)),
        };
        Self {
            source: source.label(record.span.start),
            game: number,
            valid: judged.is_valid(),
            error: faults.next(),
            more_errors: faults.collect(),
            plies: game.plies(),
            passes: game.passes(),
            complete,
            black: last.discs().black,
            white: last.discs().white,
            winner: last.winner().filter(|_| complete),
            score: complete.then(|| last.score(Color::Black).0),
            start: StartReport::new(start),
            size: start.rules().size(),
            holes: start.rules().holes().collect(),
            empties: last.empties(),
            moves: game.compact(),
            result: judged.results.first().map(|result| ResultReport {
                claimed: source.slice(result.claim.span),
                matches: result.matches,
                holds: result.holds,
            }),
            tags: tags(record),
            warnings: judged.warnings.iter().map(warning).collect(),
        }
    }
}

/// How many records there were.
#[derive(Default)]
struct Tally {
    valid: usize,
    invalid: usize,
    unreadable: usize,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    let judging = args.rules.judging().map_err(user)?;
    end_on_interrupt()?;
    let options = ReadOptions {
        format: args.input.from.format,
        rules: judging.rules,
    };
    let mut tally = Tally::default();
    let mut numbers = Numbers::default();
    for record in records(&args.input.inputs, &args.input.puzzles, options) {
        let (source, raw) = match record {
            Ok(record) => record,
            Err(error) => {
                // The other inputs are checked all the same.
                report(&error, out);
                tally.unreadable += 1;
                continue;
            }
        };
        let judged = judge(&source, &raw, &judging);
        let number = numbers.next(&source, raw.span);
        if judged.is_valid() {
            tally.valid += 1;
        } else {
            tally.invalid += 1;
        }
        if args.json.json {
            out.json(&Report::new(&source, number, &judged))?;
        } else {
            print(&source, number, &judged, out)?;
        }
        // What is found is shown at once, even when more of a stream is
        // waited for.
        out.flush()?;
    }
    if !args.json.json {
        tally.print(out)?;
    }
    Ok(tally.status())
}

impl Tally {
    fn print(&self, out: &mut Output) -> std::io::Result<()> {
        let records = self.valid + self.invalid;
        if records + self.unreadable < 2 {
            return Ok(());
        }
        let unreadable = match self.unreadable {
            0 => String::new(),
            n => format!(", {} could not be read", counted(n, "input", "inputs")),
        };
        writeln!(
            out,
            "{}: {} valid, {} invalid{unreadable}",
            counted(records, "record", "records"),
            self.valid,
            self.invalid,
        )
    }

    fn status(&self) -> Status {
        if self.unreadable > 0 {
            Status::Undone
        } else if self.invalid > 0 {
            Status::Fails
        } else {
            Status::Holds
        }
    }
}

/// Counts the records of each input.
#[derive(Default)]
pub(super) struct Numbers {
    name: String,
    line: usize,
    count: usize,
}

impl Numbers {
    /// The number of a record among those of its input.
    pub(super) fn next(&mut self, source: &Source, span: Span) -> usize {
        let line = source.place(span.start).line;
        if self.name != source.name() || line < self.line {
            source.name().clone_into(&mut self.name);
            self.count = 0;
        }
        self.line = line;
        self.count += 1;
        self.count
    }
}

pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// One record for people.
fn print(source: &Source, number: usize, judged: &Judged, out: &mut Output) -> std::io::Result<()> {
    let label = source.label(judged.record.span.start);
    // Text given in the shell is one game.
    let game = match number {
        1 if source.name() == "argument" => String::new(),
        n => format!(" game {n}:"),
    };
    if judged.is_valid() {
        let verdict = "valid".style(Style::new().green());
        let facts = facts(source, judged).join(", ");
        writeln!(out, "{label}:{game} {verdict}, {facts}")?;
    } else {
        let verdict = "invalid".style(Style::new().red());
        let faults = judged.faults.iter().map(in_brief);
        let facts: Vec<String> = start_facts(judged).into_iter().chain(faults).collect();
        writeln!(out, "{label}:{game} {verdict}, {}", facts.join(", "))?;
        for fault in &judged.faults {
            let text = render(source, &fault.diagnostic(), out.ascii());
            out.write_all(text.as_bytes())?;
        }
        writeln!(out)?;
    }
    // What was assumed is a part of the report.
    if !out.quiet() {
        for warning in &judged.warnings {
            let text = render(source, warning, out.ascii());
            write!(out, "{text}")?;
        }
    }
    Ok(())
}

pub(super) fn in_brief(fault: &Fault) -> String {
    match fault.ply {
        Some(ply) => format!("{} at move {ply}", fault.kind),
        None => fault.kind.to_string(),
    }
}

/// What there is to say about a valid record.
fn facts(source: &Source, judged: &Judged) -> Vec<String> {
    let game = &judged.record.game;
    let last = game.last();
    let mut facts = Vec::new();
    let named = start_of(game.start());
    if game.moves().is_empty() && named.is_none() {
        facts.push(format!(
            "a position, {}",
            counted(last.empties() as usize, "empty square", "empty squares")
        ));
    } else {
        facts.push(counted(game.plies(), "move", "moves"));
        if game.passes() > 0 {
            facts.push(counted(game.passes(), "pass", "passes"));
        }
    }
    facts.push(outcome(game));
    facts.extend(start_facts(judged));
    for result in &judged.results {
        let text = source.slice(result.claim.span);
        let counted = match result.matches {
            Some(Counting::Both | Counting::Winner) => "",
            Some(Counting::Discs) => " (discs on the board)",
            Some(Counting::Official) => " (empty squares to the winner)",
            None => continue,
        };
        facts.push(format!("stated as {text}{counted}"));
    }
    facts.dedup();
    facts
}

/// Where a game started, when that is not Othello's start.
fn start_facts(judged: &Judged) -> Vec<String> {
    let start = judged.record.game.start();
    let mut facts = Vec::new();
    match start_of(start) {
        Some(Start::Othello) => {}
        Some(start) => facts.push(format!("{} start", name_of(start))),
        None if judged.record.game.moves().is_empty() => {}
        None => facts.push("from a position".to_owned()),
    }
    let rules = start.rules();
    facts.extend(match (rules.size(), rules.holes().count()) {
        (8, 0) => None,
        (10, 12) => Some("octagon".to_owned()),
        (n, 0) => Some(format!("{n}x{n}")),
        (n, holes) => Some(format!("{n}x{n} with {}", counted(holes, "hole", "holes"))),
    });
    facts
}

/// How a game ended, or where it stands.
fn outcome(game: &Game) -> String {
    let last = game.last();
    if game.is_complete() {
        return diagram::outcome(last);
    }
    let discs = last.discs();
    format!("{}-{}, {}", discs.black, discs.white, standing(last))
}
