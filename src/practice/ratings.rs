//! [`Ratings`]: how strong a player is, and how hard the puzzles are for that
//! player.
//!
//! A puzzle is an opponent: who solves it has beaten it. Each answer that
//! counts is a rating period of its own, as on lichess, and so is each day
//! that passes. Glickman advises ten to fifteen games a period, but one step
//! for a day's results goes much too far while a player is unknown: fifteen
//! hard puzzles solved on the first day would make a rating of more than 4000.
//!
//! An answer counts when the puzzle was not asked in the [`FRESH`] days before
//! it: who solves a puzzle again a week later remembers it, which says nothing
//! about strength.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Answer, Kind, Rating,
    memory::{days_between, later},
};

/// After so many days a puzzle counts as new again.
pub(super) const FRESH: u32 = 30;

/// The rating at which a puzzle starts, by its level from 1 to 5: 900, 1200,
/// 1500, 1800, 2100, give or take 200; one that names no level is unknown.
#[must_use]
pub fn start_of_level(level: Option<u8>) -> Rating {
    match level {
        Some(level) => Rating::new(600.0 + 300.0 * f64::from(level.clamp(1, 5)), 200.0),
        None => Rating::default(),
    }
}

/// A rating at the end of a day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RatingOnDay {
    /// The day.
    pub date: Date,
    /// The rating.
    #[serde(flatten)]
    pub rating: Rating,
}

impl RatingOnDay {
    /// The rating on a later day: each day makes it less certain.
    fn at(self, date: Date) -> Rating {
        self.rating.rested(days_between(self.date, date))
    }
}

/// The ratings that follow from a log of answers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ratings {
    player: Vec<RatingOnDay>,
    themes: BTreeMap<String, RatingOnDay>,
    puzzles: BTreeMap<String, RatingOnDay>,
}

impl Ratings {
    /// What follows from a log of answers, whatever order they are in.
    #[must_use]
    pub fn of(answers: &[Answer]) -> Self {
        let mut sorted: Vec<&Answer> = answers
            .iter()
            .filter(|answer| answer.item.kind == Kind::Puzzle)
            .collect();
        sorted.sort_by_key(|answer| (answer.time, &answer.key));
        let mut ratings = Self::default();
        // When each puzzle was answered last.
        let mut asked: HashMap<&str, Date> = HashMap::new();
        for answer in sorted {
            let Some(score) = answer.score() else {
                continue;
            };
            let before = asked.insert(&answer.item.id, answer.date);
            if before.is_none_or(|before| days_between(before, answer.date) >= FRESH) {
                ratings.play(answer, score);
            }
        }
        ratings
    }

    /// A result; both sides have the ratings from before it.
    fn play(&mut self, answer: &Answer, score: f64) {
        let date = answer.date;
        let today =
            |last: Option<&RatingOnDay>| last.map_or_else(Rating::default, |last| last.at(date));
        let id = &answer.item.id;
        let puzzle = match self.puzzles.get(id) {
            Some(last) => last.at(date),
            None => start_of_level(answer.level),
        };
        let player = today(self.player.last());
        let on_day = |rating| RatingOnDay { date, rating };
        for theme in &answer.themes {
            let before = today(self.themes.get(theme));
            let after = before.after(&[(puzzle, score)]);
            self.themes.insert(theme.clone(), on_day(after));
        }
        let puzzle_after = puzzle.after(&[(player, 1.0 - score)]);
        self.puzzles.insert(id.clone(), on_day(puzzle_after));
        let after = on_day(player.after(&[(puzzle, score)]));
        match self.player.last_mut() {
            // A calendar that went back, as on a journey, stays where it was.
            Some(last) if last.date >= date => last.rating = after.rating,
            _ => self.player.push(after),
        }
    }

    /// The player's rating at the end of a day.
    #[must_use]
    pub fn player(&self, on: Date) -> Rating {
        let last = self.player.last();
        last.map_or_else(Rating::default, |last| last.at(on))
    }

    /// The player's rating on each day on which it changed, and no day later
    /// than the last of them.
    #[must_use]
    pub fn history(&self) -> &[RatingOnDay] {
        &self.player
    }

    /// The player's rating in puzzles of a theme, at the end of a day; `None`
    /// when none has counted.
    #[must_use]
    pub fn theme(&self, theme: &str, on: Date) -> Option<Rating> {
        self.themes.get(theme).map(|last| last.at(on))
    }

