//! The first move that games are turned to.

use outflank::board::Square;

/// The first move of Othello, seen four ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum FirstMove {
    F5,
    C4,
    D3,
    E6,
}

impl FirstMove {
    pub(super) fn square(self) -> Option<Square> {
        let (col, row) = match self {
            Self::F5 => (5, 4),
            Self::C4 => (2, 3),
            Self::D3 => (3, 2),
            Self::E6 => (4, 5),
        };
        Square::new(col, row)
    }
}
