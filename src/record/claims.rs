//! Results that the prose around a move list states.

use std::ops::Range;

use super::{
    Claim, ClaimedResult,
    lex::{Atom, Lexeme, Number},
};
use crate::board::Color;

/// Labels that announce a result, lower case.
const RESULT_LABELS: [&str; 7] = [
    "result",
    "score",
    "ergebnis",
    "résultat",
    "結果",
    "final",
    "resultado",
];

/// Words for a result without a winner, lower case.
const DRAWS: [&str; 5] = ["draw", "drawn", "tie", "unentschieden", "引き分け"];

/// The results that a line states outside its moves.
pub(super) fn find_claims(text: &str, words: &[Lexeme], list: Option<Range<usize>>) -> Vec<Claim> {
    let list = list.unwrap_or(0..0);
    let line = Line::new(text, words, &list);
    let signed = words.get(list.clone()).is_some_and(|words| {
        words
            .iter()
            .any(|word| matches!(text.get(word.span.range()), Some("+")))
    });
    let mut claims = Vec::new();
    if signed {
        claims.extend(line.difference(list.end));
    }
    let mut index = 0;
    while index < words.len() {
        if list.contains(&index) {
            index = list.end;
            continue;
        }
        match line.claim(index) {
            Some((result, taken)) => {
                let span = words[index].span.to(words[index + taken - 1].span);
                claims.push(Claim { result, span });
                index += taken;
            }
            None => index += 1,
        }
    }
    claims
}

fn is_result_label(text: &str, word: &Lexeme) -> bool {
    let name = text
        .get(word.span.range())
        .unwrap_or_default()
        .to_lowercase();
    word.atom == Atom::Label && RESULT_LABELS.contains(&name.as_str())
}

/// A line, with what is true of all of it. It may be long, so nothing of
/// that is found again at each of its words.
struct Line<'a> {
    text: &'a str,
    words: &'a [Lexeme],
    /// The label that says that a result follows.
    label: Option<usize>,
    /// The colour that is named first.
    first_side: Option<Color>,
    /// Whether both colours are named.
    both_sides: bool,
    /// The first word after the moves that is not a mark.
    after_list: Option<usize>,
}

impl<'a> Line<'a> {
    fn new(text: &'a str, words: &'a [Lexeme], list: &Range<usize>) -> Self {
        let side = |word: &Lexeme| match word.atom {
            Atom::Side(side) => Some(side),
            _ => None,
        };
        let mark = |word: &Lexeme| {
            matches!(
                word.atom,
                Atom::Open | Atom::Close | Atom::Colon | Atom::Dash(_)
            )
        };
        let first_side = words.iter().find_map(side);
        let after = words.iter().skip(list.end).position(|word| !mark(word));
        Self {
            text,
            words,
            label: words.iter().position(|word| is_result_label(text, word)),
            first_side,
            both_sides: words
                .iter()
                .filter_map(side)
                .any(|side| first_side != Some(side)),
            after_list: after
                .filter(|_| !list.is_empty())
                .map(|after| list.end + after),
        }
    }
}

impl Line<'_> {
    /// A result that begins at a word, and how many words it takes.
    fn claim(&self, index: usize) -> Option<(ClaimedResult, usize)> {
        let atom = |ahead: usize| self.words.get(index + ahead).map(|word| &word.atom);
        let first = atom(0)?;
        // `Black 33 White 31`
        if let (Atom::Side(a), Some(Atom::Number(n)), Some(Atom::Side(b)), Some(Atom::Number(m))) =
            (first, atom(1), atom(2), atom(3))
            && a != b
        {
            return Some((discs(*a, count(*n)?, count(*m)?)?, 4));
        }
        // `B14, W1`
        if let (Some((a, n)), Some((b, m))) =
            (self.letter_count(index), self.letter_count(index + 1))
            && a != b
        {
            return Some((discs(a, n, m)?, 2));
        }
        let stated = self.label.is_some() || self.both_sides;
        let ends_list = self.after_list == Some(index);
        let labelled = self.label.is_some_and(|label| label < index);
        match (first, atom(1), atom(2)) {
            (Atom::Halves, ..) => Some((ClaimedResult::Winner(None), 1)),
            (&Atom::Pairing(a, b), ..) if stated || ends_list || self.words.len() == 1 => {
                Some((self.pairing(a, b)?, 1))
            }
            // `33 - 31`
            (Atom::Number(a), Some(Atom::Dash(1)), Some(Atom::Number(b))) if stated => {
                Some((self.pairing(count(*a)?, count(*b)?)?, 3))
            }
            (Atom::Side(side), None, _) if labelled => {
                Some((ClaimedResult::Winner(Some(*side)), 1))
            }
            (Atom::Word, ..) if labelled && DRAWS.contains(&self.lower(index).as_str()) => {
                Some((ClaimedResult::Winner(None), 1))
            }
            _ => None,
        }
    }

    /// Two numbers, Black's first unless the line names White first.
    fn pairing(&self, a: u32, b: u32) -> Option<ClaimedResult> {
        let first = self.first_side.unwrap_or(Color::Black);
        match (a, b) {
            (1, 0) => Some(ClaimedResult::Winner(Some(first))),
            (0, 1) => Some(ClaimedResult::Winner(Some(!first))),
            _ => discs(first, a, b),
        }
    }

    /// The score for Black after a colon at the end of the moves: `: -04 10`.
    fn difference(&self, end: usize) -> Option<Claim> {
        let [colon, score, ..] = self.words.get(end..)? else {
            return None;
        };
        match (&colon.atom, &score.atom) {
            (Atom::Colon, Atom::Number(number)) if number.signed => Some(Claim {
                result: ClaimedResult::Difference(number.value),
                span: score.span,
            }),
            _ => None,
        }
    }

    fn lower(&self, index: usize) -> String {
        let word = self.words.get(index).map(|word| word.span.range());
        let text = word.and_then(|range| self.text.get(range));
        text.unwrap_or_default().to_lowercase()
    }

    /// A colour's letter and a number in one word: `B14`.
    fn letter_count(&self, index: usize) -> Option<(Color, u32)> {
        let word = self.lower(index);
        let color = match word.chars().next()? {
            'b' => Color::Black,
            'w' => Color::White,
            _ => return None,
        };
        Some((color, word.get(1..)?.parse().ok()?))
    }
}

/// A number of discs; none is signed.
fn count(number: Number) -> Option<u32> {
    u32::try_from(number.value).ok().filter(|_| !number.signed)
}

/// Counts of discs, if a board can have so many.
fn discs(first: Color, own: u32, other: u32) -> Option<ClaimedResult> {
    let (black, white) = match first {
        Color::Black => (own, other),
        Color::White => (other, own),
    };
    (4..=256)
        .contains(&own.checked_add(other)?)
        .then_some(ClaimedResult::Discs { black, white })
}