    /// The rating of a puzzle at the end of a day; `None` when it was never
    /// rated. [`start_of_level`] has what it starts with.
    #[must_use]
    pub fn puzzle(&self, id: &str, on: Date) -> Option<Rating> {
        self.puzzles.get(id).map(|last| last.at(on))
    }

    /// The day from which on an answer to a puzzle counts again that was
    /// answered on a day.
    #[must_use]
    pub fn counts_again(answered: Date) -> Date {
        later(answered, FRESH.into())
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::{super::answer::tests::solved, *};
    use crate::practice::Outcome;

    fn puzzle(number: u32, id: &str, day: &str, level: u8, outcome: Outcome) -> Answer {
        let mut answer = solved(number, id, day);
        answer.level = Some(level);
        answer.outcome = outcome;
        answer.themes = vec![format!("theme {level}")];
        answer
    }

    /// Worked out by the formulas, a step for each answer and each day.
    #[test]
    fn an_answer_is_a_rating_period_and_a_day_is_one() {
        let log = [
            puzzle(1, "a", "2026-01-01", 3, Outcome::Solved),
            puzzle(2, "b", "2026-01-01", 5, Outcome::GivenUp),
            puzzle(3, "c", "2026-01-04", 4, Outcome::Solved),
        ];
        let ratings = Ratings::of(&log);
        let [level_3, level_4, level_5] = [1500.0, 1800.0, 2100.0].map(|r| Rating::new(r, 200.0));
        let one = Rating::default().after(&[(level_3, 1.0)]);
        let two = one.after(&[(level_5, 0.0)]);
        let first = RatingOnDay {
            date: date(2026, 1, 1),
            rating: two,
        };
        assert_eq!(ratings.history()[0], first);
        let three = two.rested(3).after(&[(level_4, 1.0)]);
        assert_eq!(ratings.player(date(2026, 1, 4)), three);
        assert_eq!(ratings.player(date(2026, 1, 14)), three.rested(10));
        let lost = level_3.after(&[(Rating::default(), 0.0)]);
        assert_eq!(ratings.puzzle("a", date(2026, 1, 1)), Some(lost));
        let won = level_5.after(&[(one, 1.0)]);
        assert_eq!(ratings.puzzle("b", date(2026, 1, 1)), Some(won));
        let theme = Rating::default().after(&[(level_5, 0.0)]);
        assert_eq!(ratings.theme("theme 5", date(2026, 1, 1)), Some(theme));
        assert_eq!(ratings.theme("theme 1", date(2026, 1, 1)), None);
    }

    #[test]
    fn a_puzzle_that_is_still_remembered_does_not_count() {
        let mut log = vec![puzzle(1, "a", "2026-01-01", 3, Outcome::Solved)];
        let once = Ratings::of(&log);
        log.push(puzzle(2, "a", "2026-01-01", 3, Outcome::Solved));
        log.push(puzzle(3, "a", "2026-01-30", 3, Outcome::GivenUp));
        assert_eq!(Ratings::of(&log), once);
        log.push(puzzle(4, "a", "2026-03-01", 3, Outcome::Solved));
        assert_eq!(Ratings::of(&log).history().len(), 2);
        let again = Ratings::counts_again(date(2026, 1, 30));
        assert_eq!(again, date(2026, 3, 1));
    }

    #[test]
    fn the_order_of_the_rows_is_no_matter() {
        let mut log: Vec<Answer> = (0..40)
            .map(|n| {
                let day = format!("2026-02-{:02}", n % 28 + 1);
                let outcome = if n % 3 == 0 {
                    Outcome::GivenUp
                } else {
                    Outcome::Solved
                };
                puzzle(n, &format!("p{}", n % 7), &day, (n % 5) as u8 + 1, outcome)
            })
            .collect();
        let ratings = Ratings::of(&log);
        log.reverse();
        assert_eq!(Ratings::of(&log), ratings);
    }

    #[test]
    fn levels_have_their_ratings() {
        let start = |level| start_of_level(level).rating;
        let levels = [1, 2, 3, 4, 5].map(|level| start(Some(level)));
        assert_eq!(levels, [900.0, 1200.0, 1500.0, 1800.0, 2100.0]);
        assert_eq!((start(None), start(Some(99))), (1500.0, 2100.0));
    }
}
