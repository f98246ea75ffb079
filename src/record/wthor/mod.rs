//! The WTHOR database: the games of tournaments since 1977, in binary files.
//!
//! A file of games (`.wtb`) names players and tournaments by number; their
//! names stand in two files beside it (`.jou`, `.trn`). [`Records`] reads the
//! games; who knows the names gives them to it.
//!
//! ```
//! use std::sync::Arc;
//! use outflank::record::{ReadOptions, Records, wthor::{NameKind, Names}};
//!
//! // 23 February 2026, two names.
//! let mut players = vec![20, 26, 2, 23, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
//! for name in ["???", "Hassan Imad"] {
//!     players.extend(name.bytes().chain([0; 20]).take(20));
//! }
//! let mut names = Names::default();
//! assert_eq!(names.add("WTHOR.JOU", players.as_slice())?, (NameKind::Players, 2));
//!
//! // One game of the year 2023.
//! let mut games = vec![20, 26, 2, 23, 1, 0, 0, 0, 0, 0, 231, 7, 8, 0, 24, 0];
//! // Tournament 17, players 0 and 1, 13 discs for Black, f5 d6.
//! games.extend([17, 0, 0, 0, 1, 0, 13, 13, 56, 64]);
//! games.resize(16 + 68, 0);
//! let mut records = Records::new("WTH_2023.wtb", games.as_slice(), ReadOptions::default())
//!     .with_names(Arc::new(names));
//! let (source, record) = records.next().unwrap()?;
//! assert_eq!(source.text(), "#17 2023 | ??? | Hassan Imad | 13-51 | 24: 13-51 | f5d6");
//! assert_eq!(record.tokens.len(), 2);
//! # Ok::<(), outflank::record::ReadError>(())
//! ```
//!
//! [`Records`]: super::Records

mod games;
mod header;
mod names;

pub(super) use games::Reader;
pub use header::{Header, HeaderError, Kind, can_begin, is_wthor};
pub use names::{NameKind, Names};
