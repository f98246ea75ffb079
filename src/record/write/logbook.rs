//! The logbooks of Logistello: `+d3-c3+c4-e3: -04 10`, a sign for each side
//! before its moves, Black's net discs behind them, and a number of which only
//! Logistello knows the use.

use super::{Loss, Losses, outcome::Outcome, tags};
use crate::{board::Color, record::GameRecord};

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> String {
    let game = &record.game;
    tags::lose_all_but(record, &[], losses);
    let mut line = String::new();
    for step in game.steps() {
        let Some(square) = step.mv.square() else {
            continue;
        };
        line.push(match step.side {
            Color::Black => '+',
            Color::White => '-',
        });
        line.push_str(&square.to_string());
    }
    let outcome = Outcome::of(record);
    match outcome.difference() {
        Some(difference) => line.push_str(&format!(": {difference:+03} 00")),
        None => losses.add_if(outcome != Outcome::Unknown, Loss::Result),
    }
    line.push('\n');
    line
}
