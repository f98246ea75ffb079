//! [`Square`]: one square of a board of up to 16×16.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

/// One square, named as players name it: `a1` is the top-left corner, letters
/// are columns from left to right, numbers are rows from top to bottom.
///
/// A square can name any place of the largest board (16×16, `a1` to `p16`);
/// whether a given board has it is for [`Rules`](super::Rules) to say.
///
/// ```
/// use outflank::board::Square;
///
/// let f5: Square = "F5".parse()?;
/// assert_eq!((f5.col(), f5.row()), (5, 4));
/// assert_eq!(f5.to_string(), "f5");
/// assert!("5f".parse::<Square>().is_err());
/// # Ok::<(), outflank::board::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square(u8);

/// Why a word is not the name of a square.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SquareError {
    /// No column letter in front: `"5f"`, `""`, `"?5"`.
    #[error("`{0}` is not a square: a square is a letter and a number, like f5")]
    NoColumn(String),
    /// A column letter that no board has: `"z3"`.
    #[error("`{0}` is not a square: columns go from a to p on the largest board")]
    Column(String),
    /// A column, then no row number, or one that no board has: `"a0"`, `"a17"`, `"ab"`.
    #[error("`{0}` is not a square: rows go from 1 to 16 on the largest board")]
    Row(String),
}

impl Square {
    /// The largest board is this many squares wide and high.
    pub const MAX_SIZE: u8 = 16;

    /// The square in a column and a row, both from 0; `None` beyond 15.
    #[must_use]
    pub const fn new(col: u8, row: u8) -> Option<Self> {
        if col < Self::MAX_SIZE && row < Self::MAX_SIZE {
            Some(Self(row * 16 + col))
        } else {
            None
        }
    }

    /// The square of a bit of a [`Bitboard`](super::Bitboard): bit 0 is a1,
    /// bit 1 is b1, bit 63 is h8. Bits beyond 63 wrap.
    #[must_use]
    pub const fn from_bit(bit: u32) -> Self {
        let bit = (bit & 63) as u8;
        Self((bit >> 3) * 16 + (bit & 7))
    }

    /// The bit of this square in a [`Bitboard`](super::Bitboard), `None`
    /// outside 8×8.
    #[must_use]
    pub const fn bit(self) -> Option<u32> {
        if self.col() < 8 && self.row() < 8 {
            Some(self.row() as u32 * 8 + self.col() as u32)
        } else {
            None
        }
    }

    /// The column, 0 for `a`.
    #[must_use]
    pub const fn col(self) -> u8 {
        self.0 & 15
    }

    /// The row, 0 for row 1.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 >> 4
    }

    /// The neighbour `dc` columns to the right and `dr` rows down, `None` off
    /// the largest board.
    #[must_use]
    pub fn offset(self, dc: i8, dr: i8) -> Option<Self> {
        let col = self.col().checked_add_signed(dc)?;
        let row = self.row().checked_add_signed(dr)?;
        Self::new(col, row)
    }

    /// A number below 256 that orders squares row by row: the index of this
    /// square in a table over the largest board.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// In board order: a1, b1, … then the next row.
impl Ord for Square {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut chars = text.chars();
        let Some(letter) = chars.next().filter(char::is_ascii_alphabetic) else {
            return Err(SquareError::NoColumn(text.to_owned()));
        };
        let col = letter.to_ascii_lowercase() as u8 - b'a';
        if col >= Self::MAX_SIZE {
            return Err(SquareError::Column(text.to_owned()));
        }
        let digits = chars.as_str();
        let row = if digits.starts_with(|c: char| c.is_ascii_digit() && c != '0') {
            digits.parse::<u8>().ok()
        } else {
            None
        };
        row.and_then(|row| Self::new(col, row - 1))
            .ok_or_else(|| SquareError::Row(text.to_owned()))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = format!("{}{}", char::from(b'a' + self.col()), self.row() + 1);
        f.pad(&name)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FromStrVisitor::<Self>::new("a square, like f5"))
    }
}

/// Deserializes a `FromStr` type inside the visitor, so that the error has
/// the place of the value itself.
pub(super) struct FromStrVisitor<T> {
    what: &'static str,
    kind: std::marker::PhantomData<T>,
}

impl<T> FromStrVisitor<T> {
    pub(super) const fn new(what: &'static str) -> Self {
        Self {
            what,
            kind: std::marker::PhantomData,
        }
    }
}

impl<T> de::Visitor<'_> for FromStrVisitor<T>
where
    T: FromStr,
    T::Err: fmt::Display,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_square_read_back() {
        for row in 0..16 {
            for col in 0..16 {
                let square = Square::new(col, row).unwrap();
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
    }

    #[test]
    fn bits_follow_reading_order() {
        assert_eq!("a1".parse::<Square>().unwrap().bit(), Some(0));
        assert_eq!("b1".parse::<Square>().unwrap().bit(), Some(1));
        assert_eq!("a2".parse::<Square>().unwrap().bit(), Some(8));
        assert_eq!("h8".parse::<Square>().unwrap().bit(), Some(63));
        assert_eq!("i8".parse::<Square>().unwrap().bit(), None);
        for bit in 0..64 {
            assert_eq!(Square::from_bit(bit).bit(), Some(bit));
        }
    }

    #[test]
    fn each_fault_has_its_reason() {
        for (word, want) in [
            ("5f", SquareError::NoColumn("5f".into())),
            ("", SquareError::NoColumn("".into())),
            ("z3", SquareError::Column("z3".into())),
            ("a0", SquareError::Row("a0".into())),
            ("a17", SquareError::Row("a17".into())),
            ("a+1", SquareError::Row("a+1".into())),
            ("ff", SquareError::Row("ff".into())),
        ] {
            assert_eq!(word.parse::<Square>(), Err(want));
        }
    }
}
