//! Five empty squares: no sorting, no table; squares of odd
//! quadrants first, corners first among them.

use crate::board::{Bitboard, Board};

use super::{
    counting::Counting,
    kernel::{Level, after, bits},
    parity::odd_quadrants,
    stability,
    worker::Worker,
};

/// The most empty squares that are searched here.
pub(super) const MAX: u32 = 5;

/// A bound of the score by the null window at `alpha`.
#[inline(always)]
pub(super) fn score<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
    empties: u32,
) -> i32 {
    worker.nodes += 1;
    if let Some(bound) = stability::cut(level, board, alpha, worker.edges) {
        return bound;
    }
    let moves = level.moves(board);
    if moves == 0 {
        let passed = board.pass();
        if level.moves(passed) == 0 {
            return C::ended(board);
        }
        return -level.shallow::<C>(worker, passed, -alpha - 1, empties);
    }
    let odd = odd_quadrants(board.empties().0);
    let corners = Bitboard::CORNERS.0;
    let mut best = -64;
    for group in [
        moves & odd & corners,
        moves & odd & !corners,
        moves & !odd & corners,
        moves & !odd & !corners,
    ] {
        for bit in bits(group) {
            let child = after(board, bit, level.flips(board, bit));
            let score = if empties == 5 {
                -level.four::<C>(worker, child, -alpha - 1)
            } else {
                -level.shallow::<C>(worker, child, -alpha - 1, empties - 1)
            };
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}
