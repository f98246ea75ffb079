//! `annotate`: what each move of a game cost, what was better, and why.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use comfy_table::{Attribute, Cell, CellAlignment, Color as TableColor, Table};
use outflank::{
    annotate::{Annotation, Class, Ply, Reach, Remark, Summary, annotate},
    board::{Color, Move},
    diagram::standing,
    engine::{Engine, Limits, Progress},
    opening::Book,
    record::{JudgeOptions, Judged, RawRecord, ReadOptions, judge},
    source::{Severity, Source},
};
use owo_colors::OwoColorize;
use serde::Serialize;

use super::{
    Result,
    error::{Status, UserError, render, report, user},
    head::{StartReport, tags},
    input::{InputArgs, records},
    number::whole,
    output::{JsonArg, Output},
    rules::RulesArgs,
    search::{Meter, SearchArgs},
    table::{self, table},
    timer::Interrupt,
};

/// Positions looked at for a game when nothing else was asked for: a few
/// seconds, for which the last 21 to 24 moves can be scored.
const BUDGET: u64 = 100_000_000;

/// Score the moves of games: what each cost, what was better, and why
///
/// Scores are exact, by solving from the end of the game backwards, and for
/// the side that moved. Moves too far from the end get no score; their loss
/// is not guessed. Without --exact-from and --time a game gets a few seconds,
/// measured in positions looked at, so that with --threads 1 the same game is
/// always scored equally far.
///
/// A move is best, good (1-2 discs lost), an inaccuracy (3-6), a mistake
/// (7-14) or a blunder (15 and more). One that turns a win into a draw or a
/// loss, or a draw into a loss, is a mistake at least.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Score every move made with at most this many empty squares, however
    /// long it takes
    #[arg(long, value_name = "EMPTIES", value_parser = whole::<u32>(0..=60))]
    exact_from: Option<u32>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    json: JsonArg,
}

impl Args {
    /// How far back the moves are scored, the time apart.
    fn reach(&self) -> Reach {
        match (self.exact_from, self.search.time) {
            (Some(empties), _) => Reach::Empties(empties),
            (None, Some(_)) => Reach::Nodes(u64::MAX),
            (None, None) => Reach::Nodes(BUDGET),
        }
    }
}

/// What `--json` says about a game.
#[derive(Serialize)]
struct Report<'a> {
    source: &'a str,
    #[serde(flatten)]
    start: StartReport,
    tags: BTreeMap<&'a str, &'a str>,
    opening: Option<&'a str>,
    #[serde(flatten)]
    annotation: &'a Annotation,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result {
    let judging = args.rules.judging().map_err(user)?;
    let options = ReadOptions {
        format: args.input.from.format,
        rules: judging.rules,
    };
    let mut job = Job {
        args,
        judging,
        engine: args.search.engine()?,
        interrupt: Interrupt::listen()?,
        book: Book::shipped(),
        first: true,
    };
    let mut status = Status::Holds;
    for record in records(&args.input.inputs, &args.input.puzzles, options) {
        let done = record.and_then(|(source, raw)| job.annotate(&source, &raw, out));
        match done {
            Ok(found) => status = status.worst(found),
            // A closed pipe ends everything; what cannot be read or scored
            // does not stop the rest.
            Err(error) if error.is::<UserError>() => {
                report(&error, out);
                status = status.worst(Status::Undone);
            }
            Err(error) => return Err(error),
        }
        out.flush()?;
        if job.interrupt.rest() {
            return Ok(Status::Interrupted);
        }
    }
    Ok(status)
}

/// What stays the same from game to game.
struct Job<'a> {
    args: &'a Args,
    judging: JudgeOptions,
    engine: Engine,
    interrupt: Interrupt,
    book: Book,
    /// Whether nothing has been written yet.
    first: bool,
}

