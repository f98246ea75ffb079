//! What a player sees at a glance: simple rules of thumb, and looks a few
//! plies ahead.

use crate::{
    board::{Bitboard, Board, Score, Square},
    engine::Engine,
    puzzle::theme::Corner,
};

/// The squares on the four edges.
const RIM: Bitboard = crate::bitboard! {
    X X X X X X X X
    X - - - - - - X
    X - - - - - - X
    X - - - - - - X
    X - - - - - - X
    X - - - - - - X
    X - - - - - - X
    X X X X X X X X
};

/// A rule of thumb that beginners play by. Each points at one move, or at
/// none where several are alike to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thumb {
    /// The move that flips most.
    MostFlips,
    /// The corner that can be taken.
    Corner,
    /// The move that leaves the fewest replies.
    FewestReplies,
    /// The move on an edge that is not next to an empty corner.
    Edge,
}

impl Thumb {
    pub(super) const ALL: [Self; 4] = [
        Self::MostFlips,
        Self::Corner,
        Self::FewestReplies,
        Self::Edge,
    ];

    /// The move that the rule points at.
    pub(super) fn choice(self, board: Board) -> Option<Square> {
        match self {
            Self::MostFlips => best_alone(board, |square, _| board.flips(square).len() as i32),
            Self::Corner => only(board.moves() & Bitboard::CORNERS),
            Self::FewestReplies => best_alone(board, |_, after| -(after.moves().len() as i32)),
            Self::Edge => only((board.moves() & RIM) - Bitboard::CORNERS - beside_corners(board)),
        }
    }
}

/// The move that the simplest look at the boards after each move prefers:
/// corners count 25, replies 2, C-squares and X-squares beside an empty
/// corner -3 and -8, for both sides.
pub(super) fn simple_choice(board: Board) -> Option<Square> {
    best_alone(board, |_, after| simple_value(after.pass()))
}

/// The value of a board for its player.
fn simple_value(board: Board) -> i32 {
    let side = |discs: Bitboard, moves: Bitboard| {
        let corners = (discs & Bitboard::CORNERS).len() as i32;
        let mut value = 25 * corners + 2 * moves.len() as i32;
        for corner in Corner::all() {
            if board.empties().contains(corner.square) {
                value -= 8 * i32::from(discs.contains(corner.x));
                value -= 3 * corner.c.iter().filter(|&&c| discs.contains(c)).count() as i32;
            }
        }
        value
    };
    side(board.player, board.moves()) - side(board.opponent, board.pass().moves())
}

/// The C-squares and X-squares of empty corners.
fn beside_corners(board: Board) -> Bitboard {
    Corner::all()
        .filter(|corner| board.empties().contains(corner.square))
        .flat_map(|corner| [corner.x, corner.c[0], corner.c[1]])
        .collect()
}

/// The only square of a set.
fn only(set: Bitboard) -> Option<Square> {
    set.into_iter().next().filter(|_| set.len() == 1)
}

/// The move of the greatest value, unless two share it.
fn best_alone(board: Board, value: impl Fn(Square, Board) -> i32) -> Option<Square> {
    let valued = board
        .moves()
        .into_iter()
        .filter_map(|square| Some((value(square, board.play(square)?), square)));
    alone(valued)
}

/// What stands beside the greatest value, unless two share it.
fn alone<V: Ord>(valued: impl Iterator<Item = (V, Square)>) -> Option<Square> {
    let mut best: Option<(V, Option<Square>)> = None;
    for (value, square) in valued {
        best = match best {
            Some((top, _)) if value == top => Some((top, None)),
            Some((top, chosen)) if value < top => Some((top, chosen)),
            _ => Some((value, Some(square))),
        };
    }
    best.and_then(|(_, square)| square)
}

/// The move that a search of `depth` plies, 1 or more, prefers, unless it
/// sees two alike.
pub(super) fn look_choice(engine: &mut Engine, board: Board, depth: u32) -> Option<Square> {
    let mut values: Vec<(Score, Square)> = Vec::new();
    for square in board.moves() {
        if let Some(after) = board.play(square) {
            values.push((-engine.look_ahead(after, depth.saturating_sub(1)), square));
        }
    }
    alone(values.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Rules};

    fn board(rows: [&str; 8]) -> Board {
        let position = Position::parse(&rows.concat(), Rules::othello()).unwrap();
        position.board().unwrap()
    }

    fn name(square: Option<Square>) -> String {
        square.map_or("-".to_owned(), |square| square.to_string())
    }

    #[test]
    fn rules_of_thumb_point_at_one_move_or_none() {
        // WTHOR 1996, game 1629.
        let game = board([
            "-XXXXXX-", "-OOOOXXO", "-OOXXXOO", "OOOOXOOO", "OOOXOXOO", "OOXOOOOO", "OOOOOOOO",
            "-XXX-O--",
        ]);
        let choices = Thumb::ALL.map(|thumb| name(thumb.choice(game)));
        assert_eq!(choices[..3], ["g8", "a8", "a8"]);
        // At the start all moves are alike.
        for thumb in Thumb::ALL {
            assert_eq!(thumb.choice(Board::START), None);
        }
        assert_eq!(simple_choice(Board::START), None);
    }

    #[test]
    fn the_simplest_look_takes_a_corner() {
        let corner = board([
            "-OOX----", "--------", "--------", "---OX---", "---XO---", "--------", "--------",
            "--------",
        ]);
        assert_eq!(name(simple_choice(corner)), "a1");
        assert_eq!(name(Thumb::Corner.choice(corner)), "a1");
    }
}
