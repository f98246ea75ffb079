//! Games as people write them.
//!
//! Reading has two steps. A reader turns text into a [`RawRecord`]: words with
//! their places, nothing judged. The judge turns a raw record into a game that
//! cannot hold an illegal move, and says what is wrong where, going on after a
//! fault.
//!
//! ```
//! use outflank::record::{FaultKind, JudgeOptions, ReadOptions, Records, judge};
//!
//! let file = "f5d6c3d3c4\nf5 d6 d6 c3\n";
//! for found in Records::new("two games", file.as_bytes(), ReadOptions::default()) {
//!     let (source, raw) = found?;
//!     let judged = judge(&source, &raw, &JudgeOptions::default());
//!     match judged.faults.first() {
//!         None => assert_eq!(judged.record.game.plies(), 5),
//!         Some(fault) => {
//!             assert_eq!((fault.kind, fault.ply), (FaultKind::OccupiedSquare, Some(3)));
//!             // The second d6 is one too many.
//!             assert_eq!(fault.repairs[0].message, "leave it out");
//!         }
//!     }
//! }
//! # Ok::<(), outflank::record::ReadError>(())
//! ```

mod applet;
mod asides;
mod balanced;
mod claims;
mod decimals;
mod draft;
mod facts;
mod fault;
mod fen;
mod format;
mod games;
mod ggf;
mod gpdb;
mod grid;
mod json;
mod judge;
mod lex;
mod lines;
mod list;
mod moves;
mod nboard;
mod obf;
mod pgn;
mod plain;
mod properties;
mod raw;
mod read;
mod remark;
mod repair;
mod result;
mod script;
mod sgf;
mod start;
mod syntax;
mod trial;
mod turn;
mod undecoded;
mod variation;
mod vong;
mod walk;
pub mod write;
pub mod wthor;
mod yaml;
mod zebra;

pub use fault::{Fault, FaultKind};
pub use format::{Format, UnknownFormat};
pub use judge::{GameRecord, JudgeOptions, Judged, judge};
pub use raw::{
    Claim, ClaimedResult, MoveScore, RawRecord, ReadFault, ReadFaultKind, Tag, Token, TokenKind,
};
pub use read::{ReadError, ReadOptions, Records};
pub use remark::{Eval, NotANumber, Remark};
pub use repair::{Repair, RepairKind};
pub use result::{Counting, ResultCheck};
pub use start::start_of;
pub use variation::{RawVariation, Variation};
