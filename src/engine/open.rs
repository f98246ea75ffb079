//! Open windows: where the exact score is wanted. Few nodes are of this kind.

use crate::board::Board;

use super::{
    counting::Counting,
    estimate,
    kernel::Level,
    middle, order,
    order::List,
    table::{Bound, Reach},
    upper::{null, prefer, rank},
    worker::{Stopped, Worker},
};

/// The score `depth` plies ahead, fail-soft: exact inside the window, a bound
/// outside it.
///
/// Principal variation search (Marsland and Campbell, 1982): after the first
/// move the others must only be shown to be no better.
#[inline(always)]
pub(super) fn score<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
    beta: i32,
    depth: u32,
) -> Result<i32, Stopped> {
    let empties = board.empties().len();
    if beta - alpha <= 1 && empties >= 4 {
        return null::<L, C>(level, worker, board, alpha, depth, empties);
    }
    if depth == 0 && empties > 0 {
        return Ok(estimate::discs(worker.evaluate(board)));
    }
    worker.enter()?;
    let moves = level.moves(board);
    if moves == 0 {
        let passed = board.pass();
        if level.moves(passed) == 0 {
            return Ok(C::ended(board));
        }
        return Ok(-level.open::<C>(worker, passed, -beta, -alpha, depth)?);
    }
    let reach = Reach {
        depth,
        confidence: worker.confidence,
    };
    let shared = depth < empties || empties > middle::MAX;
    let known = shared.then(|| worker.table.get(board)).flatten();
    if let Some(known) = known.filter(|known| known.serves(depth, reach.confidence)) {
        if known.lo >= beta || known.lo == known.hi {
            return Ok(known.lo);
        }
        if known.hi <= alpha {
            return Ok(known.hi);
        }
    }
    let before = worker.nodes;
    let mut list = List::<34>::new();
    list.fill(level, board, moves);
    for item in list.as_mut_slice() {
        item.value = order::value(level, board, item.bit, item.child);
    }
    if shared {
        rank::<L, C>(level, worker, board, &mut list, alpha, depth);
    }
    prefer(list.as_mut_slice(), known.map(|known| known.best));
    let mut best = -65;
    let mut best_bit = 64;
    let mut low = alpha;
    while let Some(item) = list.take_best() {
        let mut found = best;
        if best_bit != 64 {
            found = -level.open::<C>(worker, item.child, -low - 1, -low, depth - 1)?;
        }
        if best_bit == 64 || (found > low && found < beta) {
            found = -level.open::<C>(worker, item.child, -beta, -low, depth - 1)?;
        }
        if found > best {
            (best, best_bit) = (found, item.bit);
            low = low.max(found);
            if low >= beta {
                break;
            }
        }
    }
    if shared {
        let bound = Bound::of(best, alpha, beta);
        let nodes = worker.nodes - before;
        worker.table.put(board, bound, best_bit, nodes, reach);
    }
    Ok(best)
}
