//! Duals: where the solver has more than one way, which composers avoid.

use super::{
    Entry, Problem, ProblemKind, Puzzle,
    solver::Solver,
    walk::{Step, after, walk, with_one_less},
};
use crate::{
    board::{Board, Square},
    engine::Unproved,
};

/// What there is to say about a task that most moves attain.
pub(super) fn trivial(entry: &Entry, board: Board, keys: &[Square]) -> Option<Problem> {
    let legal = board.moves().len() as usize;
    let message = if legal == 1 {
        "the side to move has only one legal move".to_owned()
    } else if keys.len() * 2 > legal {
        let keys = keys.len();
        format!("{keys} of the {legal} legal moves attain the task: most guesses are right")
    } else {
        return None;
    };
    let remark = Problem::remark(ProblemKind::Trivial, message, entry.places.solution);
    Some(remark.about(1, keys))
}

/// The duals of a main line that is right, and the moves of it that can be
/// exchanged. Several keys are no dual: they are listed, or an error.
pub(super) fn duals(
    solver: &mut Solver<'_>,
    entry: &Entry,
    puzzle: &Puzzle,
    keys: &[Square],
) -> Result<Vec<Problem>, Unproved> {
    let steps = walk(puzzle, &puzzle.line);
    let mut remarks = Vec::new();
    for (index, step) in steps.iter().enumerate().filter(|(_, step)| step.solver) {
        let attaining = match index {
            0 => keys.to_vec(),
            _ => solver.worths(step.board, step.task, false)?.keys(),
        };
        let others: Vec<Square> = attaining
            .into_iter()
            .filter(|&square| square != step.square)
            .collect();
        let ply = index + 1;
        let span = entry.places.line.get(index).copied();
        let span = span.unwrap_or(entry.places.entry);
        if index > 0 && !others.is_empty() {
            let message = format!("{} too", attain(&others, ply, step.square));
            let remark = Problem::remark(ProblemKind::Dual, message, span);
            remarks.push(remark.about(ply, &others));
        }
        let later = steps.get(index + 1..).unwrap_or_default();
        if let Some(second) = exchanged(solver, step, &others, later)? {
            let message = format!(
                "{second} and {} can be exchanged: {second} first attains the task too",
                step.square
            );
            let remark = Problem::remark(ProblemKind::MoveOrder, message, span);
            remarks.push(remark.about(ply, &[second]));
        }
    }
    Ok(remarks)
}

/// "at ply 3, where a1 is played, b1 and c1 attain the task".
fn attain(others: &[Square], ply: usize, played: Square) -> String {
    let names: Vec<String> = others.iter().map(ToString::to_string).collect();
    let (names, verb) = match names.as_slice() {
        [one] => (one.clone(), "attains"),
        [first @ .., last] => (format!("{} and {last}", first.join(", ")), "attain"),
        [] => (String::new(), "attain"),
    };
    format!("at ply {ply}, where {played} is played, {names} {verb} the task")
}

/// The solver's next move, when it may come first, and this one after it and
/// the same defence.
fn exchanged(
    solver: &mut Solver<'_>,
    step: &Step,
    others: &[Square],
    later: &[Step],
) -> Result<Option<Square>, Unproved> {
    let Some(next) = later.iter().position(|step| step.solver) else {
        return Ok(None);
    };
    let (defence, second) = later.split_at(next);
    let Some(second) = second.first().map(|step| step.square) else {
        return Ok(None);
    };
    if !others.contains(&second) {
        return Ok(None);
    }
    let defence = defence.iter().map(|step| step.square);
    let Some(board) = after(step.board, [second].into_iter().chain(defence)) else {
        return Ok(None);
    };
    if board.play(step.square).is_none() {
        return Ok(None);
    }
    let worths = solver.worths(board, with_one_less(step.task), false)?;
    Ok(worths.keys().contains(&step.square).then_some(second))
}
