//! Positions up to symmetry, as the index knows them.

use crate::board::{Board, Color, Position, Square, Symmetry};

/// Two positions have the same place when one is the other turned or
/// mirrored, with the same side to move; a forced pass has been made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// A hash of the canonical board and the side to move. It is written in
    /// databases, so it never changes.
    pub(super) key: u64,
    /// The symmetries that lead to the canonical board, as a set of indices
    /// into [`Symmetry::ALL`]: several when the board is symmetric.
    ways: u8,
    /// The board with the pass made.
    board: Board,
}

impl Place {
    /// The place of a position; `None` on boards that are no 8×8.
    pub(super) fn of(position: &Position) -> Option<Self> {
        if !position.rules().is_plain_8x8() {
            return None;
        }
        let (board, side) = passed(position.board()?, position.to_move());
        Some(Self::new(board, side))
    }

    fn new(board: Board, side: Color) -> Self {
        let mut least = board;
        let mut ways = 0u8;
        for (index, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            let turned = symmetry.board(board);
            if index == 0 || turned < least {
                least = turned;
                ways = 0;
            }
            if turned == least {
                ways |= 1 << index;
            }
        }
        let seed = match side {
            Color::Black => 0x9e37_79b9_7f4a_7c15,
            Color::White => 0xd1b5_4a32_d192_ed03,
        };
        let key = mix(mix(least.player.0 ^ seed).wrapping_add(least.opponent.0));
        Self { key, ways, board }
    }

    /// The number of a move, the same for all moves that are one up to
    /// symmetry: a bit of the canonical board.
    pub(super) fn number(self, square: Square) -> u8 {
        let images = self.symmetries().map(|way| way.square(square, 8));
        let least = images.filter_map(Square::bit).min();
        least.and_then(|bit| u8::try_from(bit).ok()).unwrap_or(0)
    }

    /// The first legal move, in board order, that has a number; at the start
    /// f5, as most people write it.
    pub(super) fn square(self, number: u8) -> Option<Square> {
        let usual = (self.board == Board::START).then_some(Square::from_bit(F5));
        let mut moves = usual.into_iter().chain(self.board.moves());
        moves.find(|&square| self.number(square) == number)
    }

    fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        let all = Symmetry::ALL.into_iter().enumerate();
        all.filter(move |(index, _)| self.ways & (1 << index) != 0)
            .map(|(_, symmetry)| symmetry)
    }
}

/// The bit of f5.
pub(super) const F5: u32 = 37;

/// The places that a game comes through, each with the number of the move
/// that was made there; `None` where the game ends. Nothing more comes after
/// a move that is illegal.
pub(super) fn path(
    start: Board,
    side: Color,
    squares: impl Iterator<Item = Square>,
) -> impl Iterator<Item = (Place, Option<u8>)> {
    let mut here = Some(passed(start, side));
    let squares = squares.map(Some).chain(std::iter::once(None));
    squares.map_while(move |square| {
        let (board, side) = here?;
        let place = Place::new(board, side);
        let number = square.map(|square| place.number(square));
        let next = square.and_then(|square| board.play(square));
        here = next.map(|board| passed(board, !side));
        Some((place, number))
    })
}

/// A board with the pass made that is forced there.
pub(super) fn passed(board: Board, side: Color) -> (Board, Color) {
    if board.moves().is_empty() && !board.pass().moves().is_empty() {
        return (board.pass(), !side);
    }
    (board, side)
}

/// A bijection of 64 bits in which every bit of the result depends on every
/// bit given: the finalizer of splitmix64 (Steele, Lea, Flood, 2014).
pub(super) const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game, Rules};

    fn after(moves: &str) -> Position {
        let mut game = Game::new(Rules::othello());
        for square in moves.as_bytes().chunks(2) {
            let square = std::str::from_utf8(square).unwrap();
            game.play_with_passes(square.parse().unwrap()).unwrap();
        }
        game.last().clone()
    }

    #[test]
    fn keys_are_those_of_written_databases() {
        let key = |moves| Place::of(&after(moves)).unwrap().key;
        // Worked out by another program from the definition.
        assert_eq!(key(""), 0xabf0_ac3c_8abb_c64f);
        assert_eq!(key("f5"), 0xbdc8_9839_4a26_c692);
    }

    #[test]
    fn places_do_not_know_orientation_and_order() {
        let key = |moves| Place::of(&after(moves)).unwrap().key;
        assert_eq!(key("f5d6c3d3c4"), key("c4e3f6e6f5"));
        assert_eq!(key("f5d6c4d3c3"), key("f5d6c3d3c4"));
        assert_ne!(key("f5d6c3d3c4"), key("f5d6c3d3"));
        // All four first moves are one.
        let start = Place::of(&after("")).unwrap();
        let numbers: Vec<u8> = ["d3", "c4", "f5", "e6"]
            .map(|square| start.number(square.parse().unwrap()))
            .to_vec();
        assert!(numbers.iter().all(|&number| number == numbers[0]));
        assert_eq!(start.square(numbers[0]), Some("f5".parse().unwrap()));
        let place = Place::of(&after("f5d6")).unwrap();
        let c3 = "c3".parse().unwrap();
        assert_eq!(place.square(place.number(c3)), Some(c3));
        assert_eq!(start.square(63), None);
    }

    #[test]
    fn a_forced_pass_has_been_made() {
        let before = after("f5f6d3g5h5h4f7h6");
        assert!(before.must_pass());
        let passed = before.play(crate::board::Move::Pass).unwrap();
        assert_eq!(Place::of(&before), Place::of(&passed));
    }
}
