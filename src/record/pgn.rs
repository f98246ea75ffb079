//! Games with tags in square brackets and numbered pairs of moves, as PlayOK,
//! Kurnik and Edax write them after the PGN of chess.
//!
//! The first move of a pair is Black's. A pass is `--` (PlayOK) or `pass`
//! (Edax). The result is both sides' discs (`62-1`) or, as Edax has it, `1-0`
//! where Black won. Nothing in tags and comments is a move, and everything
//! else outside them is.

use nom::{
    IResult, Parser,
    bytes::complete::take_while1,
    character::complete::{char, space0},
};

use super::{
    Claim, ClaimedResult, RawRecord, ReadFaultKind, Tag,
    asides::{self, Aside},
    draft::fault,
    fen,
    lex::{Atom, lex},
    list::List,
    moves::{self, TextLine},
    syntax::Expected,
};
use crate::{
    board::{Color, Rules},
    source::{Diagnostic, Span},
};

/// The name of the tag that a line begins with, if it does.
pub(super) fn tag_name(line: &str) -> Option<&str> {
    let parsed: IResult<&str, _, Expected> = tag_start(line.trim_start());
    parsed.ok().map(|(_, name)| name)
}

/// `[Name "`
fn tag_start(text: &str) -> IResult<&str, &str, Expected> {
    let name = take_while1(|c: char| c.is_alphanumeric() || c == '_');
    (char('['), space0, name, space0, char('"'))
        .map(|(_, _, name, _, _)| name)
        .parse(text)
}

/// Whether a line of moves ends with the result of the game.
pub(super) fn ends_game(line: &str) -> bool {
    let words = lex(line);
    line.trim_end().ends_with('*')
        || words
            .last()
            .is_some_and(|word| matches!(word.atom, Atom::Pairing(..) | Atom::Halves))
}

/// Whether a line of moves begins a game by its number.
pub(super) fn begins_game(line: &str) -> bool {
    let first = lex(line).into_iter().next();
    first.is_some_and(|word| matches!(word.atom, Atom::Number(number) if number.value == 1))
}

/// Reads one game: tags, blank lines, moves.
pub(super) fn read(text: &str, rules: Rules) -> RawRecord {
    let end = text.trim_end().len();
    let mut record = RawRecord {
        span: Span::new(0, end),
        ..RawRecord::default()
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() && tag_name(line).is_none() {
            break;
        }
        let tags = read_tags(line, at, &mut record);
        at += tags;
        // Moves may begin behind a tag.
        if tags < line.len() {
            break;
        }
    }
    read_start(rules, &mut record);
    read_moves(text, at, &mut record);
    record
}

/// Reads the tags of a line; gives where they end, with the blanks after them.
fn read_tags(line: &str, offset: usize, record: &mut RawRecord) -> usize {
    let mut rest = line.trim_start();
    while let Ok((after, name)) = tag_start(rest) {
        let start = line.len() - after.len();
        let Some((value, length)) = quoted(after) else {
            let span = Span::new(
                offset + line.len() - rest.len(),
                offset + line.trim_end().len(),
            );
            let message = "a tag ends with a quote and a bracket: `\"]`";
            record
                .faults
                .push(fault(ReadFaultKind::Syntax, message, span));
            return line.len();
        };
        let span = Span::new(start, start + value.len()).shifted(offset);
        let tag = Tag {
            name: name.to_lowercase(),
            value: value.replace("\\\"", "\"").replace("\\\\", "\\"),
            span,
        };
        if tag.name == "result" {
            record.claims.extend(claim(&tag.value, span));
        }
        record.tags.push(tag);
        rest = after.get(length..).unwrap_or_default().trim_start();
    }
    line.len() - rest.len()
}

/// The value up to a quote that a bracket follows, and its length with both.
fn quoted(text: &str) -> Option<(&str, usize)> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => {
                let after = text.get(at + 1..)?;
                let space = after.len() - after.trim_start().len();
                if after.trim_start().starts_with(']') {
                    return Some((text.get(..at)?, at + 1 + space + 1));
                }
            }
            _ => {}
        }
    }
    None
}

