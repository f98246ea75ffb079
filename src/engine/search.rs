//! Alpha-beta to the end of the game.

use crate::board::{Bitboard, Board, Scoring};

use super::{Bounds, Limits, Progress};

/// Nodes between two calls of the listener.
const REPORT_EVERY: u64 = 1 << 21;

/// One search: what it counts, and what it listens to.
pub(super) struct Search<'a> {
    scoring: Scoring,
    limits: Limits<'a>,
    /// What the listener is told, kept up to date by the root.
    pub(super) report: Progress,
    next_report: u64,
}

/// The search was stopped: nothing is known about the node it was in.
pub(super) struct Stopped;

/// The score of a finished game for the player.
pub(super) fn final_score(board: Board, scoring: Scoring) -> i32 {
    let own = board.player.len() as i32;
    let other = board.opponent.len() as i32;
    let diff = own - other;
    match scoring {
        Scoring::Official => diff + diff.signum() * (64 - own - other),
        Scoring::Discs => diff,
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(scoring: Scoring, limits: Limits<'a>) -> Self {
        Self {
            scoring,
            limits,
            report: Progress {
                nodes: 0,
                bounds: Bounds::UNKNOWN,
                best: None,
                done: 0,
                total: 0,
            },
            next_report: REPORT_EVERY,
        }
    }

    pub(super) const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Tells the listener where the search stands.
    pub(super) fn tell(&mut self) {
        if let Some(listener) = &mut self.limits.progress {
            listener(&self.report);
        }
    }

    /// The score of a board, fail-soft: exact inside the window, a bound
    /// outside it.
    pub(super) fn score(&mut self, board: Board, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.report.nodes += 1;
        if self.report.nodes >= self.next_report {
            self.next_report = self.report.nodes + REPORT_EVERY;
            self.tell();
        }
        if self.limits.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(Stopped);
        }
        let moves = board.moves();
        if moves.is_empty() {
            let passed = board.pass();
            if passed.moves().is_empty() {
                return Ok(final_score(board, self.scoring));
            }
            return Ok(-self.score(passed, -beta, -alpha)?);
        }
        let mut alpha = alpha;
        let mut best = i32::MIN;
        for (_, child) in children(board, moves) {
            let score = -self.score(child, -beta, -alpha)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}

/// The boards after each of the moves, those first that leave the opponent
/// the fewest replies.
pub(super) fn children(board: Board, moves: Bitboard) -> Vec<(crate::board::Square, Board)> {
    let mut children: Vec<_> = moves
        .into_iter()
        .filter_map(|square| Some((square, board.play(square)?)))
        .collect();
    children.sort_by_key(|(_, child)| {
        let replies = child.moves();
        replies.len() + (replies & Bitboard::CORNERS).len()
    });
    children
}
