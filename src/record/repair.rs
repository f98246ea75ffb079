//! [`Repair`]: one change of a record that makes all of it legal.
//!
//! A slip need not be illegal where it was made: a wrong move is often legal
//! itself, and only a later one betrays it. So every place up to the fault is
//! tried, the nearest first: another move there, one more, one less, two
//! neighbours swapped.

use std::{cmp::Reverse, collections::HashSet};

use serde::Serialize;

use crate::{
    board::{Move, Rules},
    source::Span,
};

use super::{
    result,
    script::{Change, Edit, Script},
    trial::{Item, Trial},
};

/// One change of a record that makes all of it legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// What is changed.
    pub kind: RepairKind,
    /// The number of the move that is changed, as the text counts.
    pub ply: usize,
    /// The text that is changed; empty for something that is put in.
    pub span: Span,
    /// What is to stand there, moves with blanks between them; empty for
    /// something that is left out.
    pub put: String,
    /// The same in words, to follow "help:".
    pub message: String,
    /// All discs placed in the repaired record, as
    /// [`Game::compact`](crate::board::Game::compact) writes them.
    pub moves: String,
    /// Whether it mends a slip that people often make: neighbours swapped, a
    /// move written twice, a letter that looks like another.
    pub likely: bool,
    /// Whether the repaired game has the result that the record states.
    pub confirmed: bool,
}

/// The ways of repairing a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RepairKind {
    /// Another move in the place of a word.
    Replace,
    /// A move that was forgotten is put in.
    Insert,
    /// A word is left out.
    Drop,
    /// Two neighbours change places.
    Swap,
    /// A stated side is wrong.
    Side,
    /// Words like `5f` name the row first.
    RowFirst,
    /// All that follows the end of the game is left out.
    Cut,
}

/// What was found for one fault.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The item of the script that is at fault.
    fault: usize,
    /// The edits that make the whole record legal, the nearest to it first.
    pub(super) whole: Vec<Edit>,
    /// The edit after which most of the record is legal, and the item of the
    /// script up to which it is.
    pub(super) farthest: Option<(Edit, usize)>,
}

/// The search gives up after this many moves, so that no input can keep it
/// busy; a game of 60 moves takes a few thousand.
const BUDGET: usize = 200_000;

/// A search for what repairs a script.
struct Search<'a, 's> {
    script: &'a Script<'s>,
    /// The position before each item, up to the one that is at fault.
    before: &'a [Trial],
    budget: usize,
    found: Found,
}

/// Looks for what repairs a script; `before` holds the position before each
/// item, up to the one that is at fault.
pub(super) fn search(script: &Script<'_>, before: &[Trial]) -> Found {
    let mut search = Search {
        script,
        before,
        budget: BUDGET,
        found: Found {
            fault: before.len().saturating_sub(1),
            ..Found::default()
        },
    };
    search.run();
    search.found
}

impl Search<'_, '_> {
    fn run(&mut self) {
        let fault = self.found.fault;
        for at in (0..=fault).rev() {
            let Some(state) = self.before.get(at) else {
                return;
            };
            if at == fault && state.is_over() {
                self.try_edit(at, Change::Cut);
            }
            let item = self.script.item(at);
            if at == fault && self.script.names_rows_first(at) {
                self.try_edit(at, Change::RowFirst);
            }
            if at == fault && item.is_some_and(|item| item.side.is_some()) {
                self.try_edit(at, Change::Side);
            }
            let choices = state.choices();
            for &mv in &choices {
                if item.is_none_or(|item| item.mv != Some(mv)) {
                    self.try_edit(at, Change::Replace(mv));
                }
            }
            self.try_edit(at, Change::Drop);
            if self.script.item(at + 1).is_some() {
                self.try_edit(at, Change::Swap);
            }
            for &mv in &choices {
                // A pass may be left out anyway.
                if mv != Move::Pass {
                    self.try_edit(at, Change::Insert(mv));
                }
            }
            if self.budget == 0 {
                return;
            }
        }
    }

