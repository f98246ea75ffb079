//! Move lists in plain text: compact or spaced, numbered or not, with commas,
//! hyphens, colours and signs, with or without prose around them. What of a
//! text is moves and what is prose is the matter of [`find_list`].

use super::{
    RawRecord, Token, TokenKind,
    claims::find_claims,
    decimals,
    lex::{Atom, Lexeme, Number, lex},
    list::{List, find_list, is_letter},
};
use crate::{
    board::{Color, Square},
    source::{Diagnostic, Span},
};

/// A line of a text with its words.
#[derive(Debug, Clone, Default)]
pub(super) struct TextLine {
    pub(super) words: Vec<Lexeme>,
    pub(super) list: Option<List>,
}

impl TextLine {
    /// The words of a line.
    pub(super) fn new(line: &str) -> Self {
        let mut words = lex(line);
        let list = find_list(line, &mut words).or_else(|| decimals::find_list(&mut words));
        Self { words, list }
    }

    /// The same line where it begins at a place of a longer text.
    pub(super) fn shifted(mut self, offset: usize) -> Self {
        for word in &mut self.words {
            word.span = word.span.shifted(offset);
        }
        self
    }

    /// The words of the list.
    pub(super) fn listed(&self) -> &[Lexeme] {
        let list = self.list.as_ref();
        list.and_then(|list| self.words.get(list.words.clone()))
            .unwrap_or_default()
    }

    fn is_sure(&self) -> bool {
        self.list.as_ref().is_some_and(|list| !list.doubtful)
    }
}

/// The moves, results and notes of the lines of one game; `None` when there
/// are no moves in them.
pub(super) fn read(text: &str, lines: &[TextLine]) -> Option<RawRecord> {
    let sure = lines.iter().any(TextLine::is_sure);
    let has_moves = |line: &&TextLine| line.list.is_some() && (line.is_sure() || !sure);
    let first = lines.iter().position(|line| has_moves(&line))?;
    let last = lines.iter().rposition(|line| has_moves(&line))?;
    let marks = Marks::of(text, lines.iter().filter(has_moves));
    let mut moves = Moves {
        text,
        marks,
        tokens: Vec::new(),
        passes: 0,
        counted: false,
        side: None,
    };
    let end = last + usize::from(ends_in_letter(text, lines, last));
    for line in lines.get(first..=end)? {
        if has_moves(&line) {
            moves.read_line(line);
        } else if let [only] = line.words.as_slice() {
            // A line of one word among lines of moves stands for a move.
            match only.atom {
                Atom::Dash(2) => moves.push(TokenKind::Pass, only.span),
                _ => moves.word(only),
            }
        }
    }
    let span = match moves.tokens.as_slice() {
        [first, .., last] => first.span.to(last.span),
        [only] => only.span,
        [] => return None,
    };
    let mut record = RawRecord {
        span,
        notes: lookalikes(text, lines),
        tokens: moves.tokens,
        ..RawRecord::default()
    };
    for line in lines {
        let list = line.list.as_ref().filter(|_| has_moves(&line));
        let claims = find_claims(text, &line.words, list.map(|list| list.words.clone()));
        record.claims.extend(claims);
    }
    Some(record)
}

/// Whether all that follows the last line of moves is a line with a letter:
/// what is left of a move.
fn ends_in_letter(text: &str, lines: &[TextLine], last: usize) -> bool {
    match lines.get(last + 1..) {
        Some([next, rest @ ..]) if rest.iter().all(|line| line.words.is_empty()) => {
            matches!(next.words.as_slice(), [only] if is_letter(text, only))
        }
        _ => false,
    }
}

/// A word that stands alone in the place of a move, as a token.
pub(super) fn word_token(word: &str, span: Span) -> Token {
    let kind = match lex(word).as_slice() {
        [
            Lexeme {
                atom: Atom::Square(square),
                ..
            },
        ] => TokenKind::Place(*square),
        [
            Lexeme {
                atom: Atom::Pass | Atom::Dash(_),
                ..
            },
        ] => TokenKind::Pass,
        _ => TokenKind::Word(not_a_move(word)),
    };
    Token {
        kind,
        side: None,
        span,
    }
}

/// Why a word is not a move.
fn not_a_move(word: &str) -> String {
    match word.parse::<Square>() {
        Err(error) if !is_plain(word) => error.to_string(),
        _ => format!("`{word}` stands where a move should"),
    }
}

/// Whether a word is too long to be meant as a square.
fn is_plain(word: &str) -> bool {
    word.chars().count() > 3 || word.contains(char::is_whitespace)
}

/// What the marks of a list mean, which only the whole list can tell.
#[derive(Debug, Clone, Copy)]
struct Marks {
    /// A single hyphen is a separator, not a pass.
    hyphen_separates: bool,
    /// Two hyphens are.
    dash_separates: bool,
    /// `+` and `-` mark the moves of Black and White.
    signs: bool,
}

