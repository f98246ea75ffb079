//! Puzzles from the mistakes of a game.

use std::sync::atomic::AtomicBool;

use super::miner::{Find, Miner};
use crate::{
    annotate::{AnnotateError, Class, Reach, annotate},
    board::{Color, Game, Move, Score, Scoring, Square, Step, Wld},
    engine::{Goal, Limits, Unproved},
    puzzle::{Puzzle, Task},
};

/// A move of a game that cost something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The number of the move, from 1.
    pub ply: usize,
    /// The side that made it.
    pub side: Color,
    /// The move.
    pub played: Square,
    /// How bad it was.
    pub class: Class,
    /// The discs that it lost.
    pub loss: u16,
    step: Step,
    best_score: Score,
    best: Vec<Square>,
}

/// The mistakes and blunders of a game, as
/// [`annotate`] finds them, among the moves made
/// with at most so many empty squares.
///
/// # Errors
/// [`AnnotateError`] for games under rules that the solver does not know.
pub fn mistakes(
    game: &Game,
    miner: &mut Miner,
    empties: u32,
    stop: &AtomicBool,
) -> Result<Vec<Mistake>, AnnotateError> {
    let reach = Reach::Empties(empties);
    let annotation = annotate(game, miner.engine(), reach, Limits::until(stop))?;
    let plies = game.steps().zip(&annotation.plies);
    let mistakes = plies.filter_map(|(step, ply)| {
        let class = ply.class.filter(|&class| class >= Class::Mistake)?;
        let best = ply.best.iter().filter_map(|mv| mv.square());
        Some(Mistake {
            ply: ply.ply?,
            side: ply.side,
            played: ply.mv.square()?,
            class,
            loss: ply.loss?,
            best_score: ply.best_score?,
            best: best.collect(),
            step,
        })
    });
    Ok(mistakes.collect())
}

impl Miner {
    /// The puzzle before a mistake. The keys are the moves that were better:
    /// those that win where the mistake threw the win away, those that draw
    /// where it threw the draw away, else the best ones. The first refutation
    /// is that of the move that was played.
    ///
    /// # Errors
    /// [`Unproved`] when the flag was set.
    pub fn puzzle_of(
        &mut self,
        mistake: &Mistake,
        stop: &AtomicBool,
    ) -> Result<Option<Puzzle>, Unproved> {
        let position = &mistake.step.before;
        let (Some(board), score) = (position.board(), mistake.best_score) else {
            return Ok(None);
        };
        let worth = score.0.saturating_sub_unsigned(mistake.loss);
        let turned = Score(worth).wld() < score.wld();
        let task = match score.wld() {
            Wld::Win if turned => Task::Win,
            Wld::Draw => Task::Draw,
            _ => Task::Best,
        };
        let Some(&key) = mistake.best.first() else {
            return Ok(None);
        };
        let mut keys = mistake.best.clone();
        if task == Task::Win {
            let limits = Limits::until(stop);
            let solved = self
                .engine()
                .solve_moves(board, Scoring::Official, Goal::Wld, limits);
            let winning = solved.best(Goal::Wld).into_iter();
            keys = winning.filter_map(Move::square).collect();
            // The line and the themes are those of the best.
            keys.sort_by_key(|&square| square != key);
        }
        let after = board.play(key).ok_or(Unproved)?;
        let limits = Limits::until(stop);
        let solved = self
            .engine()
            .solve(after, Scoring::Official, Goal::Exact, limits);
        solved.score().ok_or(Unproved)?;
        let mut line = vec![Move::Place(key)];
        line.extend(solved.pv);
        let find = Find {
            board,
            task,
            score,
            keys,
            line,
        };
        self.puzzle(position, find, Some(mistake.played), stop)
            .map(Some)
    }
}
