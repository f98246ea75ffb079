//! Bytes that are no text in the place of moves.
//!
//! A line that is not UTF-8 is read as Latin-1, which makes letters of any
//! bytes. In names these may well be meant; among moves they are damage.

use super::{Token, TokenKind};
use crate::source::Span;

/// Marks the words that have such bytes, and puts a word where some touch a
/// move, since no reader takes them for more than what separates.
/// `latin1` are the places of the lines that were read as Latin-1.
pub(super) fn mark(text: &str, latin1: &[Span], tokens: &mut Vec<Token>) {
    if latin1.is_empty() && !text.contains(char::REPLACEMENT_CHARACTER) {
        return;
    }
    let is_damage = |at: usize, c: char| {
        let line = latin1.partition_point(|line| line.end <= at);
        let in_latin1 = latin1.get(line).is_some_and(|line| line.start <= at);
        c == char::REPLACEMENT_CHARACTER || in_latin1 && !c.is_ascii() && !is_separator(c)
    };
    let slice = |span: Span| text.get(span.range()).unwrap_or_default().char_indices();
    let mut marked: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = std::mem::take(tokens).into_iter().peekable();
    while let Some(mut token) = rest.next() {
        let span = token.span;
        let told = marked.last().map_or(0, |token| token.span.end);
        let run = slice(Span::new(told, span.start)).rev();
        let run = run.take_while(|&(at, c)| is_damage(told + at, c));
        if let Some((at, _)) = run.last() {
            marked.push(undecoded(Span::new(told + at, span.start)));
        }
        if matches!(token.kind, TokenKind::Word(_))
            && slice(span).any(|(at, c)| is_damage(span.start + at, c))
        {
            token.kind = TokenKind::Undecoded;
        }
        marked.push(token);
        let next = rest.peek().map_or(text.len(), |next| next.span.start);
        let run = slice(Span::new(span.end, next));
        let run = run.take_while(|&(at, c)| is_damage(span.end + at, c));
        if let Some((at, c)) = run.last() {
            marked.push(undecoded(Span::new(span.end, span.end + at + c.len_utf8())));
        }
    }
    // Of bytes side by side a reader may have taken only some for a word.
    marked.dedup_by(|next, last| {
        let joins = last.kind == TokenKind::Undecoded
            && next.kind == TokenKind::Undecoded
            && last.span.end == next.span.start;
        if joins {
            last.span = last.span.to(next.span);
        }
        joins
    });
    *tokens = marked;
}

const fn undecoded(span: Span) -> Token {
    Token {
        kind: TokenKind::Undecoded,
        side: None,
        span,
    }
}

/// Blanks, dots, quotes and dashes of Latin-1 and of Windows, which may
/// stand between moves.
const fn is_separator(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '·' | '«' | '»' | '\u{82}' | '\u{84}' | '\u{85}' | '\u{8b}' | '\u{9b}' | '\u{91}'
            ..='\u{97}'
    )
}

/// What is wrong with such a word: its bytes.
pub(super) fn reason(word: &str) -> String {
    if word.contains(char::REPLACEMENT_CHARACTER) {
        return format!("`{word}` stands for bytes that are no text");
    }
    let bytes: Vec<String> = word
        .chars()
        .filter(|c| !c.is_ascii())
        .map(|c| format!("{:02X}", u32::from(c)))
        .collect();
    let noun = if bytes.len() == 1 { "byte" } else { "bytes" };
    let verb = if bytes.len() == 1 { "is" } else { "are" };
    format!(
        "`{word}` is no move: the {noun} {} {verb} not UTF-8",
        bytes.join(" ")
    )
}

/// What to do about it.
pub(super) const REMEDY: &str = "save the text as UTF-8";
