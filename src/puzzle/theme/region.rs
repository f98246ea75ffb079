//! The regions that the empty squares form.

use crate::board::{Bitboard, Square};

/// All squares of a set and those next to them, diagonally too.
pub(super) const fn spread(set: Bitboard) -> Bitboard {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set.0 | ((set.0 << 1) & NOT_A) | ((set.0 >> 1) & NOT_H);
    Bitboard(row | (row << 8) | (row >> 8))
}

/// The squares next to a square.
pub(super) fn neighbours(square: Square) -> Bitboard {
    let set = Bitboard::of(square);
    spread(set) - set
}

/// The region of a set of squares that a square is in. Squares that touch,
/// be it at a corner, belong together.
pub(super) fn region_of(square: Square, squares: Bitboard) -> Bitboard {
    let mut region = Bitboard::of(square) & squares;
    loop {
        let next = spread(region) & squares;
        if next == region {
            return region;
        }
        region = next;
    }
}

/// The regions that a set of squares falls into, in board order.
pub(super) fn regions(squares: Bitboard) -> Vec<Bitboard> {
    let mut left = squares;
    let mut regions = Vec::new();
    while let Some(first) = left.into_iter().next() {
        let region = region_of(first, left);
        regions.push(region);
        left = left - region;
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;

    #[test]
    fn squares_that_touch_are_one_region() {
        let squares = bitboard! {
            X X - - - - - X
            - - X - - - - -
            - - - - - - - X
            - - - - - - - -
            - - - - - - - -
            X - - - - - - -
            - - - - - - X -
            - - - - - - - X
        };
        let sizes: Vec<u32> = regions(squares).into_iter().map(Bitboard::len).collect();
        // h1 and h3 do not touch, nor does a row end where the next begins.
        assert_eq!(sizes, [3, 1, 1, 1, 2]);
        let a1 = "a1".parse().unwrap();
        assert_eq!(region_of(a1, squares).len(), 3);
        assert_eq!(region_of("d4".parse().unwrap(), squares), Bitboard::EMPTY);
        assert_eq!(neighbours(a1).len(), 3);
        assert_eq!(neighbours("d4".parse().unwrap()).len(), 8);
    }
}
