//! [`Complete`]: what a puzzle should say of its solution.

use super::{Puzzle, Verdict, line::first_wrong, solver::Solver};
use crate::{
    board::{Move, Score, Square},
    engine::Unproved,
};

/// The score, the keys and the main line that a puzzle should have. What it
/// says already is kept where it is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complete {
    /// The best score, for the side to move.
    pub score: Score,
    /// The keys, those that were listed first.
    pub solution: Vec<Square>,
    /// The discs of the main line.
    pub line: Vec<Square>,
}

/// What a puzzle should say, given what was proved about it; `None` when
/// there is no key.
pub(super) fn complete(
    solver: &mut Solver<'_>,
    puzzle: &Puzzle,
    verdict: &Verdict,
) -> Result<Option<Complete>, Unproved> {
    let Some(board) = puzzle.position.board() else {
        return Ok(None);
    };
    if verdict.keys.is_empty() {
        return Ok(None);
    }
    let mut solution = puzzle.solution.clone();
    solution.retain(|square| verdict.keys.contains(square));
    let missing = verdict.keys.iter().copied();
    let missing: Vec<Square> = missing.filter(|key| !solution.contains(key)).collect();
    solution.extend(missing);

    let has_line = !puzzle.line.is_empty() && first_wrong(solver, puzzle)?.is_none();
    let mut line = puzzle.line.clone();
    let mut score = verdict.score;
    if !has_line || score.is_none() {
        // The same line whatever was solved before.
        solver.forget();
        let (best, pv) = solver.main_line(board, puzzle.task)?;
        score = score.or(Some(best));
        if !has_line {
            line = pv;
        }
    }
    let right = Puzzle {
        line,
        ..puzzle.clone()
    };
    if first_wrong(solver, &right)?.is_some() {
        return Ok(None);
    }
    let discs = right.line.iter().copied().filter_map(Move::square);
    Ok(score.map(|score| Complete {
        score,
        solution,
        line: discs.collect(),
    }))
}
