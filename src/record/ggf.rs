//! The Generic Game Format of GGS and NBoard:
//! `(;GM[Othello]…TY[8]BO[8 … *]B[f5/1.2/3.4]W[d6]…;)`.
//!
//! After a move stand its evaluation and the seconds it took; `TY` names the
//! board and the variant (`8`, `s8r18`, `8a`, `88` for the octagon), `BO` the
//! start, `RE` Black's net discs with the komi taken off. Two games of a
//! synchronous match are one line, `2 (;…;)(;…;)`: the tag `pair` is then `1/2`
//! and `2/2`. Specification:
//! Michael Buro, <https://skatgame.net/mburo/ggsa/ggf>.

use nom::{
    IResult, Parser,
    branch::alt,
    character::complete::{digit1, one_of},
    combinator::{map_res, opt, value},
    multi::fold_many0,
    sequence::preceded,
};

use super::{
    Claim, ClaimedResult, RawRecord, ReadFaultKind, Remark, Tag, Token,
    draft::fault,
    moves::word_token,
    obf,
    properties::{self, Property, Value},
    remark::read_time,
    syntax::Expected,
};
use crate::{
    board::{Aim, Color, Rules},
    source::{Diagnostic, Span},
};

/// Whether a text in brackets is in this format, not SGF.
pub(super) fn is_ggf(text: &str) -> bool {
    let game = text.find("GM[").and_then(|at| text.get(at + 3..));
    game.is_some_and(|game| {
        game.get(..7)
            .is_some_and(|name| name.eq_ignore_ascii_case("othello"))
    })
}

/// Reads one game from its opening bracket on.
pub(super) fn read(text: &str, rules: Rules) -> RawRecord {
    let found = properties::read(text);
    let mut reader = Reader {
        record: RawRecord {
            span: Span::new(0, text.trim_end().len()),
            ..RawRecord::default()
        },
        rules,
        result: None,
        komi: 0.0,
        random: None,
        given: false,
    };
    for property in found.main() {
        reader.property(property);
    }
    reader.finish();
    let mut record = reader.record;
    if let Some(place) = found.lines.get(1).map(|line| line.span) {
        let count = found.lines.len() - 1 + found.left_out.map_or(0, |(count, _)| count);
        let noun = if count == 1 {
            "variation"
        } else {
            "variations"
        };
        let message = format!("only the game is read: {count} {noun} left out");
        record.notes.push(Diagnostic::warning(message, place));
    }
    record.faults.extend(found.fault);
    record
}

struct Reader {
    record: RawRecord,
    rules: Rules,
    /// Black's net discs less the komi.
    result: Option<(f64, Span)>,
    komi: f64,
    /// The type of a game with a random start.
    random: Option<Span>,
    /// Whether a board was given, readable or not.
    given: bool,
}

impl Reader {
    fn property(&mut self, property: &Property) {
        let Some(value) = property.value() else {
            return;
        };
        match property.name.as_str() {
            "GM" => {}
            "TY" => {
                self.record.tags.extend(property.tag("type"));
                self.kind(value);
            }
            "BO" => self.start(value),
            "B" | "W" => {
                let side = if property.name == "B" {
                    Color::Black
                } else {
                    Color::White
                };
                push_move(&value.text, value.span.start, Some(side), &mut self.record);
            }
            "RE" => {
                self.record.tags.extend(property.tag("result"));
                self.result = value.text.parse().ok().map(|result| (result, value.span));
            }
            "KM" => {
                self.record.tags.extend(property.tag("komi"));
                self.komi = value.text.parse().unwrap_or_default();
            }
            name => {
                let name = match name {
                    "PB" => "black",
                    "PW" => "white",
                    "RB" => "blackelo",
                    "RW" => "whiteelo",
                    "DT" => "date",
                    "PC" => "place",
                    "CO" => "comment",
                    other => &other.to_lowercase(),
                };
                self.record.tags.extend(property.tag(name));
            }
        }
    }

