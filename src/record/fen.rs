//! Positions as Edax writes them after the FEN of chess: rows from 8 up to 1
//! with `/` between them, digits for gaps, `p` for Black and `P` for White,
//! then `b` or `w`; what chess has behind them (`- - 0 1`) says nothing.

use super::{RawRecord, ReadFaultKind, draft::fault, obf};
use crate::{
    board::{Position, Rules},
    source::{Diagnostic, Span},
};

/// Reads a line; `None` when it is not meant as such a position: the rows of
/// no other thing are so many words with bars between them.
pub(super) fn read(line: &str, rules: Rules) -> Option<RawRecord> {
    let text = line.trim();
    let start = line.len() - line.trim_start().len();
    let rows = text.split_whitespace().next()?;
    let is_row = |row: &str| !row.is_empty() && row.chars().all(is_symbol);
    if rows.matches('/').count() < 3 || !rows.split('/').all(is_row) {
        return None;
    }
    let mut record = RawRecord {
        span: Span::new(start, start + text.len()),
        ..RawRecord::default()
    };
    let rows_span = Span::new(start, start + rows.len());
    let side = text.split_whitespace().nth(1);
    match position(text, rules) {
        Ok(position) => {
            record.rules = Some(*position.rules());
            record.start = Some(position);
        }
        Err(message) => {
            let broken = fault(ReadFaultKind::Syntax, message, rows_span);
            record.faults.push(broken);
        }
    }
    if side.is_none() {
        let message = "no side to move is given: read as Black";
        let warning = Diagnostic::warning(message, rows_span);
        let help = "write b for Black or w for White after the rows";
        record.notes.push(warning.with_help(help));
    }
    Some(record)
}

const fn is_symbol(c: char) -> bool {
    matches!(c, 'p' | 'P' | '#' | '0'..='9')
}

/// The position that rows and a side describe.
pub(super) fn position(text: &str, rules: Rules) -> Result<Position, String> {
    let mut words = text.split_whitespace();
    let rows: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
    let squares: Vec<String> = rows
        .iter()
        .map(|row| row.chars().map(symbols).collect())
        .collect();
    let odd = squares
        .iter()
        .position(|row| row.chars().count() != rows.len());
    if let Some(odd) = odd {
        let (number, row) = (rows.len() - odd, squares.get(odd));
        let count = row.map_or(0, |row| row.chars().count());
        return Err(format!(
            "row {number} of the position has {count} squares, and there are {} rows",
            rows.len()
        ));
    }
    let squares: String = squares.into_iter().rev().collect();
    let side = match words.next() {
        None => None,
        Some("b") => Some("X"),
        Some("w") => Some("O"),
        Some(other) => {
            return Err(format!(
                "`{other}` is not a side to move: b for Black, w for White"
            ));
        }
    };
    obf::position_of(&squares, side, rules)
}

fn symbols(symbol: char) -> String {
    match symbol {
        'p' => "X".to_owned(),
        'P' => "O".to_owned(),
        gap => match gap.to_digit(10) {
            Some(gap) => "-".repeat(gap as usize),
            None => gap.to_string(),
        },
    }
}
