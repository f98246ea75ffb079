//! The positions that are measured.

use outflank::board::{Board, Position, Rules};

/// FFO #1–#19: 14 to 16 empty squares.
pub(crate) fn ffo() -> Vec<Board> {
    include_str!("../../tests/fixtures/solved.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut words = line.split(' ').skip(2);
            let (side, squares) = (words.next()?, words.next()?);
            let position = Position::parse(&format!("{squares} {side}"), Rules::othello());
            position.ok()?.board()
        })
        .collect()
}
