//! Reports on what was practised.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use serde::Serialize;

use super::{Answer, Item, Kind, Outcome, Rating, RatingOnDay, Ratings, Schedule, start_of_level};

/// Answers in numbers. Those that were left before anything was answered are
/// not among them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Solves {
    /// How many.
    pub answers: u32,
    /// How many were solved, perhaps with help.
    pub solved: u32,
    /// How many were solved at the first try without a hint.
    pub at_once: u32,
    /// The average time, in seconds.
    pub seconds: f64,
}

impl Solves {
    fn of<'a>(answers: impl IntoIterator<Item = &'a Answer>) -> Self {
        let mut solves = Self::default();
        let mut millis = 0.0;
        let judged = answers
            .into_iter()
            .filter(|answer| answer.grade().is_some());
        for answer in judged {
            solves.answers += 1;
            solves.solved += u32::from(answer.outcome == Outcome::Solved);
            solves.at_once += u32::from(answer.is_right_at_once());
            millis += f64::from(answer.millis);
        }
        let average = millis / f64::from(solves.answers.max(1)) / 1000.0;
        solves.seconds = tenths(average);
        solves
    }
}

/// What was practised, and what is due.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PracticeStats {
    /// All answers.
    #[serde(flatten)]
    pub solves: Solves,
    /// On how many days there were some.
    pub days: usize,
    /// The first day.
    pub first: Option<Date>,
    /// The last day.
    pub last: Option<Date>,
    /// How many items are due today.
    pub due: usize,
    /// When the next one after today comes due.
    pub next_due: Option<Date>,
    /// By what was asked; only kinds that were.
    pub kinds: Vec<KindStats>,
    /// How many answers each day had; days without any are left out.
    pub reviews: Vec<DayCount>,
    /// The player's rating today; `None` when no puzzle has counted.
    pub rating: Option<Rating>,
    /// The rating on each day on which it changed.
    pub ratings: Vec<RatingOnDay>,
}

/// Answers of one kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KindStats {
    /// What was asked.
    pub kind: Kind,
    /// The answers.
    #[serde(flatten)]
    pub solves: Solves,
    /// To how many items.
    pub items: usize,
    /// How many of these are due today.
    pub due: usize,
}

/// The answers of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DayCount {
    /// The day.
    pub date: Date,
    /// How many.
    pub answers: u32,
}

impl PracticeStats {
    /// What a log says on a day.
    #[must_use]
    pub fn of(answers: &[Answer], on: Date) -> Self {
        let schedule = Schedule::of(answers);
        let due = schedule.due(on);
        let ratings = Ratings::of(answers);
        let reviews = reviews(answers);
        let kind = |kind: Kind| {
            let own = || {
                let judged = answers.iter().filter(|answer| answer.grade().is_some());
                judged.filter(move |answer| answer.item.kind == kind)
            };
            let items: BTreeSet<&Item> = own().map(|answer| &answer.item).collect();
            KindStats {
                kind,
                solves: Solves::of(own()),
                items: items.len(),
                due: due.iter().filter(|due| due.item.kind == kind).count(),
            }
        };
        Self {
            solves: Solves::of(answers),
            days: reviews.len(),
            first: reviews.first().map(|day| day.date),
            last: reviews.last().map(|day| day.date),
            due: due.len(),
            next_due: schedule.next_due(on),
            kinds: Kind::ALL
                .map(kind)
                .into_iter()
                .filter(|kind| kind.solves.answers > 0)
                .collect(),
            reviews,
            rating: rating(&ratings, on),
            ratings: ratings.history().iter().copied().map(rounded).collect(),
        }
    }
}

/// What became of the puzzles.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PuzzleStats {
    /// All answers.
    #[serde(flatten)]
    pub solves: Solves,
    /// To how many puzzles.
    pub puzzles: usize,
    /// The player's rating today; `None` when no puzzle has counted.
    pub rating: Option<Rating>,
    /// By theme, in the order of the alphabet.
    pub themes: Vec<ThemeStats>,
    /// By level, those without one last.
    pub levels: Vec<LevelStats>,
    /// The rating on each day on which it changed.
    pub ratings: Vec<RatingOnDay>,
}

/// The puzzles of a theme.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ThemeStats {
    /// The theme.
    pub theme: String,
    /// The answers.
    #[serde(flatten)]
    pub solves: Solves,
    /// The player's rating in them today; `None` when none has counted.
    pub rating: Option<Rating>,
}

/// The puzzles of a level.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LevelStats {
    /// The level, from 1 to 5.
    pub level: Option<u8>,
    /// The answers.
    #[serde(flatten)]
    pub solves: Solves,
    /// The average rating of these puzzles today, by how this player fared
    /// with them.
    pub puzzle_rating: f64,
}

