//! [`Sitting`]: which puzzle comes next, and when it is enough.

use std::time::Duration;

use super::{Mark, Tally};

/// How many puzzles of each level a streak has before the level rises.
const A_LEVEL: usize = 3;

/// How many puzzles a streak lets the solver skip.
const SKIPS: usize = 1;

/// What a sitting is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// To go through all the puzzles.
    All,
    /// To solve as many as can be solved in a time.
    Timed(Duration),
    /// To solve one after the other; the first that fails ends it. One may be
    /// skipped.
    Streak,
}

/// Why a sitting is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// Every puzzle was asked.
    Done,
    /// The time is up.
    TimeUp,
    /// The streak was broken.
    Broken,
}

/// Several puzzles, one after the other. It reads no clock: how much time the
/// solver has spent is told to it.
///
/// ```
/// use std::time::Duration;
/// use outflank::puzzle::{Aim, Ending, Mark, Over, Sitting};
///
/// let mut sitting = Sitting::new(Aim::Timed(Duration::from_secs(60)), 10);
/// assert_eq!(sitting.next(Duration::ZERO), Ok(0));
/// sitting.note(Mark::default().ended(Ending::Solved));
/// assert_eq!(sitting.next(Duration::from_secs(59)), Ok(1));
/// assert_eq!(sitting.next(Duration::from_secs(60)), Err(Over::TimeUp));
/// assert_eq!(sitting.tally().solved, 1);
/// ```
#[derive(Debug, Clone)]
pub struct Sitting {
    aim: Aim,
    puzzles: usize,
    marks: Vec<Mark>,
}

impl Sitting {
    /// A sitting with so many puzzles at most.
    #[must_use]
    pub const fn new(aim: Aim, puzzles: usize) -> Self {
        Self {
            aim,
            puzzles,
            marks: Vec::new(),
        }
    }

    /// The number of the puzzle to be asked next, from 0, after the solver has
    /// spent some time.
    ///
    /// # Errors
    /// Why the sitting is over.
    pub fn next(&self, spent: Duration) -> Result<usize, Over> {
        if self.is_broken() {
            return Err(Over::Broken);
        }
        if self.marks.len() >= self.puzzles {
            return Err(Over::Done);
        }
        match self.left(spent) {
            Some(left) if left.is_zero() => Err(Over::TimeUp),
            _ => Ok(self.marks.len()),
        }
    }

    /// How much time is left, where it is limited.
    #[must_use]
    pub const fn left(&self, spent: Duration) -> Option<Duration> {
        match self.aim {
            Aim::Timed(time) => Some(time.saturating_sub(spent)),
            Aim::All | Aim::Streak => None,
        }
    }

    /// Notes how the puzzle went that was asked.
    pub fn note(&mut self, mark: Mark) {
        self.marks.push(mark);
    }

    /// How the puzzles went, in the order in which they were asked.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// How they went taken together.
    #[must_use]
    pub fn tally(&self) -> Tally {
        Tally::of(&self.marks)
    }

    /// Whether the solver did what the sitting is for: solved every puzzle;
    /// against the clock, solved some and failed at none.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        let tally = self.tally();
        match self.aim {
            Aim::Timed(_) => tally.solved > 0 && tally.solved + tally.unfinished == tally.asked,
            Aim::All | Aim::Streak => tally.solved == self.puzzles,
        }
    }

    fn is_broken(&self) -> bool {
        let tally = self.tally();
        self.aim == Aim::Streak && (tally.failed > 0 || tally.skipped > SKIPS)
    }
}

