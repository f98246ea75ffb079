//! [`Node`]: a board, and who of the two is hunted.

use crate::{
    board::{Bitboard, Board, Square},
    engine::{
        kernel::{Level, Portable, after, bits},
        stability::{EdgeTable, stable_discs},
    },
};

/// No move flips more discs than this: on d4 they would be 2 or 3 in each of
/// the eight directions, 19 together. In a game the most are 18, in a corner.
const MOST_FLIPS: u32 = 19;

/// A board and whether the side to move attacks or defends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) attack: bool,
}

impl Node {
    pub(super) const fn attacker_to_move(board: Board) -> Self {
        Self {
            board,
            attack: true,
        }
    }

    pub(super) const fn defender_to_move(board: Board) -> Self {
        Self {
            board,
            attack: false,
        }
    }

    pub(super) const fn passed(self) -> Self {
        Self {
            board: self.board.pass(),
            attack: !self.attack,
        }
    }

    pub(super) const fn defender(self) -> Bitboard {
        if self.attack {
            self.board.opponent
        } else {
            self.board.player
        }
    }

    const fn attacker(self) -> Bitboard {
        if self.attack {
            self.board.player
        } else {
            self.board.opponent
        }
    }

    pub(super) const fn is_wiped_out(self) -> bool {
        self.defender().is_empty()
    }

    /// The moves of the side to move with the nodes they lead to, in board
    /// order. Empty when it must pass.
    pub(super) fn replies(self) -> impl Iterator<Item = (Square, Self)> {
        bits(self.board.moves().0).map(move |bit| {
            let flips = Portable.flips(self.board, bit);
            let child = Self {
                board: after(self.board, bit, flips),
                attack: !self.attack,
            };
            (Square::from_bit(bit), child)
        })
    }

    /// Whether one move of the attacker, who is to move, flips all that the
    /// defender has.
    pub(super) fn ends_now(self, moves: Bitboard) -> bool {
        let all = self.board.opponent;
        all.len() <= MOST_FLIPS && bits(moves.0).any(|bit| Portable.flips(self.board, bit) == all.0)
    }

    /// Whether a disc of the defender can be seen to stay for ever.
    pub(super) fn has_stable_disc(self, edges: &EdgeTable) -> bool {
        let board = Board {
            player: self.defender(),
            opponent: self.attacker(),
        };
        stable_discs(Portable, board, edges) != 0
    }

    /// Whether the attacker's moves are too few to flip all discs.
    pub(super) const fn needs_more_than(self, moves: u32) -> bool {
        self.defender().len() > MOST_FLIPS * moves
    }
}