impl Job<'_> {
    fn annotate(&mut self, source: &Source, raw: &RawRecord, out: &mut Output) -> Result {
        let label = source.label(raw.span.start);
        let judged = judge(source, raw, &self.judging);
        for warning in &judged.warnings {
            out.warn(&render(source, warning, out.ascii()));
        }
        for fault in &judged.faults {
            let mut diagnostic = fault.diagnostic();
            if judged.cut {
                out.complain(&render(source, &diagnostic, out.ascii()));
            } else {
                // The moves are right, and they are what is scored.
                diagnostic.severity = Severity::Warning;
                out.warn(&render(source, &diagnostic, out.ascii()));
            }
        }
        if judged.cut {
            return Ok(Status::Fails);
        }
        let game = &judged.record.game;
        let annotation = {
            let stop = self.interrupt.within(self.args.search.time);
            let meter = Meter::new(&label, out);
            let mut show = |progress: &Progress| meter.show(progress);
            let limits = Limits {
                stop: &stop,
                progress: Some(&mut show),
            };
            annotate(game, &mut self.engine, self.args.reach(), limits)
                .map_err(|error| UserError::new(format!("{label}: {error}")))?
        };
        let opening = self.book.name(game).map(|named| named.line.name.as_str());
        if self.args.json.json {
            out.json(&Report {
                source: &label,
                start: StartReport::new(game.start()),
                tags: tags(&judged.record),
                opening,
                annotation: &annotation,
            })?;
        } else {
            if !std::mem::take(&mut self.first) {
                writeln!(out)?;
            }
            let page = Page {
                label: &label,
                judged: &judged,
                opening,
                annotation: &annotation,
            };
            page.write(out)?;
        }
        Ok(if self.interrupt.raised() {
            Status::Interrupted
        } else {
            Status::Holds
        })
    }
}

/// What is printed about a game for people.
struct Page<'a> {
    label: &'a str,
    judged: &'a Judged,
    opening: Option<&'a str>,
    annotation: &'a Annotation,
}

