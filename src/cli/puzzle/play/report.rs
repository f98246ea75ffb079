//! What `--json` reports of a session.

use jiff::civil::Date;
use outflank::{
    board::Move,
    puzzle::{Mark, Tally},
};
use serde::Serialize;

use super::super::{Listed, PuzzleReport};
use super::round::Played;

/// A puzzle at its end.
#[derive(Serialize)]
pub(super) struct PlayedReport<'p> {
    #[serde(flatten)]
    puzzle: PuzzleReport<'p>,
    /// The day whose puzzle it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<Date>,
    #[serde(flatten)]
    mark: &'p Mark,
    /// What was played, by both sides.
    moves: &'p [Move],
    /// How long the user thought.
    seconds: f64,
}

impl<'p> PlayedReport<'p> {
    pub(super) fn new(listed: Listed<'p>, played: &'p Played, date: Option<Date>) -> Self {
        Self {
            puzzle: listed.report(),
            date,
            mark: &played.mark,
            moves: &played.moves,
            seconds: played.spent.as_secs_f64(),
        }
    }
}

/// All puzzles of a session.
#[derive(Serialize)]
pub(super) struct SummaryReport {
    pub(super) summary: Summary,
}

#[derive(Serialize)]
pub(super) struct Summary {
    /// How many puzzles there were to ask.
    pub(super) puzzles: usize,
    #[serde(flatten)]
    pub(super) tally: Tally,
    /// Why the session ended.
    pub(super) end: &'static str,
    /// Whether the exit status is 0.
    pub(super) passed: bool,
    /// The number that gives the same puzzles in the same order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
    /// On how many days in a row a puzzle was solved, at the puzzle of today.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) days_in_a_row: Option<usize>,
    pub(super) seconds: f64,
}
