//! Lines with a character for each move, as Vong, WZebra and Novello have them:
//! the colour of the player who is named first, his name in 8 characters, a
//! blank, his score, the other name, three blanks, and the moves, whose
//! squares count from 32 on and from h8 to a1. Passes are left out.

use super::{Loss, Losses, outcome::Outcome, tags, text};
use crate::{
    board::Square,
    record::{
        ClaimedResult, GameRecord,
        vong::{BLANK, NAME},
    },
};

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> String {
    tags::lose_all_but(record, &["black", "white"], losses);
    let [black, white] = ["black", "white"].map(|side| name(record, side, losses));
    let outcome = Outcome::of(record);
    // A score that nobody states is that of the last position.
    let stated = outcome.difference();
    losses.add_if(outcome.by().is_some(), Loss::Ending);
    if let Outcome::Stated {
        result: ClaimedResult::Winner(_),
        ..
    } = outcome
    {
        losses.add(Loss::Result);
    }
    let score = match stated {
        Some(score) if score.abs() < 100 => format!("{score:+03}"),
        _ => " ".repeat(3),
    };
    let squares = record.game.moves().iter().filter_map(|mv| mv.square());
    let moves: String = squares.map(symbol).collect();
    format!("*{black} {score}{white}   {moves}\n")
}

/// A name in its 8 characters.
fn name(record: &GameRecord, side: &str, losses: &mut Losses) -> String {
    let name = tags::value(record, side).unwrap_or_default();
    let name = text::one_line(name, losses);
    losses.add_if(name.chars().count() > NAME, Loss::Length);
    let name: String = name.chars().take(NAME).collect();
    format!("{name:NAME$}")
}

/// The character of a square of the usual board.
const fn symbol(square: Square) -> char {
    let number = 63 - 8 * (square.row() % 8) - square.col() % 8;
    (BLANK + number) as char
}
