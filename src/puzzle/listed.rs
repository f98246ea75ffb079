//! The lines that a puzzle lists besides the main one: variations, which
//! attain the task.

use super::{
    Entry, Problem, ProblemKind, Puzzle, Task,
    solver::{Outcome, Solver, Worths},
    walk::{Step, walk, with_one_less},
};
use crate::{
    board::{Board, Square, Wld},
    engine::Unproved,
    source::Span,
};

/// What is known about the position of a puzzle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known<'w> {
    /// What each first move leads to.
    pub(super) worths: &'w Worths,
    /// The first moves that attain the task.
    pub(super) keys: &'w [Square],
}

/// What is wrong with the listed lines: in each the first wrong move.
pub(super) fn wrong(
    solver: &mut Solver<'_>,
    entry: &Entry,
    puzzle: &Puzzle,
) -> Result<Vec<Problem>, Unproved> {
    let mut problems = Vec::new();
    let places = &entry.places;
    let mut tell = |wrong: Option<(usize, String)>, spans: &[Span]| {
        if let Some((index, message)) = wrong {
            let span = spans.get(index).copied().unwrap_or(places.entry);
            problems.push(Problem::new(ProblemKind::WrongLine, message, span));
        }
    };
    for (line, spans) in puzzle.variations.iter().zip(&places.variations) {
        tell(wrong_answer(solver, &walk(puzzle, line))?, spans);
    }
    Ok(problems)
}

/// The first move of the solver that does not attain what is left of the task.
/// The defence may be any.
fn wrong_answer(
    solver: &mut Solver<'_>,
    steps: &[Step],
) -> Result<Option<(usize, String)>, Unproved> {
    for (index, step) in steps.iter().enumerate().filter(|(_, step)| step.solver) {
        let mut worths = solver.worths(step.board, step.task, false)?;
        // After a bad defence a draw may have become a win.
        if step.task == Task::Draw && worths.best().and_then(Outcome::wld) == Some(Wld::Win) {
            worths = solver.worths(step.board, Task::Win, false)?;
        }
        let square = step.square;
        if !worths.keys().contains(&square) {
            let says = worths.say(square);
            let message = format!("{square} does not attain the task here: it {says}");
            return Ok(Some((index, message)));
        }
    }
    Ok(None)
}

/// The replies to the key of a main line that is right which are as good as
/// the reply in it, need another answer, and begin no listed variation. Where
/// no variations are listed nobody said that they are all.
pub(super) fn missing_defences(
    solver: &mut Solver<'_>,
    entry: &Entry,
    puzzle: &Puzzle,
) -> Result<Vec<Problem>, Unproved> {
    let mut remarks = Vec::new();
    let steps = walk(puzzle, &puzzle.line);
    let [key, reply, more @ ..] = steps.as_slice() else {
        return Ok(remarks);
    };
    if puzzle.variations.is_empty() || reply.solver {
        return Ok(remarks);
    }
    let answer = more.first().filter(|step| step.solver);
    let answer = answer.map(|step| step.square);
    let task = with_one_less(key.task);
    let Some(best) = answers(solver, reply.board, reply.square, task)? else {
        return Ok(remarks);
    };
    for defence in reply.board.moves() {
        let listed = |line: &Vec<_>| {
            let mut steps = walk(puzzle, line).into_iter().map(|step| step.square);
            steps.next() == Some(key.square) && steps.next() == Some(defence)
        };
        if defence == reply.square || puzzle.variations.iter().any(listed) {
            continue;
        }
        let Some(worths) = answers(solver, reply.board, defence, task)? else {
            continue;
        };
        let own = worths.keys();
        if worths.best() != best.best() || answer.is_some_and(|answer| own.contains(&answer)) {
            continue;
        }
        let names: Vec<String> = own.iter().map(ToString::to_string).collect();
        let message = format!(
            "after {} the defence {defence} is as good as {}, needs an answer of its own ({}) and is in no variation",
            key.square,
            reply.square,
            names.join(", ")
        );
        let span = entry.places.line.get(1).copied();
        let span = span.unwrap_or(entry.places.entry);
        let remark = Problem::remark(ProblemKind::MissingDefence, message, span);
        remarks.push(remark.about(2, &[defence]));
    }
    Ok(remarks)
}

/// What the solver's answers to a defence lead to; `None` when there are none.
fn answers(
    solver: &mut Solver<'_>,
    board: Board,
    defence: Square,
    task: Task,
) -> Result<Option<Worths>, Unproved> {
    match board.play(defence) {
        Some(after) if !after.moves().is_empty() => solver.worths(after, task, false).map(Some),
        _ => Ok(None),
    }
}
