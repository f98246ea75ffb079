//! JSON objects as Othello Quest gives them: both players in a list, and a
//! list of moves, each an object with the square under `m`, `-` for a pass.

use serde::Serialize;

use super::{Losses, tags};
use crate::{board::Move, record::GameRecord};

#[derive(Serialize)]
struct Object<'a> {
    players: [Player<'a>; 2],
    moves: Vec<Played>,
}

#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
}

#[derive(Serialize)]
struct Played {
    m: String,
}

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> String {
    tags::lose_all_but(record, &["black", "white"], losses);
    let played = |mv: &Move| Played {
        m: match mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "-".to_owned(),
        },
    };
    let object = Object {
        players: ["black", "white"].map(|side| Player {
            name: tags::value(record, side).unwrap_or("?"),
        }),
        moves: record.game.moves().iter().map(played).collect(),
    };
    let mut text = serde_json::to_string(&object).unwrap_or_default();
    text.push('\n');
    text
}
