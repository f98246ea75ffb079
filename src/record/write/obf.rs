//! Positions as Edax reads them: `64 squares X; G8:+18; H1:+12; % comment`,
//! the best move first. Of a game the last position is written.

use super::{Losses, tags, text};
use crate::{board::Move, record::GameRecord};

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> String {
    tags::lose_all_but(record, &["comment"], losses);
    let mut line = format!("{};", record.game.last());
    if record.game.moves().is_empty() {
        let mut scores = record.scores.clone();
        scores.sort_by_key(|scored| -scored.score.0);
        for scored in scores {
            let mv = match scored.mv {
                Move::Place(square) => square.to_string().to_uppercase(),
                Move::Pass => "PS".to_owned(),
            };
            line.push_str(&format!(" {mv}:{};", scored.score));
        }
    }
    if let Some(comment) = tags::value(record, "comment") {
        line.push_str(&format!(" % {}", text::one_line(comment, losses)));
    }
    line.push('\n');
    line
}