impl Marks {
    fn of<'a>(text: &str, lines: impl Iterator<Item = &'a TextLine>) -> Self {
        let (mut squares, mut hyphens, mut dashes, mut plus) = (0, 0, 0, 0);
        for word in lines.flat_map(TextLine::listed) {
            match word.atom {
                Atom::Square(_) => squares += 1,
                Atom::Dash(1) => hyphens += 1,
                Atom::Dash(_) => dashes += 1,
                Atom::Side(_) if is_plus(text, word) => plus += 1,
                _ => {}
            }
        }
        Self {
            hyphen_separates: 2 * hyphens + 1 >= squares,
            dash_separates: squares > STEPS && dashes + 1 >= squares,
            signs: plus > 0,
        }
    }
}

/// So many squares with dashes between all of them are no game of passes.
const STEPS: usize = 4;

fn is_plus(text: &str, word: &Lexeme) -> bool {
    matches!(text.get(word.span.range()), Some("+" | "＋"))
}

/// The tokens of a game, as they are found.
struct Moves<'a> {
    text: &'a str,
    marks: Marks,
    tokens: Vec<Token>,
    passes: usize,
    /// Whether there were numbers before moves.
    counted: bool,
    /// The colour that the text gives to the next move.
    side: Option<Color>,
}

impl Moves<'_> {
    fn read_line(&mut self, line: &TextLine) {
        let number = |word: &Lexeme| matches!(word.atom, Atom::Number(_));
        let stop = line.list.as_ref().map_or(0, |list| list.words.end);
        let before = line.words.iter().take(stop.saturating_sub(1));
        self.counted |= before.into_iter().any(number);
        let last = stop.checked_sub(1).and_then(|last| line.words.get(last));
        for word in line.listed().iter().filter(|word| !word.aside) {
            match &word.atom {
                &Atom::Square(square) => self.push(TokenKind::Place(square), word.span),
                Atom::Pass => self.push(TokenKind::Pass, word.span),
                Atom::Dash(1) if self.marks.signs => self.side = Some(Color::White),
                Atom::Dash(1) if self.marks.hyphen_separates => {}
                Atom::Dash(_) if self.marks.dash_separates => {}
                Atom::Dash(_) => self.push(TokenKind::Pass, word.span),
                &Atom::Side(side) => self.side = Some(side),
                // One that ends a list without other numbers counts nothing.
                Atom::Number(number)
                    if self.is_move_number(*number)
                        && (self.counted || number.dotted || last != Some(word)) => {}
                Atom::Open | Atom::Close | Atom::Colon => {}
                Atom::Number(_)
                | Atom::Odd
                | Atom::Pair
                | Atom::Pairing(..)
                | Atom::Halves
                | Atom::Label
                | Atom::Word => self.word(word),
            }
        }
    }

    fn push(&mut self, kind: TokenKind, span: Span) {
        let side = self.side.take();
        self.passes += usize::from(kind == TokenKind::Pass);
        self.tokens.push(Token { kind, side, span });
    }

    /// A word in the place of a move. Words of a phrase are one.
    fn word(&mut self, word: &Lexeme) {
        if let Some(last) = self.tokens.last_mut()
            && matches!(last.kind, TokenKind::Word(_))
            && word.atom == Atom::Word
        {
            let span = last.span.to(word.span);
            let phrase = self.text.get(span.range()).unwrap_or_default();
            if is_plain(phrase) && !phrase.contains('\n') {
                *last = Token {
                    kind: TokenKind::Word(format!("`{phrase}` stands where a move should")),
                    side: last.side,
                    span,
                };
                return;
            }
        }
        let name = self.text.get(word.span.range()).unwrap_or_default();
        let reason = not_a_move(name);
        self.push(TokenKind::Word(reason), word.span);
    }

    /// Whether a number counts moves: it has a dot, or is the next number of
    /// a count of moves or of pairs of moves. Signed numbers are evaluations.
    fn is_move_number(&self, number: Number) -> bool {
        let all = self.tokens.len();
        let next = |count: usize| i32::try_from(count + 1).is_ok_and(|next| next == number.value);
        number.dotted || number.signed || next(all) || next(all / 2) || next(all - self.passes)
    }
}

/// A warning about letters of other scripts that were read as Latin ones.
fn lookalikes(text: &str, lines: &[TextLine]) -> Vec<Diagnostic> {
    let mut found = lines
        .iter()
        .flat_map(TextLine::listed)
        .filter(|word| word.lookalike);
    let Some(first) = found.next() else {
        return Vec::new();
    };
    let name = text.get(first.span.range()).unwrap_or_default();
    let Atom::Square(square) = first.atom else {
        return Vec::new();
    };
    let message =
        format!("`{name}` has characters that only look like Latin ones: read as {square}");
    let others = found.count();
    let warning = Diagnostic::warning(message, first.span);
    vec![match others {
        0 => warning,
        1 => warning.with_help("one more move is written so"),
        _ => warning.with_help(format!("{others} more moves are written so")),
    }]
}
