//! The order in which moves are tried: those first that leave the opponent
//! little to do.

use crate::board::{Bitboard, Board};

use super::{
    kernel::{Few, Level, after, bits},
    parity::odd_quadrants,
};

/// A move with the board it leads to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) bit: u32,
    /// The higher, the sooner it is tried.
    pub(super) value: i32,
    pub(super) child: Board,
}

/// A list of up to `N` moves, from which the best is taken again and again:
/// most nodes need only the first few.
#[derive(Debug)]
pub(super) struct List<const N: usize> {
    items: Few<Candidate, N>,
    taken: usize,
}

impl<const N: usize> List<N> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self {
            items: Few::new(),
            taken: 0,
        }
    }

    /// Adds legal moves.
    #[inline(always)]
    pub(super) fn fill<L: Level>(&mut self, level: L, board: Board, moves: u64) {
        // No closure here: a kernel inside one would not be inlined.
        for bit in bits(moves) {
            let child = after(board, bit, level.flips(board, bit));
            self.items.push(Candidate {
                bit,
                value: 0,
                child,
            });
        }
    }

    #[inline(always)]
    pub(super) fn as_mut_slice(&mut self) -> &mut [Candidate] {
        &mut self.items
    }

    /// Gives back the move that was taken last.
    pub(super) const fn put_back(&mut self) {
        self.taken -= 1;
    }

    /// The best of the moves that were not taken yet.
    #[inline(always)]
    pub(super) fn take_best(&mut self) -> Option<Candidate> {
        let rest = self.items.get_mut(self.taken..)?;
        // Value and place in one number: to find the highest takes no branch.
        let mut top = i64::MIN;
        for (place, item) in rest.iter().enumerate() {
            top = top.max(i64::from(item.value) << 32 | place as i64);
        }
        let best = top as u32 as usize;
        let found = *rest.get(best)?;
        rest.swap(0, best);
        self.taken += 1;
        Some(found)
    }
}

/// What a square is worth by itself, 0 to 9, in board order.
#[rustfmt::skip]
static SQUARE: [u8; 64] = [
    9, 2, 8, 6, 6, 8, 2, 9,
    2, 1, 3, 4, 4, 3, 1, 2,
    8, 3, 7, 5, 5, 7, 3, 8,
    6, 4, 5, 0, 0, 5, 4, 6,
    6, 4, 5, 0, 0, 5, 4, 6,
    8, 3, 7, 5, 5, 7, 3, 8,
    2, 1, 3, 4, 4, 3, 1, 2,
    9, 2, 8, 6, 6, 8, 2, 9,
];

/// What speaks for a move by itself, without any search.
#[inline(always)]
pub(super) fn value<L: Level>(level: L, board: Board, bit: u32, child: Board) -> i32 {
    let replies = level.moves(child);
    let mobility = replies.count_ones() + (replies & Bitboard::CORNERS.0).count_ones();
    let empties = board.empties().0;
    let odd = odd_quadrants(empties) >> bit & 1;
    let frontier = frontier(child.opponent.0) & child.empties().0;
    i32::from(SQUARE[bit as usize & 63]) + 8 * odd as i32
        - 8 * frontier.count_ones() as i32
        - 32 * mobility as i32
}

/// The same where the search is short: more would cost more than it saves.
#[inline(always)]
pub(super) fn quick<L: Level>(level: L, item: &Candidate, odd: u64) -> i32 {
    let replies = level.moves(item.child);
    let mobility = replies.count_ones() + (replies & Bitboard::CORNERS.0).count_ones();
    i32::from(SQUARE[item.bit as usize & 63]) + 8 * (odd >> item.bit & 1) as i32
        - 32 * mobility as i32
}

/// The squares next to those of a set, some of the set among them.
#[inline(always)]
const fn frontier(set: u64) -> u64 {
    const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
    let beside = set | (set & INNER) << 1 | (set & INNER) >> 1;
    beside | beside << 8 | beside >> 8
}