    fn try_edit(&mut self, at: usize, change: Change) {
        let edit = Edit { at, change };
        let (put, resume) = self.script.put(edit);
        let Some(mut here) = self.before.get(at).cloned() else {
            return;
        };
        // How far the script is legal: what is put in counts for what it
        // replaces.
        let mut reach = at;
        let rest = self.script.items().get(resume..).unwrap_or_default();
        for (i, &item) in put.iter().chain(rest).enumerate() {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            match here.accept(item) {
                Some(next) => here = next,
                None => return self.note(edit, reach),
            }
            reach = if i < put.len() {
                at + (i + 1).min(resume - at)
            } else {
                resume + (i - put.len()) + 1
            };
        }
        self.found.whole.push(edit);
        self.note(edit, self.script.items().len());
    }

    fn note(&mut self, edit: Edit, reach: usize) {
        let fault = self.found.fault;
        let rank = |edit, reach| (reach, Reverse(unlikeliness(self.script, edit, fault)));
        let best = self.found.farthest;
        if reach > fault && best.is_none_or(|(e, r)| rank(edit, reach) > rank(e, r)) {
            self.found.farthest = Some((edit, reach));
        }
    }
}

impl Found {
    /// The moves that, in the place of the fault, make all of the rest legal,
    /// in board order and a pass last.
    pub(super) fn suggestions(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self
            .whole
            .iter()
            .filter_map(|edit| match edit.change {
                Change::Replace(mv) if edit.at == self.fault => Some(mv),
                _ => None,
            })
            .collect();
        moves.sort_unstable();
        moves
    }

    /// The repairs, the likeliest first, at most `limit`, each resulting game
    /// once.
    pub(super) fn repairs(
        &self,
        script: &Script<'_>,
        before: &[Trial],
        rules: &Rules,
        limit: usize,
    ) -> Vec<Repair> {
        let claim = script.raw().claims.first();
        let confirms = |edit: Edit| {
            let (Some(claim), Some(here)) = (claim, before.get(edit.at)) else {
                return false;
            };
            let (put, resume) = script.put(edit);
            let rest = script.items().get(resume..).unwrap_or_default();
            let last = here.accept_all(put.iter().chain(rest).copied());
            last.is_some_and(|last| {
                last.is_over() && result::holds(claim.result, last.discs(), rules)
            })
        };
        let mut ranked: Vec<_> = self
            .whole
            .iter()
            .map(|&edit| {
                let unlikely = unlikeliness(script, edit, self.fault);
                let rank = (!confirms(edit), unlikely, self.fault.abs_diff(edit.at));
                (rank, edit)
            })
            .collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        let mut seen = HashSet::new();
        ranked
            .into_iter()
            .map(|(rank, edit)| (rank, edit, compact(script.edited(edit).items())))
            .filter(|(.., moves)| seen.insert(moves.clone()))
            .take(limit)
            .map(|((unconfirmed, unlikely, _), edit, moves)| {
                let (kind, span, put) = patch(script, edit);
                Repair {
                    kind,
                    ply: script.ply(edit.at),
                    span,
                    put,
                    message: in_words(script, edit, self.fault),
                    moves,
                    likely: unlikely <= 1 || !unconfirmed,
                    confirmed: !unconfirmed,
                }
            })
            .collect()
    }
}

/// The discs placed, as [`Game::compact`](crate::board::Game::compact) writes
/// them.
pub(super) fn compact(items: &[Item]) -> String {
    let squares = items.iter().filter_map(|item| item.square());
    squares.map(|square| square.to_string()).collect()
}

