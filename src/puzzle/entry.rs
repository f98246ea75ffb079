//! [`Puzzle`] and [`Entry`]: a puzzle, and its place in a file.

use serde::Serialize;

use super::{Problem, Refuted, Task};
use crate::{
    board::{Move, Position, Score, Square},
    source::Span,
};

/// A position, what is to be done in it, and how it is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The name that is unique among puzzles, in lower case.
    pub id: String,
    /// What is said about it.
    pub about: About,
    /// The position, with a side to move that can move.
    pub position: Position,
    /// What the side to move is to do.
    pub task: Task,
    /// The best score, for the side to move. Always there where the task is
    /// [`Task::Best`].
    pub score: Option<Score>,
    /// The keys: the first moves that attain the task.
    pub solution: Vec<Square>,
    /// The main line from the position on, passes included; perhaps empty.
    pub line: Vec<Move>,
    /// Other lines that attain the task, from the position on.
    pub variations: Vec<Vec<Move>>,
    /// What comes of tempting wrong moves; perhaps nothing is said about them.
    pub refutations: Vec<Refuted>,
    /// A game that leads to the position, where one was given.
    pub game: Option<Vec<Move>>,
    /// Whether the position is made up, so that no game need lead to it.
    pub constructed: bool,
}

/// What a puzzle says about itself in words. All of it may be missing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct About {
    /// A title.
    pub title: Option<String>,
    /// Who composed it.
    pub author: Option<String>,
    /// Where it comes from.
    #[serde(rename = "from")]
    pub source: Option<String>,
    /// What it is about: `parity`, `corner sacrifice`.
    pub themes: Vec<String>,
    /// How hard it is, from 1 to 5.
    pub level: Option<u8>,
    /// What helps to find the solution, the least help first.
    #[serde(skip)]
    pub hints: Vec<String>,
    /// What is to be learnt from it, told with the solution.
    #[serde(skip)]
    pub note: Option<String>,
}

/// A file of puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleFile {
    /// What the puzzles have in common.
    pub title: Option<String>,
    /// The puzzles in order, the broken ones too.
    pub entries: Vec<Entry>,
    /// What is wrong outside the entries.
    pub problems: Vec<Problem>,
}

/// A puzzle as it stands in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The id, if it has one.
    pub id: Option<String>,
    /// The task, if it could be read.
    pub task: Option<Task>,
    /// The puzzle. `None` when too little of the entry could be read to say
    /// what it is.
    pub puzzle: Option<Puzzle>,
    /// What is wrong with the entry, as far as reading shows it; more than
    /// that takes a [`Judge`](super::Judge).
    pub problems: Vec<Problem>,
    /// The places of its parts.
    pub places: Places,
}

/// Where the parts of an entry stand, for messages to point at. A part that is
/// missing has the place of the entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// The entry: its first key.
    pub entry: Span,
    /// The id.
    pub id: Span,
    /// The position, or the moves that lead to it.
    pub position: Span,
    /// The task.
    pub task: Span,
    /// The number of moves.
    pub within: Span,
    /// The score.
    pub score: Span,
    /// The list of keys.
    pub solution: Span,
    /// Each key of [`Puzzle::solution`].
    pub keys: Vec<Span>,
    /// Each placed disc of [`Puzzle::line`].
    pub line: Vec<Span>,
    /// Each placed disc of each of [`Puzzle::variations`].
    pub variations: Vec<Vec<Span>>,
    /// Each of [`Puzzle::refutations`].
    pub refutations: Vec<Span>,
}

impl Entry {
    /// The puzzle, when reading it showed nothing wrong.
    ///
    /// # Errors
    /// What is wrong first.
    pub fn sound(&self) -> Result<&Puzzle, Option<&Problem>> {
        match (&self.puzzle, self.problems.first()) {
            (Some(puzzle), None) => Ok(puzzle),
            (_, problem) => Err(problem),
        }
    }
}
