//! JSON objects as eOthello gives them: the moves in a list, passes left out;
//! type 0 is 8×8, 2 is 10×10, 3 the octagon.

use serde::Serialize;

use super::{Losses, Unheld, tags, text};
use crate::{
    board::Square,
    record::{Format, GameRecord},
};

/// Numbers the records that have no number.
#[derive(Debug, Default)]
pub(super) struct Writer {
    count: u64,
}

#[derive(Serialize)]
struct Object<'a> {
    no: u64,
    #[serde(rename = "type")]
    kind: u8,
    players: [&'a str; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<[u64; 2]>,
    moves: Vec<Square>,
}

impl Writer {
    pub(super) fn write(
        &mut self,
        record: &GameRecord,
        losses: &mut Losses,
    ) -> Result<String, Unheld> {
        let game = &record.game;
        let rules = game.start().rules();
        let kind = match (rules.size(), rules.holes().count()) {
            (8, 0) => 0,
            (10, 0) => 2,
            _ if text::is_octagon(rules) => 3,
            (size, 0) => return Err(Unheld::Size(Format::Eothello, size)),
            _ => return Err(Unheld::Holes(Format::Eothello)),
        };
        self.count += 1;
        let elos = ["blackelo", "whiteelo"].map(|name| tags::number(record, name));
        let scores = match elos {
            [Some(black), Some(white)] => Some([black, white]),
            _ => None,
        };
        let kept: &[&str] = match scores {
            Some(_) => &["no", "black", "white", "blackelo", "whiteelo"],
            None => &["no", "black", "white"],
        };
        tags::lose_all_but(record, kept, losses);
        let object = Object {
            no: tags::number(record, "no").unwrap_or(self.count),
            kind,
            players: ["black", "white"].map(|name| tags::value(record, name).unwrap_or("?")),
            scores,
            moves: game.moves().iter().filter_map(|mv| mv.square()).collect(),
        };
        let mut text = serde_json::to_string(&object).unwrap_or_default();
        text.push('\n');
        Ok(text)
    }
}
