//! Positions as Edax writes them after the FEN of chess, one a line: rows from
//! 8 up to 1 with `/` between them, digits for gaps, `p` for Black and `P` for
//! White, then `b` or `w`. Of a game the last position is written.

use super::{Losses, Unheld, tags, text};
use crate::{
    board::{Color, Position, Square},
    record::{Format, GameRecord},
};

pub(super) fn write(record: &GameRecord, losses: &mut Losses) -> Result<String, Unheld> {
    tags::lose_all_but(record, &[], losses);
    let line = self::text(record.game.last(), Format::Fen)?;
    Ok(format!("{line}\n"))
}

/// A position as Edax writes it: rows from 8 up to 1, digits for gaps, `p` for
/// Black and `P` for White.
pub(super) fn text(position: &Position, format: Format) -> Result<String, Unheld> {
    text::position(position, format)?;
    let n = position.rules().size();
    let rows = (0..n).rev().map(|row| {
        let mut text = String::new();
        let mut gap = 0;
        for square in (0..n).filter_map(|col| Square::new(col, row)) {
            let symbol = match position.disc(square) {
                Some(Color::Black) => 'p',
                Some(Color::White) => 'P',
                None if position.rules().is_hole(square) => '#',
                None => {
                    gap += 1;
                    continue;
                }
            };
            push_gap(&mut gap, &mut text);
            text.push(symbol);
        }
        push_gap(&mut gap, &mut text);
        text
    });
    let rows: Vec<String> = rows.collect();
    let side = match position.to_move() {
        Color::Black => 'b',
        Color::White => 'w',
    };
    Ok(format!("{} {side}", rows.join("/")))
}

/// Empty squares in digits, a digit for nine at most.
fn push_gap(gap: &mut u8, text: &mut String) {
    while *gap > 0 {
        let digit = (*gap).min(9);
        text.push(char::from(b'0' + digit));
        *gap -= digit;
    }
}
