//! The root: windows, the bounds that are proved, and the best line.

use crate::board::{Bitboard, Board, Move, Score, Scoring};

use super::{
    Bounds, Engine, Goal, Limits, MoveScores, Solution,
    counting::ended,
    worker::{Stopped, Worker},
};

impl Engine {
    /// Solves a position: proves its score, or win, draw or loss.
    ///
    /// When the stop flag is set, what was proved until then comes back.
    pub fn solve(
        &mut self,
        board: Board,
        scoring: Scoring,
        goal: Goal,
        limits: Limits<'_>,
    ) -> Solution {
        self.worker(scoring, limits).solve(board, goal)
    }

    /// Solves a position for each of its moves.
    pub fn solve_moves(
        &mut self,
        board: Board,
        scoring: Scoring,
        goal: Goal,
        limits: Limits<'_>,
    ) -> MoveScores {
        self.worker(scoring, limits).solve_moves(board, goal)
    }

    /// What is known by one way of counting says nothing by another.
    fn worker<'a, 'l: 'a>(&'a mut self, scoring: Scoring, limits: Limits<'l>) -> Worker<'a> {
        if self.scoring != scoring {
            self.clear();
            self.scoring = scoring;
        }
        self.table.next_generation();
        Worker::new(&self.table, &mut self.cache, scoring, limits)
    }
}

/// The window that settles a goal.
const fn window(goal: Goal) -> (i32, i32) {
    match goal {
        Goal::Exact => (Score::MIN.0 as i32, Score::MAX.0 as i32),
        Goal::Wld => (-1, 1),
        Goal::AtLeast(score) => (score.0 as i32 - 1, score.0 as i32),
    }
}

/// A score of the search, which lies within ±64.
fn score_of(value: i32) -> Score {
    Score(value.clamp(-64, 64) as i16)
}

impl Worker<'_> {
    fn solve(&mut self, board: Board, goal: Goal) -> Solution {
        let nodes = self.nodes;
        let (bounds, best) = self.root(board, goal);
        let mut pv = Vec::new();
        if bounds.settle(goal) {
            // A stopped line is a shorter line.
            let _ = self.line(board, bounds, best, &mut pv);
        }
        Solution {
            bounds,
            best,
            pv,
            nodes: self.nodes - nodes,
        }
    }

    fn solve_moves(&mut self, board: Board, goal: Goal) -> MoveScores {
        let mut moves = Vec::new();
        for (mv, child) in replies(board) {
            let reply = self.solve(child, goal);
            let mut pv = vec![mv];
            pv.extend(reply.pv);
            let solution = Solution {
                bounds: -reply.bounds,
                best: Some(mv),
                pv,
                nodes: reply.nodes,
            };
            moves.push((mv, solution));
        }
        // Best first by what is certain, then by what is possible.
        moves.sort_by_key(|(mv, s)| (-s.bounds.lo, -s.bounds.hi, *mv));
        MoveScores {
            moves,
            nodes: self.nodes,
        }
    }

    /// The bounds of a position and the move that reaches the lower one.
    fn root(&mut self, board: Board, goal: Goal) -> (Bounds, Option<Move>) {
        let replies = replies(board);
        if replies.is_empty() {
            let score = score_of(ended(board, self.scoring()));
            return (Bounds::exactly(score), None);
        }
        self.report.total = replies.len();
        self.report.done = 0;
        self.report.best = None;
        self.report.bounds = Bounds::UNKNOWN;
        let (mut alpha, beta) = window(goal);
        let mut top = i32::MIN;
        for (mv, child) in replies {
            let Ok(reply) = self.score(child, -beta, -alpha) else {
                return (self.report.bounds, self.report.best);
            };
            let score = -reply;
            if score > top {
                top = score;
                // Above alpha the score is proved from below.
                if score > alpha || self.report.best.is_none() {
                    self.report.best = Some(mv);
                }
                if score > alpha {
                    self.report.bounds.lo = score_of(score);
                }
            }
            alpha = alpha.max(score);
            self.report.done += 1;
            self.tell();
            if alpha >= beta {
                return (self.report.bounds, self.report.best);
            }
        }
        self.report.bounds.hi = score_of(top);
        (self.report.bounds, self.report.best)
    }

    /// Appends a line on which both sides keep the score within its bounds.
    ///
    /// Each move is proved: its side keeps its bound with it.
    fn line(
        &mut self,
        board: Board,
        bounds: Bounds,
        first: Option<Move>,
        pv: &mut Vec<Move>,
    ) -> Result<(), Stopped> {
        let mut replies = replies(board);
        if let Some(first) = first {
            replies.sort_by_key(|&(mv, _)| mv != first);
        }
        for (mv, child) in replies {
            // The score is at most `hi`, so a move that reaches `lo` is best.
            let lo = i32::from(bounds.lo.0);
            if first == Some(mv) || lo == -64 || -self.score(child, -lo, 1 - lo)? >= lo {
                pv.push(mv);
                return self.line(child, -bounds, None, pv);
            }
        }
        Ok(())
    }
}

/// What the player can do, with the board it leads to; those moves first that
/// leave the opponent the fewest replies. Empty when the game is over.
fn replies(board: Board) -> Vec<(Move, Board)> {
    let moves = board.moves();
    if !moves.is_empty() {
        let mut replies: Vec<_> = moves
            .into_iter()
            .filter_map(|square| Some((Move::Place(square), board.play(square)?)))
            .collect();
        replies.sort_by_key(|(_, child)| {
            let moves = child.moves();
            moves.len() + (moves & Bitboard::CORNERS).len()
        });
        return replies;
    }
    let passed = board.pass();
    if passed.moves().is_empty() {
        Vec::new()
    } else {
        vec![(Move::Pass, passed)]
    }
}
