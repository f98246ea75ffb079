//! Games as JSON objects: the moves in a list under `moves`, as strings
//! (eOthello) or as objects with the square under `m` or `move` (Othello
//! Quest, QuiMatematica), or all of them in one string.
//!
//! This library's own objects have the moves in one string, and what belongs
//! to it under names of their own: `tags`, `result`, `move_scores`, `anti`,
//! `remarks`, each `at` the move of a number that counts from 1, and
//! `variations`, each `at` the move in whose place it stands.
//!
//! A position to start from stands under `position` or `board`, the side to
//! move under `turn` or `to_move`. What else an object holds in words and
//! numbers becomes tags.

mod own;

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::{
    Claim, ClaimedResult, RawRecord, ReadFaultKind, Tag, Token, TokenKind,
    draft::{character, fault},
    moves::{self, TextLine, word_token},
    obf,
    variation::DEEPEST,
};
use crate::{
    board::{Aim, Rules},
    source::Span,
};

/// Objects in objects are searched for moves down to here.
const DEEPEST_OBJECT: usize = 3;

/// Reads one object.
pub(super) fn read(text: &str, rules: Rules) -> RawRecord {
    let end = text.trim_end().len();
    let mut record = RawRecord {
        span: Span::new(0, end),
        ..RawRecord::default()
    };
    let members: Members = match serde_json::from_str(text) {
        Ok(members) => members,
        Err(error) => {
            let at = offset(text, error.line(), error.column());
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            let message = format!("this is not JSON: {message}");
            let span = character(text.trim_end(), at);
            record
                .faults
                .push(fault(ReadFaultKind::Syntax, message, span));
            return record;
        }
    };
    let mut reader = Reader {
        text,
        rules,
        record: &mut record,
        found: false,
    };
    reader.object(&members, DEEPEST_OBJECT);
    if !reader.found {
        let message = "this object has neither `moves` nor a `position`";
        record
            .faults
            .push(fault(ReadFaultKind::Syntax, message, Span::new(0, end)));
    }
    record
}

/// The place of a line and a column that count from 1, the column in bytes.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let above = text.split_inclusive('\n').take(line.saturating_sub(1));
    above.map(str::len).sum::<usize>() + column.saturating_sub(1)
}

/// The members of an object in their order, with the text of each value.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Object).map(Self)
    }
}

impl<'a> Members<'a> {
    fn of(value: &'a RawValue) -> Option<Self> {
        serde_json::from_str(value.get()).ok()
    }

    /// The first member with one of some names.
    fn get(&self, names: &[&str]) -> Option<&'a RawValue> {
        let member = self
            .0
            .iter()
            .find(|(name, _)| names.contains(&name.as_str()));
        member.map(|(_, value)| *value)
    }
}

struct Reader<'a> {
    text: &'a str,
    rules: Rules,
    record: &'a mut RawRecord,
    /// Whether there are moves or a position.
    found: bool,
}

