//! [`Answer`]: how one item was answered, a row of the log; and the [`Grade`]
//! that follows from it.

use std::{fmt, str::FromStr};

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A puzzle.
    Puzzle,
    /// A line of an opening book, for one side.
    Opening,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Puzzle, Self::Opening];

    /// The word for it in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle",
            Self::Opening => "opening",
        }
    }
}

/// Something that is learnt.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Item {
    /// What it is.
    pub kind: Kind,
    /// Its name, unique among those of its kind: the id of a puzzle; the moves
    /// of a line and the side that is asked, as `f5d6c3/white`.
    pub id: String,
}

impl Item {
    /// A puzzle.
    #[must_use]
    pub fn puzzle(id: impl Into<String>) -> Self {
        Self {
            kind: Kind::Puzzle,
            id: id.into(),
        }
    }

    /// A line of an opening.
    #[must_use]
    pub fn opening(id: impl Into<String>) -> Self {
        Self {
            kind: Kind::Opening,
            id: id.into(),
        }
    }
}

/// The name of an answer that no other has: 32 hexadecimal digits, the first
/// eight a count, the others by chance. It stays when the log is exported and imported, so that an answer is known
/// again.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Key(String);

impl Key {
    /// The digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_digit = |c: u8| matches!(c, b'0'..=b'9' | b'a'..=b'f');
        if text.len() == 32 && text.bytes().all(is_digit) {
            return Ok(Self(text.to_owned()));
        }
        Err(format!(
            "`{text}` is no key: keys are 32 digits from 0 to 9 and a to f"
        ))
    }
}

impl TryFrom<String> for Key {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It has not ended, or the user went away.
    Open,
    /// The user found all that was asked for, perhaps with help.
    Solved,
    /// It came to its end, but the program told a move that was asked for.
    Told,
    /// The user wanted to see the solution.
    GivenUp,
}

impl Outcome {
    pub(super) const ALL: [Self; 4] = [Self::Open, Self::Solved, Self::Told, Self::GivenUp];

    /// The word for it in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Solved => "solved",
            Self::Told => "told",
            Self::GivenUp => "given-up",
        }
    }
}

/// How one item was answered, from its first question to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Its name.
    pub key: Key,
    /// What was asked.
    #[serde(flatten)]
    pub item: Item,
    /// When the last reply to it was given; whole milliseconds are kept.
    pub time: Timestamp,
    /// The day of that where the user lives.
    pub date: Date,
    /// How often it was tried: 1, and 1 more for each wrong move.
    pub tries: u32,
    /// How many hints were used.
    pub hints: u32,
    /// How many moves were found.
    pub found: u32,
    /// How long it took, in milliseconds.
    pub millis: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// How hard the item is, from 1 to 5, if it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<String>,
}

/// How well an item was known: what FSRS schedules by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Not known.
    Again,
    /// Known with trouble.
    Hard,
    /// Known.
    Good,
    /// Known at sight.
    Easy,
}

/// Who needs no longer than this for a move knows it at sight.
const AT_SIGHT: u32 = 5_000;
/// Who needs longer than this for a move has had trouble.
const WITH_TROUBLE: u32 = 60_000;
/// With so many wrong moves and hints it was not known.
const TOO_MUCH_HELP: u32 = 3;

impl Answer {
    /// An item that was just put to the user.
    #[must_use]
    pub const fn new(key: Key, item: Item, time: Timestamp, date: Date) -> Self {
        Self {
            key,
            item,
            time,
            date,
            tries: 1,
            hints: 0,
            found: 0,
            millis: 0,
            outcome: Outcome::Open,
            level: None,
            themes: Vec::new(),
        }
    }

    /// Wrong moves and hints.
    #[must_use]
    pub const fn help(&self) -> u32 {
        self.tries.saturating_sub(1).saturating_add(self.hints)
    }

    /// Whether it was solved at the first try without a hint.
    #[must_use]
    pub const fn is_right_at_once(&self) -> bool {
        matches!(self.outcome, Outcome::Solved) && self.help() == 0
    }

