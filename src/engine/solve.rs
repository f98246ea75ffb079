//! The root: windows, the bounds that are proved, and the best line.

use crate::board::{Bitboard, Board, Move, Score, Scoring, Square};

use super::{
    Bounds, Engine, Goal, Limits, MoveScores, Solution,
    counting::ended,
    ladder::around,
    team::Team,
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
        self.search(board, scoring, limits, |worker| worker.solve(board, goal))
    }

    /// Solves a position for each of its moves.
    pub fn solve_moves(
        &mut self,
        board: Board,
        scoring: Scoring,
        goal: Goal,
        limits: Limits<'_>,
    ) -> MoveScores {
        self.search(board, scoring, limits, |worker| {
            worker.solve_moves(board, goal)
        })
    }

    /// The official score that a search of `depth` plies sees, from the
    /// evaluation of the boards that it ends with: a guess, unless it reaches
    /// the end of the game.
    pub fn look_ahead(&mut self, board: Board, depth: u32) -> Score {
        let depth = depth.min(board.empties().len());
        self.search(board, Scoring::Official, Limits::none(), |worker| {
            // Without a stop flag no search is stopped.
            let score = worker.score_ahead(board, -64, 64, depth);
            score.map_or(Score(0), score_of)
        })
    }

    /// Runs a search with the engine's threads.
    fn search<R>(
        &mut self,
        board: Board,
        scoring: Scoring,
        limits: Limits<'_>,
        run: impl FnOnce(&mut Worker<'_>) -> R,
    ) -> R {
        // What is known by one way of counting says nothing by another.
        if self.scoring != scoring {
            self.clear();
            self.scoring = scoring;
        }
        let empties = board.empties().len();
        self.table.next_generation(empties);
        let table = &self.table;
        let [own, others @ ..] = &mut self.caches[..] else {
            unreachable!("an engine has a thread");
        };
        let stop = limits.stop;
        let mut worker = Worker::new(table, own, scoring, stop);
        worker.listen(limits.progress);
        if others.is_empty() || empties < LEAST_SHARED {
            return run(&mut worker);
        }
        let team = Team::default();
        std::thread::scope(|scope| {
            let _end = team.until_dropped();
            for cache in others {
                let team = &team;
                scope.spawn(move || {
                    let mut helper = Worker::new(table, cache, scoring, stop);
                    helper.team = Some(team);
                    helper.help();
                });
            }
            worker.team = Some(&team);
            run(&mut worker)
        })
    }
}

/// With fewer empty squares the search is over before threads have begun.
const LEAST_SHARED: u32 = 16;

/// What the root knows.
#[derive(Debug, Clone, Copy)]
struct Found {
    bounds: Bounds,
    /// The move that reaches `bounds.lo`.
    best: Option<Move>,
}

/// The window that settles a goal.
const fn window(goal: Goal) -> (i32, i32) {
    match goal {
        Goal::Exact => (Score::MIN.0 as i32, Score::MAX.0 as i32),
        Goal::Wld => (-1, 1),
        Goal::AtLeast(score) => (score.0 as i32 - 1, score.0 as i32),
    }
}

/// The goal of the opponent after a move, when this is the goal for the move.
const fn for_opponent(goal: Goal) -> Goal {
    match goal {
        Goal::Exact | Goal::Wld => goal,
        // The move reaches the score when the opponent does not reach more
        // than its negative.
        Goal::AtLeast(score) => Goal::AtLeast(Score(1 - score.0)),
    }
}

/// A score of the search, which lies within ±64.
fn score_of(value: i32) -> Score {
    Score(value.clamp(-64, 64) as i16)
}

