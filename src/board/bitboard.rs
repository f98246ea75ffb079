//! [`Bitboard`]: a set of squares of a board of up to 8×8.

use std::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub},
};

use super::Square;

/// A set of squares of an 8×8 board; bit 0 is a1, bit 1 is b1, bit 63 is h8.
///
/// ```
/// use outflank::{bitboard, board::Bitboard};
///
/// let edge = bitboard! {
///     X - - - - - - -
///     X - - - - - - -
///     X - - - - - - -
///     X - - - - - - -
///     X - - - - - - -
///     X - - - - - - -
///     X - - - - - - -
///     X - - - - - - -
/// };
/// assert_eq!(edge.len(), 8);
/// assert_eq!(edge.into_iter().map(|s| s.to_string()).next().as_deref(), Some("a1"));
/// assert!((edge & Bitboard::CORNERS).len() == 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u64);

/// A [`Bitboard`] drawn row by row from a1: `X` is a
/// square of the set, `-` is not.
#[macro_export]
macro_rules! bitboard {
    ($($cell:tt)*) => {{
        const CELLS: &[&str] = &[$(stringify!($cell)),*];
        const BITS: u64 = {
            assert!(CELLS.len() == 64, "a bitboard is drawn with 64 cells");
            let mut bits = 0;
            let mut i = 0;
            while i < 64 {
                match CELLS[i].as_bytes() {
                    b"X" => bits |= 1 << i,
                    b"-" => {}
                    _ => panic!("a cell is X or -"),
                }
                i += 1;
            }
            bits
        };
        $crate::board::Bitboard(BITS)
    }};
}

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);
    /// a1, h1, a8 and h8.
    pub const CORNERS: Self = Self(0x8100_0000_0000_0081);

    /// The squares of an n×n board laid into the top-left corner of 8×8.
    /// `n` above 8 counts as 8.
    #[must_use]
    pub const fn square_board(n: u8) -> Self {
        let n = if n > 8 { 8 } else { n };
        let mut bits = 0;
        let mut row = 0;
        while row < n {
            bits |= ((1_u64 << n) - 1) << (row * 8);
            row += 1;
        }
        Self(bits)
    }

    /// The set of one square; empty for a square outside 8×8.
    #[must_use]
    pub const fn of(square: Square) -> Self {
        match square.bit() {
            Some(bit) => Self(1 << bit),
            None => Self(0),
        }
    }

    /// Whether the set has the square.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Self::of(square).0 != 0
    }

    /// How many squares the set has, 0 to 64.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no square.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

macro_rules! bit_op {
    ($op:ident, $fun:ident, $assign:ident, $fun_assign:ident) => {
        impl $op for Bitboard {
            type Output = Self;
            fn $fun(self, other: Self) -> Self {
                Self($op::$fun(self.0, other.0))
            }
        }
        impl $assign for Bitboard {
            fn $fun_assign(&mut self, other: Self) {
                self.0 = $op::$fun(self.0, other.0);
            }
        }
    };
}
bit_op!(BitAnd, bitand, BitAndAssign, bitand_assign);
bit_op!(BitOr, bitor, BitOrAssign, bitor_assign);
bit_op!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl Not for Bitboard {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The squares of the first set that are not in the second.
impl Sub for Bitboard {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The squares of a set in board order.
#[derive(Debug, Clone)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Square::from_bit(bit))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

/// Eight rows of `X` and `-`.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..8 {
            for col in 0..8 {
                let mark = if self.0 >> (row * 8 + col) & 1 == 1 {
                    " X"
                } else {
                    " -"
                };
                f.write_str(mark)?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