/// How far an edit is from the slips that people make, 0 for the commonest.
fn unlikeliness(script: &Script<'_>, edit: Edit, fault: usize) -> u8 {
    let Edit { at, change } = edit;
    let item = script.item(at);
    let slip = match change {
        Change::RowFirst | Change::Cut => 0,
        Change::Swap | Change::Side => 1,
        Change::Drop if item.is_some_and(|item| item.mv == Some(Move::Pass)) => 1,
        Change::Drop => {
            let before = script.items().iter().take(at);
            let twice =
                item.is_some_and(|item| item.mv.is_some() && before.clone().any(|&i| i == item));
            if twice { 0 } else { 3 }
        }
        Change::Replace(Move::Place(square)) if script.row_first(at) == Some(square) => 0,
        Change::Replace(mv) => unlikeness(&script.text(at), &mv.to_string()),
        Change::Insert(_) => 3,
    };
    // What is wrong is rather where it shows; of two that are swapped, the
    // second shows it as often as the first.
    let near = at == fault || (change == Change::Swap && at + 1 == fault);
    slip + if near { 0 } else { 2 }
}

/// How different two words look: 1 for one slip of the pen, up to 3.
fn unlikeness(written: &str, meant: &str) -> u8 {
    let lower = written.to_lowercase();
    let pairs = || lower.chars().zip(meant.chars());
    if lower.chars().count() != meant.chars().count() {
        return 3;
    }
    let different: Vec<_> = pairs().filter(|(a, b)| a != b).collect();
    match different.as_slice() {
        [(a, b)] if look_alike(*a, *b) => 1,
        [_] => 2,
        _ => 3,
    }
}

/// Letters and digits that are taken for one another in handwriting and in
/// print.
fn look_alike(a: char, b: char) -> bool {
    const PAIRS: [&str; 19] = [
        "ad", "bd", "bh", "ce", "cg", "ef", "gq", "g9", "b6", "b8", "d0", "17", "1l", "1i", "1|",
        "38", "56", "5s", "68",
    ];
    PAIRS
        .iter()
        .any(|pair| pair.contains(a) && pair.contains(b))
}

/// An edit as a change of the text: what kind, where, and what is to stand
/// there.
fn patch(script: &Script<'_>, edit: Edit) -> (RepairKind, Span, String) {
    let Edit { at, change } = edit;
    let span = script.span(at);
    let end = script.items().len().saturating_sub(1);
    let (kind, span) = match change {
        Change::Replace(_) => (RepairKind::Replace, span),
        Change::Insert(_) => (RepairKind::Insert, Span::new(span.start, span.start)),
        Change::Drop => (RepairKind::Drop, span),
        Change::Swap => {
            let next = script.span(at + 1);
            let both = Span::new(span.start.min(next.start), span.end.max(next.end));
            (RepairKind::Swap, both)
        }
        Change::Side => (RepairKind::Side, span),
        Change::RowFirst => (RepairKind::RowFirst, span.to(script.span(end))),
        Change::Cut => (RepairKind::Cut, span.to(script.span(end))),
    };
    let put = match change {
        Change::Side => vec![script.text(at)],
        _ => {
            let (put, _) = script.put(edit);
            let moves = put.iter().filter_map(|item| item.mv);
            moves.map(|mv| mv.to_string()).collect()
        }
    };
    (kind, span, put.join(" "))
}

/// An edit in words, to someone who looks at the fault.
pub(super) fn in_words(script: &Script<'_>, edit: Edit, fault: usize) -> String {
    let Edit { at, change } = edit;
    let (ply, text) = (script.ply(at), script.text(at));
    let here = at == fault;
    match change {
        Change::Replace(mv) if here => format!("put {mv} in its place"),
        Change::Replace(mv) => format!("put {mv} in place of {text} at move {ply}"),
        Change::Insert(mv) if here => format!("insert {mv} before it"),
        Change::Insert(mv) => format!("insert {mv} before {text} at move {ply}"),
        Change::Drop if here => "leave it out".to_owned(),
        Change::Drop => format!("leave out {text} at move {ply}"),
        Change::Swap => {
            let next = script.text(at + 1);
            format!("swap {text} and {next} at moves {ply} and {}", ply + 1)
        }
        Change::Side => "do not look at the side that the text names".to_owned(),
        Change::RowFirst => {
            let square = script.row_first(at);
            let square = square.map_or_else(String::new, |square| square.to_string());
            format!("read the row first: {text} is {square}")
        }
        Change::Cut => "leave out what follows the end of the game".to_owned(),
    }
}
