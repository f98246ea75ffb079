//! Puzzles: positions with a task, the proof that they are sound, and the
//! session of solving them.
//!
//! A puzzle asks the side to move for a [`Task`]. Its *keys* are all the first
//! moves that attain the task against any defence, and no others: those that
//! force a wipe-out in time, that win, that hold a draw, that reach the best
//! score to the disc. A [`Judge`] proves that; a [`Solving`] plays the defence
//! against somebody who looks for them. A [`Theme`] says what a puzzle is
//! about, and [`mine`] finds puzzles in games.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use outflank::{
//!     engine::{Engine, Options},
//!     puzzle::{Collection, Judge, Reply, Solving},
//! };
//!
//! let puzzles = Collection::shipped();
//! let (_, entry) = puzzles.find("corner-and-pass").ok_or("not shipped")?;
//! let mut engine = Engine::new(Options::default())?;
//! let stop = AtomicBool::new(false);
//!
//! // Prove it.
//! let verdict = Judge::new(&mut engine, &stop).judge(entry);
//! assert!(verdict.problems.is_empty());
//! assert_eq!(verdict.keys, ["a8".parse()?]);
//!
//! // Try the move that flips most, and learn what it costs.
//! let puzzle = entry.puzzle.as_ref().ok_or("unreadable")?;
//! let mut solving = Solving::new(puzzle, &mut engine, &stop);
//! let Reply::Wrong(wrong) = solving.answer("g8".parse()?)? else {
//!     return Err("g8 is wrong".into());
//! };
//! assert_eq!(wrong.price(), Some(50));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chance;
mod collection;
mod complete;
mod daily;
mod dual;
mod entry;
mod fields;
mod fix;
mod hint;
mod judge;
mod legal;
mod line;
mod listed;
mod mark;
pub mod mine;
mod origin;
mod problem;
mod read;
mod refuted;
mod seen;
mod setup;
mod sitting;
mod solver;
mod solving;
mod task;
mod theme;
mod unplay;
mod walk;

pub use chance::shuffle;
pub use collection::Collection;
pub use complete::Complete;
pub use daily::{Calendar, FIRST_DAY, days_in_a_row};
pub use entry::{About, Entry, Places, Puzzle, PuzzleFile};
pub use fix::{Change, Fixed, fix};
pub use hint::Hint;
pub use judge::{Judge, Verdict};
pub use mark::{Ending, Mark, Tally};
pub use origin::Origin;
pub use problem::{Problem, ProblemKind};
pub use read::is_id;
pub use refuted::Refuted;
pub use seen::Seen;
pub use sitting::{Aim, Over, Sitting, rising};
pub use solver::Outcome;
pub use solving::{Refutation, Reply, Solving};
pub use task::Task;
pub use theme::{Scene, Theme};
