//! What was played in a position, and how it went.

use super::{Collection, Filter, GamesError, Outcome, index, place::Place};
use crate::board::{Position, Square};

/// Games counted by their results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many there are.
    pub games: u32,
    /// Black has won so many.
    pub black: u32,
    /// So many are drawn.
    pub draws: u32,
    /// White has won so many.
    pub white: u32,
    /// So many have a score.
    pub scored: u32,
    /// The sum of these scores, for Black.
    pub sum: i64,
}

impl Tally {
    pub(super) fn add(&mut self, outcome: Outcome) {
        self.games += 1;
        match outcome.code() {
            Some(1..) => self.black += 1,
            Some(0) => self.draws += 1,
            Some(_) => self.white += 1,
            None => {}
        }
        if let Some(score) = outcome.score() {
            self.scored += 1;
            self.sum += i64::from(score);
        }
    }

    /// The average score for Black; `None` when no game has a score.
    #[must_use]
    pub fn average(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.sum as f64 / f64::from(self.scored))
    }
}

/// What was played in a position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explored {
    /// All games that came through it.
    pub all: Tally,
    /// Those that ended there.
    pub ended: Tally,
    /// The moves, the most frequent first; moves that are one up to symmetry
    /// stand together under the first of them in board order.
    pub moves: Vec<(Square, Tally)>,
}

impl Collection {
    /// What was played in a position, up to symmetry and whatever the order
    /// of moves, in the games that a filter lets through.
    ///
    /// ```
    /// # use outflank::games::{Collection, Filter, NewGame};
    /// use outflank::board::{Position, Rules};
    /// # use outflank::record::{JudgeOptions, ReadOptions, Records, judge};
    /// # let folder = tempfile::tempdir()?;
    /// # let mut collection = Collection::open(&folder.path().join("games.db"))?;
    /// # for found in Records::new("x", "f5d6c3\n\nc4e3f6\n\nf5f6e6".as_bytes(), ReadOptions::default()) {
    /// #     let (source, raw) = found?;
    /// #     let judged = judge(&source, &raw, &JudgeOptions::default());
    /// #     collection.add(&[NewGame::new(&judged.record, "x", 1)?])?;
    /// # }
    /// let after_f5 = Position::start(Rules::othello()).play("f5".parse()?)?;
    /// let explored = collection.explore(&after_f5, &Filter::default())?;
    /// assert_eq!(explored.all.games, 2);
    /// assert_eq!(explored.moves[0].0.to_string(), "d6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GamesError`] of the database.
    pub fn explore(&self, position: &Position, filter: &Filter) -> Result<Explored, GamesError> {
        let Some(place) = Place::of(position) else {
            return Ok(Explored::default());
        };
        let wanted = self.set(filter)?;
        let mut explored = Explored::default();
        let mut tallies = [Tally::default(); 64];
        index::visits(&self.db, place.key, |visit| {
            if wanted.as_ref().is_some_and(|set| !set.has(visit.game)) {
                return;
            }
            let outcome = Outcome::from_code(visit.result);
            explored.all.add(outcome);
            let number = visit.number.map(usize::from);
            let tally = number.and_then(|number| tallies.get_mut(number));
            tally.unwrap_or(&mut explored.ended).add(outcome);
        })?;
        let played = (0..).zip(tallies).filter(|(_, tally)| tally.games > 0);
        explored.moves = played
            .filter_map(|(number, tally)| Some((place.square(number)?, tally)))
            .collect();
        explored
            .moves
            .sort_by_key(|&(square, tally)| (std::cmp::Reverse(tally.games), square));
        Ok(explored)
    }
}

/// A set of games.
pub(super) struct Set(Vec<u64>);

impl Set {
    pub(super) fn of(ids: impl Iterator<Item = u32>) -> Self {
        let mut words = Vec::new();
        for id in ids {
            let index = id as usize / 64;
            if index >= words.len() {
                words.resize(index + 1, 0);
            }
            if let Some(word) = words.get_mut(index) {
                *word |= 1 << (id % 64);
            }
        }
        Self(words)
    }

    pub(super) fn has(&self, id: u32) -> bool {
        let word = self.0.get(id as usize / 64);
        word.is_some_and(|word| word & (1 << (id % 64)) != 0)
    }
}
