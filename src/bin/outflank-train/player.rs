//! The player of the training games: a plain alpha-beta search.

use outflank::{
    board::{Bitboard, Board, Square},
    engine::eval::{UNIT, Weights},
};

/// More than any estimate.
const INFINITE: i32 = i32::MAX / 2;

/// Looks `depth` plies ahead with the weights; without any it counts moves
/// and corners.
pub(crate) struct Player<'a> {
    pub(crate) weights: Option<&'a Weights>,
    pub(crate) depth: u32,
}

impl Player<'_> {
    /// The move that looks best; `None` when there is none.
    pub(crate) fn choose(&self, board: Board) -> Option<Square> {
        let mut best = (None, -INFINITE);
        for (next, square) in self.sorted(board, self.depth) {
            let value = -self.search(next, self.depth - 1, -INFINITE, -best.1);
            if value > best.1 {
                best = (Some(square), value);
            }
        }
        best.0
    }

    fn search(&self, board: Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if depth == 0 {
            return self.estimate(board);
        }
        let moves = self.sorted(board, depth);
        if moves.is_empty() {
            let passed = board.pass();
            if passed.moves().is_empty() {
                let own = board.player.len();
                let other = board.opponent.len();
                let score = outflank::board::Rules::othello().score(own, other);
                return i32::from(score.0) * UNIT;
            }
            return -self.search(passed, depth, -beta, -alpha);
        }
        let mut best = -INFINITE;
        for (next, _) in moves {
            best = best.max(-self.search(next, depth - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The boards after each move. With two plies or more to go, the most
    /// promising comes first.
    fn sorted(&self, board: Board, depth: u32) -> Vec<(Board, Square)> {
        let mut moves: Vec<_> = board
            .moves()
            .into_iter()
            .filter_map(|square| Some((board.play(square)?, square)))
            .collect();
        if depth >= 2 {
            moves.sort_by_cached_key(|&(next, _)| self.estimate(next));
        }
        moves
    }

    fn estimate(&self, board: Board) -> i32 {
        match self.weights {
            Some(weights) => weights.evaluate(board),
            None => {
                let count = |set: Bitboard| set.len() as i32;
                let corners = count(board.player & Bitboard::CORNERS)
                    - count(board.opponent & Bitboard::CORNERS);
                UNIT * (count(board.moves()) - count(board.pass().moves()) + 8 * corners)
            }
        }
    }
}
