//! The table of positions that all threads share, without locks.
//!
//! A position is stored with its whole board. Its two words are written
//! XORed with the third, which holds what is known (Hyatt and Mann, 2002):
//! when two threads write the same entry at once, the words do not fit
//! together and no board is found there.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::board::Board;

use super::{
    EngineError,
    cache::scatter,
    kernel::{Zero, Zeroed, prefetch},
    probcut::Confidence,
};

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// The score is at least this.
    pub(super) lo: i32,
    /// The score is at most this.
    pub(super) hi: i32,
    /// The last two moves that were best, latest first; 64 for none.
    pub(super) best: [u32; 2],
    /// How far it was searched; all squares that were empty for a score.
    pub(super) depth: u8,
    pub(super) confidence: Confidence,
    /// The logarithm of the nodes that it took.
    cost: u8,
    generation: u8,
}

/// No move.
const NO_MOVE: u32 = 64;

impl Known {
    fn pack(self) -> u64 {
        u64::from_le_bytes([
            self.lo as i8 as u8,
            self.hi as i8 as u8,
            self.best[0] as u8,
            self.best[1] as u8,
            self.cost,
            self.generation,
            // So that no entry is all zero.
            self.depth + 1,
            self.confidence.level(),
        ])
    }

    fn unpack(word: u64) -> Self {
        let [lo, hi, first, second, cost, generation, depth, confidence] = word.to_le_bytes();
        Self {
            lo: i32::from(lo as i8),
            hi: i32::from(hi as i8),
            best: [first.into(), second.into()],
            depth: depth.wrapping_sub(1),
            confidence: Confidence::new(confidence),
            cost,
            generation,
        }
    }

    /// Whether the bounds are good enough for a search of this depth and
    /// confidence.
    #[inline(always)]
    pub(super) fn serves(&self, depth: u32, confidence: Confidence) -> bool {
        u32::from(self.depth) >= depth && self.confidence >= confidence
    }
}

#[derive(Debug)]
struct Entry {
    player: AtomicU64,
    opponent: AtomicU64,
    known: AtomicU64,
}

impl Entry {
    #[inline(always)]
    fn get(&self, board: Board) -> Option<Known> {
        let known = self.known.load(Relaxed);
        let found = self.player.load(Relaxed) ^ known == board.player.0
            && self.opponent.load(Relaxed) ^ known == board.opponent.0;
        found.then(|| Known::unpack(known))
    }

    fn set(&self, board: Board, known: Known) {
        let word = known.pack();
        self.known.store(word, Relaxed);
        self.player.store(board.player.0 ^ word, Relaxed);
        self.opponent.store(board.opponent.0 ^ word, Relaxed);
    }
}

/// The entries in which a position can lie: two lines of the processor's
/// cache.
#[derive(Debug)]
#[repr(align(128))]
struct Bucket([Entry; 5]);

// SAFETY: atomics that are zero are values, and need no drop.
unsafe impl Zero for Bucket {}

/// How many buckets are in use for 14 empty squares or fewer: a megabyte.
/// Two squares more double them.
const USED: usize = (1 << 20) / size_of::<Bucket>();

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Zeroed<Bucket>,
    /// How many of them are in use.
    used: usize,
    generation: u8,
}

impl Table {
    pub(super) fn new(bytes: usize) -> Result<Self, EngineError> {
        let buckets =
            Zeroed::new(bytes / size_of::<Bucket>()).ok_or(EngineError::NoMemory(bytes))?;
        let used = USED.min(buckets.len());
        Ok(Self {
            buckets,
            used,
            generation: 0,
        })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for entry in self.buckets[..self.used].iter().flat_map(|b| &b.0) {
            entry.known.store(0, Relaxed);
        }
        self.used = USED.min(self.buckets.len());
    }

    /// A new position is to be solved: what is known from before gives way
    /// first. A position with few empty squares needs few entries, and few
    /// are found sooner; when more than before are used, what is known from
    /// before is mostly lost.
    pub(super) fn next_generation(&mut self, empties: u32) {
        self.generation = self.generation.wrapping_add(1);
        let doublings = empties.saturating_sub(14).div_ceil(2);
        let wanted = USED << doublings.min(20);
        self.used = self.used.max(wanted.min(self.buckets.len()));
    }

    #[inline(always)]
    fn bucket(&self, board: Board) -> Option<&Bucket> {
        let place = (u128::from(scatter(board)) * self.used as u128) >> 64;
        self.buckets.get(place as usize)
    }

    /// Says that the position will be looked up soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, board: Board) {
        if let Some(bucket) = self.bucket(board) {
            prefetch(bucket);
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, board: Board) -> Option<Known> {
        let bucket = self.bucket(board)?;
        bucket.0.iter().find_map(|entry| entry.get(board))
    }

