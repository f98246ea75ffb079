//! The shallowest searches: a few plies and then the evaluation. They put
//! moves in order and end the searches that do not reach the end of the game.

use crate::board::Board;

use super::{
    counting::Counting,
    eval::{Features, UNIT},
    kernel::{Level, after, bits},
    order::{self, List},
    worker::Worker,
};

/// More than any estimate, in units.
pub(super) const INFINITE: i32 = 1 << 20;

/// The most plies that are looked ahead here.
pub(super) const MAX: u32 = 2;

/// The value of a board some plies ahead, in [units](UNIT), fail-soft.
#[inline(always)]
pub(super) fn value<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    depth: u32,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    if depth == 0 {
        return worker.evaluate(board);
    }
    worker.nodes += 1;
    let moves = level.moves(board);
    if moves == 0 {
        let passed = board.pass();
        if level.moves(passed) == 0 {
            return C::ended(board) * UNIT;
        }
        return -level.estimate::<C>(worker, passed, depth, -beta, -alpha);
    }
    let mut best = -INFINITE;
    if depth == 1 {
        let features = Features::of(board);
        let stage = worker.stage(board.empties().len() - 1);
        for bit in bits(moves) {
            let flips = level.flips(board, bit);
            let value = if flips == board.opponent.0 {
                -C::ended(after(board, bit, flips)) * UNIT
            } else {
                -stage.evaluate(&features.indices_after(bit, flips))
            };
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        return best;
    }
    let mut list = List::<34>::new();
    list.fill(level, board, moves);
    for item in list.as_mut_slice() {
        item.value = order::value(level, board, item.bit, item.child);
    }
    while let Some(item) = list.take_best() {
        let value = -level.estimate::<C>(worker, item.child, depth - 1, -beta, -alpha);
        best = best.max(value);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The same in whole discs, for a null window in discs.
#[inline(always)]
pub(super) fn score<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    depth: u32,
    alpha: i32,
) -> i32 {
    // A value of half a disc above alpha is rounded to more than alpha.
    let edge = alpha * UNIT + UNIT / 2;
    let value = level.estimate::<C>(worker, board, depth, edge - 1, edge);
    discs(value)
}

/// Units in whole discs, rounded, within ±64.
pub(super) fn discs(units: i32) -> i32 {
    (units + UNIT / 2).div_euclid(UNIT).clamp(-64, 64)
}
