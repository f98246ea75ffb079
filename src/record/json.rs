//! Games as JSON objects: the moves in a list under `moves`, as strings
//! (eOthello) or as objects with the square under `m` or `move` (Othello
//! Quest, QuiMatematica), or all of them in one string.
//!
//! This library's own objects have the moves in one string, and what belongs
//! to it under names of their own: `tags`, `result`, `move_scores`, `anti`, and
//! `remarks`, each `at` the move of a number that counts from 1.
//!
//! A position to start from stands under `position` or `board`, the side to
//! move under `turn` or `to_move`. What else an object holds in words and
//! numbers becomes tags.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::{
    Claim, ClaimedResult, MoveScore, RawRecord, ReadFaultKind, Remark, Tag, Token, TokenKind,
    draft::{character, fault},
    moves::{self, TextLine, word_token},
    obf,
    remark::read_time,
};
use crate::{
    board::{Aim, Color, Move, Rules, Score},
    source::Span,
};

/// Objects in objects are searched for moves down to here.
const DEEPEST: usize = 3;

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
    reader.object(&members, DEEPEST);
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

/// The inside of a string with blanks for the breaks of lines in it. No place
/// changes.
fn on_one_line(inside: &str) -> Cow<'_, str> {
    if !inside.contains('\\') {
        return inside.into();
    }
    let breaks = ["\\n", "\\r", "\\t"];
    let plain = breaks
        .into_iter()
        .fold(inside.to_owned(), |text, escape| text.replace(escape, "  "));
    plain.into()
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
                "move_scores" => self.scores(value),
                "remarks" => self.remarks(value),
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
        if string(value).is_some() {
            let inside = self.inside(value);
            let words = self.text.get(inside.range()).unwrap_or_default();
            let line = TextLine::new(&on_one_line(words)).shifted(inside.start);
            match moves::read(self.text, &[line]) {
                Some(played) => {
                    self.record.tokens = played.tokens;
                    self.record.notes.extend(played.notes);
                }
                None if words.trim().is_empty() => {}
                None => self.fault("there are no moves in `moves`", inside),
            }
            return;
        }
        match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
            Ok(list) => list.into_iter().for_each(|item| self.token(item)),
            Err(_) => self.fault("`moves` is not a list of moves", self.span(value)),
        }
    }

    fn token(&mut self, item: &RawValue) {
        let value = match Members::of(item) {
            Some(members) => members.get(&["m", "move"]),
            None => Some(item),
        };
        let token = match value.map(|value| (value, string(value))) {
            Some((value, Some(word))) => word_token(&word, self.inside(value)),
            _ => {
                let reason = format!(
                    "`{}` is not a move: a move is a string like \"f5\"",
                    shorten(item.get())
                );
                Token {
                    kind: TokenKind::Word(reason),
                    side: None,
                    span: self.span(item),
                }
            }
        };
        self.record.tokens.push(token);
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

    /// The result: both sides' discs, Black's difference, or the winner.
    fn result(&mut self, value: &RawValue) {
        let Some(members) = Members::of(value) else {
            return;
        };
        let number = |name| {
            members
                .get(&[name])
                .and_then(|value| value.get().parse().ok())
        };
        let winner = members.get(&["winner"]).and_then(string);
        let result = match (number("black"), number("white"), number("difference")) {
            (Some(black), Some(white), _) => u32::try_from(black)
                .ok()
                .zip(u32::try_from(white).ok())
                .map(|(black, white)| ClaimedResult::Discs { black, white }),
            (_, _, Some(difference)) => Some(ClaimedResult::Difference(difference)),
            _ => match winner.as_deref() {
                Some("black") => Some(ClaimedResult::Winner(Some(Color::Black))),
                Some("white") => Some(ClaimedResult::Winner(Some(Color::White))),
                Some("draw") => Some(ClaimedResult::Winner(None)),
                _ => None,
            },
        };
        let span = self.span(value);
        match result {
            Some(result) => self.record.claims.push(Claim { result, span }),
            None => self.fault(
                "a result has the discs of `black` and `white`, a `difference`, or a `winner`",
                span,
            ),
        }
    }

    /// Scores of moves from the start: `[{"move": "g8", "score": 18}]`.
    fn scores(&mut self, list: &RawValue) {
        for item in serde_json::from_str::<Vec<&RawValue>>(list.get()).unwrap_or_default() {
            let members = Members::of(item);
            let get = |name| members.as_ref().and_then(|members| members.get(&[name]));
            let mv = get("move")
                .and_then(string)
                .and_then(|mv| mv.parse::<Move>().ok());
            let score = get("score").and_then(|score| score.get().parse().ok());
            let span = self.span(item);
            match mv.zip(score) {
                Some((mv, score)) => self.record.scores.push(MoveScore {
                    mv,
                    score: Score(score),
                    span,
                }),
                None => self.fault("a score has a `move` and a whole number", span),
            }
        }
    }

    /// What is said about moves: `[{"at": 1, "eval": -6.0, "seconds": 26.0}]`.
    fn remarks(&mut self, list: &RawValue) {
        for item in serde_json::from_str::<Vec<&RawValue>>(list.get()).unwrap_or_default() {
            let members = Members::of(item);
            let get = |name| members.as_ref().and_then(|members| members.get(&[name]));
            let at = get("at").and_then(|at| at.get().parse::<usize>().ok());
            let Some(at) = at.and_then(|at| at.checked_sub(1)) else {
                let span = self.span(item);
                self.fault("a remark says with a number `at` which move it is on", span);
                continue;
            };
            self.record.remarks.push(Remark {
                at,
                eval: get("eval").and_then(|eval| eval.get().parse().ok()),
                time: get("seconds").and_then(|time| read_time(time.get())),
                comment: get("comment").and_then(string),
            });
        }
        self.record.remarks.sort_by_key(|remark| remark.at);
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
