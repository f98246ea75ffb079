//! Move lists: a game a line, passes left out. A game from another start has
//! the position in front, `64 squares and side; f5d6c3`.

use super::{Losses, Unheld, tags, text};
use crate::{
    board::Move,
    record::{Format, GameRecord},
};

/// A list of one move could also be the next move of the list above it.
const SHORTEST: usize = 2;

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> Result<String, Unheld> {
    tags::lose_all_but(record, &[], losses);
    let game = &record.game;
    let mut moves = game.compact();
    if game.moves().last() == Some(&Move::Pass) {
        moves.push_str(" pass");
    }
    if text::is_othello(game.start()) && game.plies() >= SHORTEST {
        return Ok(format!("{moves}\n"));
    }
    let position = text::position(game.start(), Format::Moves)?;
    Ok(match moves.trim() {
        "" => format!("{position}\n"),
        moves => format!("{position}; {moves}\n"),
    })
}
