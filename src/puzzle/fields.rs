//! Where the values of an entry stand in the text of a file, and how they are
//! replaced there.

use std::collections::HashMap;

use crate::{
    board::{Move, Square},
    source::{
        Edit, Source, Span,
        yaml::{Document, Map, Node},
    },
};

use super::fix::names;

/// After these keys a missing one is put in, the first of them that is there.
const ANCHORS: [(&str, &[&str]); 3] = [
    ("score", &["in", "task"]),
    ("solution", &["score", "in", "task"]),
    ("line", &["solution", "score", "in", "task"]),
];

/// The keys of an entry and their values as they are written.
pub(super) struct Fields<'d> {
    source: &'d Source,
    map: Map<'d>,
    /// Whether the entry stands in braces.
    braces: bool,
}

/// The value of a key.
struct Slot {
    span: Span,
    /// The key, with its quotes.
    quoted: bool,
}

impl<'d> Fields<'d> {
    /// The entries of a file, by the place of their first key.
    pub(super) fn of(document: &'d Document<'d>) -> HashMap<usize, Self> {
        let mut unheard = Vec::new();
        let root = document.root().map(&[], &mut unheard);
        let list = root.and_then(|root| root.get("puzzles")?.list(&mut unheard));
        let entries = list.unwrap_or_default().into_iter();
        entries
            .filter_map(|node| {
                let map = node.map(&[], &mut Vec::new())?;
                let source = document.source();
                let start = node.span().start;
                let before = source.slice(Span::new(0, start));
                let before = before.trim_end_matches(|c: char| c.is_whitespace() || c == '"');
                let braces = before.ends_with('{');
                Some((
                    start,
                    Self {
                        source,
                        map,
                        braces,
                    },
                ))
            })
            .collect()
    }

