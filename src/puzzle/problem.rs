//! [`Problem`]: why a puzzle is not sound, or what its composer should know.

use serde::Serialize;

use crate::{
    board::Square,
    source::{Diagnostic, Severity, Span},
};

/// What is told of a puzzle, by kind.
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
    /// A move of the main line, of a variation or of a refutation is wrong.
    WrongLine,
    /// The same puzzle stands elsewhere, or another with its id.
    Duplicate,
    /// The search was stopped before it was done.
    NotProved,
    /// The moves of `game` do not lead to the position.
    WrongGame,
    /// A remark: later in the main line the solver has more than one move.
    Dual,
    /// A remark: two moves of the solver can be exchanged.
    MoveOrder,
    /// A remark: a move chosen at random is likely to attain the task.
    Trivial,
    /// A remark: a defence that is as good as that of the main line, and needs
    /// another answer, is in no variation.
    MissingDefence,
    /// A remark: a puzzle that is nearly the same stands elsewhere.
    Similar,
}

impl ProblemKind {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Syntax,
        Self::IllegalPosition,
        Self::IllegalMove,
        Self::WrongKey,
        Self::NotUnique,
        Self::WrongScore,
        Self::NotForced,
        Self::WrongLine,
        Self::Duplicate,
        Self::NotProved,
        Self::WrongGame,
        Self::Dual,
        Self::MoveOrder,
        Self::Trivial,
        Self::MissingDefence,
        Self::Similar,
    ];

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
            Self::WrongGame => "wrong-game",
            Self::Dual => "dual",
            Self::MoveOrder => "move-order",
            Self::Trivial => "trivial",
            Self::MissingDefence => "missing-defence",
            Self::Similar => "similar",
        }
    }
}

/// Something that is wrong with a puzzle, or a remark about it, with the place
/// in the file that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Which kind of wrong.
    pub kind: ProblemKind,
    /// What is wrong, where, and what would be right. A remark is a warning.
    pub diagnostic: Diagnostic,
    /// The ply it is about, counted from the position on: the key is ply 1.
    pub ply: Option<usize>,
    /// The moves it is about, in board order.
    pub moves: Vec<Square>,
}

impl Problem {
    pub(super) fn new(kind: ProblemKind, message: impl Into<String>, span: Span) -> Self {
        Self {
            kind,
            diagnostic: Diagnostic::error(message, span),
            ply: None,
            moves: Vec::new(),
        }
    }

    /// What does not make a puzzle unsound.
    pub(super) fn remark(kind: ProblemKind, message: impl Into<String>, span: Span) -> Self {
        let mut remark = Self::new(kind, message, span);
        remark.diagnostic.severity = Severity::Warning;
        remark
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.diagnostic.help.push(help.into());
        self
    }

    pub(super) fn about(mut self, ply: usize, moves: &[Square]) -> Self {
        self.ply = Some(ply);
        self.moves = moves.to_vec();
        self
    }

    /// Whether the puzzle is sound in spite of it.
    #[must_use]
    pub fn is_remark(&self) -> bool {
        self.diagnostic.severity == Severity::Warning
    }

    /// Where it stands, for sorting in the order of the file.
    #[must_use]
    pub fn place(&self) -> Option<usize> {
        self.diagnostic.span.map(|span| span.start)
    }
}

/// A fault of the file format.
impl From<Diagnostic> for Problem {
    fn from(diagnostic: Diagnostic) -> Self {
        Self {
            kind: ProblemKind::Syntax,
            diagnostic,
            ply: None,
            moves: Vec::new(),
        }
    }
}
