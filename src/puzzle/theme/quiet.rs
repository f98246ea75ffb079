//! The quiet move.

use super::{Scene, region::spread};
use crate::board::{Board, Square};

/// No disc that the key flips is next to a square that is still empty, so no
/// new frontier is made by flipping (Rose, *Othello: A Minute to Learn… A
/// Lifetime to Master*, 2005: a quiet move flips no frontier discs). Where
/// half of the moves or more are like that, nothing is special about one.
pub(super) fn quiet(scene: &Scene) -> bool {
    let board = scene.before;
    let moves = board.moves();
    let quiet = moves.into_iter().filter(|&square| is_quiet(board, square));
    is_quiet(board, scene.key) && 2 * quiet.count() < moves.len() as usize
}

fn is_quiet(board: Board, square: Square) -> bool {
    let empties = board.empties() - crate::board::Bitboard::of(square);
    let flips = board.flips(square);
    !flips.is_empty() && (flips & spread(empties)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::{Theme, tests::scene};

    #[test]
    fn a_quiet_move_flips_inner_discs_only() {
        // e6 flips d5 alone, which no empty square touches; the other moves
        // flip discs at the rim.
        let rows = [
            "--------", "--------", "-XXXX---", "-XXXXO--", "-XXOXXO-", "-XOX-XO-", "-OXXXO--",
            "--OOO---",
        ];
        let quiet = scene(rows, 'X', "e6");
        assert!(quiet.has(Theme::QuietMove), "{:?}", quiet.themes());
        let loud = scene(rows, 'X', "h5");
        assert!(!loud.has(Theme::QuietMove));
    }
}