    /// Whether there is a key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.map.get(key).is_some()
    }

    /// A value as it is written, on one line.
    pub(super) fn value(&self, key: &str) -> Option<String> {
        let node = self.map.get(key)?;
        if key == "solution"
            && let Some(items) = node.list(&mut Vec::new())
        {
            let items: Vec<&str> = items
                .iter()
                .map(|item| self.source.slice(item.span()))
                .collect();
            return Some(items.join(", "));
        }
        let written = match self.slot(key) {
            Some(slot) => self.source.slice(slot.span),
            None => self.source.slice(node.span()),
        };
        let words: Vec<&str> = written.split_whitespace().collect();
        Some(words.join(" "))
    }

    /// The squares of a list or of a line; `None` when anything else is there.
    pub(super) fn squares(&self, key: &str) -> Option<Vec<Square>> {
        let node = self.map.get(key)?;
        let mut faults = Vec::new();
        let squares: Option<Vec<Square>> = if key == "solution" {
            let items = node.list(&mut faults)?;
            items
                .iter()
                .map(|item| item.text(&mut faults)?.parse().ok())
                .collect()
        } else {
            let moves = node.moves(&mut faults)?.into_iter();
            Some(moves.filter_map(|(mv, _)| Move::square(mv)).collect())
        };
        squares.filter(|_| faults.is_empty())
    }

    /// A value written anew.
    pub(super) fn replace(&self, key: &str, value: &str) -> Option<Edit> {
        let slot = self.slot(key)?;
        let mut text = self.written(key, value, slot.quoted);
        if slot.span.start == slot.span.end {
            text.insert(0, ' ');
        }
        let span = slot.span;
        Some(Edit { span, text })
    }

    /// The squares of a list written anew, item by item where each has a line.
    pub(super) fn replace_list(&self, key: &str, squares: &[Square]) -> Option<Vec<Edit>> {
        let slot = self.slot(key)?;
        let written = self.source.slice(slot.span);
        if !written.starts_with('-') {
            if written.contains('#') {
                return None;
            }
            return Some(vec![self.replace(key, &names(squares, ", "))?]);
        }
        let items = self.map.get(key)?.list(&mut Vec::new())?;
        let mut missing: Vec<Square> = squares.to_vec();
        let mut wrong: Vec<Node<'_>> = Vec::new();
        for item in &items {
            let square = item
                .text(&mut Vec::new())
                .and_then(|text| text.parse().ok());
            let kept = missing.iter().position(|&want| Some(want) == square);
            match kept {
                Some(at) => drop(missing.remove(at)),
                None => wrong.push(*item),
            }
        }
        let mut edits = Vec::new();
        let mut missing = missing.into_iter();
        for item in &wrong {
            edits.push(match missing.next() {
                Some(square) => Edit {
                    span: item.span(),
                    text: square.to_string(),
                },
                None => Edit {
                    span: self.line_of(item.span()),
                    text: String::new(),
                },
            });
        }
        let last = items.last()?.span();
        let end = self.line_end(last.end);
        let dash = self.source.slice(Span::new(0, last.start)).rfind('-')?;
        let indent = self.indent(dash);
        for square in missing {
            let text = format!("{}{indent}- {square}", self.newline());
            let span = Span::new(end, end);
            edits.push(Edit { span, text });
        }
        Some(edits)
    }

    /// A key that is missing, put in after those that it follows.
    pub(super) fn insert(&self, key: &str, value: &str) -> Option<Edit> {
        let (_, anchors) = ANCHORS.into_iter().find(|&(name, _)| name == key)?;
        let anchor = anchors.iter().find(|anchor| self.has(anchor))?;
        let slot = self.slot(anchor)?;
        let value = self.written(key, value, slot.quoted);
        let key = if slot.quoted {
            format!("\"{key}\"")
        } else {
            key.to_owned()
        };
        if self.braces {
            let span = Span::new(slot.span.end, slot.span.end);
            let text = format!(", {key}: {value}");
            return Some(Edit { span, text });
        }
        let end = self.line_end(slot.span.end);
        let indent = self.indent(self.map.node().span().start);
        let text = format!("{}{indent}{key}: {value}", self.newline());
        let span = Span::new(end, end);
        Some(Edit { span, text })
    }

    /// A value in the way of the entry; where keys have quotes, as in JSON.
    fn written(&self, key: &str, value: &str, quoted: bool) -> String {
        let items = || value.split(", ").map(|item| format!("\"{item}\""));
        match (key, quoted) {
            ("solution", false) => format!("[{value}]"),
            ("solution", true) => format!("[{}]", items().collect::<Vec<_>>().join(", ")),
            ("line", true) => format!("\"{value}\""),
            (_, true) => value.trim_start_matches('+').to_owned(),
            (_, false) => value.to_owned(),
        }
    }

    /// Where a value stands; `None` when it is written in a way that is left
    /// alone: with an anchor, an alias or a tag, or as a block of text.
    fn slot(&self, key: &str) -> Option<Slot> {
        let node = self.map.get(key)?;
        let text = self.source.text();
        let key_end = node.key_span().end;
        let rest = text.get(key_end..)?;
        let quoted = rest.starts_with('"');
        let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest).trim_start();
        let rest = rest.strip_prefix(':')?;
        let colon = text.len() - rest.len();
        let mut rest = rest.trim_start_matches([' ', '\t']);
        if rest.is_empty() || rest.starts_with(['\n', '\r', '#']) {
            // The value is on the next lines, or nowhere.
            if node.is_nothing() {
                let span = Span::new(colon, colon);
                return Some(Slot { span, quoted });
            }
            rest = next_words(text.get(colon..)?)?;
        }
        let start = text.len() - rest.len();
        let length = match rest.chars().next()? {
            '-' if rest.starts_with("- ") => self.block_list(node, start)?,
            '[' => closed(rest)?,
            quote @ ('"' | '\'') => 1 + rest.get(1..)?.find(quote)? + 1,
            '&' | '*' | '!' | '|' | '>' | '{' | '?' | '%' | '@' | '`' => return None,
            _ => self.plain(rest, start),
        };
        let span = Span::new(start, start + length);
        Some(Slot { span, quoted })
    }

    /// How long a list of lines is, to the end of its last item.
    fn block_list(&self, node: Node<'d>, start: usize) -> Option<usize> {
        let last = node.list(&mut Vec::new())?.last()?.span();
        last.end.checked_sub(start)
    }

    /// How long a value without quotes is: to the end of the line, of the
    /// braces, or of the lines that go on deeper.
    fn plain(&self, rest: &str, start: usize) -> usize {
        let end_of = |line: &str| {
            let line = line.split(" #").next().unwrap_or(line);
            let line = match self.braces {
                true => line.split([',', '}', ']']).next().unwrap_or(line),
                false => line,
            };
            line.trim_end().len()
        };
        let depth = self.indent(self.map.node().span().start).len();
        let mut length = 0;
        let mut at = 0;
        for (number, line) in rest.split_inclusive('\n').enumerate() {
            let body = line.trim_start();
            let deeper = line.len() - body.len() > depth;
            let more = deeper && !body.is_empty() && !body.starts_with('#');
            if number > 0 && (self.braces || !more) {
                break;
            }
            length = at + end_of(line);
            if line.contains(" #") {
                break;
            }
            at += line.len();
        }
        debug_assert!(start + length <= self.source.text().len());
        length
    }

    /// The whole line around a part of it, with the end of the line before.
    fn line_of(&self, span: Span) -> Span {
        let before = self.source.slice(Span::new(0, span.start));
        let before = before.rsplit_once('\n').map_or("", |(before, _)| before);
        let before = before.strip_suffix('\r').unwrap_or(before);
        Span::new(before.len(), self.line_end(span.end))
    }

    /// The end of a line, before what ends it.
    fn line_end(&self, at: usize) -> usize {
        let rest = self.source.text().get(at..).unwrap_or_default();
        at + rest.lines().next().unwrap_or_default().len()
    }

    /// As many blanks as there are characters before a place in its line.
    fn indent(&self, at: usize) -> String {
        let before = self.source.slice(Span::new(0, at));
        let line = before.rsplit('\n').next().unwrap_or_default();
        " ".repeat(line.chars().count())
    }

    fn newline(&self) -> &'static str {
        if self.source.text().contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }
}

/// What follows, without comments before it.
fn next_words(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    while rest.starts_with('#') {
        rest = rest.get(rest.find('\n')?..)?.trim_start();
    }
    Some(rest)
}

/// How long a list in brackets is.
fn closed(text: &str) -> Option<usize> {
    let end = text.find(']')? + 1;
    // Brackets within are no squares: such a list is left alone.
    let inside = text.get(1..end)?;
    (!inside.contains('[')).then_some(end)
}
