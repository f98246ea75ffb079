//! The position database of rcrr/reversi: `id;squares;side;text;`, one a
//! line, with `.`, `b` and `w` for squares, and comments after `#`. Every
//! field is ended by a semicolon, and an id is used once.

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
};

use super::{RawRecord, ReadFaultKind, Tag, draft::fault, obf};
use crate::{board::Rules, source::Span};

/// The fields of a line.
const FIELDS: [&str; 4] = ["id", "squares", "side", "text"];

/// So many ids are remembered to find doubles.
const REMEMBERED: usize = 1 << 20;

/// Reads lines and remembers their ids.
#[derive(Debug, Default)]
pub(super) struct Reader {
    seen: HashSet<u64>,
    hashes: RandomState,
}

/// Whether a line is a record of this format, to find the format by.
pub(super) fn is_record(line: &str) -> bool {
    let fields: Vec<&str> = line.split(';').collect();
    let board = fields
        .get(1)
        .is_some_and(|squares| squares.len() == 64 && squares.chars().all(is_symbol));
    board && fields.len() > FIELDS.len()
}

const fn is_symbol(c: char) -> bool {
    matches!(c, '.' | 'b' | 'w')
}

impl Reader {
    /// Reads a line; `None` when it is blank or a comment.
    pub(super) fn read(&mut self, line: &str, rules: Rules) -> Option<RawRecord> {
        let text = line.split('#').next().unwrap_or_default().trim_end();
        if text.trim().is_empty() {
            return None;
        }
        let mut record = RawRecord {
            span: Span::new(0, text.len()),
            ..RawRecord::default()
        };
        let mut at = 0;
        let mut fields = Vec::new();
        for field in text.split(';') {
            fields.push((field, Span::new(at, at + field.len())));
            at += field.len() + 1;
        }
        let &[
            (id, id_span),
            (squares, squares_span),
            (side, side_span),
            (about, about_span),
            _,
            ..,
        ] = fields.as_slice()
        else {
            // The part after the last semicolon is no field.
            let ended = fields.len() - 1;
            let missing = FIELDS.get(ended).copied().unwrap_or_default();
            let message = format!(
                "the {missing} is missing: a line is `{};`, every field with its semicolon",
                FIELDS.join(";")
            );
            record.faults.push(fault(
                ReadFaultKind::Syntax,
                message,
                Span::new(0, text.len()),
            ));
            return Some(record);
        };
        let mut complain = |message: String, span| {
            record
                .faults
                .push(fault(ReadFaultKind::Syntax, message, span));
        };
        if self.seen.len() < REMEMBERED && !self.seen.insert(self.hashes.hash_one(id)) {
            complain(format!("the id `{id}` was used before"), id_span);
        }
        if !matches!(side, "b" | "w") {
            complain(format!("`{side}` is not a side to move: b or w"), side_span);
        } else if let Some(symbol) = squares.chars().find(|&c| !is_symbol(c)) {
            complain(
                format!("`{symbol}` is no square: `.`, `b` or `w`"),
                squares_span,
            );
        } else {
            match obf::position_of(squares, Some(side), rules) {
                Ok(position) => record.start = Some(position),
                Err(message) => complain(message, squares_span),
            }
        }
        for (name, value, span) in [("id", id, id_span), ("text", about, about_span)] {
            record.tags.push(Tag {
                name: name.to_owned(),
                value: value.to_owned(),
                span,
            });
        }
        Some(record)
    }
}
