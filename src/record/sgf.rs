//! The Smart Game Format with Othello in it (`GM[2]`), as Edax, Quarry and
//! Cassio write it.
//!
//! Squares are a letter and a digit (Edax: `B[f5]`) or two letters, column and
//! row (Quarry: `B[cd]` is c4). A pass is `B[PA]`, `B[]`, or left out.

use super::{
    Claim, ClaimedResult, RawRecord, ReadFaultKind, Token, TokenKind,
    draft::fault,
    properties::{self, Property, Value},
    remark::{Eval, remark_on},
};
use crate::{
    board::{ByColor, Color, Position, Rules, Square},
    source::{Diagnostic, Span},
};

/// Reads one game from its opening bracket on.
pub(super) fn read(text: &str, rules: Rules) -> RawRecord {
    let found = properties::read(text);
    let mut reader = Reader {
        record: RawRecord {
            span: Span::new(0, text.trim_end().len()),
            ..RawRecord::default()
        },
        rules,
        setup: None,
    };
    for property in &found.main {
        reader.property(property);
    }
    reader.set_up();
    let mut record = reader.record;
    record.faults.extend(found.fault);
    if let Some(place) = found.variation {
        let message = "only the main line is read, not the other variations";
        record.notes.push(Diagnostic::warning(message, place));
    }
    record
}

/// Discs that lie on the board before the first move.
struct Setup {
    discs: ByColor<Vec<Square>>,
    to_move: Option<Color>,
    span: Span,
}

struct Reader {
    record: RawRecord,
    rules: Rules,
    setup: Option<Setup>,
}

impl Reader {
    fn property(&mut self, property: &Property) {
        match property.name.as_str() {
            "GM" => self.game(property),
            "SZ" => self.size(property),
            "AB" => self.discs(property, Color::Black),
            "AW" => self.discs(property, Color::White),
            "PL" => self.side(property),
            "B" => self.token(property, Color::Black),
            "W" => self.token(property, Color::White),
            "RE" => self.result(property),
            "C" | "V" if !self.record.tokens.is_empty() => self.remark(property),
            name => {
                let name = match name {
                    "PB" => "black",
                    "PW" => "white",
                    "DT" => "date",
                    "PC" => "place",
                    "EV" => "event",
                    "RO" => "round",
                    "AP" => "program",
                    "BR" => "blackelo",
                    "WR" => "whiteelo",
                    "C" => "comment",
                    other => &other.to_lowercase(),
                };
                self.record.tags.extend(property.tag(name));
            }
        }
    }

    fn game(&mut self, property: &Property) {
        let Some(value) = property.value() else {
            return;
        };
        if value.text.trim() != "2" {
            let message = format!(
                "this is not a game of Othello: GM[{}] instead of GM[2]",
                value.text
            );
            self.fault(message, value.span);
        }
    }

    fn size(&mut self, property: &Property) {
        let Some(value) = property.value() else {
            return;
        };
        let size = value.text.split(':').next().unwrap_or_default().trim();
        let rules = match size.parse() {
            Ok(size) => self
                .rules
                .with_size(size)
                .map_err(|error| error.to_string()),
            Err(_) => Err(format!("`{size}` is no size of a board")),
        };
        match rules {
            Ok(rules) => {
                self.rules = rules;
                self.record.rules = Some(rules);
            }
            Err(message) => self.fault(message, value.span),
        }
    }

    fn setup(&mut self, span: Span) -> &mut Setup {
        let setup = self.setup.get_or_insert_with(|| Setup {
            discs: ByColor::default(),
            to_move: None,
            span,
        });
        setup.span = setup.span.to(span);
        setup
    }

    fn discs(&mut self, property: &Property, color: Color) {
        if !self.record.tokens.is_empty() {
            let message = "discs are laid on the board in the middle of a game";
            self.fault(message, property.span);
            return;
        }
        for value in &property.values {
            match self.square(&value.text) {
                Ok(square) => self.setup(property.span).discs[color].push(square),
                Err(reason) => self.fault(reason, value.span),
            }
        }
    }