/// A result tag or the last word of the moves.
fn claim(text: &str, span: Span) -> Option<Claim> {
    let text = text.trim();
    let result = match text {
        "1-0" => ClaimedResult::Winner(Some(Color::Black)),
        "0-1" => ClaimedResult::Winner(Some(Color::White)),
        "1/2-1/2" => ClaimedResult::Winner(None),
        _ => {
            let (black, white) = text.split_once(['-', ':'])?;
            ClaimedResult::Discs {
                black: black.trim().parse().ok()?,
                white: white.trim().parse().ok()?,
            }
        }
    };
    Some(Claim { result, span })
}

/// The start that a `FEN` tag gives, which Edax writes from row 8 up to row 1
/// with `p` for Black and `P` for White.
fn read_start(rules: Rules, record: &mut RawRecord) {
    let Some(tag) = record.tags.iter().find(|tag| tag.name == "fen") else {
        return;
    };
    match fen::position(&tag.value, rules) {
        Ok(position) => record.start = Some(position),
        Err(message) => {
            let span = tag.span;
            record
                .faults
                .push(fault(ReadFaultKind::Syntax, message, span));
        }
    }
}

/// Reads everything from a place on as moves.
fn read_moves(text: &str, from: usize, record: &mut RawRecord) {
    let moves = text.get(from..).unwrap_or_default();
    let mut asides = Vec::new();
    let masked = mask(moves, from, record, &mut asides);
    let words = lex(&masked);
    let is_result = |atom: &Atom| matches!(atom, Atom::Pairing(..) | Atom::Halves);
    let end = words
        .iter()
        .rposition(|word| !is_result(&word.atom))
        .map_or(0, |last| last + 1);
    let line = TextLine {
        list: Some(List {
            words: 0..end,
            doubtful: false,
        }),
        words,
    }
    .shifted(from);
    if let Some(word) = line.words.get(end..).and_then(<[_]>::last) {
        let result = text.get(word.span.range()).unwrap_or_default();
        record.claims.extend(claim(result, word.span));
    }
    if let Some(played) = moves::read(text, &[line]) {
        record.tokens = played.tokens;
        record.notes.extend(played.notes);
    }
    asides::add(asides, record);
}

/// The moves with blanks in the place of comments, variations and marks; the
/// comments are kept.
fn mask(moves: &str, offset: usize, record: &mut RawRecord, asides: &mut Vec<Aside>) -> String {
    let mut masked = String::with_capacity(moves.len());
    let mut rest = moves;
    let mut variations: Option<(usize, Span)> = None;
    while let Some(at) = rest.find(['{', ';', '$', '(']) {
        let (before, aside) = rest.split_at(at);
        masked.push_str(before);
        let opening = offset + masked.len();
        let place = Span::new(opening, opening + 1);
        let length = aside_length(aside).unwrap_or_else(|| {
            let message = "this bracket is not closed";
            record
                .faults
                .push(fault(ReadFaultKind::Syntax, message, place));
            aside.len()
        });
        if aside.starts_with('(') {
            variations.get_or_insert((0, place)).0 += 1;
        }
        let (aside, after) = aside.split_at(length);
        if let Some(text) = aside.strip_prefix('{') {
            asides.push(Aside {
                text: text.trim_end_matches('}').to_owned(),
                span: Span::new(opening, opening + length),
            });
        }
        for c in aside.chars() {
            match c {
                '\n' => masked.push(c),
                _ => masked.extend(std::iter::repeat_n(' ', c.len_utf8())),
            }
        }
        rest = after;
    }
    masked.push_str(rest);
    if let Some((count, place)) = variations {
        let noun = if count == 1 {
            "variation"
        } else {
            "variations"
        };
        let message = format!("only the game is read: {count} {noun} in brackets left out");
        record.notes.push(Diagnostic::warning(message, place));
    }
    masked
}

/// The length of a comment, a mark or a variation that a text begins with;
/// `None` when it is not closed.
fn aside_length(text: &str) -> Option<usize> {
    match text.chars().next()? {
        '{' => text.find('}').map(|at| at + 1),
        ';' => Some(text.find('\n').unwrap_or(text.len())),
        '$' => {
            let after = text
                .get(1..)?
                .trim_start_matches(|c: char| c.is_ascii_digit());
            Some(text.len() - after.len())
        }
        _ => {
            let mut depth = 0_usize;
            for (at, c) in text.char_indices() {
                match c {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            None
        }
    }
}
