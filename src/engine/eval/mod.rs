//! The evaluation: an estimate of the final score, from patterns of discs.
//!
//! The estimate is a sum of weights, one for each instance of a
//! [`Pattern`](pattern::Pattern), from the table of the game's stage. The
//! weights come from the project's own games; `outflank-train` makes them.

mod features;
pub mod pattern;
mod weights;

use crate::board::Board;

pub use features::{Features, Lanes};
pub use weights::{FOLD, STAGES, Stage, Weights, WeightsError, stage_of, write};

/// Estimates are in this many units a disc.
pub const UNIT: i32 = 32;

impl Weights {
    /// The estimate of the final score for the player, in [units](UNIT) and
    /// within ±64 discs, for code outside the search.
    #[must_use]
    pub fn evaluate(&self, board: Board) -> i32 {
        let stage = self.stage(stage_of(64 - board.empties().len()));
        stage.value(board).clamp(-64 * UNIT, 64 * UNIT)
    }
}

impl Stage {
    /// The estimate of this stage's weights for any position, not bounded.
    #[must_use]
    pub fn value(&self, board: Board) -> i32 {
        self.evaluate(&Features::of(board).indices())
    }
}
