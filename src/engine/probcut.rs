//! Forward pruning: a shallow search says that a deep one would surely fail.
//!
//! Multi-ProbCut (M. Buro, "Experiments with Multi-ProbCut and a new
//! high-quality evaluation function for Othello", 1997). How much a shallow
//! search errs is known from the engine's own searches; when its result is so
//! far outside the window that the deep one lies outside too with a given
//! confidence, the node is cut. A proof never uses this: it is how the passes
//! before the proof find good moves and a guess of the score.

use crate::board::Board;

use super::{
    counting::Counting,
    estimate,
    kernel::Level,
    upper::null,
    worker::{Stopped, Worker},
};

/// How sure a cut must be, as a number of standard deviations; the last level
/// cuts nothing.
const DEVIATIONS: [f32; 6] = [0.7, 1.1, 1.5, 2.0, 2.6, f32::INFINITY];

/// The level of confidence that a search has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Confidence(u8);

impl Confidence {
    /// The lowest: a cut needs 0.7 standard deviations.
    pub(super) const LOWEST: Self = Self(0);
    /// No cuts: what is found is proved.
    pub(super) const PROOF: Self = Self(DEVIATIONS.len() as u8 - 1);

    /// A level, from 0 up to that of a proof.
    pub(super) const fn new(level: u8) -> Self {
        if level < Self::PROOF.0 {
            Self(level)
        } else {
            Self::PROOF
        }
    }

    pub(super) const fn level(self) -> u8 {
        self.0
    }

    fn deviations(self) -> f32 {
        DEVIATIONS[usize::from(self.0).min(DEVIATIONS.len() - 1)]
    }
}

/// The least plies of a search that is cut.
const LEAST_DEPTH: u32 = 4;

/// The standard deviation, in discs, of a search of `depth` plies from one of
/// `shallow` plies. Its logarithm is linear in both.
fn deviation(depth: u32, shallow: u32, empties: u32) -> f32 {
    let [constant, of_depth, of_shallow] = if depth < empties { AHEAD } else { TO_THE_END };
    (constant + of_depth * depth as f32 + of_shallow * shallow as f32).exp()
}

/// The coefficients that `outflank-train cuts` finds, for searches that end
/// with the evaluation, and for those that reach the end of the game.
const AHEAD: [f32; 3] = [1.441, 0.0662, -0.1524];
const TO_THE_END: [f32; 3] = [1.955, 0.0047, -0.0619];

/// Tries to end a node of the null window at `alpha`.
#[inline(always)]
pub(super) fn cut<L: Level, C: Counting>(
    level: L,
    worker: &mut Worker<'_>,
    board: Board,
    alpha: i32,
    depth: u32,
    empties: u32,
) -> Result<Option<i32>, Stopped> {
    if worker.confidence == Confidence::PROOF || depth < LEAST_DEPTH {
        return Ok(None);
    }
    // About a third of the depth, of the same parity: odd and even searches
    // err in different ways.
    let shallow = (depth / 4 * 2 + (depth & 1)).min(depth - 2);
    let sure = worker.confidence.deviations();
    let margin = (sure * deviation(depth, shallow, empties)).ceil() as i32;
    let guess = estimate::discs(worker.evaluate(board));
    // The evaluation alone must point that way.
    let rough = deviation(depth, 0, empties) + deviation(depth, shallow, empties);
    let doubt = (sure * rough / 2.0).ceil() as i32;
    let high = alpha + margin;
    if high < 64
        && guess > alpha - doubt
        && null::<L, C>(level, worker, board, high, shallow, empties)? > high
    {
        return Ok(Some(alpha + 1));
    }
    let low = alpha - margin;
    if low > -64
        && guess <= alpha + doubt
        && null::<L, C>(level, worker, board, low, shallow, empties)? <= low
    {
        return Ok(Some(alpha));
    }
    Ok(None)
}
