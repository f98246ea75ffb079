//! [`Pattern`]: what some squares hold, wherever the board is turned.

use std::str::FromStr;

use thiserror::Error;

use super::place::passed;
use crate::board::{Bitboard, Board, Color, Square, SquareError, Symmetry};

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
    black: Bitboard,
    white: Bitboard,
    empty: Bitboard,
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

/// A pattern with all its images, ready to be looked for.
#[derive(Debug)]
pub(super) struct Search {
    images: Vec<Pattern>,
}

/// A square that is never filled.
const NEVER: u8 = u8::MAX;

impl Search {
    pub(super) fn new(pattern: &Pattern) -> Self {
        let mut images: Vec<Pattern> = Vec::new();
        for symmetry in Symmetry::ALL {
            let image = Pattern {
                black: symmetry.bitboard(pattern.black),
                white: symmetry.bitboard(pattern.white),
                empty: symmetry.bitboard(pattern.empty),
            };
            if !images.contains(&image) {
                images.push(image);
            }
        }
        Self { images }
    }

    /// The first ply of a game after which the pattern is on the board, 0 for
    /// its start. The moves are bits of the board, up to the first that is
    /// none.
    pub(super) fn first(&self, start: Board, side: Color, moves: &[u8]) -> Option<u8> {
        // A square stays filled, so when each was filled tells in which plies
        // the pattern can be there: most games need not be played.
        let mut filled = [NEVER; 64];
        for square in !start.empties() {
            fill(&mut filled, square.bit().unwrap_or(0) as u8, 0);
        }
        let mut plies = 0;
        for (&bit, ply) in moves.iter().zip(1..NEVER).take_while(|(bit, _)| **bit < 64) {
            fill(&mut filled, bit, ply);
            plies = ply;
        }
        let mut windows = [(0, 0); 8];
        let (mut from, mut to) = (NEVER, 0);
        for (window, image) in windows.iter_mut().zip(&self.images) {
            let at = |square: Square| {
                let bit = square.bit().unwrap_or(0) as usize;
                filled.get(bit).copied().unwrap_or(NEVER)
            };
            let discs = image.black | image.white;
            let first = discs.into_iter().map(at).max().unwrap_or(0);
            let end = image.empty.into_iter().map(at).min().unwrap_or(NEVER);
            let end = end.min(plies + 1);
            if first < end {
                *window = (first, end);
                from = from.min(first);
                to = to.max(end);
            }
        }
        if from >= to {
            return None;
        }
        let (mut board, mut side) = passed(start, side);
        for ply in 0..to {
            if ply >= from {
                let black = board.discs_of(Color::Black, side);
                let white = board.discs_of(Color::White, side);
                let mut images = windows.iter().zip(&self.images);
                let fits = images.any(|(&(first, end), image)| {
                    (first..end).contains(&ply)
                        && (image.black - black).is_empty()
                        && (image.white - white).is_empty()
                });
                if fits {
                    return Some(ply);
                }
            }
            let square = Square::from_bit((*moves.get(usize::from(ply))?).into());
            (board, side) = match board.play(square) {
                Some(next) => (next, !side),
                None => (board.pass().play(square)?, side),
            };
        }
        None
    }
}

fn fill(filled: &mut [u8; 64], bit: u8, ply: u8) {
    if let Some(filled) = filled.get_mut(usize::from(bit)) {
        *filled = ply;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(moves: &str) -> Vec<u8> {
        let squares = moves.as_bytes().chunks(2);
        squares
            .map(|name| {
                let square: Square = std::str::from_utf8(name).unwrap().parse().unwrap();
                square.bit().unwrap() as u8
            })
            .collect()
    }

    fn first(pattern: &str, moves: &str) -> Option<u8> {
        let search = Search::new(&pattern.parse().unwrap());
        search.first(Board::START, Color::Black, &bits(moves))
    }

    #[test]
    fn patterns_are_found_where_they_are_first() {
        let tiger = "f5d6c3d3c4";
        // f5 makes e5 black and c3 makes d4 black; e4 and d5, which are one
        // with them by a mirror, are black from the start.
        assert_eq!(first("d4=X e5=X", tiger), Some(0));
        assert_eq!(first("d4=X e5=X f5=X", tiger), Some(3));
        assert_eq!(first("c3=X f6=-", tiger), Some(3));
        assert_eq!(first("d4=- e4=X", tiger), None);
        assert_eq!(first("d4=O e5=O", tiger), Some(0));
        assert_eq!(first("a1=X", tiger), None);
        // Eight moves, and a pass before the ninth.
        let passing = "f5f6d3g5h5h4f7h6";
        assert_eq!(first("h4=O h5=O h6=O", passing), Some(8));
    }

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
