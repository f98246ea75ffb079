//! The table of a prover: what is known about nodes, in a fixed memory.

use crate::engine::{
    cache::scatter,
    kernel::{Zero, Zeroed},
};

use super::node::Node;
use crate::board::Board;

/// As a number of moves: none is enough.
pub(super) const NEVER: u8 = u8::MAX;

/// What is known about a node. The numbers of moves are the attacker's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// The wipe-out is forced within so many moves; [`NEVER`] when that is
    /// not proved for any.
    pub(super) within: u8,
    /// It is not forced within so many moves; [`NEVER`] when it is not forced
    /// within any number.
    pub(super) not_within: u8,
    /// The number of moves that the proof and disproof numbers are about.
    pub(super) limit: u8,
    /// How many leaves have at least to be proved, to prove the node.
    pub(super) proof: u32,
    /// How many leaves have at least to be refuted, to refute the node.
    pub(super) disproof: u32,
}

impl Known {
    pub(super) const NOTHING: Self = Self {
        within: NEVER,
        not_within: 0,
        limit: 0,
        proof: 1,
        disproof: 1,
    };

    /// Whether a wipe-out within a number of moves is forced, if that is known.
    pub(super) const fn settled(self, limit: u8) -> Option<bool> {
        if self.within <= limit {
            Some(true)
        } else if self.not_within >= limit {
            Some(false)
        } else {
            None
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    board: Board,
    proof: u32,
    disproof: u32,
    /// The nodes that were searched below it.
    work: u32,
    within: u8,
    not_within: u8,
    limit: u8,
    /// 0: nothing is here; 1: the defender is to move, 2: the attacker is.
    turn: u8,
}

impl Entry {
    fn is_of(&self, node: Node) -> bool {
        self.board == node.board && self.turn == turn(node)
    }
}

const fn turn(node: Node) -> u8 {
    1 + node.attack as u8
}

/// The entries in which a node can lie: two lines of the processor's cache.
#[repr(align(128))]
struct Bucket([Entry; 4]);

// SAFETY: boards and numbers that are zero are values, and need no drop.
unsafe impl Zero for Bucket {}

/// A table of nodes. The nodes with the least work below them make room for
/// others.
pub(super) struct Table {
    buckets: Zeroed<Bucket>,
}

impl Table {
    /// A table of so many bytes, rounded down to whole buckets; `None` when
    /// there is no memory for it.
    pub(super) fn new(bytes: usize) -> Option<Self> {
        let buckets = Zeroed::new(bytes / size_of::<Bucket>())?;
        Some(Self { buckets })
    }

    fn place(&self, node: Node) -> usize {
        let hash = scatter(node.board) ^ (u64::from(node.attack) << 40);
        // The upper bits are the better ones.
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, node: Node) -> Option<Known> {
        let bucket = self.buckets.get(self.place(node))?;
        let entry = bucket.0.iter().find(|entry| entry.is_of(node))?;
        Some(Known {
            within: entry.within,
            not_within: entry.not_within,
            limit: entry.limit,
            proof: entry.proof,
            disproof: entry.disproof,
        })
    }

    /// Notes what is known about a node after `work` more nodes below it.
    pub(super) fn put(&mut self, node: Node, known: Known, work: u64) {
        let place = self.place(node);
        let Some(Bucket(entries)) = self.buckets.get_mut(place) else {
            return;
        };
        let mut work = u32::try_from(work).unwrap_or(u32::MAX);
        let found = entries.iter().position(|entry| entry.is_of(node));
        let rank = |entry: &Entry| (entry.turn != 0, entry.work);
        let least = || (0..entries.len()).min_by_key(|&i| entries.get(i).map(rank));
        let Some(entry) = found.or_else(least).and_then(|i| entries.get_mut(i)) else {
            return;
        };
        let (mut within, mut not_within) = (known.within, known.not_within);
        if entry.is_of(node) {
            within = within.min(entry.within);
            not_within = not_within.max(entry.not_within);
            work = work.saturating_add(entry.work);
        }
        *entry = Entry {
            board: node.board,
            proof: known.proof,
            disproof: known.disproof,
            work,
            within,
            not_within,
            limit: known.limit,
            turn: turn(node),
        };
    }
}
