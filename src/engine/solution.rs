//! What is asked of the engine and what it answers.

use std::{fmt, sync::atomic::AtomicBool};

use crate::board::{Move, Score, Wld};

/// How much is to be proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The score to the disc.
    Exact,
    /// Win, draw or loss; faster.
    Wld,
    /// Whether the score is at least this; fastest.
    AtLeast(Score),
}

/// What may end a search early, and who listens to it.
pub struct Limits<'a> {
    /// The search returns soon after somebody sets this.
    pub stop: &'a AtomicBool,
    /// Called now and then from the searching thread, a few times a second.
    pub progress: Option<&'a mut dyn FnMut(&Progress)>,
}

/// The flag that nobody sets.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Limits<'_> {
    /// The search runs until it is done and nobody listens.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            stop: &NEVER,
            progress: None,
        }
    }
}

impl<'a> Limits<'a> {
    /// The search runs until it is done or the flag is set.
    #[must_use]
    pub const fn until(stop: &'a AtomicBool) -> Self {
        Self {
            stop,
            progress: None,
        }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("stop", self.stop)
            .finish_non_exhaustive()
    }
}

/// Where a search stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Positions looked at so far.
    pub nodes: u64,
    /// What is proved so far.
    pub bounds: Bounds,
    /// The best move so far.
    pub best: Option<Move>,
    /// Moves of the position that are done with.
    pub done: usize,
    /// Moves of the position.
    pub total: usize,
}

/// A proved interval: the score is at least `lo` and at most `hi`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The score is at least this.
    pub lo: Score,
    /// The score is at most this.
    pub hi: Score,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        lo: Score::MIN,
        hi: Score::MAX,
    };

    /// One score.
    #[must_use]
    pub const fn exactly(score: Score) -> Self {
        Self {
            lo: score,
            hi: score,
        }
    }

    /// The score, when only one is possible.
    #[must_use]
    pub fn score(self) -> Option<Score> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Win, draw or loss, when only one is possible.
    #[must_use]
    pub fn wld(self) -> Option<Wld> {
        (self.lo.wld() == self.hi.wld()).then_some(self.lo.wld())
    }

    /// Whether these bounds settle the goal.
    #[must_use]
    pub fn settle(self, goal: Goal) -> bool {
        match goal {
            Goal::Exact => self.score().is_some(),
            Goal::Wld => self.wld().is_some(),
            Goal::AtLeast(score) => self.lo >= score || self.hi < score,
        }
    }
}

/// The same bounds seen from the other side.
impl std::ops::Neg for Bounds {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            lo: -self.hi,
            hi: -self.lo,
        }
    }
}

/// What a search proved about a position, for the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The proved bounds of the score.
    pub bounds: Bounds,
    /// The best move that was found: one that reaches `bounds.lo`, proved
    /// best when the goal is settled. [`Move::Pass`] where the side to move
    /// must pass, `None` when the game is over or the search was stopped
    /// before it knew anything.
    pub best: Option<Move>,
    /// The best line, passes included, to the end of the game: its final
    /// score lies within `bounds`. Shorter, or empty, when the search was
    /// stopped.
    pub pv: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Solution {
    /// The score, when it is proved.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.bounds.score()
    }

    /// Win, draw or loss, when it is proved.
    #[must_use]
    pub fn wld(&self) -> Option<Wld> {
        self.bounds.wld()
    }
}

/// What a search proved about every move of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveScores {
    /// Each legal move, best first and ties in board order, with what is
    /// proved about it, for the side that moves; its `pv` starts with the move.
    pub moves: Vec<(Move, Solution)>,
    /// Positions looked at.
    pub nodes: u64,
}

impl MoveScores {
    /// What the moves together prove about the position. `None` when the game
    /// is over.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        let lo = self.moves.iter().map(|(_, s)| s.bounds.lo).max()?;
        let hi = self.moves.iter().map(|(_, s)| s.bounds.hi).max()?;
        Some(Bounds { lo, hi })
    }

    /// Whether the goal is settled for every move.
    #[must_use]
    pub fn settled(&self, goal: Goal) -> bool {
        self.moves.iter().all(|(_, s)| s.bounds.settle(goal))
    }

    /// Every move that is proved to be best: to reach the score of the
    /// position, or by [`Goal::Wld`] its result, or by [`Goal::AtLeast`] the
    /// score in question; in board order. Empty until the goal is settled for
    /// every move.
    #[must_use]
    pub fn best(&self, goal: Goal) -> Vec<Move> {
        let Some(bounds) = self.bounds().filter(|_| self.settled(goal)) else {
            return Vec::new();
        };
        let mut best: Vec<Move> = self
            .moves
            .iter()
            .filter(|(_, s)| match goal {
                Goal::Exact => s.score() == bounds.score(),
                Goal::Wld => s.wld() == bounds.wld(),
                Goal::AtLeast(score) => s.bounds.lo >= score,
            })
            .map(|&(mv, _)| mv)
            .collect();
        best.sort_unstable();
        best
    }
}
