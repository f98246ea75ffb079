//! What several tests hold the library against.

use outflank::board::{Board, Color, Grid, Rules, Score, Scoring};

/// The exact score of a board for its player, by [`minimax`].
pub(crate) fn reference(board: Board, scoring: Scoring) -> Score {
    let rules = Rules::othello().with_scoring(scoring);
    let mut grid = Grid::empty(&rules);
    for square in rules.iter_squares() {
        let disc = if board.player.contains(square) {
            Some(Color::Black)
        } else if board.opponent.contains(square) {
            Some(Color::White)
        } else {
            None
        };
        grid.set(square, disc);
    }
    minimax(&grid, Color::Black, &rules)
}

/// Minimax as a beginner would write it.
fn minimax(grid: &Grid, side: Color, rules: &Rules) -> Score {
    let moves = grid.moves(side);
    if moves.is_empty() {
        if grid.moves(!side).is_empty() {
            return rules.score(grid.count(side), grid.count(!side));
        }
        return -minimax(grid, !side, rules);
    }
    let after = |square| {
        let mut next = grid.clone();
        next.play(side, square);
        -minimax(&next, !side, rules)
    };
    moves.into_iter().map(after).max().unwrap()
}
