//! A checked record in JSON.

use std::collections::BTreeMap;

use outflank::{
    board::{Color, Move, Square},
    record::{Counting, Fault, FaultKind, Judged, Repair, RepairKind},
    source::{Diagnostic, Place, Source, Span},
};
use serde::Serialize;

use super::super::head::{StartReport, tags};

/// One record as `--json` reports it.
#[derive(Serialize)]
pub(super) struct Report<'a> {
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
pub(crate) struct FaultReport<'a> {
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
    /// The byte of a file that is no text, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    byte: Option<u64>,
}

impl Extent {
    fn new(source: &Source, span: Span) -> Self {
        Self {
            place: source.place(span.start),
            length: source.slice(span).chars().count(),
            byte: source.byte(span.start),
        }
    }
}

impl<'a> FaultReport<'a> {
    pub(crate) fn new(source: &Source, fault: &'a Fault) -> Self {
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
    pub(super) fn new(source: &'a Source, number: usize, judged: &'a Judged) -> Self {
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