impl Page<'_> {
    fn write(&self, out: &mut Output) -> io::Result<()> {
        write!(out, "{}", self.label.bold())?;
        let tag = |names: [&str; 2]| {
            let mut tags = self.judged.record.tags.iter();
            tags.find(|tag| names.contains(&tag.name.as_str()))
                .map(|tag| tag.value.as_str())
        };
        if let (Some(black), Some(white)) = (tag(["black", "pb"]), tag(["white", "pw"])) {
            write!(out, ": {black} (Black) - {white} (White)")?;
        }
        writeln!(out)?;
        if let Some(opening) = self.opening {
            writeln!(out, "Opening: {opening}")?;
        }
        if let Some(unscored) = self.unscored() {
            writeln!(out, "{unscored}")?;
        }
        if !self.annotation.scored().is_empty() {
            writeln!(out)?;
            table::write(&self.moves(out), out)?;
            writeln!(out)?;
            table::write(&self.summary(), out)?;
            writeln!(out)?;
        }
        writeln!(out, "{}", self.closing())
    }

    /// What was not scored, and what would change that.
    fn unscored(&self) -> Option<String> {
        let Some(first) = self.annotation.plies.iter().find(|ply| ply.ply.is_some()) else {
            return Some("There are no moves.".to_owned());
        };
        let Some(scored) = self.annotation.scored().first() else {
            let empties = match self.judged.record.game.last().empties() {
                1 => "1 empty square".to_owned(),
                n => format!("{n} empty squares"),
            };
            return Some(format!(
                "No move was scored: the record ends with {empties}. --exact-from EMPTIES and\n\
                 --time T set how far to go."
            ));
        };
        (scored.empties < first.empties).then(|| {
            format!(
                "Scored from {} empty squares on; --exact-from EMPTIES and --time T go further.",
                scored.empties
            )
        })
    }

    /// One row a move.
    fn moves(&self, out: &Output) -> Table {
        let headings = ["ply", "move", "score", "loss", "class", "best", "remarks"];
        let mut table = table(headings);
        table.set_width(out.width());
        for ply in self.annotation.scored() {
            table.add_row(row(ply));
        }
        for column in [0, 2, 3] {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table
    }

    /// One row a side.
    fn summary(&self) -> Table {
        let mut table = table([
            "",
            "moves",
            "loss",
            "best",
            "good",
            "inaccuracies",
            "mistakes",
            "blunders",
        ]);
        for side in Color::ALL {
            let summary = &self.annotation.summary[side];
            let &Summary { moves, loss, .. } = summary;
            let counts = CLASSES.map(|class| summary.count(class).to_string());
            let cells = [
                side.name().to_owned(),
                moves.to_string(),
                loss.map(|loss| loss.to_string()).unwrap_or_default(),
            ];
            table.add_row(cells.into_iter().chain(counts));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }

    /// How the game ended and where it was decided, or what is left of it.
    fn closing(&self) -> String {
        let game = &self.judged.record.game;
        let standing = standing(game.last());
        let Some(last) = self.annotation.scored().last() else {
            return format!("{standing}.");
        };
        if !game.is_complete() {
            let outlook = match last.score.map_or(0, |score| score.0) {
                0 => "it is a draw".to_owned(),
                score @ 1.. => format!("{} wins by {score}", last.side.name()),
                score => format!("{} wins by {}", (!last.side).name(), -score),
            };
            return format!("{standing}; with best play {outlook}.");
        }
        let mut plies = self.annotation.scored().iter();
        let decisive = plies.find(|ply| ply.ply.is_some() && ply.ply == self.annotation.decided);
        let decided = match decisive {
            Some(ply) => {
                let remark = ply.remarks.first().map(Remark::to_string);
                format!(
                    "Decided at ply {}: {} {} {}.",
                    ply.ply.unwrap_or_default(),
                    ply.side.name(),
                    ply.mv,
                    remark.unwrap_or_default()
                )
            }
            None => "No scored move changed the result.".to_owned(),
        };
        format!("{standing}.\n{decided}")
    }
}

const CLASSES: [Class; 5] = [
    Class::Best,
    Class::Good,
    Class::Inaccuracy,
    Class::Mistake,
    Class::Blunder,
];

fn row(ply: &Ply) -> Vec<Cell> {
    let number = ply.ply.map(|n| n.to_string()).unwrap_or_default();
    let score = ply.score.map(|score| score.to_string()).unwrap_or_default();
    let mut cells = vec![
        Cell::new(number),
        Cell::new(format!("{} {}", ply.side.name(), ply.mv)),
        Cell::new(score),
    ];
    let class = ply.class.unwrap_or(Class::Best);
    if class == Class::Best {
        cells.extend([Cell::new(""), Cell::new(""), Cell::new("")]);
    } else {
        let loss = ply.loss.map(|loss| loss.to_string()).unwrap_or_default();
        cells.push(classed(Cell::new(loss), class));
        cells.push(classed(Cell::new(class), class));
        cells.push(Cell::new(better(ply)));
    }
    let remarks: Vec<String> = ply.remarks.iter().map(Remark::to_string).collect();
    cells.push(Cell::new(remarks.join("; ")));
    cells
}

/// The best moves and their score: `a2 b1 +12`.
fn better(ply: &Ply) -> String {
    const SHOWN: usize = 3;
    let mut words: Vec<String> = ply.best.iter().take(SHOWN).map(Move::to_string).collect();
    if ply.best.len() > SHOWN {
        words.push("...".to_owned());
    }
    words.extend(ply.best_score.map(|score| score.to_string()));
    words.join(" ")
}

/// A cell in the colour of a class.
fn classed(cell: Cell, class: Class) -> Cell {
    match class {
        Class::Best | Class::Good => cell,
        Class::Inaccuracy => cell.fg(TableColor::Yellow),
        Class::Mistake => cell.fg(TableColor::Red),
        Class::Blunder => cell.fg(TableColor::Red).add_attribute(Attribute::Bold),
    }
}
