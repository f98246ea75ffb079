//! [`Calendar`]: one puzzle a day, the same for everybody who has the same
//! puzzles.
//!
//! The days are cut into cycles as long as the set of puzzles; in each cycle
//! every puzzle comes once. Within a week they go from easy to hard, Monday to
//! Saturday, with Sunday in the middle: the puzzles of a cycle are sorted by
//! level and dealt to the days of the week in that order, as many to each as
//! the cycle has of them.
//!
//! Which of the puzzles of a weekday comes on a date is decided by the hashes
//! of date and id: of those that are left the smallest comes. This is
//! rendezvous hashing (Thaler and Ravishankar, 1998). A puzzle that is added
//! changes the few dates that it wins and those that their former puzzles win
//! instead; the other dates of the first cycle, which begins with the
//! [`FIRST_DAY`] day, keep theirs. In later cycles, whose bounds move, more dates
//! change.
//!
//! ```
//! use jiff::civil::date;
//! use outflank::puzzle::{Calendar, Collection, Puzzle};
//!
//! let puzzles = Collection::shipped();
//! let puzzles: Vec<&Puzzle> = puzzles.entries().filter_map(|(_, e)| e.sound().ok()).collect();
//! let calendar = Calendar::new(puzzles.iter().map(|puzzle| (&*puzzle.id, puzzle.about.level)));
//! let monday = calendar.on(date(2026, 11, 30)).ok_or("no puzzles")?;
//! let saturday = calendar.on(date(2026, 12, 5)).ok_or("no puzzles")?;
//! assert!(puzzles[monday].about.level < puzzles[saturday].about.level);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use jiff::civil::{Date, date};

use super::chance::{hash, mix};

/// The first day of the first cycle, a Monday. Dates before it have puzzles
/// too.
pub const FIRST_DAY: Date = date(2026, 11, 30);

/// The days of the week from the one with the easiest puzzles to the one with
/// the hardest; Monday is 0.
const EASY_TO_HARD: [usize; 7] = [0, 1, 2, 6, 3, 4, 5];

/// Which puzzle comes on which date.
#[derive(Debug, Clone)]
pub struct Calendar {
    puzzles: Vec<Dated>,
}

/// What the calendar knows of a puzzle.
#[derive(Debug, Clone, Copy)]
struct Dated {
    level: u8,
    hash: u64,
}

impl Calendar {
    /// The calendar of some puzzles, given by their ids and levels. One
    /// without a level counts as level 3. Their order does not matter, if no
    /// id comes twice.
    pub fn new<'p>(puzzles: impl IntoIterator<Item = (&'p str, Option<u8>)>) -> Self {
        let puzzles = puzzles.into_iter().map(|(id, level)| Dated {
            level: level.unwrap_or(3),
            hash: hash(id),
        });
        Self {
            puzzles: puzzles.collect(),
        }
    }

    /// The puzzle of a date, counted from 0 in the order in which they were
    /// given; `None` when there is no puzzle.
    #[must_use]
    pub fn on(&self, date: Date) -> Option<usize> {
        let day = days_since_first(date);
        let length = i64::try_from(self.puzzles.len()).ok()?;
        let place = day.checked_rem_euclid(length)?;
        self.cycle(day - place).nth(usize::try_from(place).ok()?)
    }

    /// The puzzles of the cycle that begins on a day, in order.
    fn cycle(&self, first: i64) -> impl Iterator<Item = usize> + '_ {
        let days = (first..).take(self.puzzles.len());
        let mut decks = self.decks(first);
        days.filter_map(move |day| {
            let deck = decks.get_mut(weekday(day))?;
            let left = deck.iter().enumerate();
            let (at, _) = left.min_by_key(|&(_, &index)| {
                let hash = self.puzzles.get(index).map(|puzzle| puzzle.hash);
                hash.map(|hash| (mix(day as u64, hash), hash))
            })?;
            Some(deck.swap_remove(at))
        })
    }

    /// The puzzles of each day of the week in a cycle.
    fn decks(&self, first: i64) -> [Vec<usize>; 7] {
        let mut sorted: Vec<usize> = (0..self.puzzles.len()).collect();
        sorted.sort_by_key(|&index| {
            let puzzle = self.puzzles.get(index);
            puzzle.map(|puzzle| (puzzle.level, mix(first as u64, puzzle.hash)))
        });
        let mut counts = [0; 7];
        for day in (first..).take(sorted.len()) {
            if let Some(count) = counts.get_mut(weekday(day)) {
                *count += 1;
            }
        }
        let mut decks: [Vec<usize>; 7] = Default::default();
        let mut sorted = sorted.into_iter();
        for day in EASY_TO_HARD {
            if let (Some(deck), Some(&count)) = (decks.get_mut(day), counts.get(day)) {
                deck.extend(sorted.by_ref().take(count));
            }
        }
        decks
    }
}