impl Reader<'_> {
    fn object(&mut self, members: &Members<'_>, depth: usize) {
        if members
            .get(&["anti"])
            .is_some_and(|anti| anti.get() == "true")
        {
            self.rules = self.rules.with_aim(Aim::Fewest);
            self.record.rules = Some(self.rules);
        }
        if let Some(moves) = members.get(&["moves"]) {
            self.moves(moves);
        }
        if let Some(position) = members.get(&["position", "board"]) {
            self.position(position, members.get(&["turn", "to_move", "side"]));
        }
        self.kind(members);
        self.discs(members);
        for (name, value) in &members.0 {
            match name.as_str() {
                "moves" | "board" | "turn" | "to_move" | "side" | "type" | "anti" => {}
                "tags" if Members::of(value).is_some() => self.tags(value),
                "result" if Members::of(value).is_some() => self.result(value),
                // Foreign objects may have text under these names.
                "move_scores" if string(value).is_none() => self.scores(value),
                "remarks" if string(value).is_none() => {
                    self.record.remarks = self.remarks(value);
                }
                "variations" if string(value).is_none() => {
                    self.record.variations = self.variations(value, DEEPEST);
                }
                "players" => self.sides(value, ["black", "white"]),
                "scores" => self.sides(value, ["blackelo", "whiteelo"]),
                _ => match Members::of(value) {
                    Some(inner) if !self.found && depth > 0 => self.object(&inner, depth - 1),
                    _ => self.tag(name, value),
                },
            }
        }
    }

    /// The place of a value in the whole text.
    fn span(&self, value: &RawValue) -> Span {
        // The value is a part of the text, as serde borrowed it.
        let start = (value.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        Span::new(start, start + value.get().len())
    }

    /// The place of what stands between the quotes of a string.
    fn inside(&self, value: &RawValue) -> Span {
        let span = self.span(value);
        Span::new(span.start + 1, span.end.saturating_sub(1))
    }

    fn moves(&mut self, value: &RawValue) {
        self.found = true;
        self.record.tokens = self.tokens(value);
    }

    /// The moves in a string or a list.
    fn tokens(&mut self, value: &RawValue) -> Vec<Token> {
        if string(value).is_some() {
            let inside = self.inside(value);
            let words = self.text.get(inside.range()).unwrap_or_default();
            let line = TextLine::new(&without_escapes(words)).shifted(inside.start);
            match moves::read(self.text, &[line]) {
                Some(played) => {
                    self.record.notes.extend(played.notes);
                    return played.tokens;
                }
                None if words.trim().is_empty() => {}
                None => self.fault("there are no moves in `moves`", inside),
            }
            return Vec::new();
        }
        match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
            Ok(list) => list.into_iter().map(|item| self.token(item)).collect(),
            Err(_) => {
                self.fault("`moves` is not a list of moves", self.span(value));
                Vec::new()
            }
        }
    }

    fn token(&self, item: &RawValue) -> Token {
        let value = match Members::of(item) {
            Some(members) => members.get(&["m", "move"]),
            None => Some(item),
        };
        match value.map(|value| (value, string(value))) {
            Some((value, Some(word))) => word_token(&word, self.inside(value)),
            _ => {
                let value = value.unwrap_or(item);
                let reason = format!(
                    "`{}` is not a move: a move is a string like \"f5\"",
                    shorten(value.get())
                );
                Token {
                    kind: TokenKind::Word(reason),
                    side: None,
                    span: self.span(value),
                }
            }
        }
    }

    fn position(&mut self, value: &RawValue, turn: Option<&RawValue>) {
        let rows = match string(value) {
            Some(board) => board,
            None => match serde_json::from_str::<Vec<String>>(value.get()) {
                Ok(rows) => rows.concat(),
                // An object of another kind.
                Err(_) => return,
            },
        };
        self.found = true;
        let turn = turn.and_then(string);
        // The aim stays that of the rules, whatever the size.
        let size = rows.chars().filter(|c| !c.is_whitespace()).count().isqrt();
        let rules = u8::try_from(size).map(|size| self.rules.with_size(size));
        let rules = rules.ok().and_then(Result::ok).unwrap_or(self.rules);
        match obf::position_of(&rows, turn.as_deref(), rules) {
            Ok(position) => self.record.start = Some(position),
            Err(message) => self.fault(&message, self.span(value)),
        }
    }

    /// The board of an eOthello game, by its type.
    fn kind(&mut self, members: &Members<'_>) {
        let (Some(kind), Some(_)) = (members.get(&["type"]), members.get(&["no"])) else {
            return;
        };
        self.record.rules = match kind.get() {
            "2" => self.rules.with_size(10).ok(),
            "3" => Some(Rules::octagon()),
            _ => return,
        };
    }

    /// Numbers of discs under the names of the colours.
    fn discs(&mut self, members: &Members<'_>) {
        let number = |name| members.get(&[name])?.get().parse::<u32>().ok();
        if let (Some(black), Some(white), Some(value)) =
            (number("black"), number("white"), members.get(&["white"]))
        {
            self.record.claims.push(Claim {
                result: ClaimedResult::Discs { black, white },
                span: self.span(value),
            });
        }
    }

    /// An object of tags; one that stands several times has a list.
    fn tags(&mut self, value: &RawValue) {
        for (name, value) in Members::of(value).into_iter().flat_map(|members| members.0) {
            match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
                Ok(values) => values.into_iter().for_each(|value| self.tag(&name, value)),
                Err(_) => self.tag(&name, value),
            }
        }
    }

    /// A list with a value for each side: a name, or an object with one.
    fn sides(&mut self, list: &RawValue, names: [&str; 2]) {
        let values = serde_json::from_str::<Vec<&RawValue>>(list.get()).unwrap_or_default();
        for (name, value) in names.into_iter().zip(values) {
            let inner = Members::of(value);
            self.tag(
                name,
                inner
                    .and_then(|inner| inner.get(&["name", "id"]))
                    .unwrap_or(value),
            );
        }
    }

    /// A tag for a word or a number.
    fn tag(&mut self, name: &str, value: &RawValue) {
        let (text, span) = match string(value) {
            Some(text) => (text, self.inside(value)),
            None if value.get().starts_with(['{', '[']) => return,
            None => (value.get().to_owned(), self.span(value)),
        };
        self.record.tags.push(Tag {
            name: name.to_lowercase(),
            value: text,
            span,
        });
    }

    fn fault(&mut self, message: &str, span: Span) {
        self.record
            .faults
            .push(fault(ReadFaultKind::Syntax, message, span));
    }
}

fn string(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// What is written between quotes with blanks in the place of escapes, such as
/// that of a line break.
fn without_escapes(written: &str) -> String {
    let mut plain = String::with_capacity(written.len());
    let mut chars = written.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        let escaped = chars.next();
        let more = if escaped == Some('u') { 4 } else { 0 };
        let digits = chars.by_ref().take(more).count();
        let length = 1 + escaped.map_or(0, char::len_utf8) + digits;
        plain.extend(std::iter::repeat_n(' ', length));
    }
    plain
}

/// The beginning of a text, for messages.
fn shorten(text: &str) -> String {
    const LONG: usize = 30;
    let short: String = text.chars().take(LONG).collect();
    if short.len() < text.len() {
        format!("{short}…")
    } else {
        short
    }
}
