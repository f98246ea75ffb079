//! [`Problem`]: why a puzzle is not sound.

use serde::Serialize;

use crate::source::{Diagnostic, Span};

/// What is wrong with a puzzle, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// The entry is not as the file format has it.
    Syntax,
    /// The position cannot come about in a game, or there is no move to find.
    IllegalPosition,
    /// A move that is listed cannot be played.
    IllegalMove,
    /// A move is listed as a key and does not attain the task.
    WrongKey,
    /// A move attains the task and is not listed as a key.
    NotUnique,
    /// The score is another one.
    WrongScore,
    /// No move attains the task.
    NotForced,
    /// A move of the main line is not the best.
    WrongLine,
    /// The same puzzle stands elsewhere, or another with its id.
    Duplicate,
    /// The search was stopped before it was done.
    NotProved,
}

impl ProblemKind {
    /// The name in reports: `not-unique`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::IllegalPosition => "illegal-position",
            Self::IllegalMove => "illegal-move",
            Self::WrongKey => "wrong-key",
            Self::NotUnique => "not-unique",
            Self::WrongScore => "wrong-score",
            Self::NotForced => "not-forced",
            Self::WrongLine => "wrong-line",
            Self::Duplicate => "duplicate",
            Self::NotProved => "not-proved",
        }
    }
}

/// Something that is wrong with a puzzle, with the place in the file that it
/// is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Which kind of wrong.
    pub kind: ProblemKind,
    /// What is wrong, where, and what would be right.
    pub diagnostic: Diagnostic,
}

impl Problem {
    pub(super) fn new(kind: ProblemKind, message: impl Into<String>, span: Span) -> Self {
        Self {
            kind,
            diagnostic: Diagnostic::error(message, span),
        }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.diagnostic.help.push(help.into());
        self
    }
}

/// A fault of the file format.
impl From<Diagnostic> for Problem {
    fn from(diagnostic: Diagnostic) -> Self {
        Self {
            kind: ProblemKind::Syntax,
            diagnostic,
        }
    }
}
