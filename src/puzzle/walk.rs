//! A line of a puzzle disc by disc, with what is left of the task.

use super::{Puzzle, Task};
use crate::board::{Board, Color, Game, Move, Position, Square};

/// A disc that is placed in a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// The board before it, seen by the side that places it.
    pub(super) board: Board,
    /// Where it is placed.
    pub(super) square: Square,
    /// Whether the solver places it.
    pub(super) solver: bool,
    /// What the solver still has to do at this point.
    pub(super) task: Task,
}

impl Step {
    /// The board after it, seen by the other side.
    pub(super) fn after(&self) -> Option<Board> {
        self.board.play(self.square)
    }
}

/// The discs that a line of a puzzle places.
pub(super) fn walk(puzzle: &Puzzle, line: &[Move]) -> Vec<Step> {
    let mut game = Game::from_position(puzzle.position.clone());
    let mut task = puzzle.task;
    let mut steps = Vec::new();
    for &mv in line {
        let (board, to_move) = (game.last().board(), game.last().to_move());
        if game.play(mv).is_err() {
            break;
        }
        let (Some(board), Move::Place(square)) = (board, mv) else {
            continue;
        };
        let solver = to_move == puzzle.position.to_move();
        steps.push(Step {
            board,
            square,
            solver,
            task,
        });
        if solver {
            task = with_one_less(task);
        }
    }
    steps
}

/// The task after a move of the solver.
pub(super) const fn with_one_less(task: Task) -> Task {
    match task {
        Task::WipeOut { within: Some(n) } => Task::WipeOut {
            within: Some(n.saturating_sub(1)),
        },
        other => other,
    }
}

/// The board that discs lead to, with passes where a side has no move; `None`
/// when one of them is illegal, or when it is not the same side's turn again.
pub(super) fn after(board: Board, squares: impl IntoIterator<Item = Square>) -> Option<Board> {
    let start = Position::from_board(board, Color::Black);
    let mut game = Game::from_position(start);
    for square in squares {
        game.play_with_passes(square.into()).ok()?;
    }
    game.pass_if_forced();
    let last = game.last();
    (last.to_move() == Color::Black).then(|| last.board())?
}
