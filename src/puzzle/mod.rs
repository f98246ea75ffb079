//! Puzzles: positions with a task, the proof that they are sound, and the
//! session of solving them.

mod collection;
mod entry;
mod judge;
mod legal;
mod line;
mod problem;
mod read;
mod solver;
mod solving;
mod task;

pub use collection::{Collection, Seen};
pub use entry::{About, Entry, Places, Puzzle, PuzzleFile};
pub use judge::{Judge, Verdict};
pub use problem::{Problem, ProblemKind};
pub use read::is_id;
pub use solver::Outcome;
pub use solving::{Hint, Refutation, Reply, Solving};
pub use task::Task;
