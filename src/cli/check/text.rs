//! A checked record for people.

use std::io::Write;

use outflank::{
    board::{Game, Start},
    diagram::{self, standing},
    record::{Counting, Fault, Judged, start_of},
    source::{Diagnostic, Source},
};
use owo_colors::{OwoColorize, Style};

use super::{
    super::{error::render, head::name_of},
    counted,
};

/// How much is said.
#[derive(Debug, Clone, Copy)]
pub(super) struct Manner {
    pub(super) ascii: bool,
    /// Nothing of what was assumed.
    pub(super) quiet: bool,
    /// Nothing of a record that is valid, but for what concerns all of its
    /// file.
    pub(super) summary: bool,
}

/// One record for people.
pub(super) fn print(
    source: &Source,
    number: usize,
    judged: &Judged,
    manner: Manner,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let label = source.label(judged.record.span.start);
    // Text given in the shell is one game.
    let game = match number {
        1 if source.name() == "argument" => String::new(),
        n => format!(" game {n}:"),
    };
    if judged.is_valid() && manner.summary {
        // It is counted.
    } else if judged.is_valid() {
        let verdict = "valid".style(Style::new().green());
        let facts = facts(source, judged).join(", ");
        writeln!(out, "{label}:{game} {verdict}, {facts}")?;
    } else {
        let verdict = "invalid".style(Style::new().red());
        let faults = judged.faults.iter().map(in_brief);
        let facts: Vec<String> = start_facts(judged).into_iter().chain(faults).collect();
        writeln!(out, "{label}:{game} {verdict}, {}", facts.join(", "))?;
        for fault in &judged.faults {
            let text = render(source, &fault.diagnostic(), manner.ascii);
            out.write_all(text.as_bytes())?;
        }
        writeln!(out)?;
    }
    // What was assumed is a part of the report.
    if !manner.quiet {
        let told = |warning: &&Diagnostic| {
            !(manner.summary && judged.is_valid()) || warning.span.is_none()
        };
        for warning in judged.warnings.iter().filter(told) {
            let text = render(source, warning, manner.ascii);
            write!(out, "{text}")?;
        }
    }
    Ok(())
}

pub(in crate::cli) fn in_brief(fault: &Fault) -> String {
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
