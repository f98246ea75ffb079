//! The search above: the shared table, its moves first, all children looked
//! up before any is searched.

use crate::board::Board;

use super::{
    counting::Counting,
    kernel::Level,
    middle, order,
    order::{Candidate, List},
    shallow, stability,
    table::Bound,
    worker::{Stopped, Worker},
};

/// A bound of the score by the null window at `alpha`, for more empty squares
/// than [`middle::MAX`].
#[inline(always)]
pub(super) fn score<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
    empties: u32,
) -> Result<i32, Stopped> {
    worker.enter()?;
    if let Some(bound) = stability::cut(level, board, alpha, worker.edges) {
        return Ok(bound);
    }
    let known = worker.table.get(board);
    if let Some(known) = known {
        if known.lo > alpha {
            return Ok(known.lo);
        }
        if known.hi <= alpha {
            return Ok(known.hi);
        }
    }
    let moves = level.moves(board);
    if moves == 0 {
        let passed = board.pass();
        if level.moves(passed) == 0 {
            return Ok(C::ended(board));
        }
        return Ok(-level.upper::<C>(worker, passed, -alpha - 1, empties)?);
    }
    let before = worker.nodes;
    let mut list = List::<34>::new();
    list.fill(level, board, moves);
    for item in list.as_mut_slice() {
        worker.table.prefetch(item.child);
    }
    for item in list.as_mut_slice() {
        if C::WIPE_OUT_IS_MAX && item.child.player.is_empty() {
            return Ok(64);
        }
        if let Some(known) = worker.table.get(item.child)
            && -known.hi > alpha
        {
            return Ok(-known.hi);
        }
        item.value = order::value(level, board, item.bit, item.child);
    }
    prefer(list.as_mut_slice(), known.map(|known| known.best));
    let mut best = -65;
    let mut best_bit = 64;
    while let Some(item) = list.take_best() {
        let score = -null::<L, C>(level, worker, item.child, -alpha - 1, empties - 1)?;
        if score > best {
            (best, best_bit) = (score, item.bit);
            if score > alpha {
                break;
            }
        }
    }
    worker.table.put(
        board,
        Bound::of(best, alpha, alpha + 1),
        best_bit,
        worker.nodes - before,
    );
    Ok(best)
}

/// Puts the moves that were best before to the front.
pub(super) fn prefer(list: &mut [Candidate], best: Option<[u32; 2]>) {
    let Some(best) = best else { return };
    for item in list {
        if item.bit == best[0] {
            item.value = i32::MAX;
        } else if item.bit == best[1] {
            item.value = i32::MAX - 1;
        }
    }
}

/// A bound of the score by the null window at `alpha`, for four empty squares
/// or more.
#[inline(always)]
pub(super) fn null<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
    empties: u32,
) -> Result<i32, Stopped> {
    if empties > middle::MAX {
        return level.upper::<C>(worker, board, alpha, empties);
    }
    Ok(if empties > shallow::MAX {
        level.middle::<C>(worker, board, alpha, empties)
    } else if empties > 4 {
        level.shallow::<C>(worker, board, alpha, empties)
    } else {
        level.four::<C>(worker, board, alpha)
    })
}
