//! [`Search`]: the search for a pattern in the moves of games.
//!
//! A game is not played when a glance tells enough: at the squares that it
//! [saw](Seen), and at the plies in which the squares of the pattern were
//! filled, as a square stays filled.

use super::{pattern::Pattern, place::passed, seen::Seen};
use crate::board::{Bitboard, Board, Color, Square, Symmetry};

/// A pattern with all its images, ready to be looked for.
#[derive(Debug)]
pub(super) struct Search {
    images: Vec<Pattern>,
}

/// A square that is never filled.
const NEVER: u8 = u8::MAX;

/// An image that can be on the board from a ply on and before another.
#[derive(Clone, Copy)]
struct Window {
    black: Bitboard,
    white: Bitboard,
    from: u8,
    to: u8,
}

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

    /// Whether the pattern was on the board in a game from Othello's start
    /// that saw some squares.
    pub(super) fn is_in(&self, moves: &[u8], seen: Seen) -> bool {
        let images = self.images.iter();
        let mut possible = images.filter(|image| {
            (image.black - seen.black).is_empty() && (image.white - seen.white).is_empty()
        });
        let Some(first) = possible.next() else {
            return false;
        };
        // One disc was there, as it was seen.
        let discs = first.black | first.white;
        if first.empty.is_empty() && discs.len() == 1 {
            return true;
        }
        let possible = std::iter::once(first).chain(possible);
        find(Board::START, Color::Black, moves, possible).is_some()
    }

    /// The first ply of a game after which the pattern is on the board, 0 for
    /// its start. The moves are bits of the board, up to the first that is
    /// none.
    pub(super) fn first(&self, start: Board, side: Color, moves: &[u8]) -> Option<u8> {
        find(start, side, moves, self.images.iter())
    }
}

/// The first ply with one of some images.
fn find<'p>(
    start: Board,
    side: Color,
    moves: &[u8],
    images: impl Iterator<Item = &'p Pattern>,
) -> Option<u8> {
    // When each square was filled tells in which plies an image can be there:
    // most games need not be played.
    let mut filled = [NEVER; 64];
    for square in !start.empties() {
        fill(&mut filled, square.bit().unwrap_or(0) as u8, 0);
    }
    let mut plies = 0;
    for (&bit, ply) in moves.iter().zip(1..NEVER).take_while(|(bit, _)| **bit < 64) {
        fill(&mut filled, bit, ply);
        plies = ply;
    }
    let at = |square: Square| {
        let bit = square.bit().unwrap_or(0) as usize;
        filled.get(bit).copied().unwrap_or(NEVER)
    };
    let windows = images.filter_map(|image| {
        let discs = image.black | image.white;
        let from = discs.into_iter().map(at).max().unwrap_or(0);
        let to = image.empty.into_iter().map(at).min().unwrap_or(NEVER);
        let to = to.min(plies + 1);
        (from < to).then_some(Window {
            black: image.black,
            white: image.white,
            from,
            to,
        })
    });
    let mut open = [None; 8];
    let (mut from, mut to, mut count) = (NEVER, 0, 0);
    for (place, window) in open.iter_mut().zip(windows) {
        *place = Some(window);
        from = from.min(window.from);
        to = to.max(window.to);
        count += 1;
    }
    let open = open.get(..count).unwrap_or_default();
    play(start, side, moves, open, from..to)
}

/// Plays a game on, and looks at it in some plies.
fn play(
    start: Board,
    side: Color,
    moves: &[u8],
    windows: &[Option<Window>],
    plies: std::ops::Range<u8>,
) -> Option<u8> {
    if plies.is_empty() {
        return None;
    }
    let (mut board, mut side) = passed(start, side);
    for ply in 0..plies.end {
        if ply >= plies.start {
            let black = board.discs_of(Color::Black, side);
            let white = board.discs_of(Color::White, side);
            let fits = windows.iter().flatten().any(|window| {
                ((window.black - black) | (window.white - white)).is_empty()
                    && (window.from..window.to).contains(&ply)
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
}
