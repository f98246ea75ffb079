//! The private tables of a thread for positions with few empty squares: one
//! small table for each number of empties, so that they stay in the
//! processor's own cache and no thread waits for another.

use crate::board::Board;

/// Slots of each table; a power of two.
const SLOTS: usize = 1 << 10;

/// What is known about a position: its score lies from `lo` to `hi`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    board: Board,
    pub(super) lo: i8,
    pub(super) hi: i8,
    /// The move that gave the bound.
    pub(super) best: u8,
}

/// The tables for up to a number of empties.
#[derive(Debug, Clone)]
pub(super) struct Cache {
    slots: Vec<Slot>,
    most_empties: u32,
}

/// Scatters a board over 64 bits; the upper ones are the better ones.
#[inline(always)]
pub(super) const fn scatter(board: Board) -> u64 {
    let player = board.player.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let opponent = board.opponent.0.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    let mixed = player ^ opponent.rotate_left(29);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl Cache {
    pub(super) fn new(most_empties: u32) -> Self {
        let none = Slot {
            board: Board {
                player: crate::board::Bitboard::EMPTY,
                opponent: crate::board::Bitboard::EMPTY,
            },
            lo: -64,
            hi: 64,
            best: 0,
        };
        Self {
            slots: vec![none; SLOTS * (most_empties as usize + 1)],
            most_empties,
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::new(self.most_empties);
    }

    #[inline(always)]
    fn place(&self, board: Board, empties: u32) -> usize {
        let table = empties.min(self.most_empties) as usize;
        table * SLOTS + (scatter(board) >> (64 - SLOTS.trailing_zeros())) as usize
    }

    #[inline(always)]
    pub(super) fn get(&self, board: Board, empties: u32) -> Option<&Slot> {
        self.slots
            .get(self.place(board, empties))
            .filter(|slot| slot.board == board)
    }

    /// Notes that the score is at least `score` when it is above `alpha`, and
    /// at most `score` when it is not.
    #[inline(always)]
    pub(super) fn put(&mut self, board: Board, empties: u32, alpha: i32, score: i32, best: u32) {
        let place = self.place(board, empties);
        let Some(slot) = self.slots.get_mut(place) else {
            return;
        };
        if slot.board != board {
            (slot.board, slot.lo, slot.hi) = (board, -64, 64);
        }
        if score > alpha {
            slot.lo = slot.lo.max(score as i8);
        } else {
            slot.hi = slot.hi.min(score as i8);
        }
        slot.best = best as u8;
    }
}
