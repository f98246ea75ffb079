//! [`Trial`]: a position while the moves of a record are tried out. Readings
//! and repairs are tried by the thousand, so boards of up to 8×8 are the two
//! bit sets of the search.

use crate::board::{Bitboard, Board, ByColor, Color, Move, Position, Square};

/// What the rules look at in one word of a move list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Item {
    /// The move; `None` for a word that is none.
    pub(super) mv: Option<Move>,
    /// The side that the text says made it.
    pub(super) side: Option<Color>,
}

impl Item {
    /// A move whose side the text does not state.
    pub(super) const fn of(mv: Move) -> Self {
        Self {
            mv: Some(mv),
            side: None,
        }
    }

    /// The square of a placed disc.
    pub(super) fn square(self) -> Option<Square> {
        self.mv.and_then(Move::square)
    }
}

/// A position and the side to move.
#[derive(Debug, Clone)]
pub(super) enum Trial {
    /// A board of up to 8×8.
    Bits {
        board: Board,
        playable: Bitboard,
        to_move: Color,
    },
    /// A larger one.
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

    fn legal_moves(&self) -> Vec<Square> {
        match self {
            Self::Bits {
                board, playable, ..
            } => (board.moves() & *playable).into_iter().collect(),
            Self::Wide(position) => position.legal_moves(),
        }
    }

    fn can_move(&self) -> bool {
        match self {
            Self::Bits {
                board, playable, ..
            } => !(board.moves() & *playable).is_empty(),
            Self::Wide(position) => position.can_move(),
        }
    }

    /// The same discs with the other side to move, whether or not a pass is
    /// legal.
    fn turned(&self) -> Self {
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

    /// The words of a record that [`accept`](Self::accept) takes here, squares
    /// in board order and then a pass.
    pub(super) fn choices(&self) -> Vec<Move> {
        let own = self.legal_moves();
        if !own.is_empty() {
            return own.into_iter().map(Move::Place).collect();
        }
        let others = self.turned().legal_moves();
        let pass = (!others.is_empty()).then_some(Move::Pass);
        others.into_iter().map(Move::Place).chain(pass).collect()
    }

    fn place(&self, square: Square) -> Option<Self> {
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

    /// The position after several words, if the rules allow them all.
    pub(super) fn accept_all(&self, items: impl IntoIterator<Item = Item>) -> Option<Self> {
        let mut items = items.into_iter();
        items.try_fold(self.clone(), |here, item| here.accept(item))
    }

    /// How many words of a record the rules allow, one after the other.
    pub(super) fn reach(&self, items: impl IntoIterator<Item = Item>) -> usize {
        let mut here = self.clone();
        let allowed = |item| here.accept(item).map(|next| here = next);
        items.into_iter().map_while(allowed).count()
    }

    /// How many discs each side has.
    pub(super) fn discs(&self) -> ByColor<u32> {
        match self {
            Self::Bits { board, to_move, .. } => {
                ByColor::from_fn(|color| board.discs_of(color, *to_move).len())
            }
            Self::Wide(position) => position.discs(),
        }
    }
}