impl PuzzleStats {
    /// What a log says on a day.
    #[must_use]
    pub fn of(answers: &[Answer], on: Date) -> Self {
        let ratings = Ratings::of(answers);
        let mut puzzles = BTreeSet::new();
        let mut themes: BTreeMap<&String, Vec<&Answer>> = BTreeMap::new();
        // Those without a level sort last.
        let mut levels: BTreeMap<u8, Vec<&Answer>> = BTreeMap::new();
        let judged =
            |answer: &&Answer| answer.item.kind == Kind::Puzzle && answer.grade().is_some();
        let all: Vec<&Answer> = answers.iter().filter(judged).collect();
        for &answer in &all {
            puzzles.insert(&answer.item.id);
            for theme in &answer.themes {
                themes.entry(theme).or_default().push(answer);
            }
            let level = answer.level.unwrap_or(u8::MAX);
            levels.entry(level).or_default().push(answer);
        }
        let theme = |(theme, answers): (&String, Vec<&Answer>)| ThemeStats {
            theme: theme.clone(),
            solves: Solves::of(answers),
            rating: ratings.theme(theme, on).map(whole),
        };
        let level = |(level, answers): (u8, Vec<&Answer>)| LevelStats {
            level: (level != u8::MAX).then_some(level),
            puzzle_rating: average(&ratings, &answers, on),
            solves: Solves::of(answers),
        };
        Self {
            solves: Solves::of(all.iter().copied()),
            puzzles: puzzles.len(),
            rating: rating(&ratings, on),
            themes: themes.into_iter().map(theme).collect(),
            levels: levels.into_iter().map(level).collect(),
            ratings: ratings.history().iter().copied().map(rounded).collect(),
        }
    }
}

/// The average rating of the puzzles that were answered.
fn average(ratings: &Ratings, answers: &[&Answer], on: Date) -> f64 {
    let of = |answer: &&Answer| {
        let id = &answer.item.id;
        let rating = ratings.puzzle(id, on);
        (
            id.clone(),
            rating
                .unwrap_or_else(|| start_of_level(answer.level))
                .rating,
        )
    };
    let puzzles: BTreeMap<String, f64> = answers.iter().map(of).collect();
    (puzzles.values().sum::<f64>() / puzzles.len().max(1) as f64).round()
}

/// The days with answers that were judged.
fn reviews(answers: &[Answer]) -> Vec<DayCount> {
    let mut days: BTreeMap<Date, u32> = BTreeMap::new();
    for answer in answers.iter().filter(|answer| answer.grade().is_some()) {
        *days.entry(answer.date).or_default() += 1;
    }
    let day = |(date, answers)| DayCount { date, answers };
    days.into_iter().map(day).collect()
}

fn rating(ratings: &Ratings, on: Date) -> Option<Rating> {
    ratings.history().last()?;
    Some(whole(ratings.player(on)))
}

/// A rating as it is told: in tenths of points.
fn whole(rating: Rating) -> Rating {
    Rating {
        rating: tenths(rating.rating),
        deviation: tenths(rating.deviation),
        volatility: (rating.volatility * 1e6).round() / 1e6,
    }
}

fn rounded(day: RatingOnDay) -> RatingOnDay {
    RatingOnDay {
        rating: whole(day.rating),
        ..day
    }
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::{super::answer::tests::solved, *};

    #[test]
    fn a_log_in_numbers() {
        let mut log = vec![
            solved(1, "a", "2026-01-01"),
            solved(2, "b", "2026-01-01"),
            solved(3, "a", "2026-01-03"),
            solved(4, "f5d6/white", "2026-01-03"),
            solved(5, "never begun", "2026-01-03"),
        ];
        log[0].themes = vec!["corner".to_owned()];
        log[0].level = Some(2);
        (log[1].tries, log[1].millis) = (2, 40_000);
        log[1].themes = vec!["corner".to_owned(), "draw".to_owned()];
        log[2].outcome = Outcome::GivenUp;
        log[3].item.kind = Kind::Opening;
        log[4].outcome = Outcome::Open;
        let stats = PracticeStats::of(&log, date(2026, 1, 4));
        let all = Solves {
            answers: 4,
            solved: 3,
            at_once: 2,
            seconds: 25.0,
        };
        assert_eq!((stats.solves, stats.days), (all, 2));
        assert_eq!((stats.due, stats.next_due), (2, Some(date(2026, 1, 5))));
        let kinds: Vec<_> = stats
            .kinds
            .iter()
            .map(|kind| (kind.kind, kind.items, kind.due))
            .collect();
        assert_eq!(kinds, [(Kind::Puzzle, 2, 2), (Kind::Opening, 1, 0)]);
        let counts: Vec<u32> = stats.reviews.iter().map(|day| day.answers).collect();
        assert_eq!(counts, [2, 2]);
        let puzzles = PuzzleStats::of(&log, date(2026, 1, 4));
        assert_eq!((puzzles.puzzles, puzzles.solves.answers), (2, 3));
        let themes: Vec<_> = puzzles
            .themes
            .iter()
            .map(|t| (t.theme.as_str(), t.solves.answers, t.solves.at_once))
            .collect();
        assert_eq!(themes, [("corner", 2, 1), ("draw", 1, 0)]);
        let levels: Vec<_> = puzzles
            .levels
            .iter()
            .map(|l| (l.level, l.solves.answers))
            .collect();
        assert_eq!(levels, [(Some(2), 1), (None, 2)]);
        // Who solves a puzzle of level 2 has made it weaker.
        assert!(puzzles.levels[0].puzzle_rating < 1200.0);
        assert_eq!(PracticeStats::of(&[], date(2026, 1, 1)).rating, None);
    }
}
