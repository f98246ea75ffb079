//! The engine: what a position is worth, proved.
//!
//! It sees a [`Board`](crate::board::Board) and no text, reads no clock, and
//! returns within milliseconds when its stop flag is raised; what it then
//! says is still proved, only less.
//!
//! ```
//! use outflank::board::{Board, Position, Rules, Scoring, Score};
//! use outflank::engine::{Engine, Goal, Limits, Options};
//!
//! // FFO test position #2, Black to move.
//! let text = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X";
//! let board = Position::parse(text, Rules::othello())?.board().ok_or("too large")?;
//!
//! // The exact score, the best move, the best line.
//! let mut engine = Engine::new(Options::default())?;
//! let solution = engine.solve(board, Scoring::Official, Goal::Exact, Limits::none());
//! assert_eq!(solution.score(), Some(Score(10)));
//! assert_eq!(solution.best.map(|mv| mv.to_string()).as_deref(), Some("a4"));
//!
//! // Every move with its score, best first.
//! let all = engine.solve_moves(board, Scoring::Official, Goal::Exact, Limits::none());
//! let (worst, score) = all.moves.last().ok_or("no move")?;
//! assert_eq!((worst.to_string().as_str(), score.score()), ("h2", Some(Score(-24))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cache;
mod counting;
mod estimate;
pub mod eval;
mod kernel;
mod ladder;
mod last;
mod middle;
mod open;
mod order;
mod parity;
mod probcut;
mod shallow;
mod solution;
mod solve;
mod stability;
mod table;
mod team;
mod upper;
mod wipe_out;
mod worker;

use std::num::NonZeroUsize;

use thiserror::Error;

use crate::board::Scoring;
use cache::Cache;
use table::Table;

pub use solution::{Bounds, Goal, Limits, MoveScores, Progress, Solution};
pub use wipe_out::{HelpWipeOut, Helper, Hunted, Prover, Unproved, WipeOut};

/// What an engine may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How many threads search. The score does not depend on it.
    pub threads: NonZeroUsize,
    /// Bytes of the table of positions, from [`Options::MIN_HASH`] on.
    pub hash: usize,
}

impl Options {
    /// The smallest table, in bytes.
    pub const MIN_HASH: usize = 1 << 16;
}

/// One thread and a table of 64 MiB.
impl Default for Options {
    fn default() -> Self {
        Self {
            threads: NonZeroUsize::MIN,
            hash: 64 << 20,
        }
    }
}

/// Why an engine cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The table would be too small to be of use.
    #[error("a table of {0} bytes is too small: the least is 64K")]
    HashTooSmall(usize),
    /// The machine does not give this much memory.
    #[error("there is no memory for a table of {0} bytes")]
    NoMemory(usize),
}

/// A solver with its memory. What it has learnt about one position helps with
/// the next; the scores do not depend on it.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    table: Table,
    /// One for each thread.
    caches: Vec<Cache>,
    /// How the scores in the tables are counted.
    scoring: Scoring,
}

impl Engine {
    /// An engine with an empty table.
    ///
    /// # Errors
    /// [`EngineError`] when the table is too small or cannot be had.
    pub fn new(options: Options) -> Result<Self, EngineError> {
        if options.hash < Options::MIN_HASH {
            return Err(EngineError::HashTooSmall(options.hash));
        }
        Ok(Self {
            options,
            table: Table::new(options.hash)?,
            caches: vec![Cache::new(middle::MAX); options.threads.get()],
            scoring: Scoring::Official,
        })
    }

    /// What the engine was made with.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// Forgets everything, so that the next search counts the nodes of a
    /// fresh engine.
    pub fn clear(&mut self) {
        self.table.clear();
        for cache in &mut self.caches {
            cache.clear();
        }
    }
}
