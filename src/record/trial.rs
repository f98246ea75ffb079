//! [`Trial`]: a position while the moves of a record are tried out. Readings
//! and repairs are tried by the thousand, so boards of up to 8×8 are the two
//! bit sets of the search.

use crate::board::{Bitboard, Board, Color, Move, Position, Square};

/// What the rules look at in one word of a move list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Item {
    /// The move; `None` for a word that is none.
    pub(super) mv: Option<Move>,
    /// The side that the text says made it.
    pub(super) side: Option<Color>,
}

/// A position and the side to move.
#[derive(Debug, Clone)]
pub(super) enum Trial {
    Bits {
        board: Board,
        playable: Bitboard,
        to_move: Color,
    },
    Wide(Position),
}

impl Trial {
    pub(super) fn new(position: &Position) -> Self {
        match position.board() {
            Some(board) => Self::Bits {
                board,
                playable: position.rules().playable(),
                to_move: position.to_move(),
            },
            None => Self::Wide(position.clone()),
        }
    }

    pub(super) const fn to_move(&self) -> Color {
        match self {
            Self::Bits { to_move, .. } => *to_move,
            Self::Wide(position) => position.to_move(),
        }
    }

    /// The legal moves of the side to move, in board order.
    pub(super) fn legal_moves(&self) -> Vec<Square> {
        match self {
            Self::Bits {
                board, playable, ..
            } => (board.moves() & *playable).into_iter().collect(),
            Self::Wide(position) => position.legal_moves(),
        }
    }

    pub(super) fn can_move(&self) -> bool {
        match self {
            Self::Bits {
                board, playable, ..
            } => !(board.moves() & *playable).is_empty(),
            Self::Wide(position) => position.can_move(),
        }
    }

    /// The same discs with the other side to move, whether or not a pass is
    /// legal.
    pub(super) fn turned(&self) -> Self {
        match self {
            Self::Bits {
                board,
                playable,
                to_move,
            } => Self::Bits {
                board: board.pass(),
                playable: *playable,
                to_move: !*to_move,
            },
            Self::Wide(position) => Self::Wide(position.clone().with_to_move(!position.to_move())),
        }
    }

    pub(super) fn must_pass(&self) -> bool {
        !self.can_move() && self.turned().can_move()
    }

    pub(super) fn is_over(&self) -> bool {
        !self.can_move() && !self.turned().can_move()
    }

    /// The position after a disc of the side to move, if it is legal.
    pub(super) fn place(&self, square: Square) -> Option<Self> {
        match self {
            Self::Bits {
                board,
                playable,
                to_move,
            } => Some(Self::Bits {
                board: playable.contains(square).then(|| board.play(square))??,
                playable: *playable,
                to_move: !*to_move,
            }),
            Self::Wide(position) => position.play(square.into()).ok().map(Self::Wide),
        }
    }

    /// The position after one word of a record, if the rules allow it. The
    /// pass before a move may be left out, and passes may follow the end of
    /// the game: some programs write them.
    pub(super) fn accept(&self, item: Item) -> Option<Self> {
        let may_be = |side: Color| item.side.is_none_or(|stated| stated == side);
        let to_move = self.to_move();
        match item.mv? {
            Move::Place(square) => {
                let placed = may_be(to_move).then(|| self.place(square)).flatten();
                if placed.is_some() || !may_be(!to_move) || self.can_move() {
                    return placed;
                }
                self.turned().place(square)
            }
            Move::Pass if self.is_over() => Some(self.clone()),
            Move::Pass => (may_be(to_move) && self.must_pass()).then(|| self.turned()),
        }
    }

    /// How many words of a record the rules allow, one after the other.
    pub(super) fn reach(&self, items: impl IntoIterator<Item = Item>) -> usize {
        let mut here = self.clone();
        let mut reach = 0;
        for item in items {
            match here.accept(item) {
                Some(next) => here = next,
                None => break,
            }
            reach += 1;
        }
        reach
    }
}
