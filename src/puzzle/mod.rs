//! Puzzles: positions with a task, the proof that they are sound, and the
//! session of solving them.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use outflank::engine::{Engine, Options};
//! use outflank::puzzle::{Collection, Judge};
//!
//! // Prove that a shipped puzzle is sound.
//! let shipped = Collection::shipped();
//! let (_, entry) = shipped.find("shortest-game").ok_or("no such puzzle")?;
//! let mut engine = Engine::new(Options::default())?;
//! let stop = AtomicBool::new(false);
//! let verdict = Judge::new(&mut engine, &stop).judge(entry);
//! assert!(verdict.problems.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