/// Puts puzzles into the order of a streak: three of each level, the easy
/// ones first, and then all others, the hard ones first. Within a level the
/// order stays. `None` counts as the middle, level 3.
#[must_use]
pub fn rising<T>(puzzles: Vec<T>, level: impl Fn(&T) -> Option<u8>) -> Vec<T> {
    let mut seen = [0_usize; 256];
    let mut numbered: Vec<((bool, i16), T)> = Vec::new();
    for puzzle in puzzles {
        let level = level(&puzzle).unwrap_or(3);
        let count = seen.get_mut(usize::from(level));
        let later = count.is_some_and(|count| {
            *count += 1;
            *count > A_LEVEL
        });
        let level = i16::from(level);
        numbered.push(((later, if later { -level } else { level }), puzzle));
    }
    numbered.sort_by_key(|&(key, _)| key);
    numbered.into_iter().map(|(_, puzzle)| puzzle).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::Ending, *};

    fn solved() -> Mark {
        Mark::default().ended(Ending::Solved)
    }

    fn failed() -> Mark {
        let mut mark = Mark::default();
        mark.miss("a1".parse().unwrap());
        mark.ended(Ending::Solved)
    }

    #[test]
    fn all_puzzles_are_asked_however_they_go() {
        let mut sitting = Sitting::new(Aim::All, 3);
        for (index, mark) in [solved(), failed(), solved()].into_iter().enumerate() {
            assert_eq!(sitting.next(Duration::MAX), Ok(index));
            sitting.note(mark);
        }
        assert_eq!(sitting.next(Duration::ZERO), Err(Over::Done));
        assert!(!sitting.is_passed());
        let mut sitting = Sitting::new(Aim::All, 1);
        assert!(!sitting.is_passed());
        sitting.note(solved());
        assert!(sitting.is_passed());
    }

    #[test]
    fn the_clock_ends_a_timed_sitting() {
        let minute = Duration::from_secs(60);
        let mut sitting = Sitting::new(Aim::Timed(minute), 9);
        // A clock that goes on by 25 seconds with each puzzle.
        let mut spent = Duration::ZERO;
        let mut asked = 0;
        while sitting.next(spent).is_ok() {
            asked += 1;
            spent += Duration::from_secs(25);
            sitting.note(if spent < minute {
                solved()
            } else {
                Mark::default()
            });
        }
        assert_eq!(asked, 3);
        assert_eq!(sitting.next(spent), Err(Over::TimeUp));
        assert_eq!(
            sitting.left(Duration::from_secs(45)),
            Some(Duration::from_secs(15))
        );
        assert_eq!((sitting.tally().solved, sitting.tally().unfinished), (2, 1));
        assert!(sitting.is_passed());
        sitting.note(failed());
        assert!(!sitting.is_passed());
        // Nothing was solved.
        let mut slow = Sitting::new(Aim::Timed(minute), 9);
        slow.note(Mark::default());
        assert!(!slow.is_passed());
    }

    #[test]
    fn the_first_that_fails_ends_a_streak_and_one_may_be_skipped() {
        let skipped = || Mark::default().ended(Ending::Skipped);
        let mut sitting = Sitting::new(Aim::Streak, 9);
        for mark in [solved(), skipped(), solved()] {
            sitting.note(mark);
        }
        assert_eq!(sitting.next(Duration::ZERO), Ok(3));
        let mut twice = sitting.clone();
        twice.note(skipped());
        assert_eq!(twice.next(Duration::ZERO), Err(Over::Broken));
        sitting.note(failed());
        assert_eq!(sitting.next(Duration::ZERO), Err(Over::Broken));
        assert_eq!(sitting.tally().solved, 2);
        assert!(!sitting.is_passed());
    }

    #[test]
    fn levels_rise() {
        let levels = [1, 1, 1, 1, 2, 5, 5, 5, 5, 5, 4, 3, 2].map(Some);
        let order = rising(levels.to_vec(), |&level| level);
        let want = [1, 1, 1, 2, 2, 3, 4, 5, 5, 5, 5, 5, 1].map(Some);
        assert_eq!(order, want);
        assert_eq!(
            rising(vec![None, Some(4), Some(2)], |&l| l),
            [Some(2), None, Some(4)]
        );
    }
}
