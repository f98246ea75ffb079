//! The rules: published counts, and the kernels against the array board.

use outflank::board::{
    Board, Color, Grid, PassCost, Position, Rules, Square, Start, Symmetry, perft, perft_reference,
};
use proptest::prelude::*;

const PASS_IS_A_PLY: [u64; 11] = [
    4,
    12,
    56,
    244,
    1396,
    8200,
    55_092,
    390_216,
    3_005_288,
    24_571_284,
    212_258_800,
];
const PASS_IS_FREE: [u64; 11] = [
    4,
    12,
    56,
    244,
    1396,
    8200,
    55_092,
    390_216,
    3_005_320,
    24_571_420,
    212_260_880,
];

fn counts(rules: Rules, depth: u32, pass: PassCost) -> Vec<u64> {
    let start = Position::start(rules);
    (1..=depth).map(|d| perft(&start, d, pass)).collect()
}

#[test]
fn published_counts_with_a_pass_as_a_ply() {
    assert_eq!(counts(Rules::othello(), 11, PassCost::Ply), PASS_IS_A_PLY);
}

#[test]
fn published_counts_with_a_free_pass() {
    assert_eq!(counts(Rules::othello(), 11, PassCost::Free), PASS_IS_FREE);
}

#[test]
fn the_mirrored_start_counts_the_same() {
    let rules = Rules::othello().with_start(Start::Mirrored);
    assert_eq!(counts(rules, 9, PassCost::Ply), PASS_IS_A_PLY[..9]);
}

#[test]
fn counts_of_other_sizes() {
    let size = |n| Rules::othello().with_size(n).unwrap();
    assert_eq!(
        counts(size(4), 13, PassCost::Ply),
        [
            4, 12, 44, 128, 424, 1256, 3624, 9116, 20_044, 36_540, 50_704, 57_436, 59_564
        ]
    );
    assert_eq!(
        counts(size(4), 12, PassCost::Free),
        [
            4, 12, 44, 128, 436, 1296, 3788, 9768, 22_184, 41_636, 60_060, 60_060
        ]
    );
    assert_eq!(
        counts(size(6), 9, PassCost::Ply),
        [4, 12, 56, 244, 1364, 7604, 47_740, 308_716, 2_114_912]
    );
    assert_eq!(
        counts(size(10), 7, PassCost::Ply),
        [4, 12, 56, 244, 1396, 8200, 55_180]
    );
}

#[test]
fn the_reference_board_counts_the_same() {
    let grid = Grid::start(&Rules::othello());
    for (depth, &want) in (1..).zip(&PASS_IS_A_PLY[..6]) {
        let got = perft_reference(&grid, Color::Black, depth, PassCost::Ply);
        assert_eq!(got, want);
    }
}

/// A position after random legal moves, or with discs thrown anywhere.
fn positions() -> impl Strategy<Value = Position> {
    let played = proptest::collection::vec(any::<prop::sample::Index>(), 0..60).prop_map(|picks| {
        let mut position = Position::start(Rules::othello());
        for pick in picks {
            let moves = position.legal_moves();
            if moves.is_empty() {
                let side = position.to_move();
                position = position.with_to_move(!side);
                continue;
            }
            position = position.play((*pick.get(&moves)).into()).unwrap();
        }
        position
    });
    let thrown = proptest::collection::vec(0..3_u8, 64).prop_map(|cells| {
        let text: String = cells.iter().map(|&c| ['X', 'O', '-'][c as usize]).collect();
        Position::parse(&text, Rules::othello()).unwrap()
    });
    prop_oneof![played, thrown]
}

fn grid_of(position: &Position) -> Grid {
    let mut grid = Grid::empty(position.rules());
    for square in position.rules().iter_squares() {
        grid.set(square, position.disc(square));
    }
    grid
}

proptest! {
    #[test]
    fn moves_and_flips_are_those_of_the_reference(position in positions()) {
        let grid = grid_of(&position);
        let side = position.to_move();
        prop_assert_eq!(position.legal_moves(), grid.moves(side));
        for square in position.rules().iter_squares() {
            let mut flips = grid.flips(side, square);
            flips.sort();
            prop_assert_eq!(position.flips(square), flips);
        }
    }

    #[test]
    fn playing_is_that_of_the_reference(position in positions()) {
        let side = position.to_move();
        for square in position.legal_moves() {
            let mut grid = grid_of(&position);
            grid.play(side, square);
            let next = position.play(square.into()).unwrap();
            prop_assert_eq!(grid_of(&next), grid);
            prop_assert_eq!(next.to_move(), !side);
        }
    }

    #[test]
    fn symmetric_boards_have_symmetric_moves(position in positions()) {
        let board: Board = position.board().unwrap();
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(board);
            prop_assert_eq!(symmetry.bitboard(board.moves()), image.moves());
            prop_assert_eq!(image.canonical().0, board.canonical().0);
            prop_assert_eq!(symmetry.inverse().board(image), board);
        }
    }

    #[test]
    fn any_text_is_a_square_or_an_error(text in "\\PC*") {
        if let Ok(square) = text.parse::<Square>() {
            prop_assert_eq!(square.to_string(), text.to_lowercase());
        }
    }
}
