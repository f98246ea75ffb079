//! [`Seen`]: which squares were ever black in a game, and which were white.
//!
//! Two words a game tell of most games that a pattern was never on the board,
//! without playing them; a pattern of one disc they settle.

use super::derived::squares;
use crate::board::{Bitboard, Board, Color};

/// The squares that ever held a disc of a colour, in a game from Othello's
/// start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) black: Bitboard,
    pub(super) white: Bitboard,
}

/// How many bytes a game has in the table `seen`.
pub(super) const SIZE: usize = 16;

impl Seen {
    /// Nothing, as of games from other starts.
    pub(super) const NOTHING: Self = Self {
        black: Bitboard::EMPTY,
        white: Bitboard::EMPTY,
    };

    /// Of a game from Othello's start: the bits of its moves, passes left out.
    pub(super) fn of(moves: &[u8]) -> Self {
        let mut seen = Self::NOTHING;
        let (mut board, mut side) = (Board::START, Color::Black);
        seen.see(board, side);
        for square in squares(moves) {
            let next = match board.play(square) {
                Some(next) => Some((next, !side)),
                None => board.pass().play(square).map(|next| (next, side)),
            };
            let Some(next) = next else { break };
            (board, side) = next;
            seen.see(board, side);
        }
        seen
    }

    fn see(&mut self, board: Board, side: Color) {
        self.black |= board.discs_of(Color::Black, side);
        self.white |= board.discs_of(Color::White, side);
    }

    pub(super) fn to_bytes(self) -> [u8; SIZE] {
        let both = u128::from(self.black.0) | u128::from(self.white.0) << 64;
        both.to_le_bytes()
    }

    pub(super) fn from_bytes(bytes: [u8; SIZE]) -> Self {
        let both = u128::from_le_bytes(bytes);
        Self {
            black: Bitboard(both as u64),
            white: Bitboard((both >> 64) as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    #[test]
    fn squares_are_seen_in_the_colours_that_they_had() {
        let bit = |name: &str| {
            let square: Square = name.parse().unwrap();
            square.bit().unwrap() as u8
        };
        let seen = Seen::of(&["f5", "d6", "c3"].map(bit));
        let has = |set: Bitboard, name: &str| set.contains(name.parse().unwrap());
        // e5 begins white and becomes black, and d5 becomes white.
        for name in ["d4", "e5", "d5", "d6"] {
            assert!(has(seen.white, name), "{name}");
        }
        for name in ["e4", "d5", "e5", "f5", "d4", "c3"] {
            assert!(has(seen.black, name), "{name}");
        }
        assert!(!has(seen.white, "f5") && !has(seen.black, "d6") && !has(seen.black, "a1"));
        assert_eq!(Seen::from_bytes(seen.to_bytes()), seen);
    }
}
