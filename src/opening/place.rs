//! [`Place`]: a position regardless of the way the board is turned.

use crate::board::{Board, Color, Game, Position, Symmetry};

/// A position up to symmetry. Two games have the same place when they have
/// come to the same position, whatever their orientation and order of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Place {
    board: Board,
    to_move: Color,
}

impl Place {
    /// The place of a position; `None` on boards that no opening is named for.
    pub(super) fn of(position: &Position) -> Option<Self> {
        if !position.rules().is_plain_8x8() {
            return None;
        }
        Some(Self {
            board: position.board()?.canonical().0,
            to_move: position.to_move(),
        })
    }

    /// The places of a game, from its start: that of ply `n` is at index `n`.
    pub(super) fn path(game: &Game) -> Vec<Self> {
        let placed = game.steps().filter(|step| step.mv.square().is_some());
        let after = placed.map(|step| step.after);
        std::iter::once(game.start().clone())
            .chain(after)
            .filter_map(|position| Self::of(&position))
            .collect()
    }
}

/// The symmetry that turns one position into another of the same place.
pub(super) fn turn(from: &Position, to: &Position) -> Option<Symmetry> {
    let (from, to) = (from.board()?, to.board()?);
    let turns = |symmetry: &Symmetry| symmetry.board(from) == to;
    Symmetry::ALL.into_iter().find(turns)
}