    /// How well the item was known:
    ///
    /// - **Again**: given up; a move was told; three or more wrong moves and
    ///   hints together; or left after a wrong move or a hint.
    /// - **Hard**: solved with one or two wrong moves and hints, or without
    ///   any in more than 60 seconds a move.
    /// - **Good**: solved at the first try without hints.
    /// - **Easy**: the same in 5 seconds a move or less.
    ///
    /// `None` when the item was left before anything went wrong: that says
    /// nothing.
    #[must_use]
    pub fn grade(&self) -> Option<Grade> {
        let help = self.help();
        match self.outcome {
            Outcome::Open if help == 0 => None,
            Outcome::Open | Outcome::Told | Outcome::GivenUp => Some(Grade::Again),
            Outcome::Solved if help >= TOO_MUCH_HELP => Some(Grade::Again),
            Outcome::Solved if help > 0 => Some(Grade::Hard),
            Outcome::Solved => {
                let a_move = self.millis / self.found.max(1);
                Some(if a_move <= AT_SIGHT {
                    Grade::Easy
                } else if a_move <= WITH_TROUBLE {
                    Grade::Good
                } else {
                    Grade::Hard
                })
            }
        }
    }

    /// What it counts in a rating, from 0 to 1: a solution 1, with each wrong
    /// move and each hint less: 1/2, 1/3, 1/4 and so on; anything else 0.
    /// `None` where [`Answer::grade`] is.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        self.grade()?;
        Some(match self.outcome {
            Outcome::Solved => 1.0 / (1.0 + f64::from(self.help())),
            _ => 0.0,
        })
    }

    /// How far it has come; it grows with every reply.
    pub(super) fn progress(&self) -> i64 {
        i64::from(self.tries) + i64::from(self.hints) + i64::from(self.found)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A puzzle that was solved at noon, in 20 seconds.
    pub(in crate::practice) fn solved(number: u32, id: &str, date: &str) -> Answer {
        let date: Date = date.parse().unwrap();
        let noon: Timestamp = format!("{date}T12:00:00Z").parse().unwrap();
        let time = noon + jiff::SignedDuration::from_millis(number.into());
        let key = format!("{number:032x}").parse().unwrap();
        let mut answer = Answer::new(key, Item::puzzle(id), time, date);
        answer.found = 1;
        answer.millis = 20_000;
        answer.outcome = Outcome::Solved;
        answer
    }

    #[test]
    fn grades_follow_from_tries_hints_and_time() {
        let grade = |tries, hints, found, millis, outcome| {
            let mut answer = solved(1, "x", "2026-01-01");
            (answer.tries, answer.hints) = (tries, hints);
            (answer.found, answer.millis, answer.outcome) = (found, millis, outcome);
            answer.grade()
        };
        use Outcome::{GivenUp, Open, Solved, Told};
        assert_eq!(grade(1, 0, 1, 5_000, Solved), Some(Grade::Easy));
        assert_eq!(grade(1, 0, 1, 5_001, Solved), Some(Grade::Good));
        assert_eq!(grade(1, 0, 3, 15_000, Solved), Some(Grade::Easy));
        assert_eq!(grade(1, 0, 1, 60_000, Solved), Some(Grade::Good));
        assert_eq!(grade(1, 0, 1, 60_001, Solved), Some(Grade::Hard));
        assert_eq!(grade(2, 0, 1, 100, Solved), Some(Grade::Hard));
        assert_eq!(grade(2, 1, 1, 100, Solved), Some(Grade::Hard));
        assert_eq!(grade(2, 2, 1, 100, Solved), Some(Grade::Again));
        assert_eq!(grade(1, 0, 1, 100, Told), Some(Grade::Again));
        assert_eq!(grade(1, 0, 0, 100, GivenUp), Some(Grade::Again));
        assert_eq!(grade(2, 0, 0, 100, Open), Some(Grade::Again));
        assert_eq!(grade(1, 1, 0, 100, Open), Some(Grade::Again));
        assert_eq!(grade(1, 0, 2, 100, Open), None);
        assert_eq!(grade(1, 0, 0, 100, Solved), Some(Grade::Easy));
    }

    #[test]
    fn help_costs_a_part_of_the_score() {
        let mut answer = solved(1, "x", "2026-01-01");
        assert_eq!(answer.score(), Some(1.0));
        answer.hints = 1;
        assert_eq!(answer.score(), Some(0.5));
        answer.tries = 3;
        assert_eq!(answer.score(), Some(0.25));
        answer.outcome = Outcome::Told;
        assert_eq!(answer.score(), Some(0.0));
        (answer.tries, answer.hints, answer.outcome) = (1, 0, Outcome::Open);
        assert_eq!(answer.score(), None);
    }

    #[test]
    fn keys_are_digits() {
        assert!("0123456789abcdef0123456789abcdef".parse::<Key>().is_ok());
        for wrong in ["", "0123", "0123456789ABCDEF0123456789abcdef", "é"] {
            assert!(wrong.parse::<Key>().is_err(), "{wrong}");
        }
    }
}
