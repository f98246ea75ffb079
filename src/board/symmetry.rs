//! [`Symmetry`]: the eight ways to turn and mirror a board.

use super::{Bitboard, Board, Square};

/// One of the eight symmetries of the square.
///
/// ```
/// use outflank::board::{Square, Symmetry};
///
/// // The four first moves of Othello are one move, seen four ways.
/// let f5: Square = "f5".parse()?;
/// assert_eq!(Symmetry::Rotate180.square(f5, 8).to_string(), "c4");
/// assert_eq!(Symmetry::Transpose.square(f5, 8).to_string(), "e6");
/// assert_eq!(Symmetry::AntiTranspose.square(f5, 8).to_string(), "d3");
/// # Ok::<(), outflank::board::SquareError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing changes.
    Identity,
    /// A half turn: a1 becomes h8.
    Rotate180,
    /// Mirrored in the diagonal a1–h8: b1 becomes a2.
    Transpose,
    /// Mirrored in the diagonal h1–a8: a1 becomes h8, b1 becomes h7.
    AntiTranspose,
    /// Left and right change places: a1 becomes h1.
    MirrorColumns,
    /// Top and bottom change places: a1 becomes a8.
    MirrorRows,
    /// A quarter turn clockwise: a1 becomes h1, h1 becomes h8.
    Rotate90,
    /// A quarter turn anticlockwise: a1 becomes a8.
    Rotate270,
}

impl Symmetry {
    /// All eight. The first four are those that keep Othello's start.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::Rotate180,
        Self::Transpose,
        Self::AntiTranspose,
        Self::MirrorColumns,
        Self::MirrorRows,
        Self::Rotate90,
        Self::Rotate270,
    ];

    /// The four that map Othello's starting position, colours and all, onto
    /// itself: under them a game is the same game.
    pub const OF_START: [Self; 4] = [
        Self::Identity,
        Self::Rotate180,
        Self::Transpose,
        Self::AntiTranspose,
    ];

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::Rotate90 => Self::Rotate270,
            Self::Rotate270 => Self::Rotate90,
            other => other,
        }
    }

    /// Where a square of an n×n board goes. A square off that board stays.
    #[must_use]
    pub fn square(self, square: Square, n: u8) -> Square {
        let (col, row) = (square.col(), square.row());
        if col >= n || row >= n {
            return square;
        }
        let (flip_col, flip_row) = (n - 1 - col, n - 1 - row);
        let (col, row) = match self {
            Self::Identity => (col, row),
            Self::Rotate180 => (flip_col, flip_row),
            Self::Transpose => (row, col),
            Self::AntiTranspose => (flip_row, flip_col),
            Self::MirrorColumns => (flip_col, row),
            Self::MirrorRows => (col, flip_row),
            Self::Rotate90 => (flip_row, col),
            Self::Rotate270 => (row, flip_col),
        };
        Square::new(col, row).unwrap_or(square)
    }

    /// Where a set of squares of the 8×8 board goes.
    #[must_use]
    pub const fn bitboard(self, set: Bitboard) -> Bitboard {
        let b = set.0;
        Bitboard(match self {
            Self::Identity => b,
            Self::Rotate180 => b.reverse_bits(),
            Self::Transpose => transpose(b),
            Self::AntiTranspose => transpose(b).reverse_bits(),
            Self::MirrorColumns => b.reverse_bits().swap_bytes(),
            Self::MirrorRows => b.swap_bytes(),
            // Transposed, then columns mirrored; the other way round for 270.
            Self::Rotate90 => transpose(b).reverse_bits().swap_bytes(),
            Self::Rotate270 => transpose(b).swap_bytes(),
        })
    }

    /// Where an 8×8 board goes.
    #[must_use]
    pub const fn board(self, board: Board) -> Board {
        Board {
            player: self.bitboard(board.player),
            opponent: self.bitboard(board.opponent),
        }
    }
}

/// Mirrors in the diagonal a1–h8 by three rounds of swapping blocks (Warren,
/// *Hacker's Delight*, 2002, 7-3).
const fn transpose(mut b: u64) -> u64 {
    let mut t = (b ^ (b >> 7)) & 0x00aa_00aa_00aa_00aa;
    b ^= t ^ (t << 7);
    t = (b ^ (b >> 14)) & 0x0000_cccc_0000_cccc;
    b ^= t ^ (t << 14);
    t = (b ^ (b >> 28)) & 0x0000_0000_f0f0_f0f0;
    b ^ t ^ (t << 28)
}

impl Board {
    /// The least of the eight symmetric boards: two 8×8 positions are the same
    /// up to symmetry when their canonical forms are equal. The symmetry that
    /// leads there comes with it.
    #[must_use]
    pub fn canonical(self) -> (Self, Symmetry) {
        let mut best = (self, Symmetry::Identity);
        for symmetry in Symmetry::ALL {
            let board = symmetry.board(self);
            if board < best.0 {
                best = (board, symmetry);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_bitboards_agree() {
        for symmetry in Symmetry::ALL {
            for bit in 0..64 {
                let square = Square::from_bit(bit);
                let image = symmetry.square(square, 8);
                assert_eq!(
                    symmetry.bitboard(Bitboard::of(square)),
                    Bitboard::of(image),
                    "{symmetry:?} {square}"
                );
                assert_eq!(symmetry.inverse().square(image, 8), square);
            }
        }
    }

    #[test]
    fn four_symmetries_keep_the_start() {
        for symmetry in Symmetry::ALL {
            let kept = symmetry.board(Board::START) == Board::START;
            assert_eq!(kept, Symmetry::OF_START.contains(&symmetry));
        }
    }

    #[test]
    fn the_canonical_form_is_one_for_all_eight() {
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        let (canonical, way) = board.canonical();
        assert_eq!(way.board(board), canonical);
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.board(board).canonical().0, canonical);
        }
    }
}
