//! Where values and their parts stand in the text of a YAML file.

use std::ops::Range;

use super::MAX_DEPTH;
use crate::source::Span;

/// The span of a part of a text that borrows from it.
pub(super) fn within(text: &str, part: &str) -> Span {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    Span::new(start, start + part.len())
}

/// Where too many brackets are open at once. Those inside texts are counted
/// too; there they are few, or in pairs.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.bytes().position(|byte| {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MAX_DEPTH
    })
}

/// From a value's start to the end of what stands on its line.
pub(super) fn first_line(text: &str, start: usize) -> Span {
    let line = text.get(start..).unwrap_or_default();
    let line = line.lines().next().unwrap_or_default();
    let line = line.split(" #").next().unwrap_or(line);
    // A short value in a list or map on one line ends at its comma or bracket.
    let line = if line.starts_with(['[', '{', '"', '\'']) {
        line
    } else {
        line.split([',', ']', '}']).next().unwrap_or(line)
    };
    Span::new(start, start + line.trim_end().len())
}

/// Where a part of a value stands that is not written as it reads: a block,
/// a text of several lines, quotes with escapes. All of them change white
/// space alone, and escapes, so the other characters are counted.
pub(super) fn align(value: &str, part: &Range<usize>, text: &str, start: usize) -> Option<Span> {
    let count = |part: &str| part.chars().filter(|c| !c.is_whitespace()).count();
    let before = count(value.get(..part.start)?);
    let inside = count(value.get(part.clone())?);
    let style = text.get(start..)?.chars().next()?;
    let body = match style {
        '|' | '>' => start + text.get(start..)?.find('\n')? + 1,
        '"' | '\'' => start + 1,
        _ => start,
    };
    let mut written = written_chars(text.get(body..)?, style)
        .map(|range| Span::new(body + range.start, body + range.end));
    if inside == 0 {
        let at = match before.checked_sub(1) {
            Some(last) => written.nth(last)?.end,
            None => body,
        };
        return Some(Span::new(at, at));
    }
    let first = written.nth(before)?;
    match inside.checked_sub(2) {
        Some(more) => Some(first.to(written.nth(more)?)),
        None => Some(first),
    }
}

/// The places of the characters, white space left out, that a value of a
/// style is written with; an escape is one character.
fn written_chars(text: &str, style: char) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let mut chars = rest.chars();
            let (first, second) = (chars.next()?, chars.next());
            let (length, shows) = match (style, first, second) {
                ('"', '\\', Some('x')) => (4, true),
                ('"', '\\', Some('u')) => (6, true),
                ('"', '\\', Some('U')) => (10, true),
                ('"', '\\', Some(c)) => (1 + c.len_utf8(), !"nrtvNLP_ \t\r\n".contains(c)),
                ('\'', '\'', Some('\'')) => (2, true),
                _ => (first.len_utf8(), !first.is_whitespace()),
            };
            let start = at;
            at += length;
            if shows {
                return Some(start..at);
            }
        }
    })
}
