//! [`Schedule`]: what is due on a day.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Serialize;

use super::{Answer, Grade, Item, Memory, memory::days_between};

/// The memory of one item.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    /// The item.
    pub item: Item,
    /// What is left of it.
    pub memory: Memory,
    /// How many answers were given to it.
    pub answers: u32,
    /// How many of them were misses.
    pub misses: u32,
}

/// An item that is due.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Due {
    /// The item.
    #[serde(flatten)]
    pub item: Item,
    /// Since when.
    pub since: Date,
    /// How many days ago that was.
    pub overdue: u32,
    /// The chance that it is recalled, from 0 to 1.
    pub retrievability: f64,
}

/// The memory of everything that was answered.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Schedule {
    cards: BTreeMap<Item, Card>,
}

impl Schedule {
    /// What follows from a log of answers, whatever order they are in.
    #[must_use]
    pub fn of(answers: &[Answer]) -> Self {
        let mut sorted: Vec<&Answer> = answers.iter().collect();
        sorted.sort_by_key(|answer| (answer.time, &answer.key));
        let mut schedule = Self::default();
        for answer in sorted {
            if let Some(grade) = answer.grade() {
                schedule.review(&answer.item, grade, answer.date);
            }
        }
        schedule
    }

    fn review(&mut self, item: &Item, grade: Grade, date: Date) {
        let card = self.cards.get(item);
        let memory = Memory::after(card.map(|card| card.memory), grade, date);
        let (answers, misses) = card.map_or((0, 0), |card| (card.answers, card.misses));
        let card = Card {
            item: item.clone(),
            memory,
            answers: answers + 1,
            misses: misses + u32::from(grade == Grade::Again),
        };
        self.cards.insert(item.clone(), card);
    }

    /// The memory of an item; `None` when nothing is known of it.
    #[must_use]
    pub fn card(&self, item: &Item) -> Option<&Card> {
        self.cards.get(item)
    }

    /// The memory of all items.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.cards.values()
    }

    /// What is due on a day: what is most likely forgotten first, then what
    /// is overdue for longest.
    #[must_use]
    pub fn due(&self, on: Date) -> Vec<Due> {
        let due = self.cards().filter(|card| card.memory.due <= on);
        let mut due: Vec<Due> = due
            .map(|card| Due {
                item: card.item.clone(),
                since: card.memory.due,
                overdue: days_between(card.memory.due, on),
                retrievability: card.memory.retrievability(on),
            })
            .collect();
        due.sort_by(|a, b| {
            let chance = a.retrievability.total_cmp(&b.retrievability);
            chance.then(b.overdue.cmp(&a.overdue))
        });
        due
    }

    /// The first day after a day on which something comes due.
    #[must_use]
    pub fn next_due(&self, after: Date) -> Option<Date> {
        let days = self.cards().map(|card| card.memory.due);
        days.filter(|&day| day > after).min()
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::{super::answer::tests::solved, *};
    use crate::practice::Outcome;

    #[test]
    fn what_is_most_likely_forgotten_comes_first() {
        let mut log = vec![
            solved(1, "good", "2026-01-01"),
            solved(2, "easy", "2026-01-01"),
            solved(3, "missed", "2026-01-01"),
            solved(4, "later", "2026-01-10"),
        ];
        log[1].millis = 1_000;
        log[2].outcome = Outcome::GivenUp;
        let schedule = Schedule::of(&log);
        let ids = |on| -> Vec<String> {
            let due = schedule.due(on).into_iter();
            due.map(|due| due.item.id).collect()
        };
        assert_eq!(ids(date(2026, 1, 1)), Vec::<String>::new());
        assert_eq!(ids(date(2026, 1, 2)), ["missed"]);
        assert_eq!(ids(date(2026, 1, 3)), ["missed", "good"]);
        assert_eq!(ids(date(2026, 1, 11)), ["missed", "good", "easy"]);
        assert_eq!(schedule.due(date(2026, 1, 11))[1].overdue, 8);
        assert_eq!(schedule.next_due(date(2026, 1, 3)), Some(date(2026, 1, 9)));
        log.reverse();
        assert_eq!(Schedule::of(&log), schedule);
    }

    /// One minute before midnight and one after it are two days.
    #[test]
    fn days_are_those_of_the_calendar() {
        let mut log = vec![
            solved(1, "x", "2026-01-01"),
            solved(2, "x", "2026-01-01"),
            solved(3, "x", "2026-01-02"),
        ];
        log[0].time = "2026-01-01T23:58:00Z".parse().unwrap();
        log[1].time = "2026-01-01T23:59:00Z".parse().unwrap();
        log[2].time = "2026-01-02T00:01:00Z".parse().unwrap();
        let card = |log: &[Answer]| Schedule::of(log).card(&Item::puzzle("x")).unwrap().memory;
        assert_eq!(card(&log[..1]), card(&log[..2]));
        let after_midnight = card(&log);
        assert_eq!(after_midnight.reviewed, date(2026, 1, 2));
        assert!(after_midnight.stability() > card(&log[..2]).stability());
        // Elsewhere the three are one day, and count once.
        log[2].date = date(2026, 1, 1);
        assert_eq!(card(&log), card(&log[..1]));
    }

    #[test]
    fn what_was_left_without_a_mistake_says_nothing() {
        let mut log = vec![solved(1, "x", "2026-01-01")];
        log[0].outcome = Outcome::Open;
        assert_eq!(Schedule::of(&log), Schedule::default());
        log[0].tries = 2;
        let schedule = Schedule::of(&log);
        assert_eq!(schedule.card(&Item::puzzle("x")).unwrap().misses, 1);
    }
}
