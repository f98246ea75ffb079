//! What a finished game is worth: the two ways to count, as types, so that
//! the search is compiled for each.

use crate::board::{Board, Scoring};

/// A way to count.
pub(super) trait Counting: Copy + 'static {
    /// Whether a wipe-out is worth the highest score, however early.
    const WIPE_OUT_IS_MAX: bool;

    /// What `empties` squares add for a side that is `diff` discs ahead.
    fn bonus(diff: i32, empties: i32) -> i32;

    /// The score of a finished game for the player.
    #[inline(always)]
    fn ended(board: Board) -> i32 {
        let own = board.player.len() as i32;
        let other = board.opponent.len() as i32;
        own - other + Self::bonus(own - other, 64 - own - other)
    }
}

/// The empty squares go to the winner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Official;

impl Counting for Official {
    const WIPE_OUT_IS_MAX: bool = true;

    #[inline(always)]
    fn bonus(diff: i32, empties: i32) -> i32 {
        diff.signum() * empties
    }
}

/// The empty squares go to nobody.
#[derive(Debug, Clone, Copy)]
pub(super) struct Discs;

impl Counting for Discs {
    const WIPE_OUT_IS_MAX: bool = false;

    #[inline(always)]
    fn bonus(_: i32, _: i32) -> i32 {
        0
    }
}

/// The score of a finished game when the way to count is not known before.
pub(super) fn ended(board: Board, scoring: Scoring) -> i32 {
    match scoring {
        Scoring::Official => Official::ended(board),
        Scoring::Discs => Discs::ended(board),
    }
}