impl Worker<'_> {
    fn solve(&mut self, board: Board, goal: Goal) -> Solution {
        let nodes = self.nodes;
        let found = self.root(board, goal, true);
        let pv = self.best_line(board, goal, found);
        Solution {
            bounds: found.bounds,
            best: found.best,
            pv,
            nodes: self.nodes - nodes,
        }
    }

    fn solve_moves(&mut self, board: Board, goal: Goal) -> MoveScores {
        let mut moves = Vec::new();
        let replies = replies(board);
        self.report.total = replies.len();
        for (mv, child) in replies {
            let nodes = self.nodes;
            let asked = for_opponent(goal);
            let found = self.root(child, asked, false);
            let mut pv = vec![mv];
            pv.extend(self.best_line(child, asked, found));
            let solution = Solution {
                bounds: -found.bounds,
                best: Some(mv),
                pv,
                nodes: self.nodes - nodes,
            };
            self.report.done += 1;
            if self.report.best.is_none() || solution.bounds.lo > self.report.bounds.lo {
                self.report.best = Some(mv);
                self.report.bounds.lo = solution.bounds.lo;
            }
            self.tell();
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
    fn root(&mut self, board: Board, goal: Goal, report: bool) -> Found {
        let mut found = Found {
            bounds: Bounds::UNKNOWN,
            best: None,
        };
        let mut replies = replies(board);
        if replies.is_empty() {
            let score = score_of(ended(board, self.scoring()));
            found.bounds = Bounds::exactly(score);
            return found;
        }
        let (lowest, highest) = window(goal);
        let fixed = (goal != Goal::Exact).then_some((lowest, highest));
        let Ok(guess) = self.prepare(board, fixed) else {
            return found;
        };
        self.favour(board, &mut replies);
        let (mut alpha, mut beta) = match guess {
            Some(guess) if fixed.is_none() => around(guess),
            _ => (lowest, highest),
        };
        let mut width = 6;
        loop {
            if self
                .pass(&replies, (alpha, beta), &mut found, report)
                .is_err()
            {
                return found;
            }
            // What lies outside the window was only bounded: look there.
            let (lo, hi) = (i32::from(found.bounds.lo.0), i32::from(found.bounds.hi.0));
            if hi <= alpha && alpha > lowest {
                (alpha, beta) = ((hi - width).max(lowest), hi + 1);
            } else if lo >= beta && beta < highest {
                (alpha, beta) = (lo - 1, (lo + width).min(highest));
            } else {
                return found;
            }
            width *= 2;
            self.favour(board, &mut replies);
        }
    }

    /// Puts the move that was best before to the front.
    fn favour(&self, board: Board, replies: &mut [(Move, Board)]) {
        if let Some(known) = self.table.get(board) {
            let bit = |mv: Move| mv.square().and_then(Square::bit);
            replies.sort_by_key(|&(mv, _)| bit(mv) != Some(known.best[0]));
        }
    }

    /// One search of all replies in a window.
    fn pass(
        &mut self,
        replies: &[(Move, Board)],
        (mut alpha, beta): (i32, i32),
        found: &mut Found,
        report: bool,
    ) -> Result<(), Stopped> {
        let mut top = i32::MIN;
        for (done, &(mv, child)) in replies.iter().enumerate() {
            if report {
                self.report.done = done;
                self.report.total = replies.len();
                self.report.bounds = found.bounds;
                self.report.best = found.best;
                self.tell();
            }
            let score = self.try_move(child, alpha, beta, done == 0)?;
            top = top.max(score);
            if score > alpha {
                // Above alpha the score is proved from below.
                if score_of(score) > found.bounds.lo || found.best.is_none() {
                    found.bounds.lo = score_of(score);
                    found.best = Some(mv);
                }
                alpha = score;
                if alpha >= beta {
                    return Ok(());
                }
            }
            found.best = found.best.or(Some(mv));
        }
        found.bounds.hi = found.bounds.hi.min(score_of(top));
        Ok(())
    }

    /// The score of a move that leads to `child`: it need only be exact when
    /// it is above `alpha`, and that a move after the first rarely is.
    fn try_move(
        &mut self,
        child: Board,
        alpha: i32,
        beta: i32,
        first: bool,
    ) -> Result<i32, Stopped> {
        if !first {
            let score = -self.score(child, -alpha - 1, -alpha)?;
            if score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        Ok(-self.score(child, -beta, -alpha)?)
    }

    fn best_line(&mut self, board: Board, goal: Goal, found: Found) -> Vec<Move> {
        let mut pv = Vec::new();
        if found.bounds.settle(goal) {
            // A line that was stopped is a shorter line.
            let _ = self.line(board, found.bounds, found.best, &mut pv);
        }
        pv
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
