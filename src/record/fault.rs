//! [`Fault`]: what is wrong with a record, and where.

use std::fmt;

use serde::Serialize;

use crate::{
    board::{Color, IllegalMove, Move},
    source::{Diagnostic, Span},
};

use super::{ReadFault, ReadFaultKind, Repair};

/// The kinds of faults, by the names that scripts know them by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// A word in the place of a move that is none, or text that the format
    /// does not allow.
    Syntax,
    /// A disc that would outflank nothing, or on a square the board lacks.
    IllegalMove,
    /// A disc on a disc.
    OccupiedSquare,
    /// A written pass of a side that has a legal move.
    IllegalPass,
    /// A pass that is left out of a record that writes its passes, or a move
    /// of the side whose turn it is not.
    MissingPass,
    /// A disc placed when neither side can move any more.
    MoveAfterEnd,
    /// A stated result that is not the one of the moves.
    ResultMismatch,
    /// Bytes that are no text.
    BadEncoding,
    /// A record that ends in the middle.
    Truncated,
}

impl FaultKind {
    /// The name, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::IllegalMove => "illegal-move",
            Self::OccupiedSquare => "occupied-square",
            Self::IllegalPass => "illegal-pass",
            Self::MissingPass => "missing-pass",
            Self::MoveAfterEnd => "move-after-end",
            Self::ResultMismatch => "result-mismatch",
            Self::BadEncoding => "bad-encoding",
            Self::Truncated => "truncated",
        }
    }

    /// The kind of an illegal move.
    pub(super) const fn of(error: IllegalMove) -> Self {
        match error {
            IllegalMove::OffBoard(..)
            | IllegalMove::Hole(_)
            | IllegalMove::FlipsNothing { .. }
            | IllegalMove::MustPass { .. } => Self::IllegalMove,
            IllegalMove::Occupied(_) => Self::OccupiedSquare,
            IllegalMove::PassWithMoves { .. } => Self::IllegalPass,
            IllegalMove::GameOver => Self::MoveAfterEnd,
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One thing that is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// Its place.
    pub span: Span,
    /// What is wrong, in one line.
    pub message: String,
    /// The number that the move has, or would have if it were one. `None`
    /// when the fault lies outside the moves.
    pub ply: Option<usize>,
    /// The move, or the word that stands in its place.
    pub text: Option<String>,
    /// The side whose turn it is there.
    pub side: Option<Color>,
    /// The moves that, put in its place, make the rest of the record legal,
    /// in board order.
    pub suggestions: Vec<Move>,
    /// The single changes that make the whole record legal, the likeliest
    /// first; those of `suggestions` are among them.
    pub repairs: Vec<Repair>,
    /// What would be right, one remedy a line.
    pub help: Vec<String>,
}

impl Fault {
    /// A fault outside the moves: of form, or of the record as a whole.
    pub fn new(kind: FaultKind, span: Span, message: impl Into<String>) -> Self {
        Self {
            kind,
            span,
            message: message.into(),
            ply: None,
            text: None,
            side: None,
            suggestions: Vec::new(),
            repairs: Vec::new(),
            help: Vec::new(),
        }
    }

    /// A fault that a reader found; one without a place is the whole
    /// record's.
    pub(super) fn of_reader(fault: &ReadFault, record: Span) -> Self {
        let kind = match fault.kind {
            ReadFaultKind::Syntax => FaultKind::Syntax,
            ReadFaultKind::BadEncoding => FaultKind::BadEncoding,
            ReadFaultKind::Truncated => FaultKind::Truncated,
        };
        let told = &fault.diagnostic;
        Self {
            help: told.help.clone(),
            ..Self::new(kind, told.span.unwrap_or(record), told.message.clone())
        }
    }

    /// The same with one more remedy.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// As a message that underlines its place.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.message.clone(), self.span);
        diagnostic.label = self.ply.map(|ply| format!("move {ply}"));
        diagnostic.help.clone_from(&self.help);
        diagnostic
    }
}
