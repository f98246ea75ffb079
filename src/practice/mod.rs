//! What a user has learnt: a log of answers in a local database, and what
//! follows from it: when things are due again, and how strong a player is.
//!
//! The log is all that is kept. Everything else is worked out from it:
//! [`Schedule`] has the memory of every item, by FSRS-6, and [`Ratings`] the
//! ratings of the player and of the puzzles, by Glicko-2. The library reads no
//! clock: who records an answer says when it was given, and on which day where
//! the user lives.
//!
//! ```
//! use jiff::civil::date;
//! use outflank::practice::{Answer, Item, Outcome, Schedule, Store};
//!
//! let folder = tempfile::tempdir()?;
//! let mut store = Store::open(&folder.path().join("practice.db"))?;
//!
//! let mut answer = Answer::new(
//!     store.new_key()?,
//!     Item::puzzle("shortest-game"),
//!     "2026-11-30T18:20:00Z".parse()?,
//!     date(2026, 11, 30),
//! );
//! answer.found = 1;
//! answer.millis = 12_000;
//! answer.outcome = Outcome::Solved;
//! store.record(&answer)?; // from here on it is safe
//!
//! let schedule = Schedule::of(&store.answers()?);
//! assert!(schedule.due(date(2026, 12, 1)).is_empty());
//! let due = schedule.due(date(2026, 12, 2));
//! assert_eq!(due[0].item.id, "shortest-game");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod error;
mod fsrs;
mod glicko;
mod log;
mod memory;
mod ratings;
mod schedule;
mod stats;
mod store;

pub use answer::{Answer, Grade, Item, Key, Kind, Outcome};
pub use error::PracticeError;
pub use glicko::Rating;
pub use log::{LogError, read_log, write_log};
pub use memory::Memory;
pub use ratings::{RatingOnDay, Ratings, start_of_level};
pub use schedule::{Card, Due, Schedule};
pub use stats::{DayCount, KindStats, LevelStats, PracticeStats, PuzzleStats, Solves, ThemeStats};
pub use store::{Merged, Store};
