//! The Smart Game Format with Othello in it (`GM[2]`), as Edax, Quarry and
//! Cassio write it.
//!
//! Squares are a letter and a digit (Edax: `B[f5]`) or two letters, column and
//! row (Quarry: `B[cd]` is c4). A pass is `B[PA]`, `B[]`, or left out. `BL` and
//! `WL` are the time that is left; where a game branches, the first branch is
//! the game, and the others are its variations.

use super::{
    Claim, ClaimedResult, RawRecord, RawVariation, ReadFaultKind, Remark, Token, TokenKind,
    draft::fault,
    properties::{self, Properties, Property, Value},
    remark::{Eval, read_time, remark_on},
    variation::DEEPEST,
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
        line: Played::default(),
    };
    for property in in_order(found.main()) {
        reader.property(property);
    }
    reader.set_up();
    let mut record = reader.record;
    record.tokens = reader.line.tokens;
    record.remarks = reader.line.remarks;
    record.variations = variations(&found);
    record.faults.extend(found.fault);
    if let Some((count, place)) = found.left_out {
        let noun = if count == 1 {
            "variation"
        } else {
            "variations"
        };
        let message = format!("{count} {noun} inside {DEEPEST} others left out");
        record.notes.push(Diagnostic::warning(message, place));
    }
    record
}

/// Properties in their order, the move of a node before what is said about
/// it. The first node is about the game.
fn in_order(properties: &[Property]) -> Vec<&Property> {
    let first = properties
        .first()
        .map_or(0, |property| property.node.min(1));
    let mut ordered: Vec<&Property> = properties.iter().collect();
    ordered.sort_by_key(|property| {
        let later = property.node > first && !is_move(property);
        (property.node, later)
    });
    ordered
}

/// The lines beside the main one, each with those that leave it.
fn variations(found: &Properties) -> Vec<RawVariation> {
    let moves_before = |properties: &[Property]| -> usize {
        let moves = properties.iter().filter(|property| is_move(property));
        moves.map(|property| property.values.len()).sum()
    };
    let mut inside: Vec<Vec<RawVariation>> = vec![Vec::new(); found.lines.len()];
    // A line stands behind the one that it leaves.
    for (number, line) in found.lines.iter().enumerate().rev() {
        let Some((left, at)) = line.leaves else { break };
        let mut played = Played::default();
        let mut heading = None;
        for property in in_order(&line.properties) {
            if !played.property(property) && property.name == "C" {
                heading = property.value().map(Value::unescaped);
            }
        }
        played.head(heading);
        let mut own = inside
            .get_mut(number)
            .map(std::mem::take)
            .unwrap_or_default();
        own.reverse();
        let before = found
            .lines
            .get(left)
            .and_then(|left| left.properties.get(..at));
        let variation = RawVariation {
            at: before.map_or(0, moves_before),
            span: line.span,
            tokens: played.tokens,
            remarks: played.remarks,
            variations: own,
        };
        if let Some(others) = inside.get_mut(left) {
            others.push(variation);
        }
    }
    let mut main = inside.swap_remove(0);
    main.reverse();
    main
}

fn is_move(property: &Property) -> bool {
    matches!(property.name.as_str(), "B" | "W")
}

/// The moves of a line and what is said about them.
#[derive(Debug, Default)]
struct Played {
    tokens: Vec<Token>,
    remarks: Vec<Remark>,
}

impl Played {
    /// Takes in a property that is a move or about the last one; says whether
    /// it is.
    fn property(&mut self, property: &Property) -> bool {
        match property.name.as_str() {
            "B" => self.token(property, Color::Black),
            "W" => self.token(property, Color::White),
            "C" | "V" | "BL" | "WL" if !self.tokens.is_empty() => self.remark(property),
            _ => return false,
        }
        true
    }

    /// Puts a comment before the first move into the one on that move.
    fn head(&mut self, heading: Option<String>) {
        let Some(heading) = heading.filter(|_| !self.tokens.is_empty()) else {
            return;
        };
        if self.remarks.first().is_none_or(|remark| remark.at > 0) {
            self.remarks.insert(0, Remark::on(0));
        }
        if let Some(first) = self.remarks.first_mut() {
            first.comment = Some(match first.comment.take() {
                Some(comment) => format!("{heading}\n{comment}"),
                None => heading,
            });
        }
    }

    fn token(&mut self, property: &Property, side: Color) {
        for value in &property.values {
            let kind = match square(&value.text) {
                _ if is_pass(&value.text) => TokenKind::Pass,
                Ok(square) => TokenKind::Place(square),
                Err(reason) => TokenKind::Word(reason),
            };
            self.tokens.push(Token {
                kind,
                side: Some(side),
                span: match value.span.start == value.span.end {
                    true => property.span,
                    false => value.span,
                },
            });
        }
    }

    /// A comment on the last move, its value, which is Black's, or the time
    /// that is left after it.
    fn remark(&mut self, property: &Property) {
        let (Some(value), Some(last)) = (property.value(), self.tokens.last()) else {
            return;
        };
        let at = self.tokens.len() - 1;
        let remark = remark_on(&mut self.remarks, at);
        match property.name.as_str() {
            "V" => {
                let eval: Option<Eval> = value.text.trim().parse().ok();
                remark.eval = match last.side {
                    Some(Color::White) => eval.map(|eval| -eval),
                    _ => eval,
                };
            }
            // The clock of the other side says nothing about this move.
            "BL" | "WL" => {
                let mover = if last.side == Some(Color::White) {
                    "WL"
                } else {
                    "BL"
                };
                if property.name == mover {
                    remark.left = read_time(&value.text);
                }
            }
            _ => remark.comment = Some(value.unescaped()),
        }
    }
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
    /// The moves of the game.
    line: Played,
}

impl Reader {
    fn property(&mut self, property: &Property) {
        if self.line.property(property) {
            return;
        }
        match property.name.as_str() {
            "GM" => self.game(property),
            "SZ" => self.size(property),
            "AB" => self.discs(property, Color::Black),
            "AW" => self.discs(property, Color::White),
            "PL" => self.side(property),
            "RE" => self.result(property),
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
        if !self.line.tokens.is_empty() {
            let message = "discs are laid on the board in the middle of a game";
            self.fault(message, property.span);
            return;
        }
        for value in &property.values {
            match square(&value.text) {
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
        let first = self.line.tokens.first().and_then(|token| token.side);
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

/// A square in either style.
fn square(text: &str) -> Result<Square, String> {
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
        return square.ok_or_else(|| format!("`{text}` is not a square: letters go from a to p"));
    }
    text.parse()
        .map_err(|error: crate::board::SquareError| error.to_string())
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
