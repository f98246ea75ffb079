//! What the moves of a position are worth for a task.

use std::{fmt, sync::atomic::AtomicBool};

use super::Task;
use crate::{
    board::{Board, Move, Score, Scoring, Square, Wld},
    engine::{Engine, Goal, Helper, Hunted, Limits, Prover, Unproved},
};

/// With more empty squares whether a wipe-out is forced is found by the
/// prover; with as many or fewer the solver may be quicker.
const SCORED: u32 = 20;

/// Solves positions by the measure of a task.
#[derive(Debug)]
pub(super) struct Solver<'a> {
    engine: &'a mut Engine,
    prover: Prover<'a>,
    helper: Helper<'a>,
    stop: &'a AtomicBool,
}

/// What a move leads to with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A wipe-out in so many of the solver's moves, this one included.
    WipeOut(u32),
    /// No wipe-out, or none in time.
    NoWipeOut,
    /// With the help of both, a wipe-out in so many plies, this one included.
    HelpWipeOut(u32),
    /// So many discs are flipped.
    Flips(u32),
    /// A win, a draw or a loss.
    Result(Wld),
    /// A score.
    Score(Score),
}

impl Outcome {
    /// The result, where the outcome says it.
    pub(super) fn wld(self) -> Option<Wld> {
        match self {
            Self::WipeOut(_) => Some(Wld::Win),
            Self::NoWipeOut | Self::HelpWipeOut(_) | Self::Flips(_) => None,
            Self::Result(wld) => Some(wld),
            Self::Score(score) => Some(score.wld()),
        }
    }

    /// A number that orders the outcomes of a position, the worst first.
    pub(super) fn rank(self) -> i32 {
        match self {
            Self::NoWipeOut => i32::MIN,
            Self::Flips(discs) => i32::try_from(discs).unwrap_or(i32::MAX),
            Self::WipeOut(moves) | Self::HelpWipeOut(moves) => {
                -i32::try_from(moves).unwrap_or(i32::MAX)
            }
            Self::Result(wld) => wld as i32,
            Self::Score(score) => score.0.into(),
        }
    }

    /// Whether this is as good as the best for a task, given the best outcome
    /// of all moves.
    pub(super) fn attains(self, task: Task, best: Self) -> bool {
        match task {
            Task::WipeOut { within: Some(_) } => matches!(self, Self::WipeOut(_)),
            Task::WipeOut { within: None } => self == Self::Score(Score::MAX),
            Task::Win => self.wld() == Some(Wld::Win),
            Task::Draw => self.wld() == Some(Wld::Draw) && best.wld() == Some(Wld::Draw),
            Task::Best => self == best,
            Task::HelpWipeOut { .. } => matches!(self, Self::HelpWipeOut(_)),
            Task::Flip { count } => self == Self::Flips(count),
        }
    }
}

/// What the move does, as the rest of a sentence: "wins by 4".
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::WipeOut(1) => f.write_str("wipes out at once"),
            Self::WipeOut(moves) => write!(f, "wipes out in {moves} moves"),
            Self::HelpWipeOut(1) => f.write_str("wipes out at once"),
            Self::HelpWipeOut(plies) => write!(f, "leads to a wipe-out in {plies} plies"),
            Self::NoWipeOut => f.write_str("forces no wipe-out"),
            Self::Flips(1) => f.write_str("flips one disc"),
            Self::Flips(discs) => write!(f, "flips {discs} discs"),
            Self::Result(Wld::Win) => f.write_str("wins"),
            Self::Result(Wld::Loss) => f.write_str("loses"),
            Self::Result(Wld::Draw) | Self::Score(Score::DRAW) => f.write_str("draws"),
            Self::Score(Score::MAX) => f.write_str("wipes out"),
            Self::Score(Score::MIN) => f.write_str("is wiped out"),
            Self::Score(score) if score > Score::DRAW => write!(f, "wins by {}", score.0),
            Self::Score(score) => write!(f, "loses by {}", -score.0),
        }
    }
}

