//! Mining: puzzles found in games.
//!
//! A [`Miner`] looks at a position and says whether it makes a puzzle: one
//! move attains what no other does, and that move is not the one that anybody
//! would play. What it finds is a [`Puzzle`] with themes, a level, the main
//! line and the refutations of tempting moves. It is written by
//! [`entry_text`], and proved by a [`Judge`](super::Judge) like any other.
//!
//! # What makes a puzzle
//! With [`Criteria::min_loss`] discs as the least price, and in this order:
//! - the best score is 64: a wipe-out, if the shortest takes two to
//!   [`LONGEST_WIPE_OUT`] moves and begins with one move only;
//! - the best move wins and no other does: to win;
//! - the best move draws and every other loses: to draw;
//! - every other move costs the least price or more: to reach the best score.
//!
//! # What is refused
//! - a position with fewer than [`LEAST_MOVES`] legal moves;
//! - a key that is [`obvious`](Obvious): it alone flips most discs, it is the
//!   only corner that can be taken, or a look at the board after each move
//!   with a few simple weights finds it.
//!
//! How hard a puzzle is says [`Grade`].
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use outflank::{
//!     board::{Position, Rules},
//!     puzzle::mine::{Criteria, Miner},
//! };
//!
//! // WTHOR 1991, game 1893: a1 could be taken.
//! let text = "-OOOOOOOOOXXOXO-OOXOXOXOOXXOOOXOOXXOOXOOOOOOXOOO-OOOOO----OOOOO- X";
//! let position = Position::parse(text, Rules::othello())?;
//! let criteria = Criteria { empties: 4..=12, ..Criteria::default() };
//! let stop = AtomicBool::new(false);
//! let found = Miner::new()?.mine(&position, &criteria, &stop)?.ok_or("no puzzle")?;
//! assert_eq!(found.solution, ["h2".parse()?]);
//! assert_eq!(found.score.map(|score| score.0), Some(28));
//! assert!(found.about.themes.iter().any(|theme| theme == "declined corner"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod grade;
mod id;
mod known;
mod look;
mod miner;
mod mistakes;
mod obvious;
mod self_play;
mod title;
mod write;

use std::ops::RangeInclusive;

pub use grade::Grade;
pub use id::id_of;
pub use known::Known;
pub use miner::{LEAST_MOVES, LONGEST_WIPE_OUT, Miner};
pub use mistakes::{Mistake, mistakes};
pub use obvious::Obvious;
pub use self_play::SelfPlay;
pub use title::Titles;
pub use write::{FILE_HEAD, entry_text};

#[cfg(doc)]
use super::Puzzle;

/// Which positions become puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Criteria {
    /// Every move but the key costs at least so many discs, where it does not
    /// turn the result.
    pub min_loss: u16,
    /// The empty squares of the position.
    pub empties: RangeInclusive<u32>,
    /// Whether an obvious key is refused.
    pub refuse_obvious: bool,
}

/// Four discs, 12 to 18 empty squares, nothing obvious.
impl Default for Criteria {
    fn default() -> Self {
        Self {
            min_loss: 4,
            empties: 12..=18,
            refuse_obvious: true,
        }
    }
}
