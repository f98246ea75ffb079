//! The last one to four empty squares, written out.
//!
//! No list of moves is made: a square is tried when a neighbour belongs to
//! the opponent, and at the last one only the flips are counted. Every
//! function gives a bound by a null window (see [`worker`](super::worker)).

use crate::board::Board;

use super::{
    counting::Counting,
    kernel::{Level, after, bits, lines::NEIGHBOURS},
    parity::odd_quadrants,
    stability,
    worker::Worker,
};

/// Below every score: no move was found.
const NONE: i32 = -128;

/// The last square: only counted.
#[inline(always)]
fn one<L: Level, C: Counting>(level: L, worker: &mut Worker<'_>, player: u64, square: u32) -> i32 {
    worker.nodes += 1;
    // The score when the player fills the square and flips nothing.
    let filled = 2 * player.count_ones() as i32 - 62;
    let [flips, replies] = level.last_flips(player, square);
    if flips != 0 {
        filled + flips
    } else if replies != 0 {
        filled - 2 - replies
    } else {
        // Nobody fills it: 63 discs, and perhaps a bonus for the winner.
        filled - 1 + C::bonus(filled - 1, 1)
    }
}

/// Two squares left: the player's moves alone.
#[inline(always)]
fn two_moves<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
    [a, b]: [u32; 2],
) -> i32 {
    let mut best = NONE;
    for (square, last) in [(a, b), (b, a)] {
        if NEIGHBOURS[square as usize & 63] & board.opponent.0 == 0 {
            continue;
        }
        let flips = level.flips(board, square);
        if flips == 0 {
            continue;
        }
        let score = -one::<L, C>(level, worker, board.opponent.0 ^ flips, last);
        if score > alpha {
            return score;
        }
        best = best.max(score);
    }
    best
}

#[inline(always)]
fn two<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
    squares: [u32; 2],
) -> i32 {
    worker.nodes += 1;
    let score = two_moves::<L, C>(level, worker, board, alpha, squares);
    if score != NONE {
        return score;
    }
    let passed = two_moves::<L, C>(level, worker, board.pass(), -alpha - 1, squares);
    if passed != NONE {
        return -passed;
    }
    C::ended(board)
}

/// Three squares left: the player's moves alone.
#[inline(always)]
fn three_moves<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
    [a, b, c]: [u32; 3],
) -> i32 {
    let mut best = NONE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if NEIGHBOURS[square as usize & 63] & board.opponent.0 == 0 {
            continue;
        }
        let flips = level.flips(board, square);
        if flips == 0 {
            continue;
        }
        let child = after(board, square, flips);
        let score = -two::<L, C>(level, worker, child, -alpha - 1, rest);
        if score > alpha {
            return score;
        }
        best = best.max(score);
    }
    best
}

/// Three squares left, in the order to try them.
#[inline(always)]
pub(super) fn three<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
    squares: [u32; 3],
) -> i32 {
    worker.nodes += 1;
    let score = three_moves::<L, C>(level, worker, board, alpha, squares);
    if score != NONE {
        return score;
    }
    let passed = three_moves::<L, C>(level, worker, board.pass(), -alpha - 1, squares);
    if passed != NONE {
        return -passed;
    }
    C::ended(board)
}

/// Four squares left: the player's moves alone.
#[inline(always)]
fn four_moves<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
    odd: u64,
) -> i32 {
    let mut best = NONE;
    let empties = board.empties().0;
    for group in [empties & odd, empties & !odd] {
        for square in bits(group) {
            if NEIGHBOURS[square as usize & 63] & board.opponent.0 == 0 {
                continue;
            }
            let flips = level.flips(board, square);
            if flips == 0 {
                continue;
            }
            let child = after(board, square, flips);
            let rest = in_order(empties & !(1 << square));
            let score = -level.three::<C>(worker, child, -alpha - 1, rest);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}

/// Four squares left.
#[inline(always)]
pub(super) fn four<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
) -> i32 {
    worker.nodes += 1;
    if let Some(bound) = stability::cut(level, board, alpha, worker.edges) {
        return bound;
    }
    let odd = odd_quadrants(board.empties().0);
    let score = four_moves::<L, C>(level, worker, board, alpha, odd);
    if score != NONE {
        return score;
    }
    let passed = four_moves::<L, C>(level, worker, board.pass(), -alpha - 1, odd);
    if passed != NONE {
        return -passed;
    }
    C::ended(board)
}

/// The squares of a set of N, those of odd quadrants first.
#[inline(always)]
fn in_order<const N: usize>(set: u64) -> [u32; N] {
    let odd = set & odd_quadrants(set);
    let mut first = odd;
    let mut second = set & !odd;
    let mut squares = [0; N];
    for square in &mut squares {
        let source = if first != 0 { &mut first } else { &mut second };
        *square = source.trailing_zeros();
        *source &= source.wrapping_sub(1);
    }
    squares
}
