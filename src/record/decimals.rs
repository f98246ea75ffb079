//! Squares as the bytes of a WTHOR game, written in decimal: ten times the
//! row and the column, both from 1, and a 0 for no more moves
//! (`56, 64, 53, 0`). Passes are left out.

use super::{
    lex::{Atom, Lexeme},
    list::List,
};
use crate::board::Square;

/// Fewer numbers may be anything.
const FEWEST: usize = 4;

/// The whole line as squares, if it has nothing but such numbers.
pub(super) fn find_list(words: &mut [Lexeme]) -> Option<List> {
    let value = |word: &Lexeme| match word.atom {
        Atom::Number(number) if !number.dotted && !number.signed => Some(number.value),
        _ => None,
    };
    let end = words
        .iter()
        .position(|word| value(word) == Some(0))
        .unwrap_or(words.len());
    if words.len() < FEWEST || end + 1 < words.len() {
        return None;
    }
    let squares: Option<Vec<Square>> = words[..end]
        .iter()
        .map(|word| square(value(word)?))
        .collect();
    for (word, square) in words.iter_mut().zip(squares?) {
        word.atom = Atom::Square(square);
    }
    Some(List {
        words: 0..end,
        doubtful: false,
    })
}

fn square(number: i32) -> Option<Square> {
    let index = |n: i32| u8::try_from(n - 1).ok().filter(|&index| index < 8);
    Square::new(index(number % 10)?, index(number / 10)?)
}
