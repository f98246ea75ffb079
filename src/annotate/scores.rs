//! The exact scores of a game's moves, from the end backwards.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{
    board::{Board, Move, Position, Score, Scoring, Step},
    engine::{Bounds, Engine, Goal, Limits, Progress},
};

use super::Reach;

/// What is proved about one move of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Judgement {
    /// The score of the move that was made, for the side that made it.
    pub(super) score: Score,
    /// The score of the best move.
    pub(super) best_score: Score,
    /// Every best move, in board order.
    pub(super) best: Vec<Move>,
}

/// Under a budget, no position with more empty squares is tried: it would eat
/// the budget and not be solved.
const MOST_EMPTIES: u32 = 32;

/// Judges the moves of a game as far back as was asked for; those before are
/// `None`. Also says how many nodes it took.
///
/// Going backwards, the score of the position after a move is known when the
/// move is judged, and the table is warm. So a move costs one test of each
/// other move, whether it is as good.
pub(super) fn from_the_end(
    steps: &[Step],
    last: &Position,
    engine: &mut Engine,
    reach: Reach,
    limits: Limits<'_>,
) -> (Vec<Option<Judgement>>, u64) {
    if matches!(reach, Reach::Nodes(_)) {
        // What an earlier game left in the table must not decide how far the
        // budget goes.
        engine.clear();
    }
    let mut prover = Prover {
        scoring: last.rules().scoring(),
        engine,
        reach,
        limits,
        nodes: 0,
        done: 0,
        total: steps.len(),
    };
    let mut judgements = vec![None; steps.len()];
    let mut after = if steps.is_empty() {
        None
    } else {
        prover.solve(last)
    };
    for (step, judgement) in steps.iter().zip(&mut judgements).rev() {
        let Some(judged) = after.and_then(|after| prover.judge(step, -after)) else {
            break;
        };
        after = Some(judged.best_score);
        *judgement = Some(judged);
        prover.done += 1;
    }
    (judgements, prover.nodes)
}

/// Asks the engine, as long as there is leave.
struct Prover<'e, 'l> {
    scoring: Scoring,
    engine: &'e mut Engine,
    reach: Reach,
    limits: Limits<'l>,
    nodes: u64,
    done: usize,
    total: usize,
}

impl Prover<'_, '_> {
    /// Whether a position is to be solved at all.
    fn wants(&self, position: &Position) -> bool {
        position.empties()
            <= match self.reach {
                Reach::Empties(empties) => empties,
                Reach::Nodes(_) => MOST_EMPTIES,
            }
    }

    fn solve(&mut self, position: &Position) -> Option<Score> {
        if position.is_over() {
            return Some(position.score(position.to_move()));
        }
        if !self.wants(position) {
            return None;
        }
        self.prove(position.board()?, Goal::Exact)?.score()
    }

    /// Judges a move whose score is known.
    fn judge(&mut self, step: &Step, score: Score) -> Option<Judgement> {
        if !self.wants(&step.before) {
            return None;
        }
        let board = step.before.board()?;
        let mut judgement = Judgement {
            score,
            best_score: score,
            best: vec![step.mv],
        };
        let mut others: Vec<(Move, Board)> = board
            .moves()
            .into_iter()
            .filter(|&square| Move::Place(square) != step.mv)
            .filter_map(|square| Some((square.into(), board.play(square)?)))
            .collect();
        // A better move found early makes the tests of the others cheaper.
        others.sort_by_key(|(_, child)| child.moves().len());
        for (mv, child) in others {
            match self.compare(child, judgement.best_score)? {
                Compared::Worse => {}
                Compared::Equal => judgement.best.push(mv),
                Compared::Better(score) => {
                    judgement.best_score = score;
                    judgement.best = vec![mv];
                }
            }
        }
        judgement.best.sort_unstable();
        Some(judgement)
    }

    /// Compares the move that leads to `child` with the best score so far.
    fn compare(&mut self, child: Board, best: Score) -> Option<Compared> {
        // `child` is seen by the opponent: the move scores less than `best`
        // when the opponent can have more than `-best`.
        let above = Score(1 - best.0);
        if self.prove(child, Goal::AtLeast(above))?.lo >= above {
            return Some(Compared::Worse);
        }
        if self.prove(child, Goal::AtLeast(-best))?.lo >= -best {
            return Some(Compared::Equal);
        }
        let score = self.prove(child, Goal::Exact)?.score()?;
        Some(Compared::Better(-score))
    }

    /// What settles the goal; `None` when the leave has run out.
    fn prove(&mut self, board: Board, goal: Goal) -> Option<Bounds> {
        if goal != Goal::Exact && Bounds::UNKNOWN.settle(goal) {
            return Some(Bounds::UNKNOWN);
        }
        let budget = match self.reach {
            Reach::Empties(_) => u64::MAX,
            Reach::Nodes(nodes) => nodes,
        };
        let stop = self.limits.stop;
        if self.nodes >= budget || stop.load(Ordering::Relaxed) {
            return None;
        }
        let halt = AtomicBool::new(false);
        let (before, done, total) = (self.nodes, self.done, self.total);
        let listener = &mut self.limits.progress;
        let mut tell = |progress: &Progress| {
            let nodes = before + progress.nodes;
            if nodes >= budget || stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            if let Some(listener) = listener {
                listener(&Progress {
                    nodes,
                    bounds: Bounds::UNKNOWN,
                    best: None,
                    done,
                    total,
                });
            }
        };
        let limits = Limits {
            stop: &halt,
            progress: Some(&mut tell),
        };
        let solution = self.engine.solve(board, self.scoring, goal, limits);
        self.nodes += solution.nodes;
        solution.bounds.settle(goal).then_some(solution.bounds)
    }
}

/// A move beside the best so far.
enum Compared {
    Worse,
    Equal,
    Better(Score),
}
