//! [`Hint`]: help in steps, each telling more than the one before.

use std::cmp::Reverse;

use super::solver::Worths;
use crate::board::{Bitboard, Board, Square};

/// Hints name about this many candidate moves.
const CANDIDATES: usize = 3;

/// A little help, or more. Each costs a part of what the puzzle is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// What the author of the puzzle has to say.
    Words(String),
    /// The regions of empty squares that are odd; the good moves are in them.
    Odd(Vec<Vec<Square>>),
    /// The corners in whose quarters of the board the good moves are.
    Quarters(Vec<Square>),
    /// How many moves are good.
    Count(usize),
    /// Some moves, the good ones among them.
    Candidates(Vec<Square>),
    /// A good move.
    Key(Square),
}

impl Hint {
    /// What the hint costs, in percent of the puzzle: 10 for the author's
    /// words, 20 for what comes after them, and all for the move.
    #[must_use]
    pub const fn price(&self) -> u8 {
        match self {
            Self::Words(_) => 10,
            Self::Odd(_) | Self::Quarters(_) | Self::Count(_) | Self::Candidates(_) => 20,
            Self::Key(_) => 100,
        }
    }

    /// What the hint is about, without telling it: "where to look".
    #[must_use]
    pub const fn about(&self) -> &'static str {
        match self {
            Self::Words(_) => "words of the author",
            Self::Odd(_) | Self::Quarters(_) => "where to look",
            Self::Count(_) => "how many moves are good",
            Self::Candidates(_) => "moves to choose from",
            Self::Key(_) => "the move",
        }
    }
}

/// The hints for a position: the author's words, where to look, how many
/// moves are good, which moves to choose from, the move. A step that would
/// tell nothing is left out.
pub(super) fn hints(words: &[String], worths: &Worths, board: Board) -> Vec<Hint> {
    let keys = worths.keys();
    let Some(&key) = keys.first() else {
        return Vec::new();
    };
    let mut hints: Vec<Hint> = words.iter().cloned().map(Hint::Words).collect();
    hints.extend(where_to_look(&keys, board));
    hints.push(Hint::Count(keys.len()));
    hints.extend(candidates(&keys, board));
    hints.push(Hint::Key(key));
    hints
}

/// The odd regions where parity finds the keys, else the quarters of the
/// board that hold them, unless all four do.
fn where_to_look(keys: &[Square], board: Board) -> Option<Hint> {
    if let Some(odd) = odd_regions(keys, board) {
        return Some(Hint::Odd(odd));
    }
    let mut quarters: Vec<Square> = keys.iter().filter_map(|&key| corner_of(key)).collect();
    quarters.sort_unstable();
    quarters.dedup();
    (quarters.len() < 4).then_some(Hint::Quarters(quarters))
}

/// The odd regions of empty squares, when they hold every key and leave a
/// choice: some other move lies in them, and some move does not.
fn odd_regions(keys: &[Square], board: Board) -> Option<Vec<Vec<Square>>> {
    let odd: Vec<Bitboard> = regions(board.empties())
        .into_iter()
        .filter(|region| region.len() % 2 == 1)
        .collect();
    let all = odd.iter().fold(Bitboard::default(), |all, &one| all | one);
    let moves = board.moves();
    let inside = (moves & all).len() as usize;
    let tells = keys.iter().all(|&key| all.contains(key))
        && inside > keys.len()
        && inside < moves.len() as usize;
    tells.then(|| {
        odd.iter()
            .map(|region| region.into_iter().collect())
            .collect()
    })
}

/// The regions of a set: squares that touch each other, corners included.
/// In the order of their first squares.
fn regions(mut squares: Bitboard) -> Vec<Bitboard> {
    let mut regions = Vec::new();
    while let Some(first) = squares.into_iter().next() {
        let mut region = Bitboard::of(first);
        loop {
            let around = region.into_iter().flat_map(neighbours);
            let grown = around.fold(region, |grown, next| grown | Bitboard::of(next)) & squares;
            if grown == region {
                break;
            }
            region = grown;
        }
        squares = squares - region;
        regions.push(region);
    }
    regions
}

fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    let steps = (-1..=1).flat_map(|dc| (-1..=1).map(move |dr| (dc, dr)));
    steps
        .filter_map(move |(dc, dr)| square.offset(dc, dr))
        .filter(|next| next.bit().is_some())
}

/// The keys among the most tempting of the wrong moves, in board order, so
/// that the order gives nothing away. `None` when that is every legal move.
fn candidates(keys: &[Square], board: Board) -> Option<Hint> {
    let mut wrong: Vec<Square> = board.moves().into_iter().collect();
    wrong.retain(|square| !keys.contains(square));
    let room = CANDIDATES.saturating_sub(keys.len()).max(1);
    if wrong.len() <= room {
        return None;
    }
    wrong.sort_by_key(|&square| temptation(square, board));
    wrong.truncate(room);
    wrong.extend(keys);
    wrong.sort_unstable();
    Some(Hint::Candidates(wrong))
}

/// Orders moves by how good they look: corners first, then those that leave
/// the opponent the fewest replies, then those that flip the most.
fn temptation(square: Square, board: Board) -> (bool, u32, Reverse<u32>, Square) {
    let is_corner = corner_of(square) == Some(square);
    let replies = board
        .play(square)
        .map_or(u32::MAX, |after| after.moves().len());
    let flips = board.flips(square).len();
    (!is_corner, replies, Reverse(flips), square)
}

/// The corner of the quarter of the board in which a square lies.
fn corner_of(square: Square) -> Option<Square> {
    let far = |at: u8| if at < 4 { 0 } else { 7 };
    Square::new(far(square.col()), far(square.row()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Rules};

    fn squares(text: &str) -> Vec<Square> {
        text.split(' ').map(|name| name.parse().unwrap()).collect()
    }

    /// WTHOR 1996: a region of one square, a8; two of one, a1 and h1; and
    /// e8, g8 and h8, of which the last two touch.
    fn corner_and_pass() -> Board {
        let text = "-XXXXXX--OOOOXXO-OOXXXOOOOOOXOOOOOOXOXOOOOXOOOOOOOOOOOOO-XXX-O-- X";
        let position = Position::parse(text, Rules::othello()).unwrap();
        position.board().unwrap()
    }

    #[test]
    fn regions_touch_at_corners_too() {
        let board = corner_and_pass();
        let found = regions(board.empties());
        let found: Vec<Vec<Square>> = found.iter().map(|r| r.into_iter().collect()).collect();
        let want = ["a1 a2 a3", "h1", "a8", "e8", "g8 h8"].map(squares);
        assert_eq!(found, want);
    }

    #[test]
    fn odd_regions_are_told_where_they_leave_a_choice() {
        let board = corner_and_pass();
        let odd = odd_regions(&squares("a8"), board).unwrap();
        assert_eq!(odd, ["a1 a2 a3", "h1", "a8", "e8"].map(squares));
        // g8 is in a region of two.
        assert_eq!(odd_regions(&squares("g8"), board), None);
        assert_eq!(
            where_to_look(&squares("g8"), board),
            Some(Hint::Quarters(squares("h8")))
        );
    }

    #[test]
    fn candidates_are_the_same_every_time_and_hide_the_key() {
        let board = corner_and_pass();
        let Some(Hint::Candidates(found)) = candidates(&squares("a8"), board) else {
            panic!("there are more moves than three");
        };
        assert_eq!(found.len(), 3);
        assert!(found.is_sorted() && found.contains(&squares("a8")[0]));
        assert_eq!(
            candidates(&squares("a8"), board),
            Some(Hint::Candidates(found))
        );
        // Nothing is left out: nothing would be told.
        let all: Vec<Square> = board.moves().into_iter().collect();
        assert_eq!(candidates(&all[1..], board), None);
    }
}
