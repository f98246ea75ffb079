//! Six to about twelve empty squares: sorted moves, private tables.

use crate::board::Board;

use super::{
    counting::Counting, kernel::Level, order, order::List, parity::odd_quadrants, shallow,
    stability, worker::Worker,
};

/// The most empty squares that are searched here.
pub(super) const MAX: u32 = 12;

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
    let mut favourite = 64;
    if let Some(known) = worker.cache.get(board, empties) {
        if i32::from(known.lo) > alpha {
            return known.lo.into();
        }
        if i32::from(known.hi) <= alpha {
            return known.hi.into();
        }
        favourite = known.best.into();
    }
    let moves = level.moves(board);
    if moves == 0 {
        let passed = board.pass();
        if level.moves(passed) == 0 {
            return C::ended(board);
        }
        return -level.middle::<C>(worker, passed, -alpha - 1, empties);
    }
    let odd = odd_quadrants(board.empties().0);
    let mut list = List::<{ MAX as usize }>::new();
    list.fill(level, board, moves);
    for item in list.as_mut_slice() {
        if item.child.player.is_empty() && C::WIPE_OUT_IS_MAX {
            return 64;
        }
        // A child that is known to be good enough ends the node.
        if empties - 1 > shallow::MAX
            && let Some(known) = worker.cache.get(item.child, empties - 1)
            && -i32::from(known.hi) > alpha
        {
            return -i32::from(known.hi);
        }
        item.value = if item.bit == favourite {
            i32::MAX
        } else {
            order::quick(level, item, odd)
        };
    }
    let mut best = -64;
    let mut best_bit = 64;
    while let Some(item) = list.take_best() {
        let score = if empties - 1 <= shallow::MAX {
            -level.shallow::<C>(worker, item.child, -alpha - 1, empties - 1)
        } else {
            -level.middle::<C>(worker, item.child, -alpha - 1, empties - 1)
        };
        if score > best || best_bit == 64 {
            (best, best_bit) = (score, item.bit);
            if score > alpha {
                break;
            }
        }
    }
    worker.cache.put(board, empties, alpha, best, best_bit);
    best
}
