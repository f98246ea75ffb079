//! [`Mark`]: how a puzzle went; [`Tally`]: how several did.

use serde::Serialize;

use crate::board::Square;

/// What a move costs that is nearly as good as the key, in percent.
const NEAR: u8 = 20;

/// A puzzle whose solver found the moves alone is worth this much at least,
/// in percent, however many hints there were.
const LEAST: u8 = 10;

/// How a puzzle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// It was solved, without a wrong move and without being told a move.
    Solved,
    /// There was a wrong move, or a move was told, whatever came after.
    Failed,
    /// The solver wanted to see the solution.
    GivenUp,
    /// The solver went on to the next one.
    Skipped,
    /// It was not played to its end.
    #[default]
    Unfinished,
}

/// How the solving of a puzzle went.
///
/// It begins with a worth of 100 percent. A hint takes its
/// [price](super::Hint::price), a move that is nearly as good as the key takes
/// 20; at least 10 are left for who finds the moves. A wrong move, a move that
/// was told, and the solution take everything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// How it ended.
    pub ending: Ending,
    /// What the solving is worth, in percent.
    pub worth: u8,
    /// How many hints were given.
    pub hints: usize,
    /// The wrong moves, in the order in which they were tried first.
    pub wrong: Vec<Square>,
    /// The moves that were nearly as good as the key, likewise.
    pub near: Vec<Square>,
}

impl Default for Mark {
    fn default() -> Self {
        Self {
            ending: Ending::Unfinished,
            worth: 100,
            hints: 0,
            wrong: Vec::new(),
            near: Vec::new(),
        }
    }
}

impl Mark {
    /// The worth after something of a price.
    #[must_use]
    pub const fn after(&self, price: u8) -> u8 {
        if price >= 100 || self.worth == 0 {
            return 0;
        }
        let left = self.worth.saturating_sub(price);
        if left < LEAST { LEAST } else { left }
    }

    pub(super) const fn take_hint(&mut self, price: u8) {
        self.hints += 1;
        self.worth = self.after(price);
    }

    pub(super) fn miss(&mut self, square: Square) {
        self.worth = 0;
        if !self.wrong.contains(&square) {
            self.wrong.push(square);
        }
    }

    /// A move tried again costs nothing again.
    pub(super) fn come_near(&mut self, square: Square) {
        if !self.near.contains(&square) {
            self.worth = self.after(NEAR);
            self.near.push(square);
        }
    }

    /// The mark of a puzzle that ends now. What is worth nothing any more
    /// has failed, unless the solution was shown.
    #[must_use]
    pub fn ended(mut self, ending: Ending) -> Self {
        self.ending = match ending {
            Ending::GivenUp => Ending::GivenUp,
            _ if self.worth == 0 => Ending::Failed,
            other => other,
        };
        if self.ending != Ending::Solved {
            self.worth = 0;
        }
        self
    }
}

/// How several puzzles went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// How many were asked.
    pub asked: usize,
    /// How many were solved.
    pub solved: usize,
    /// How many failed or were given up.
    pub failed: usize,
    /// How many were skipped.
    pub skipped: usize,
    /// How many were not played to their end.
    pub unfinished: usize,
    /// What the solving was worth on average, in percent, rounded down. What
    /// was not played to its end does not count.
    pub worth: u8,
    /// How many hints were given.
    pub hints: usize,
    /// How many wrong moves there were.
    pub wrong: usize,
}

impl Tally {
    /// Counts marks.
    #[must_use]
    pub fn of(marks: &[Mark]) -> Self {
        let mut tally = Self {
            asked: marks.len(),
            ..Self::default()
        };
        for mark in marks {
            tally.hints += mark.hints;
            tally.wrong += mark.wrong.len();
            *match mark.ending {
                Ending::Solved => &mut tally.solved,
                Ending::Failed | Ending::GivenUp => &mut tally.failed,
                Ending::Skipped => &mut tally.skipped,
                Ending::Unfinished => &mut tally.unfinished,
            } += 1;
        }
        let worth: usize = marks.iter().map(|mark| usize::from(mark.worth)).sum();
        // An unfinished puzzle is worth nothing, so the sum is of the others.
        let average = worth.checked_div(tally.asked - tally.unfinished);
        tally.worth = average.map_or(0, |worth| u8::try_from(worth).unwrap_or(100));
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn hints_lower_the_worth_in_steps() {
        let mut mark = Mark::default();
        let mut worths = Vec::new();
        for price in [20, 20, 20, 100] {
            mark.take_hint(price);
            worths.push(mark.worth);
        }
        assert_eq!(worths, [80, 60, 40, 0]);
        assert_eq!(mark.ended(Ending::Solved).ending, Ending::Failed);
        // The author's words and all steps before the move.
        let mut mark = Mark::default();
        for price in [10, 10, 10, 10, 20, 20, 20] {
            mark.take_hint(price);
        }
        assert_eq!(mark.worth, 10);
        assert_eq!(mark.ended(Ending::Solved).ending, Ending::Solved);
    }

    #[test]
    fn what_is_nearly_right_costs_once_and_what_is_wrong_costs_all() {
        let mut mark = Mark::default();
        mark.come_near(square("a1"));
        mark.come_near(square("a1"));
        assert_eq!((mark.worth, mark.near.len()), (80, 1));
        mark.miss(square("b2"));
        mark.miss(square("b2"));
        mark.come_near(square("c3"));
        assert_eq!((mark.worth, mark.wrong.len()), (0, 1));
        assert_eq!(mark.clone().ended(Ending::Skipped).ending, Ending::Failed);
        assert_eq!(mark.ended(Ending::GivenUp).ending, Ending::GivenUp);
    }

    #[test]
    fn a_tally_counts() {
        let mut hinted = Mark::default();
        hinted.take_hint(20);
        let marks = [
            Mark::default().ended(Ending::Solved),
            hinted.ended(Ending::Solved),
            Mark::default().ended(Ending::Skipped),
            Mark::default().ended(Ending::Unfinished),
        ];
        let want = Tally {
            asked: 4,
            solved: 2,
            skipped: 1,
            unfinished: 1,
            worth: 60,
            hints: 1,
            ..Tally::default()
        };
        assert_eq!(Tally::of(&marks), want);
        assert_eq!(Tally::of(&[]), Tally::default());
    }
}
