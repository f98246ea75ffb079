//! [`perft`]: counting the leaves of the game tree, to prove move generation.

use super::{Bitboard, Board, Grid, Position};

/// What a pass costs when positions are counted by depth. Both conventions
/// are in circulation; they agree up to depth 8 on 8×8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassCost {
    /// A pass is a ply.
    Ply,
    /// A pass is free: the depth counts discs placed.
    Free,
}

/// The number of positions `depth` plies from here. A finished game counts
/// once, at whatever depth it ends.
///
/// ```
/// use outflank::board::{PassCost, Position, Rules, perft};
///
/// let start = Position::start(Rules::othello());
/// assert_eq!(perft(&start, 6, PassCost::Ply), 8200);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32, pass: PassCost) -> u64 {
    match position.board() {
        Some(board) => bits(board, position.rules().playable(), depth, pass),
        None => slow(position, depth, pass),
    }
}

fn bits(board: Board, playable: Bitboard, depth: u32, pass: PassCost) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves() & playable;
    if moves.is_empty() {
        if (board.pass().moves() & playable).is_empty() {
            return 1;
        }
        return match pass {
            PassCost::Ply => bits(board.pass(), playable, depth - 1, pass),
            PassCost::Free => bits(board.pass(), playable, depth, pass),
        };
    }
    if depth == 1 {
        return moves.len().into();
    }
    moves
        .into_iter()
        .filter_map(|square| board.play(square))
        .map(|next| bits(next, playable, depth - 1, pass))
        .sum()
}

/// The same by the checked moves of [`Position`], for boards of any size.
fn slow(position: &Position, depth: u32, pass: PassCost) -> u64 {
    if depth == 0 || position.is_over() {
        return 1;
    }
    if position.must_pass() {
        let next = position.clone().with_to_move(!position.to_move());
        let cost = u32::from(pass == PassCost::Ply);
        return slow(&next, depth - cost, pass);
    }
    position
        .legal_moves()
        .into_iter()
        .filter_map(|square| position.play(square.into()).ok())
        .map(|next| slow(&next, depth - 1, pass))
        .sum()
}

/// The same count by the reference board alone: slow, and sharing nothing
/// with the kernels.
#[must_use]
pub fn perft_reference(grid: &Grid, side: super::Color, depth: u32, pass: PassCost) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = grid.moves(side);
    if moves.is_empty() {
        if grid.moves(!side).is_empty() {
            return 1;
        }
        let cost = u32::from(pass == PassCost::Ply);
        return perft_reference(grid, !side, depth - cost, pass);
    }
    moves
        .into_iter()
        .map(|square| {
            let mut next = grid.clone();
            next.play(side, square);
            perft_reference(&next, !side, depth - 1, pass)
        })
        .sum()
}
