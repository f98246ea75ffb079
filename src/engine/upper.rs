//! The search above: the shared table, its moves first, all children looked
//! up before any is searched.

use crate::board::Board;

use super::{
    counting::Counting,
    estimate::{self, INFINITE},
    eval::{Features, UNIT},
    kernel::Level,
    middle, order,
    order::{Candidate, List},
    probcut, shallow, stability,
    table::{Bound, Reach},
    team,
    worker::{Stopped, Worker},
};

/// A bound of the score by the null window at `alpha`, looking `depth` plies
/// ahead: all that is left, or more than [`estimate::MAX`].
#[inline(always)]
pub(super) fn score<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
    depth: u32,
    empties: u32,
) -> Result<i32, Stopped> {
    worker.enter()?;
    if let Some(bound) = stability::cut(level, board, alpha, worker.edges) {
        return Ok(bound);
    }
    let reach = Reach {
        depth,
        confidence: worker.confidence,
    };
    let known = worker.table.get(board);
    if let Some(known) = known.filter(|known| known.serves(depth, reach.confidence)) {
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
        return Ok(-level.upper::<C>(worker, passed, -alpha - 1, depth, empties)?);
    }
    if let Some(bound) = probcut::cut::<L, C>(level, worker, board, alpha, depth, empties)? {
        return Ok(bound);
    }
    let before = worker.nodes;
    let mut list = List::<34>::new();
    list.fill(level, board, moves);
    for item in list.as_mut_slice() {
        worker.table.prefetch(item.child);
        // Meanwhile:
        item.value = order::value(level, board, item.bit, item.child);
    }
    for item in list.as_mut_slice() {
        if C::WIPE_OUT_IS_MAX && item.child.player.is_empty() {
            return Ok(64);
        }
        if let Some(known) = worker.table.get(item.child)
            && known.serves(depth - 1, reach.confidence)
            && -known.hi > alpha
        {
            return Ok(-known.hi);
        }
    }
    rank::<L, C>(level, worker, board, &mut list, alpha, depth);
    prefer(list.as_mut_slice(), known.map(|known| known.best));
    let mut best = -65;
    let mut best_bit = 64;
    while let Some(item) = list.take_best() {
        if best_bit != 64
            && depth >= team::LEAST_DEPTH
            && let Some(team) = worker.team.filter(|team| team.has_idle())
        {
            list.put_back();
            let found = (best, best_bit);
            let ahead = (depth - 1, empties - 1);
            (best, best_bit) = team.split::<L, C>(level, worker, list, found, alpha, ahead)?;
            break;
        }
        let score = -null::<L, C>(
            level,
            worker,
            item.child,
            -alpha - 1,
            depth - 1,
            empties - 1,
        )?;
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
        reach,
    );
    Ok(best)
}

/// A move this many discs below alpha is bad, however bad.
const TOO_BAD: i32 = 8;

/// How many units of the evaluation a point of [`order::value`] is worth. A
/// reply more for the opponent weighs as much as six discs: to prove a bound,
/// a move that leads to few positions is better than the best move.
const ORDER: i32 = 6;

/// Adds to the value that each move has by itself that of a shallow search.
#[inline(always)]
pub(super) fn rank<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    list: &mut List<34>,
    alpha: i32,
    depth: u32,
) {
    let ahead = match depth {
        0..16 => 0,
        16..21 => 1,
        _ => 2,
    };
    let floor = (alpha - TOO_BAD) * UNIT;
    let features = Features::of(board);
    let stage = worker.stage(board.empties().len() - 1);
    for item in list.as_mut_slice() {
        let value = if ahead == 0 {
            let flips = item.child.player.0 ^ board.opponent.0;
            -stage.evaluate(&features.indices_after(item.bit, flips))
        } else {
            -level.estimate::<C>(worker, item.child, ahead, -INFINITE, -floor)
        };
        item.value = value + item.value * ORDER;
    }
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

/// A bound of the score by the null window at `alpha`, looking `depth` plies
/// ahead, for four empty squares or more.
#[inline(always)]
pub(super) fn null<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
    depth: u32,
    empties: u32,
) -> Result<i32, Stopped> {
    if depth < empties && depth <= estimate::MAX {
        return Ok(estimate::score::<L, C>(level, worker, board, depth, alpha));
    }
    if depth < empties || empties > middle::MAX {
        return level.upper::<C>(worker, board, alpha, depth, empties);
    }
    Ok(if empties > shallow::MAX {
        level.middle::<C>(worker, board, alpha, empties)
    } else if empties > 4 {
        level.shallow::<C>(worker, board, alpha, empties)
    } else {
        level.four::<C>(worker, board, alpha)
    })
}
