//! How long something is remembered, and when it is due.
//!
//! FSRS models the memory of an item by its stability, the days after which it
//! is recalled with a chance of 90 %, and its difficulty, from 1 to 10. An item
//! is asked again when the chance to recall it has fallen to 90 %.

use jiff::{SignedDuration, civil::Date};

use super::{Grade, fsrs::State};

/// The chance of recall at which an item is due.
const RETENTION: f64 = 0.9;
/// Nothing is put off for longer, in days: ten years.
const LONGEST: f64 = 3650.0;

/// The memory of an item after its last review.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    state: State,
    /// The day of the last review.
    pub reviewed: Date,
    /// The day on which it is due again; always after that of the review.
    pub due: Date,
    /// Whether the item was missed on the day of the last review.
    missed: bool,
}

impl Memory {
    /// The memory after an answer on a day.
    ///
    /// Days are whole days of the user's calendar. The time that has passed
    /// is counted from the last review, however late this one is, and the
    /// next interval from this one.
    ///
    /// The first answer of a day is the review. A second one on the same day
    /// says little about the memory, so it never makes an interval longer;
    /// the first miss after a better answer makes it shorter. The same holds
    /// where the calendar went back, as on a journey to the west.
    #[must_use]
    pub fn after(before: Option<Self>, grade: Grade, date: Date) -> Self {
        let Some(before) = before else {
            return Self::new(State::first(grade), grade, date);
        };
        if date > before.reviewed {
            let days = days_between(before.reviewed, date);
            return Self::new(before.state.reviewed(grade, days), grade, date);
        }
        if grade == Grade::Again && !before.missed {
            let state = before.state.reviewed_at_once(grade);
            return Self::new(state, grade, before.reviewed);
        }
        before
    }

    fn new(state: State, grade: Grade, date: Date) -> Self {
        let days = state.interval(RETENTION).round().clamp(1.0, LONGEST);
        Self {
            state,
            reviewed: date,
            due: later(date, days as i64),
            missed: grade == Grade::Again,
        }
    }

    /// The days after which the item is recalled with a chance of 90 %.
    #[must_use]
    pub const fn stability(self) -> f64 {
        self.state.stability
    }

    /// How hard the item is to remember: from 1, easy, to 10.
    #[must_use]
    pub const fn difficulty(self) -> f64 {
        self.state.difficulty
    }

    /// The chance that the item is recalled on a day, from 0 to 1.
    #[must_use]
    pub fn retrievability(self, on: Date) -> f64 {
        self.state.retrievability(days_between(self.reviewed, on))
    }
}

/// Whole days from one day to a later one; 0 when it is none.
pub(super) fn days_between(from: Date, to: Date) -> u32 {
    u32::try_from(to.duration_since(from).as_hours() / 24).unwrap_or(0)
}

/// The day so many days later.
pub(super) fn later(date: Date, days: i64) -> Date {
    let time = SignedDuration::from_hours(days.saturating_mul(24));
    date.checked_add(time).unwrap_or(Date::MAX)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn reviewed(grades: &[(Grade, i64)]) -> Memory {
        let mut day = date(2026, 1, 1);
        let mut memory = None;
        for &(grade, days) in grades {
            day = later(day, days);
            memory = Some(Memory::after(memory, grade, day));
        }
        memory.unwrap()
    }

    /// The published vector with a second answer on the first day, which does
    /// not count here; 53.335106 is the published value for a memory that such
    /// answers do not change.
    #[test]
    fn a_second_answer_on_a_day_is_left_out() {
        use Grade::{Again, Good};
        let grades = [Again, Good, Good, Good, Good, Good];
        let reviews: Vec<_> = grades.into_iter().zip([0, 0, 1, 3, 8, 21]).collect();
        let memory = reviewed(&reviews);
        assert!((memory.stability() - 53.335_106).abs() < 0.2, "{memory:?}");
    }

    #[test]
    fn first_intervals_are_whole_days() {
        for (grade, days) in [
            (Grade::Again, 1),
            (Grade::Hard, 1),
            (Grade::Good, 2),
            (Grade::Easy, 8),
        ] {
            let memory = reviewed(&[(grade, 0)]);
            assert_eq!(memory.due, later(memory.reviewed, days));
        }
    }

    #[test]
    fn a_late_review_counts_from_its_own_day() {
        let first = reviewed(&[(Grade::Good, 0)]);
        let late = later(first.due, 60);
        let memory = Memory::after(Some(first), Grade::Good, late);
        assert_eq!(memory.reviewed, late);
        assert!(memory.due > late);
        // Who remembers for longer than was asked for remembers well.
        let in_time = Memory::after(Some(first), Grade::Good, first.due);
        assert!(memory.stability() > in_time.stability());
        // A miss comes again on the next day.
        let missed = Memory::after(Some(first), Grade::Again, late);
        assert_eq!(missed.due, later(late, 1));
    }

    #[test]
    fn a_second_answer_on_a_day_never_lengthens_the_interval() {
        for first in [Grade::Again, Grade::Hard, Grade::Good, Grade::Easy] {
            let once = reviewed(&[(Grade::Good, 0), (first, 2)]);
            for second in [Grade::Hard, Grade::Good, Grade::Easy] {
                let mut memory = once;
                for _ in 0..5 {
                    memory = Memory::after(Some(memory), second, once.reviewed);
                }
                assert_eq!(memory, once);
            }
        }
    }

    #[test]
    fn a_miss_later_on_the_day_shortens_it_once() {
        let once = reviewed(&[(Grade::Easy, 0)]);
        let missed = Memory::after(Some(once), Grade::Again, once.reviewed);
        assert!(missed.stability() < once.stability() && missed.due < once.due);
        let again = Memory::after(Some(missed), Grade::Again, once.reviewed);
        assert_eq!(again, missed);
    }

    #[test]
    fn success_multiplies_the_interval() {
        let mut day = date(2026, 1, 1);
        let mut memory = Memory::after(None, Grade::Good, day);
        for _ in 0..5 {
            let before = days_between(day, memory.due);
            day = memory.due;
            memory = Memory::after(Some(memory), Grade::Good, day);
            assert!(days_between(day, memory.due) >= 2 * before, "{memory:?}");
        }
    }

    #[test]
    fn calendars_that_go_back_or_end_are_no_matter() {
        let once = reviewed(&[(Grade::Good, 0)]);
        let earlier = later(once.reviewed, -1);
        assert_eq!(Memory::after(Some(once), Grade::Easy, earlier), once);
        assert_eq!(once.retrievability(earlier), 1.0);
        let last = Memory::after(Some(once), Grade::Easy, Date::MAX);
        assert_eq!(last.due, Date::MAX);
        assert!(last.stability().is_finite());
        let first = Memory::after(None, Grade::Good, Date::MIN);
        assert!(first.retrievability(Date::MAX) > 0.0);
    }

    #[test]
    fn what_is_due_is_recalled_with_a_chance_of_nine_in_ten() {
        let memory = reviewed(&[(Grade::Good, 0), (Grade::Good, 2), (Grade::Good, 11)]);
        let chance = memory.retrievability(memory.due);
        assert!((chance - 0.9).abs() < 0.002, "{chance}");
    }
}
