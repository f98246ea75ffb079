//! The local collection of games: a database in a file, in which games are
//! found by their players, their results and the positions they came through.
//!
//! Games that are one up to symmetry are one game, and so are positions: what
//! was played in them is known whatever the order of moves.
//!
//! ```
//! use outflank::games::{Collection, Filter, NewGame};
//! use outflank::record::{JudgeOptions, ReadOptions, Records, judge};
//!
//! let folder = tempfile::tempdir()?;
//! let mut collection = Collection::open(&folder.path().join("games.db"))?;
//!
//! // Two records of one game, turned.
//! let file = "[Black \"Rose\"]\n\n1. f5 d6 2. c3\n\n[Black \"Rose\"]\n\n1. c4 e3 2. f6\n";
//! for found in Records::new("two.pgn", file.as_bytes(), ReadOptions::default()) {
//!     let (source, raw) = found?;
//!     let judged = judge(&source, &raw, &JudgeOptions::default());
//!     let line = source.place(raw.span.start).line;
//!     collection.add(&[NewGame::new(&judged.record, source.name(), line)?])?;
//! }
//!
//! let roses = Filter { players: vec!["rose".to_owned()], ..Filter::default() };
//! let found = collection.search(&roses)?;
//! assert_eq!(found.total(), 1);
//! let game = collection.game(0, &found)?;
//! assert_eq!(game.game.compact(), "f5d6c3");
//! assert_eq!(game.sources, ["two.pgn:1", "two.pgn:5"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod collection;
mod derived;
mod details;
mod entry;
mod error;
mod explore;
mod index;
mod known;
mod look;
mod names;
mod pattern;
mod place;
mod record;
mod schema;
mod search;
mod seen;
mod stats;

pub use collection::{Added, Collection};
pub use entry::{NewGame, Outcome, Unfit};
pub use error::GamesError;
pub use explore::{Explored, Tally};
pub use pattern::{Pattern, PatternError};
pub use search::{CollectedGame, Ending, Filter, Matches};
pub use stats::{PlayerStats, Standing, Stats};