/// Every move of a position with what it leads to, best first and ties in
/// board order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Worths {
    task: Task,
    moves: Vec<(Square, Outcome)>,
}

impl Worths {
    /// What the best move leads to.
    pub(super) fn best(&self) -> Option<Outcome> {
        self.moves.first().map(|&(_, outcome)| outcome)
    }

    /// What a move does, as the rest of a sentence: "wins by 4".
    pub(super) fn say(&self, square: Square) -> String {
        if let (Some(Outcome::NoWipeOut), Task::HelpWipeOut { plies, .. }) =
            (self.of(square), self.task)
        {
            return format!("leads to no wipe-out in {plies} plies");
        }
        match (self.of(square), self.task.within()) {
            (Some(Outcome::NoWipeOut), Some(within)) => {
                format!("forces no wipe-out in {within} moves")
            }
            (outcome, _) => outcome.map_or_else(String::new, |outcome| outcome.to_string()),
        }
    }

    /// What a move leads to.
    pub(super) fn of(&self, square: Square) -> Option<Outcome> {
        let found = self.moves.iter().find(|&&(mv, _)| mv == square);
        found.map(|&(_, outcome)| outcome)
    }

    /// The moves, best first.
    pub(super) fn moves(&self) -> impl Iterator<Item = Square> + '_ {
        self.moves.iter().map(|&(square, _)| square)
    }

    /// The moves that attain the task, in board order.
    pub(super) fn keys(&self) -> Vec<Square> {
        let Some(best) = self.best() else {
            return Vec::new();
        };
        let mut keys: Vec<Square> = self
            .moves
            .iter()
            .filter(|(_, outcome)| outcome.attains(self.task, best))
            .map(|&(square, _)| square)
            .collect();
        keys.sort_unstable();
        keys
    }
}

impl<'a> Solver<'a> {
    pub(super) fn new(engine: &'a mut Engine, stop: &'a AtomicBool) -> Self {
        Self {
            engine,
            prover: Prover::new(stop),
            helper: Helper::new(stop),
            stop,
        }
    }

