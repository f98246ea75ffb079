//! The passes before the proof: deeper and deeper, surer and surer.
//!
//! They leave in the table what is probably best in each position, and a
//! guess of the score, so that the proof goes through little more than what a
//! proof needs.

use crate::board::Board;

use super::{
    probcut::Confidence,
    worker::{Stopped, Worker},
};

/// With fewer empty squares the proof is sooner done than prepared.
const LEAST_EMPTIES: u32 = 14;

/// How many plies the passes that do not reach the end of the game look
/// ahead at most.
fn deepest(empties: u32) -> u32 {
    (empties * 2 / 3).saturating_sub(3)
}

/// The confidence of the passes to the end of the game.
fn passes(empties: u32) -> std::ops::Range<u8> {
    let n = match empties {
        0..=19 => 0,
        20..=25 => 1,
        26..=28 => 2,
        _ => 3,
    };
    0..n
}

impl Worker<'_> {
    /// Goes through the passes; the guess of the score that they end with.
    /// Under a window, only whether the score is inside or outside is asked.
    pub(super) fn prepare(
        &mut self,
        board: Board,
        window: Option<(i32, i32)>,
    ) -> Result<Option<i32>, Stopped> {
        let empties = board.empties().len();
        if empties < LEAST_EMPTIES {
            return Ok(None);
        }
        self.confidence = Confidence::LOWEST;
        let guess = self.climb(board, window, empties);
        self.confidence = Confidence::PROOF;
        guess.map(Some)
    }

    fn climb(
        &mut self,
        board: Board,
        window: Option<(i32, i32)>,
        empties: u32,
    ) -> Result<i32, Stopped> {
        let mut guess = self.near(board, 0, 1, window)?;
        for depth in (2..=deepest(empties)).step_by(2) {
            guess = self.near(board, guess, depth, window)?;
        }
        for level in passes(empties) {
            self.confidence = Confidence::new(level);
            guess = self.near(board, guess, empties, window)?;
        }
        Ok(guess)
    }

    /// The score, by a window near a guess that is widened as needed.
    fn near(
        &mut self,
        board: Board,
        guess: i32,
        depth: u32,
        window: Option<(i32, i32)>,
    ) -> Result<i32, Stopped> {
        if let Some((alpha, beta)) = window {
            return self.score_ahead(board, alpha, beta, depth);
        }
        let (mut alpha, mut beta) = around(guess);
        let mut score = guess;
        // Searches that prune may contradict one another: a few windows must do.
        for width in [6, 12, 24, 48, 128] {
            score = self.score_ahead(board, alpha, beta, depth)?;
            if score <= alpha && alpha > -64 {
                beta = alpha + 1;
                alpha = (score - width).max(-64);
            } else if score >= beta && beta < 64 {
                alpha = beta - 1;
                beta = (score + width).min(64);
            } else {
                break;
            }
        }
        Ok(score)
    }
}

/// The first window that is tried: the guess alone, since the score of a full
/// board is even.
pub(super) fn around(guess: i32) -> (i32, i32) {
    let even = guess.div_euclid(2) * 2;
    ((even - 1).max(-64), (even + 1).min(64))
}