    fn kind(&mut self, value: &Value) {
        let Ok(("", kind)) = kind(value.text.trim()) else {
            let message = format!(
                "`{}` is no type of game: a size and flags, like 8 or s8r18",
                value.text
            );
            self.fault(message, value.span);
            return;
        };
        let rules = match kind.size {
            // Written so by programs that do not say.
            None | Some(0) => Ok(self.rules),
            Some(88) => Ok(Rules::octagon()),
            Some(size) => self.rules.with_size(size),
        };
        match rules {
            Ok(rules) if kind.anti => self.rules = rules.with_aim(Aim::Fewest),
            Ok(rules) => self.rules = rules,
            Err(error) => self.fault(error.to_string(), value.span),
        }
        self.record.rules = Some(self.rules);
        self.random = kind.random.then_some(value.span);
    }

    fn start(&mut self, value: &Value) {
        self.given = true;
        let text = value.text.trim();
        let digits = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (size, rest) = text.split_at(digits);
        let rules = match size.parse() {
            Ok(size) if size == self.rules.size() => Ok(self.rules),
            // The octagon, by the number of its squares as in the type.
            Ok(88) => Ok(Rules::octagon().with_aim(self.rules.aim())),
            Ok(size) => self
                .rules
                .with_size(size)
                .map_err(|error| error.to_string()),
            Err(_) => Err(format!("`{size}` is no size of a board")),
        };
        let last = rest.chars().last().map_or(0, char::len_utf8);
        let (squares, side) = rest.split_at(rest.len() - last);
        let squares: String = squares.chars().filter(|c| !c.is_whitespace()).collect();
        if squares.contains('?') {
            let message = "the game begins from a board with unknown squares: `?`";
            self.fault(message, value.span);
            return;
        }
        match rules.and_then(|rules| obf::position_of(&squares, Some(side), rules)) {
            Ok(position) => self.record.start = Some(position),
            Err(message) => self.fault(message, value.span),
        }
    }

    fn finish(&mut self) {
        if let Some(span) = self.random.filter(|_| !self.given) {
            let message = "the game begins from a random position that BO[…] does not give";
            self.fault(message, span);
        }
        let whole = self
            .result
            .map(|(result, span)| ((result + self.komi).round(), span));
        // More discs than any board has are no result.
        if let Some((whole, span)) = whole.filter(|(whole, _)| whole.abs() <= 256.0) {
            self.record.claims.push(Claim {
                result: ClaimedResult::Difference(whole as i32),
                span,
            });
        }
    }

    fn fault(&mut self, message: impl Into<String>, span: Span) {
        self.record
            .faults
            .push(fault(ReadFaultKind::Syntax, message, span));
    }
}

/// The tag of a game that is one of several in a match.
pub(super) fn pair(number: u32, count: u32) -> Tag {
    Tag {
        name: "pair".to_owned(),
        value: format!("{number}/{count}"),
        span: Span::default(),
    }
}

/// Adds a move with its evaluation and its time, `f5/1.2/3.4`, that stands at
/// a place of the text.
pub(super) fn push_move(text: &str, start: usize, side: Option<Color>, record: &mut RawRecord) {
    let mut parts = text.split('/');
    let word = parts.next().unwrap_or_default();
    let span = Span::new(start, start + word.len());
    let remark = Remark {
        eval: parts.next().and_then(|eval| eval.trim().parse().ok()),
        time: parts.next().and_then(read_time),
        ..Remark::on(record.tokens.len())
    };
    if !remark.is_empty() {
        record.remarks.push(remark);
    }
    record.tokens.push(Token {
        side,
        ..word_token(word.trim(), span)
    });
}

/// What `TY` says.
#[derive(Debug, Clone, Copy, Default)]
struct Kind {
    size: Option<u8>,
    anti: bool,
    random: bool,
}

fn kind(text: &str) -> IResult<&str, Kind, Expected> {
    let size = map_res(digit1, str::parse).map(|size| Kind {
        size: Some(size),
        ..Kind::default()
    });
    let random = preceded(one_of("rR"), digit1).map(|_| Kind {
        random: true,
        ..Kind::default()
    });
    let anti = value(
        Kind {
            anti: true,
            ..Kind::default()
        },
        one_of("aA"),
    );
    // Synchronous games, komi, a colour that is asked for.
    let other = value(Kind::default(), one_of("sSkKbBwW"));
    let part = alt((size, random, anti, other));
    let join = |all: Kind, part: Kind| Kind {
        size: part.size.or(all.size),
        anti: all.anti || part.anti,
        random: all.random || part.random,
    };
    let (rest, _) = opt(one_of(" ")).parse(text)?;
    fold_many0(part, Kind::default, join).parse(rest)
}