    pub(super) const fn helper(&mut self) -> &mut Helper<'a> {
        &mut self.helper
    }

    pub(super) const fn prover(&mut self) -> &mut Prover<'a> {
        &mut self.prover
    }

    /// What every move leads to, as finely as the task needs it; with
    /// `to_the_disc` a win, a draw and a loss are told by their scores.
    pub(super) fn worths(
        &mut self,
        board: Board,
        task: Task,
        to_the_disc: bool,
    ) -> Result<Worths, Unproved> {
        let mut moves = match task {
            Task::WipeOut {
                within: Some(within),
            } => self.wipe_outs(board, within)?,
            Task::HelpWipeOut { plies, hunted } => self.helped(board, plies, hunted)?,
            Task::Flip { .. } => {
                let moves = board.moves().into_iter();
                moves
                    .map(|square| (square, Outcome::Flips(board.flips(square).len())))
                    .collect()
            }
            Task::WipeOut { within: None } if board.empties().len() > SCORED => {
                self.forced(board)?
            }
            Task::WipeOut { within: None } => {
                self.scored(board, Goal::AtLeast(Score::MAX), |bounds| {
                    if bounds.lo == Score::MAX {
                        Outcome::Score(Score::MAX)
                    } else {
                        Outcome::NoWipeOut
                    }
                })?
            }
            Task::Win | Task::Draw if !to_the_disc => {
                self.scored(board, Goal::Wld, |bounds| Outcome::Result(bounds.lo.wld()))?
            }
            Task::Win | Task::Draw | Task::Best => {
                self.scored(board, Goal::Exact, |bounds| Outcome::Score(bounds.lo))?
            }
        };
        moves.sort_by_key(|&(square, outcome)| (-i64::from(outcome.rank()), square));
        Ok(Worths { task, moves })
    }

    fn scored(
        &mut self,
        board: Board,
        goal: Goal,
        outcome: impl Fn(crate::engine::Bounds) -> Outcome,
    ) -> Result<Vec<(Square, Outcome)>, Unproved> {
        let limits = Limits::until(self.stop);
        let solved = self
            .engine
            .solve_moves(board, Scoring::Official, goal, limits);
        if !solved.settled(goal) {
            return Err(Unproved);
        }
        let moves = solved.moves.iter();
        Ok(moves
            .filter_map(|(mv, solution)| Some((mv.square()?, outcome(solution.bounds))))
            .collect())
    }

    fn wipe_outs(&mut self, board: Board, within: u32) -> Result<Vec<(Square, Outcome)>, Unproved> {
        let mut moves = Vec::new();
        for square in board.moves() {
            let Some(child) = board.play(square) else {
                continue;
            };
            let left = within.saturating_sub(1);
            let outcome = if self.prover.loses_within(child, left)? {
                Outcome::WipeOut(self.lasts(child, left)? + 1)
            } else {
                Outcome::NoWipeOut
            };
            moves.push((square, outcome));
        }
        Ok(moves)
    }

    /// Which moves force a wipe-out in any number of moves.
    fn forced(&mut self, board: Board) -> Result<Vec<(Square, Outcome)>, Unproved> {
        let mut moves = Vec::new();
        for square in board.moves() {
            let Some(child) = board.play(square) else {
                continue;
            };
            let outcome = if self.prover.loses_within(child, child.empties().len())? {
                Outcome::Score(Score::MAX)
            } else {
                Outcome::NoWipeOut
            };
            moves.push((square, outcome));
        }
        Ok(moves)
    }

    fn helped(
        &mut self,
        board: Board,
        plies: u32,
        hunted: Hunted,
    ) -> Result<Vec<(Square, Outcome)>, Unproved> {
        let mut moves = Vec::new();
        for square in board.moves() {
            let Some(child) = board.play(square) else {
                continue;
            };
            let left = plies.saturating_sub(1);
            let fewest = self.helper.fewest(child, hunted.passed(), left)?;
            let outcome = fewest.map_or(Outcome::NoWipeOut, |n| Outcome::HelpWipeOut(n + 1));
            moves.push((square, outcome));
        }
        Ok(moves)
    }

    /// The number of the other side's moves for which the side to move holds
    /// out, given that it is wiped out within `most`.
    pub(super) fn lasts(&mut self, board: Board, most: u32) -> Result<u32, Unproved> {
        for moves in 0..most {
            if self.prover.loses_within(board, moves)? {
                return Ok(moves);
            }
        }
        Ok(most)
    }

    /// The number of its own moves that the side to move needs to wipe out,
    /// `at_most` when it needs that many or more.
    pub(super) fn takes(&mut self, board: Board, at_most: u32) -> Result<u32, Unproved> {
        for moves in 0..at_most {
            if self.prover.wins_within(board, moves)? {
                return Ok(moves);
            }
        }
        Ok(at_most)
    }

    /// The exact score for the side to move, and the best line.
    pub(super) fn score(&mut self, board: Board) -> Result<(Score, Vec<Move>), Unproved> {
        let limits = Limits::until(self.stop);
        let solved = self
            .engine
            .solve(board, Scoring::Official, Goal::Exact, limits);
        Ok((solved.score().ok_or(Unproved)?, solved.pv))
    }

    /// The best score of a position whose task is attained, and the best line
    /// for both sides.
    pub(super) fn main_line(
        &mut self,
        board: Board,
        task: Task,
    ) -> Result<(Score, Vec<Move>), Unproved> {
        if let Some(within) = task.within()
            && let Some(proved) = self.prover.prove_within(board, within)?
        {
            return Ok((Score::MAX, proved.pv));
        }
        self.score(board)
    }

    /// Forgets what was solved before, so that the same line is found again.
    pub(super) fn forget(&mut self) {
        self.engine.clear();
        self.prover = Prover::new(self.stop);
    }
}
