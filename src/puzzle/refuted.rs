//! [`Refuted`]: wrong moves and what comes of them.

use serde::Serialize;

use super::{
    Places, Problem, ProblemKind, Puzzle, Task,
    listed::Known,
    solver::{Outcome, Solver},
    walk::{Step, walk},
};
use crate::{
    board::{Move, Score, Wld},
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
    known: Known<'_>,
) -> Result<Vec<Problem>, Unproved> {
    let mut problems = Vec::new();
    for (refuted, &span) in puzzle.refutations.iter().zip(&places.refutations) {
        let first = refuted.line.first().and_then(|mv| mv.square());
        let board = puzzle.position.board();
        let Some((square, after)) = first.and_then(|square| Some((square, board?.play(square)?)))
        else {
            continue;
        };
        if known.keys.contains(&square) {
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
        if let Some(message) = wrong_line(solver, &walk(puzzle, &refuted.line), known)? {
            problems.push(Problem::new(ProblemKind::WrongLine, message, span));
        }
    }
    Ok(problems)
}

/// Why a line refutes nothing: a reply that lets the solver attain the task after
/// all. Where no reply is listed the score alone tells.
fn wrong_line(
    solver: &mut Solver<'_>,
    steps: &[Step],
    known: Known<'_>,
) -> Result<Option<String>, Unproved> {
    let Some(first) = steps.first() else {
        return Ok(None);
    };
    let tried = first.square;
    for step in steps.iter().filter(|step| !step.solver) {
        let Some(board) = step.after() else { continue };
        if board.moves().is_empty() {
            continue;
        }
        let best = solver.worths(board, step.task, false)?.best();
        if best.is_some_and(|best| still_attains(step.task, best, known.worths.best())) {
            let square = step.square;
            let message =
                format!("{square} does not refute {tried}: the task is attained after it");
            return Ok(Some(message));
        }
    }
    Ok(None)
}

/// Whether what the solver can still reach attains the task, given what could
/// be reached at first.
fn still_attains(task: Task, outcome: Outcome, at_first: Option<Outcome>) -> bool {
    match task {
        Task::Best => at_first.is_some_and(|first| outcome.rank() >= first.rank()),
        Task::Draw => outcome.wld() != Some(Wld::Loss),
        _ => outcome.attains(task, outcome),
    }
}
