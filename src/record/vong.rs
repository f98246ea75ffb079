//! Lines with a character for each move, as Vong, WZebra and Novello have them:
//!
//! ```text
//! *Tamenori +12Brightwe   =4+,-…
//! ```
//!
//! The colour of the player who is named first, his name in 8 characters, a
//! blank, a score of three characters, the other player's name in 8, three
//! blanks, and the moves: the number of a square is that of its character less
//! 32, counted from h8 (0) along the row to a8 (7) and up to a1 (63), as
//! Novello counts. A blank is the square h8, so nothing may be cut off at the
//! end of a line. Passes are left out, and blanks that can be no move fill a
//! line up after the end of the game.
//!
//! The score is that of the player who is named first. If it is White, programs
//! may mean Black's: where the moves give that one, it is taken.

use super::{
    Claim, ClaimedResult, RawRecord, ReadFaultKind, Tag, Token, TokenKind,
    draft::fault,
    trial::{Item, Trial},
};
use crate::{
    board::{Color, Position, Rules, Scoring, Square},
    source::Span,
};

/// The characters of a name.
pub(super) const NAME: usize = 8;

/// The character of the first square.
pub(super) const BLANK: u8 = b' ';

/// Where the parts of a line begin: a mark, a name, a blank, a score, a name,
/// three blanks, the moves.
const SCORE: usize = 1 + NAME + 1;
const SECOND: usize = SCORE + 3;
const GAP: usize = SECOND + NAME;
const MOVES: usize = GAP + 3;

/// Squares are numbered up to here.
const LAST: u8 = 63;

/// A line without a score is known by so many moves.
const FEWEST: usize = 4;

/// The characters of a line with their places.
struct Columns<'a> {
    line: &'a str,
    starts: Vec<usize>,
}

impl<'a> Columns<'a> {
    fn new(line: &'a str) -> Self {
        let line = line.trim_end_matches(['\n', '\r']);
        let mut starts: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
        starts.push(line.len());
        Self { line, starts }
    }

    fn span(&self, from: usize, to: usize) -> Span {
        let end = self.line.len();
        let at = |column: usize| self.starts.get(column).copied().unwrap_or(end);
        Span::new(at(from), at(to))
    }

    fn text(&self, from: usize, to: usize) -> &'a str {
        self.line
            .get(self.span(from, to).range())
            .unwrap_or_default()
    }
}

/// The side that the mark of a line names.
fn mark(line: &Columns<'_>) -> Option<Color> {
    match line.text(0, 1) {
        "+" => Some(Color::Black),
        "-" => Some(Color::White),
        mark => Color::from_symbol(mark.chars().next()?),
    }
}

/// The score of a line; `Some(None)` where there is none.
fn score(line: &Columns<'_>) -> Option<Option<i32>> {
    let text = line.text(SCORE, SECOND);
    if text.trim().is_empty() {
        return Some(None);
    }
    let number = text.replace(' ', "");
    let digits = number.strip_prefix(['+', '-']).unwrap_or(&number);
    let whole = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
    whole.then(|| number.parse().ok())
}

/// Whether a line is a game in this format, to find the format by. Without a
/// score it has some moves, none of them twice.
pub(super) fn is_record(line: &str) -> bool {
    let line = Columns::new(line);
    let moves = line.text(MOVES, usize::MAX);
    let mut seen: Vec<char> = moves.trim_end_matches(' ').chars().collect();
    let count = seen.len();
    seen.sort_unstable();
    seen.dedup();
    mark(&line).is_some()
        && line.text(SCORE - 1, SCORE) == " "
        && line.text(GAP, MOVES) == "   "
        && moves.chars().all(|c| square(c).is_some())
        && match score(&line) {
            Some(Some(_)) => count > 0,
            Some(None) => count >= FEWEST && seen.len() == count,
            None => false,
        }
}

/// The square of a character.
fn square(symbol: char) -> Option<Square> {
    let number = u8::try_from(symbol).ok()?.checked_sub(BLANK)?;
    let number = LAST.checked_sub(number)?;
    Square::new(number % 8, number / 8)
}

/// Reads a line.
pub(super) fn read(line: &str, rules: Rules) -> RawRecord {
    let line = Columns::new(line);
    let mut record = RawRecord {
        span: Span::new(0, line.line.len()),
        ..RawRecord::default()
    };
    let mut complain = |message: String, span| {
        let broken = fault(ReadFaultKind::Syntax, message, span);
        record.faults.push(broken);
    };
    if line.text(GAP, MOVES) != "   " {
        let message = format!(
            "this is no line of a game: after a mark, a name, a score and a name there are three \
             blanks from character {} on, and then the moves",
            GAP + 1
        );
        complain(message, record.span);
        return record;
    }
    let first = mark(&line);
    if first.is_none() {
        let message = format!(
            "`{}` is no colour: `*` for Black, `O` for White",
            line.text(0, 1)
        );
        complain(message, line.span(0, 1));
    }
    let score = score(&line);
    if score.is_none() {
        let text = line.text(SCORE, SECOND);
        let message = format!("`{text}` is no score: a sign and two digits");
        complain(message, line.span(SCORE, SECOND));
    }
    let first = first.unwrap_or(Color::Black);
    let names = [(first, 1), (!first, SECOND)];
    for (side, at) in names {
        let name = line.text(at, at + NAME);
        if !name.trim().is_empty() {
            record.tags.push(Tag {
                name: side.name().to_lowercase(),
                value: name.trim().to_owned(),
                span: line.span(at, at + NAME),
            });
        }
    }
    let last = moves(&line, rules, &mut record);
    if let Some(score) = score.flatten() {
        let for_black = if first == Color::Black { score } else { -score };
        let swapped = first == Color::White && last == Some(score);
        record.claims.push(Claim {
            result: ClaimedResult::Difference(if swapped { score } else { for_black }),
            span: line.span(SCORE, SECOND),
        });
    }
    record
}

/// Adds the moves; gives Black's score if they reach the end of a game.
fn moves(line: &Columns<'_>, rules: Rules, record: &mut RawRecord) -> Option<i32> {
    let columns = line.starts.len() - 1;
    let symbols: Vec<char> = line.text(MOVES, columns).chars().collect();
    let filled = symbols
        .iter()
        .rposition(|&c| c != ' ')
        .map_or(0, |at| at + 1);
    let start = Position::start(rules);
    let mut here = Some(Trial::new(&start));
    let (mut seen_blank, mut at) = (false, MOVES);
    for (number, &symbol) in symbols.iter().enumerate() {
        let span = line.span(at, at + 1);
        at += 1;
        let square = square(symbol);
        let item = Item {
            mv: square.map(Into::into),
            side: None,
        };
        let next = here.as_ref().and_then(|here| here.accept(item));
        // Of the blanks at the end only the first can be a move, and it is
        // none where all before it are legal and it is not.
        let fills = number >= filled && (seen_blank || here.is_some() && next.is_none());
        if fills {
            break;
        }
        seen_blank |= symbol == ' ';
        let Some(square) = square else {
            let message = format!(
                "`{symbol}` is no square: their characters go from a blank for h8 to `_` for a1"
            );
            let broken = fault(ReadFaultKind::Syntax, message, span);
            record.faults.push(broken);
            return None;
        };
        record.tokens.push(Token {
            kind: TokenKind::Place(square),
            side: None,
            span,
        });
        here = next;
    }
    let last = here.filter(Trial::is_over)?;
    let discs = rules.with_scoring(Scoring::Official).count(last.discs());
    Some(i32::try_from(discs.black).ok()? - i32::try_from(discs.white).ok()?)
}