    fn side(&mut self, property: &Property) {
        let Some(value) = property.value() else {
            return;
        };
        let color = match value.text.trim() {
            "B" | "b" | "black" | "Black" | "1" => Color::Black,
            "W" | "w" | "white" | "White" | "2" => Color::White,
            other => {
                let message = format!("`{other}` is not a side to move: B or W");
                self.fault(message, value.span);
                return;
            }
        };
        self.setup(property.span).to_move = Some(color);
    }

    /// Lays the discs of the set-up, once the size is known.
    fn set_up(&mut self) {
        let Some(setup) = self.setup.take() else {
            return;
        };
        let first = self.record.tokens.first().and_then(|token| token.side);
        let to_move = setup.to_move.or(first).unwrap_or(self.rules.first());
        if setup.discs == ByColor::default() {
            // Only the side to move is given.
            let rules = self.rules.with_first(to_move);
            self.record.rules = Some(rules);
            return;
        }
        match Position::with_discs(self.rules, &setup.discs, to_move) {
            Ok(position) => self.record.start = Some(position),
            Err(error) => self.fault(error.to_string(), setup.span),
        }
    }

    fn token(&mut self, property: &Property, side: Color) {
        for value in &property.values {
            let kind = match self.square(&value.text) {
                _ if is_pass(&value.text) => TokenKind::Pass,
                Ok(square) => TokenKind::Place(square),
                Err(reason) => TokenKind::Word(reason),
            };
            self.record.tokens.push(Token {
                kind,
                side: Some(side),
                span: match value.span.start == value.span.end {
                    true => property.span,
                    false => value.span,
                },
            });
        }
    }

    /// A comment on the last move, or its value, which is Black's.
    fn remark(&mut self, property: &Property) {
        let (Some(value), Some(last)) = (property.value(), self.record.tokens.last()) else {
            return;
        };
        let at = self.record.tokens.len() - 1;
        let remark = remark_on(&mut self.record.remarks, at);
        match property.name.as_str() {
            "V" => {
                let eval: Option<Eval> = value.text.trim().parse().ok();
                remark.eval = match last.side {
                    Some(Color::White) => eval.map(|eval| -eval),
                    _ => eval,
                };
            }
            _ => remark.comment = Some(value.unescaped()),
        }
    }

    /// A square in either style.
    fn square(&self, text: &str) -> Result<Square, String> {
        let text = text.trim();
        let letter = |c: char| u8::try_from(c.to_ascii_lowercase()).ok()?.checked_sub(b'a');
        let mut chars = text.chars();
        if let (Some(col), Some(row), None) = (chars.next(), chars.next(), chars.next())
            && col.is_ascii_alphabetic()
            && row.is_ascii_alphabetic()
        {
            let square = letter(col)
                .zip(letter(row))
                .and_then(|(col, row)| Square::new(col, row));
            return square
                .ok_or_else(|| format!("`{text}` is not a square: letters go from a to p"));
        }
        text.parse()
            .map_err(|error: crate::board::SquareError| error.to_string())
    }

    fn result(&mut self, property: &Property) {
        let Some(value) = property.value() else {
            return;
        };
        self.record.tags.extend(property.tag("result"));
        let claim = |result| Claim {
            result,
            span: value.span,
        };
        self.record.claims.extend(result(value).map(claim));
    }

    fn fault(&mut self, message: impl Into<String>, span: Span) {
        self.record
            .faults
            .push(fault(ReadFaultKind::Syntax, message, span));
    }
}

fn is_pass(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    matches!(text.as_str(), "" | "pa" | "ps" | "pass" | "--" | "-" | "tt")
}

/// `B+4`, `W+59`, `0`, `Draw`. A game that was given up or stopped has a
/// winner whom the discs do not show.
fn result(value: &Value) -> Option<ClaimedResult> {
    let text = value.text.trim();
    if text == "0" || text.eq_ignore_ascii_case("draw") {
        return Some(ClaimedResult::Winner(None));
    }
    let (winner, margin) = text.split_once('+')?;
    let sign = match winner.trim() {
        "B" | "b" => 1,
        "W" | "w" => -1,
        _ => return None,
    };
    let margin: i32 = margin.trim().split('.').next()?.parse().ok()?;
    Some(ClaimedResult::Difference(sign * margin))
}