    /// Notes what a search found. What is known by a deeper or surer search
    /// stays; bounds of the same depth and confidence add up.
    pub(super) fn put(&self, board: Board, bound: Bound, best: u32, nodes: u64, reach: Reach) {
        let cost = nodes.max(1).ilog2() as u8;
        let mut known = Known {
            lo: bound.lo,
            hi: bound.hi,
            best: [best, NO_MOVE],
            depth: reach.depth as u8,
            confidence: reach.confidence,
            cost,
            generation: self.generation,
        };
        let Some(bucket) = self.bucket(board) else {
            return;
        };
        let worth = |known: Known| {
            let old = known.generation != self.generation;
            u32::from(known.cost) + if old { 0 } else { 64 }
        };
        let mut victim: Option<(u32, &Entry)> = None;
        for entry in &bucket.0 {
            if let Some(before) = entry.get(board) {
                if (before.depth, before.confidence) == (known.depth, known.confidence) {
                    known.lo = known.lo.max(before.lo);
                    known.hi = known.hi.min(before.hi);
                } else if before.serves(reach.depth, reach.confidence) {
                    return;
                }
                known.cost = known.cost.max(before.cost);
                known.best[1] = if before.best[0] == best {
                    before.best[1]
                } else {
                    before.best[0]
                };
                entry.set(board, known);
                return;
            }
            let word = entry.known.load(Relaxed);
            let worth = if word == 0 {
                0
            } else {
                1 + worth(Known::unpack(word))
            };
            if victim.is_none_or(|(least, _)| worth < least) {
                victim = Some((worth, entry));
            }
        }
        if let Some((_, entry)) = victim {
            entry.set(board, known);
        }
    }
}

/// How far and how surely something was searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reach {
    pub(super) depth: u32,
    pub(super) confidence: Confidence,
}

/// An interval in which a score lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bound {
    pub(super) lo: i32,
    pub(super) hi: i32,
}

impl Bound {
    /// What a search of the window from `alpha` to `beta` has proved by
    /// giving `score`.
    pub(super) const fn of(score: i32, alpha: i32, beta: i32) -> Self {
        Self {
            lo: if score > alpha { score } else { -64 },
            hi: if score < beta { score } else { 64 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROVED: Reach = Reach {
        depth: 20,
        confidence: Confidence::PROOF,
    };

    /// A proof is never lost to a guess, and a guess never serves as a proof.
    #[test]
    fn a_guess_is_no_proof() {
        let table = Table::new(1 << 16).unwrap();
        let board = Board::START;
        let guess = Reach {
            depth: 20,
            confidence: Confidence::LOWEST,
        };
        table.put(board, Bound::of(12, 11, 12), 20, 100, guess);
        let known = table.get(board).unwrap();
        assert!(known.serves(20, Confidence::LOWEST) && !known.serves(20, Confidence::PROOF));
        table.put(board, Bound::of(4, 5, 6), 21, 100, PROVED);
        let known = table.get(board).unwrap();
        // The bound of the guess is gone, its move is not.
        assert_eq!((known.lo, known.hi, known.best), (-64, 4, [21, 20]));
        assert!(known.serves(20, Confidence::PROOF) && !known.serves(21, Confidence::PROOF));
        table.put(board, Bound::of(12, 11, 12), 22, 100, guess);
        assert_eq!(table.get(board), Some(known));
    }

    #[test]
    fn bounds_of_one_position_add_up() {
        let table = Table::new(1 << 16).unwrap();
        let board = Board::START;
        assert_eq!(table.get(board), None);
        table.put(board, Bound::of(4, 3, 4), 20, 100, PROVED);
        table.put(board, Bound::of(8, 9, 10), 21, 10, PROVED);
        let known = table.get(board).unwrap();
        assert_eq!((known.lo, known.hi), (4, 8));
        assert_eq!(known.best, [21, 20]);
        assert_eq!(table.get(board.pass()), None);
    }

    #[test]
    fn the_cheapest_entry_gives_way() {
        let table = Table::new(1).unwrap();
        let boards: Vec<Board> = (0..6)
            .map(|bit| Board {
                player: crate::board::Bitboard(1 << bit),
                ..Board::START
            })
            .collect();
        for (i, &board) in boards.iter().enumerate() {
            let nodes = if i == 2 { 1 } else { 1000 };
            table.put(board, Bound::of(0, -1, 1), 0, nodes, PROVED);
        }
        assert_eq!(table.get(boards[2]), None);
        assert!(boards.iter().filter(|&&b| table.get(b).is_some()).count() == 5);
    }
}
