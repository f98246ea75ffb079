//! What the reports on a game say about it besides its moves.

use std::collections::BTreeMap;

use outflank::{
    board::{Color, Position, Start},
    record::{GameRecord, start_of},
};
use serde::Serialize;

/// What a game started from.
#[derive(Serialize)]
pub(crate) struct StartReport {
    /// A start by its name, or `position`.
    start: &'static str,
    /// The board, when that is no start of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    /// The side that moved first, when it is given or not Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<Color>,
}

impl StartReport {
    pub(crate) fn new(start: &Position) -> Self {
        let named = start_of(start);
        let told = named.is_none() || start.to_move() == Color::White;
        Self {
            start: named.map_or("position", name_of),
            board: named.is_none().then(|| start.board_text()),
            to_move: told.then(|| start.to_move()),
        }
    }
}

/// The name of a start, as in `--start`.
pub(crate) const fn name_of(start: Start) -> &'static str {
    match start {
        Start::Othello => "othello",
        Start::Mirrored => "mirrored",
        Start::Parallel => "parallel",
        _ => "other",
    }
}

/// The tags of a record; of several with one name the first.
pub(crate) fn tags(record: &GameRecord) -> BTreeMap<&str, &str> {
    let tags = record.tags.iter().rev();
    tags.map(|tag| (tag.name.as_str(), tag.value.as_str()))
        .collect()
}
