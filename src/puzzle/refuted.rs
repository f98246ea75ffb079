//! [`Refuted`]: wrong moves and what comes of them.

use serde::Serialize;

use super::{Places, Problem, ProblemKind, Puzzle, solver::Solver};
use crate::{
    board::{Move, Score, Square},
    engine::Unproved,
};

/// A wrong move, and the play that shows why it is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refuted {
    /// What the move leads to with best play, for the solver.
    pub score: Score,
    /// The move and the best play after it, passes included; perhaps not to
    /// the end of the game.
    pub line: Vec<Move>,
}

/// What is wrong with the refutations of a puzzle: a move that is a key, a
/// score that is another one.
pub(super) fn problems(
    solver: &mut Solver<'_>,
    puzzle: &Puzzle,
    places: &Places,
    keys: &[Square],
) -> Result<Vec<Problem>, Unproved> {
    let mut problems = Vec::new();
    for (refuted, &span) in puzzle.refutations.iter().zip(&places.refutations) {
        let first = refuted.line.first().and_then(|mv| mv.square());
        let board = puzzle.position.board();
        let Some((square, after)) = first.and_then(|square| Some((square, board?.play(square)?)))
        else {
            continue;
        };
        if keys.contains(&square) {
            let message = format!("{square} is a key, and there is nothing to refute");
            problems.push(Problem::new(ProblemKind::WrongLine, message, span));
            continue;
        }
        let score = -solver.score(after)?.0;
        if score != refuted.score {
            let stated = refuted.score;
            let message = format!("{square} scores {score}, not {stated}");
            problems.push(Problem::new(ProblemKind::WrongScore, message, span));
        }
    }
    Ok(problems)
}
