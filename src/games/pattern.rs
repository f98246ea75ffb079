//! [`Pattern`]: what some squares hold, wherever the board is turned.

use std::str::FromStr;

use thiserror::Error;

use crate::board::{Bitboard, Color, Square, SquareError};

/// Discs and empty squares that a position is to have; the other squares may
/// hold anything.
///
/// ```
/// use outflank::games::Pattern;
///
/// // Black has a corner, the X-square beside it is empty.
/// let corner: Pattern = "a1=X b2=-".parse()?;
/// let drawn: Pattern = format!("X????????-{}", "?".repeat(54)).parse()?;
/// assert_eq!(corner, drawn);
/// # Ok::<(), outflank::games::PatternError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern {
    pub(super) black: Bitboard,
    pub(super) white: Bitboard,
    pub(super) empty: Bitboard,
}

/// Why a text is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    /// The wrong number of squares.
    #[error("a pattern has 64 squares, or is written like `a1=X b2=-`; this one has {0} squares")]
    Length(usize),
    /// A character that stands for nothing.
    #[error("`{0}` is no square of a pattern: X, O, - for empty, ? for anything")]
    Symbol(char),
    /// A word that is not a square with what it holds.
    #[error("`{0}` is not written like `a1=X`")]
    Word(String),
    /// The name of no square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// A square that 8×8 does not have.
    #[error("{0} is not on the 8×8 board")]
    OffBoard(Square),
    /// A square that is to hold two things.
    #[error("{0} is there twice")]
    Twice(Square),
    /// Nothing is asked for.
    #[error("the pattern fits every position: it asks for nothing")]
    Anything,
}

/// What a square holds, `None` for anything.
fn content(symbol: char) -> Result<Option<Option<Color>>, PatternError> {
    match symbol {
        '?' => Ok(None),
        '-' | '.' | '_' => Ok(Some(None)),
        _ => match Color::from_symbol(symbol) {
            Some(color) => Ok(Some(Some(color))),
            None => Err(PatternError::Symbol(symbol)),
        },
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let mut pattern = Self {
            black: Bitboard::EMPTY,
            white: Bitboard::EMPTY,
            empty: Bitboard::EMPTY,
        };
        if text.contains('=') {
            let words = text.split(|c: char| c.is_whitespace() || c == ',');
            for word in words.filter(|word| !word.is_empty()) {
                let bad = || PatternError::Word(word.to_owned());
                let (square, symbol) = word.split_once('=').ok_or_else(bad)?;
                let mut symbols = symbol.chars();
                let (Some(symbol), None) = (symbols.next(), symbols.next()) else {
                    return Err(bad());
                };
                pattern.put(square.parse()?, content(symbol)?)?;
            }
        } else {
            let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
            if symbols.len() != 64 {
                return Err(PatternError::Length(symbols.len()));
            }
            for (bit, &symbol) in (0..).zip(&symbols) {
                pattern.put(Square::from_bit(bit), content(symbol)?)?;
            }
        }
        if (pattern.black | pattern.white | pattern.empty).is_empty() {
            return Err(PatternError::Anything);
        }
        Ok(pattern)
    }
}

impl Pattern {
    fn put(&mut self, square: Square, content: Option<Option<Color>>) -> Result<(), PatternError> {
        if square.bit().is_none() {
            return Err(PatternError::OffBoard(square));
        }
        if (self.black | self.white | self.empty).contains(square) {
            return Err(PatternError::Twice(square));
        }
        let set = match content {
            None => return Ok(()),
            Some(None) => &mut self.empty,
            Some(Some(Color::Black)) => &mut self.black,
            Some(Some(Color::White)) => &mut self.white,
        };
        *set |= Bitboard::of(square);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_named() {
        let error = |text: &str| text.parse::<Pattern>().unwrap_err();
        assert_eq!(error("XO-"), PatternError::Length(3));
        assert_eq!(
            error("a1=X a1=O"),
            PatternError::Twice("a1".parse().unwrap())
        );
        assert_eq!(error("a1=z"), PatternError::Symbol('z'));
        assert_eq!(error("a1=X b2"), PatternError::Word("b2".into()));
        assert_eq!(error("i9=X"), PatternError::OffBoard("i9".parse().unwrap()));
        assert_eq!(error(&"?".repeat(64)), PatternError::Anything);
    }
}
