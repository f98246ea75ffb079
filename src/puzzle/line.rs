//! Whether the main line of a puzzle is the best for both sides.

use super::{Puzzle, Task, solver::Solver};
use crate::{
    board::{Board, Game, Move, Score, Square},
    engine::{Hunted, Unproved},
};

/// The first move of the main line that is not best for the side that makes
/// it, counted by discs placed, and why it is not.
///
/// The solver has to keep the task attained: a wipe-out within the moves that
/// are left, a win, a draw, the best score. The defender has to hold out
/// longest where moves are counted, and to keep the score where they are not.
pub(super) fn first_wrong(
    solver: &mut Solver<'_>,
    puzzle: &Puzzle,
) -> Result<Option<(usize, String)>, Unproved> {
    if let Task::Flip { .. } = puzzle.task {
        // The key is all there is to it.
        return Ok(None);
    }
    let mut game = Game::from_position(puzzle.position.clone());
    let mut standing = None;
    let mut placed = 0;
    for &mv in &puzzle.line {
        let before = game.last().board();
        let solver_moves = game.last().to_move() == puzzle.position.to_move();
        if game.play(mv).is_err() {
            break;
        }
        let (Move::Place(square), Some(before)) = (mv, before) else {
            continue;
        };
        let standing = match &mut standing {
            Some(standing) => standing,
            None => standing.insert(Standing::start(solver, puzzle.task, before)?),
        };
        let wrong = if solver_moves {
            standing.solver_plays(solver, before, square)?
        } else {
            standing.defender_plays(solver, before, square)?
        };
        if let Some(why) = wrong {
            return Ok(Some((placed, format!("{square} is not best: {why}"))));
        }
        placed += 1;
    }
    Ok(None)
}

/// How the game stands for the solver at some point of a line.
enum Standing {
    /// A wipe-out is forced within so many moves.
    Moves(u32),
    /// Both sides work for a wipe-out in so many plies; whose disc is the
    /// last, seen by the solver.
    Plies(u32, Hunted),
    /// The score with best play, and what of it is to be kept.
    Score(Score, Task),
}

impl Standing {
    fn start(solver: &mut Solver<'_>, task: Task, board: Board) -> Result<Self, Unproved> {
        match task {
            Task::HelpWipeOut { plies, hunted } => Ok(Self::Plies(plies, hunted)),
            Task::WipeOut {
                within: Some(within),
            } => Ok(Self::Moves(within)),
            _ => Ok(Self::Score(solver.score(board)?.0, task)),
        }
    }

    /// The solver's move; why it is not best, if it is not.
    fn solver_plays(
        &mut self,
        solver: &mut Solver<'_>,
        before: Board,
        square: Square,
    ) -> Result<Option<String>, Unproved> {
        let Some(after) = before.play(square) else {
            return Ok(None);
        };
        match self {
            Self::Moves(left) => {
                let more = left.saturating_sub(1);
                if !solver.prover().loses_within(after, more)? {
                    let why = format!("it forces no wipe-out in the {left} moves that are left");
                    return Ok(Some(why));
                }
                *left = more;
            }
            Self::Plies(left, hunted) => {
                return helps(solver, after, left, hunted.passed());
            }
            Self::Score(score, task) => {
                let value = -solver.score(after)?.0;
                let kept = match task {
                    Task::Win => value > Score::DRAW,
                    Task::Draw => value >= Score::DRAW,
                    _ => value == *score,
                };
                if !kept {
                    return Ok(Some(format!("it scores {value} where {score} is possible")));
                }
                *score = value;
            }
        }
        Ok(None)
    }

    /// The defender's move; why it is not best, if it is not.
    fn defender_plays(
        &mut self,
        solver: &mut Solver<'_>,
        before: Board,
        square: Square,
    ) -> Result<Option<String>, Unproved> {
        let Some(after) = before.play(square) else {
            return Ok(None);
        };
        match self {
            Self::Moves(left) => {
                let sooner = solver.lasts(before, *left)?.saturating_sub(1);
                if solver.prover().wins_within(after, sooner)? {
                    let why = format!("it holds out for {sooner} moves where more is possible");
                    return Ok(Some(why));
                }
            }
            Self::Plies(left, hunted) => {
                return helps(solver, after, left, *hunted);
            }
            Self::Score(score, _) => {
                let value = -solver.score(after)?.0;
                if value != -*score {
                    let best = -*score;
                    return Ok(Some(format!("it scores {value} where {best} is possible")));
                }
            }
        }
        Ok(None)
    }
}

/// After a ply towards a wipe-out with the help of both: why it is not best, if
/// it is not. Who is hunted is seen by the side that is to move now.
fn helps(
    solver: &mut Solver<'_>,
    after: Board,
    left: &mut u32,
    hunted: Hunted,
) -> Result<Option<String>, Unproved> {
    *left = left.saturating_sub(1);
    Ok(match solver.helper().fewest(after, hunted, *left)? {
        Some(_) => None,
        None => Some(format!("no wipe-out is left in {left} more plies")),
    })
}
