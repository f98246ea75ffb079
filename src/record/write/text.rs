//! Texts on one line, and the starts of games.

use super::{Loss, Losses, Unheld};
use crate::{
    board::{Color, Position, Rules, Start},
    record::{Format, start_of},
};

/// A text with blanks in the place of line breaks and other control
/// characters.
pub(super) fn one_line(text: &str, losses: &mut Losses) -> String {
    let text = text.trim();
    losses.add_if(text.contains(['\n', '\r']), Loss::LineBreaks);
    let is_other = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    losses.add_if(text.contains(is_other), Loss::Characters);
    text.split(|c: char| c.is_control())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text without some characters, for each of which another one stands.
pub(super) fn without(text: &str, taken: &[(char, char)], losses: &mut Losses) -> String {
    let instead = |c: char| {
        let pair = taken.iter().find(|(taken, _)| *taken == c);
        pair.map(|(_, instead)| *instead)
    };
    losses.add_if(text.contains(|c| instead(c).is_some()), Loss::Characters);
    text.chars().map(|c| instead(c).unwrap_or(c)).collect()
}

/// Whether a game begins as every game of Othello does, on a board of any
/// size, with Black to move.
pub(super) fn is_usual(start: &Position) -> bool {
    start.to_move() == Color::Black && start_of(start) == Some(Start::Othello)
}

/// Whether a game begins as every game of Othello does, on 8×8.
pub(super) fn is_othello(start: &Position) -> bool {
    start.rules().is_plain_8x8() && is_usual(start)
}

/// Whether a board is the octagon of GGS and eOthello.
pub(super) fn is_octagon(rules: &Rules) -> bool {
    rules.size() == 10 && rules.holes().eq(Rules::octagon().holes())
}

/// A position as squares and side to move, where text can show it: holes are
/// told from black discs only beside a black disc.
pub(super) fn position(position: &Position, format: Format) -> Result<String, Unheld> {
    let holes = position.rules().holes().next().is_some();
    if holes && position.discs().black == 0 {
        return Err(Unheld::NoDiscs(format));
    }
    Ok(position.to_string())
}