/// How many days in a row have one of the dates, up to today; up to yesterday
/// when today has none yet. The order of the dates does not matter.
///
/// ```
/// use jiff::civil::date;
/// use outflank::puzzle::days_in_a_row;
///
/// let solved = [date(2026, 11, 27), date(2026, 11, 29), date(2026, 11, 30)];
/// assert_eq!(days_in_a_row(&solved, date(2026, 11, 30)), 2);
/// assert_eq!(days_in_a_row(&solved, date(2026, 12, 1)), 2);
/// assert_eq!(days_in_a_row(&solved, date(2026, 12, 2)), 0);
/// ```
#[must_use]
pub fn days_in_a_row(dates: &[Date], today: Date) -> usize {
    let days: std::collections::HashSet<i64> =
        dates.iter().map(|&date| days_since_first(date)).collect();
    let today = days_since_first(today);
    let last = if days.contains(&today) {
        today
    } else {
        today - 1
    };
    (0..)
        .take_while(|before| days.contains(&(last - before)))
        .count()
}

/// The number of days from [`FIRST_DAY`] to a date.
fn days_since_first(date: Date) -> i64 {
    (date - FIRST_DAY).get_days().into()
}

/// The day of the week, Monday is 0: [`FIRST_DAY`] is one.
const fn weekday(day: i64) -> usize {
    day.rem_euclid(7) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use jiff::ToSpan;

    use super::*;

    fn named(count: usize) -> Vec<(String, Option<u8>)> {
        (0..count)
            .map(|i| (format!("puzzle-{i}"), Some((i % 5) as u8 + 1)))
            .collect()
    }

    fn calendar(puzzles: &[(String, Option<u8>)]) -> Calendar {
        Calendar::new(puzzles.iter().map(|(id, level)| (id.as_str(), *level)))
    }

    fn day(n: i64) -> Date {
        FIRST_DAY + n.days()
    }

    #[test]
    fn the_first_day_is_a_monday() {
        assert_eq!(FIRST_DAY.weekday(), jiff::civil::Weekday::Monday);
        assert_eq!(days_since_first(date(2025, 11, 30)), -365);
    }

    #[test]
    fn nothing_comes_twice_in_a_cycle() {
        for count in [1, 2, 6, 7, 8, 52, 180] {
            let calendar = calendar(&named(count));
            for cycle in -2..4 {
                let first = cycle * count as i64;
                let dates = (first..).take(count);
                let seen: HashSet<usize> = dates.filter_map(|n| calendar.on(day(n))).collect();
                assert_eq!(seen.len(), count);
            }
        }
        assert_eq!(Calendar::new([]).on(FIRST_DAY), None);
    }

    #[test]
    fn a_new_cycle_has_a_new_order() {
        let calendar = calendar(&named(70));
        let cycle = |n: i64| (n * 70..(n + 1) * 70).map(|n| calendar.on(day(n)).unwrap());
        let same = cycle(0).zip(cycle(1)).filter(|(a, b)| a == b).count();
        assert!(same < 20, "{same} of 70 on the same day of both");
    }

    #[test]
    fn weeks_go_from_easy_to_hard() {
        let puzzles = named(70);
        let calendar = calendar(&puzzles);
        for week in 0..30 {
            let level = |weekday: i64| puzzles[calendar.on(day(week * 7 + weekday)).unwrap()].1;
            let levels: Vec<_> = [0, 1, 2, 6, 3, 4, 5].map(level).to_vec();
            assert!(levels.is_sorted(), "{levels:?}");
            assert_eq!((levels[0], levels[6]), (Some(1), Some(5)));
        }
    }

    #[test]
    fn the_order_of_the_puzzles_does_not_matter() {
        let mut puzzles = named(40);
        let before = calendar(&puzzles);
        let ids: Vec<String> = (0..90)
            .map(|n| puzzles[before.on(day(n)).unwrap()].0.clone())
            .collect();
        puzzles.reverse();
        let after = calendar(&puzzles);
        for (n, id) in (0..).zip(&ids) {
            assert_eq!(puzzles[after.on(day(n)).unwrap()].0, *id);
        }
    }

    #[test]
    fn added_puzzles_change_few_dates_of_the_first_cycle() {
        let puzzles = named(210);
        let old = calendar(&puzzles[..200]);
        let one_more = calendar(&puzzles[..201]);
        let ten_more = calendar(&puzzles);
        let changed = |new: &Calendar| {
            (0..200)
                .filter(|&n| old.on(day(n)) != new.on(day(n)))
                .count()
        };
        let (one, ten) = (changed(&one_more), changed(&ten_more));
        assert!(one <= 30, "one puzzle more changes {one} dates of 200");
        assert!(ten <= 110, "ten puzzles more change {ten} dates of 200");
        // Most of the changes are near the end of the cycle.
        let soon = (0..50)
            .filter(|&n| old.on(day(n)) != one_more.on(day(n)))
            .count();
        assert!(
            soon <= 8,
            "one puzzle more changes {soon} of the first 50 dates"
        );
    }
}
