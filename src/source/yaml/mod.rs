//! YAML files read loosely, as values that know their places, so that one run
//! reports every fault of a file where it stands.
//!
//! [`Document::parse`] fails only where the text is not YAML at all. What it
//! gives is asked for values of a kind; each answer that is not as it should
//! be becomes a [`Diagnostic`] in a list, and reading goes on.
//!
//! ```
//! use outflank::source::{Source, yaml::Document};
//!
//! let source = Source::new("tiger.yaml", "name: Tiger\nscore: high\nmovse: f5\n");
//! let document = Document::parse(&source)?;
//! let mut faults = Vec::new();
//! let map = document.root().map(&["name", "score", "moves"], &mut faults).unwrap();
//! let name = map.require("name", &mut faults).and_then(|node| node.text(&mut faults));
//! assert_eq!(name, Some("Tiger"));
//! map.get("score").and_then(|node| node.int(&mut faults));
//! map.require("moves", &mut faults);
//!
//! let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
//! assert_eq!(messages, [
//!     "`movse` is not a key that is known here",
//!     "`score` should be a whole number, but is text",
//!     "`moves` is missing",
//! ]);
//! assert_eq!(faults[0].help, ["did you mean `moves`?"]);
//! assert_eq!(source.slice(faults[1].span.unwrap()), "high");
//! # Ok::<(), Box<outflank::source::Diagnostic>>(())
//! ```
//!
//! Time and memory are bounded: a text has at most [`MAX_BYTES`], and aliases
//! cannot make it more than it is as written.

mod mend;
mod moves;
mod place;
mod read;

use std::{
    borrow::Cow,
    cell::Cell,
    io::{self, Read},
    ops::Range,
};

use thiserror::Error;

use super::{Diagnostic, Place, Source, Span, nearest};
pub use mend::{Broken, mend};
use place::{align, first_line, too_deep, within};
use read::{Key, Raw, Value, read, syntax};

/// The largest text that is read: some ten thousand puzzles.
pub const MAX_BYTES: usize = 4 << 20;

/// Some places can only be found by reading the text again; at most this many
/// bytes are. Where they are used up, the place is that of the key.
const MAX_REREAD: usize = 16 * MAX_BYTES;

/// More brackets than this are never open at once in a file that is meant to be
/// read; the reader's own limit comes after work that grows with the depth.
const MAX_DEPTH: usize = 128;

/// A list of faults does not grow beyond this: nobody reads on.
pub const MAX_FAULTS: usize = 500;

/// Why a text cannot be read into a [`Source`].
#[derive(Debug, Error)]
pub enum LoadError {
    /// The reader failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// More than so many bytes.
    #[error("the file is larger than {} MB, the most that is read", .0 >> 20)]
    TooLarge(usize),
    /// Bytes that are no text.
    #[error("line {}, column {}: the file is not UTF-8 text", .0.line, .0.column)]
    NotUtf8(Place),
}

/// Reads a text of at most [`MAX_BYTES`].
///
/// # Errors
/// [`LoadError`]: it cannot be read, is too large, or is not UTF-8.
pub fn load(name: &str, reader: impl Read) -> Result<Source, LoadError> {
    load_up_to(MAX_BYTES, name, reader)
}

/// Reads a text of at most so many bytes, which need not be YAML.
///
/// # Errors
/// As those of [`load`].
pub fn load_up_to(most: usize, name: &str, reader: impl Read) -> Result<Source, LoadError> {
    let mut bytes = Vec::new();
    reader.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(LoadError::TooLarge(most));
    }
    match String::from_utf8(bytes) {
        // A byte order mark is no part of the text.
        Ok(text) => match text.strip_prefix('\u{feff}') {
            Some(text) => Ok(Source::new(name, text)),
            None => Ok(Source::new(name, text)),
        },
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes());
            Err(LoadError::NotUtf8(Source::new(name, text).place(good)))
        }
    }
}

/// A YAML file as values with places.
#[derive(Debug)]
pub struct Document<'s> {
    source: &'s Source,
    root: Raw<'s>,
    reread: Cell<usize>,
}

/// A value of a [`Document`].
#[derive(Clone, Copy)]
pub struct Node<'d> {
    document: &'d Document<'d>,
    raw: &'d Raw<'d>,
    /// The key it stands under, its own or that of the list around it.
    key: Option<&'d Key<'d>>,
    in_list: bool,
}

/// A value of a [`Document`] that has keys; see [`Node::map`].
#[derive(Clone, Copy)]
pub struct Map<'d> {
    node: Node<'d>,
    entries: &'d [(Key<'d>, Raw<'d>)],
}

/// What a [`Node`] is, for readers that take values of any kind.
#[derive(Clone)]
pub enum View<'d> {
    /// Nothing is there.
    Nothing,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// Text.
    Text(&'d str),
    /// The values of a list.
    List(Vec<Node<'d>>),
    /// Keys and values in their order.
    Map(Vec<(&'d str, Node<'d>)>),
}

impl<'s> Document<'s> {
    /// Reads a text.
    ///
    /// # Errors
    /// The place where it is not YAML, nests too deeply, or grows too large
    /// by aliases.
    pub fn parse(source: &'s Source) -> Result<Self, Box<Diagnostic>> {
        let text = source.text();
        if text.len() > MAX_BYTES {
            return Err(Box::new(Diagnostic {
                span: None,
                ..Diagnostic::error(LoadError::TooLarge(MAX_BYTES).to_string(), Span::default())
            }));
        }
        if let Some(at) = too_deep(text) {
            let message = "not readable as YAML: it nests too deeply";
            return Err(Box::new(Diagnostic::error(message, Span::new(at, at + 1))));
        }
        let root = read(text, None).map_err(|error| Box::new(syntax(text, &error)))?;
        Ok(Self {
            source,
            root,
            reread: Cell::new(MAX_REREAD),
        })
    }

    /// The value that is the whole file.
    #[must_use]
    pub const fn root(&self) -> Node<'_> {
        Node {
            document: self,
            raw: &self.root,
            key: None,
            in_list: false,
        }
    }

    /// The text.
    #[must_use]
    pub const fn source(&self) -> &'s Source {
        self.source
    }

    /// Where a value begins, found by reading the text again up to it: an
    /// error is the only thing that tells a place.
    fn find(&self, id: usize) -> Option<usize> {
        let text = self.source.text();
        self.reread
            .set(self.reread.get().checked_sub(text.len().max(1))?);
        let at = read(text, Some(id)).err()?.location()?.index();
        // An anchor and a tag belong to the event of the value, not to what
        // people call the value.
        let mut rest = text.get(at..)?;
        while rest.starts_with(['&', '!']) {
            let token = rest.find(char::is_whitespace)?;
            rest = rest.get(token..)?.trim_start();
        }
        Some(text.len() - rest.len())
    }
}

impl<'d> Node<'d> {
    /// Where the value stands. A value of several lines has the span of its
    /// first; one that is empty has that of its key.
    #[must_use]
    pub fn span(self) -> Span {
        let text = self.document.source.text();
        match &self.raw.value {
            Value::Nothing => self.key_span(),
            Value::Text(Cow::Borrowed(value)) => within(text, value),
            // A map begins with its first key.
            Value::Map(entries)
                if let Some((
                    Key {
                        span: Some(span), ..
                    },
                    _,
                )) = entries.first() =>
            {
                *span
            }
            _ => match self.document.find(self.raw.id) {
                Some(start) => first_line(text, start),
                None => self.key_span(),
            },
        }
    }

    /// The span of the key that the value stands under; at the top of the
    /// file its first character.
    #[must_use]
    pub fn key_span(self) -> Span {
        let first = self.document.source.text().chars().next();
        self.key
            .and_then(|key| key.span)
            .unwrap_or(Span::new(0, first.map_or(0, char::len_utf8)))
    }

    /// The number of the line on which the value begins.
    #[must_use]
    pub fn line(self) -> usize {
        self.document.source.place(self.span().start).line
    }

    /// Where a part of a text stands, given the bytes of the text that it
    /// takes. White space is not placed: a part that is nothing else has the
    /// place before it.
    #[must_use]
    pub fn span_of(self, part: Range<usize>) -> Span {
        let text = self.document.source.text();
        match &self.raw.value {
            Value::Text(Cow::Borrowed(value)) => {
                let whole = within(text, value);
                let end = (whole.start + part.end).min(whole.end);
                Span::new((whole.start + part.start).min(end), end)
            }
            Value::Text(Cow::Owned(value)) => self
                .document
                .find(self.raw.id)
                .and_then(|start| align(value, &part, text, start))
                .unwrap_or_else(|| self.key_span()),
            _ => self.span(),
        }
    }

    /// The value, of whatever kind it is.
    #[must_use]
    pub fn view(self) -> View<'d> {
        match &self.raw.value {
            Value::Nothing => View::Nothing,
            Value::Bool(value) => View::Bool(*value),
            Value::Int(value) => View::Int(*value),
            Value::Float(value) => View::Float(*value),
            Value::Text(text) => View::Text(text),
            Value::List(items) => {
                let node = |raw| Self {
                    raw,
                    in_list: true,
                    ..self
                };
                View::List(items.iter().map(node).collect())
            }
            Value::Map(entries) => {
                let entry = |(key, raw): &'d (Key<'d>, Raw<'d>)| {
                    let node = Self {
                        raw,
                        key: Some(key),
                        in_list: false,
                        ..self
                    };
                    (key.name.as_ref(), node)
                };
                View::Map(entries.iter().map(entry).collect())
            }
        }
    }

    /// Whether there is no value.
    #[must_use]
    pub const fn is_nothing(self) -> bool {
        matches!(self.raw.value, Value::Nothing)
    }

    /// An error at the value.
    pub fn fault(self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message, self.span())
    }

    /// The value as text. Anything else is a fault.
    pub fn text(self, faults: &mut Vec<Diagnostic>) -> Option<&'d str> {
        match &self.raw.value {
            Value::Text(text) => Some(text),
            _ => self.wrong_kind("text", faults),
        }
    }

    /// The value as a whole number. Anything else is a fault.
    pub fn int(self, faults: &mut Vec<Diagnostic>) -> Option<i64> {
        match self.raw.value {
            Value::Int(value) => Some(value),
            _ => self.wrong_kind("a whole number", faults),
        }
    }

    /// The values of a list. Anything else is a fault.
    pub fn list(self, faults: &mut Vec<Diagnostic>) -> Option<Vec<Node<'d>>> {
        let in_list = true;
        match &self.raw.value {
            Value::List(items) => {
                let items = items.iter();
                Some(
                    items
                        .map(|raw| Node {
                            raw,
                            in_list,
                            ..self
                        })
                        .collect(),
                )
            }
            _ => self.wrong_kind("a list", faults),
        }
    }

    /// A list of texts. Each value of another kind is a fault of its own and
    /// is left out.
    pub fn texts(self, faults: &mut Vec<Diagnostic>) -> Option<Vec<&'d str>> {
        let items = self.list(faults)?;
        Some(items.iter().filter_map(|item| item.text(faults)).collect())
    }

    /// The value as keys and values. Anything else is a fault, and so are
    /// keys that are not `known`, and keys that stand there twice.
    pub fn map(self, known: &[&str], faults: &mut Vec<Diagnostic>) -> Option<Map<'d>> {
        let Value::Map(entries) = &self.raw.value else {
            return self.wrong_kind("a map of keys", faults);
        };
        let map = Map {
            node: self,
            entries,
        };
        let mut seen: Vec<&str> = Vec::new();
        for (key, _) in entries {
            if faults.len() >= MAX_FAULTS {
                break;
            }
            let name = key.name.as_ref();
            let span = key.span.unwrap_or_else(|| self.key_span());
            if !known.contains(&name) {
                let fault =
                    Diagnostic::error(format!("`{name}` is not a key that is known here"), span);
                faults.push(match nearest(name, known.iter().copied()) {
                    Some(near) => fault.with_help(format!("did you mean `{near}`?")),
                    None => fault.with_help(format!("known are: {}", known.join(", "))),
                });
            } else if seen.contains(&name) {
                faults.push(Diagnostic::error(
                    format!("`{name}` stands here twice"),
                    span,
                ));
            } else {
                seen.push(name);
            }
        }
        Some(map)
    }

    fn wrong_kind<T>(self, want: &str, faults: &mut Vec<Diagnostic>) -> Option<T> {
        if faults.len() >= MAX_FAULTS {
            return None;
        }
        let is = self.raw.value.kind();
        let what = match (self.in_list, self.key) {
            (true, None) => "an entry of the list".to_owned(),
            (true, Some(key)) => format!("an entry of `{}`", key.name),
            (false, None) => "the file".to_owned(),
            (false, Some(key)) => format!("`{}`", key.name),
        };
        let fault = self.fault(format!("{what} should be {want}, but is {is}"));
        faults.push(match (want, &self.raw.value) {
            ("text", Value::Bool(_) | Value::Int(_) | Value::Float(_)) => {
                fault.with_help("put it in quotes")
            }
            _ => fault,
        });
        None
    }
}

impl<'d> Map<'d> {
    /// The value under a key.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Node<'d>> {
        let (key, raw) = self.entries.iter().find(|(have, _)| have.name == key)?;
        Some(Node {
            document: self.node.document,
            raw,
            key: Some(key),
            in_list: false,
        })
    }

    /// The value under a key that must be there.
    pub fn require(self, key: &str, faults: &mut Vec<Diagnostic>) -> Option<Node<'d>> {
        let found = self.get(key);
        if found.is_none() {
            faults.push(self.node.fault(format!("`{key}` is missing")));
        }
        found
    }

    /// The map as a value.
    #[must_use]
    pub const fn node(self) -> Node<'d> {
        self.node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every fault that a reader of `name`, `moves` and `score` finds, as
    /// `line:column text: message`.
    fn faults(text: &str) -> Vec<String> {
        let source = Source::new("x", text);
        let mut faults = Vec::new();
        match Document::parse(&source) {
            Err(fault) => faults.push(*fault),
            Ok(document) => {
                let map = document.root().map(&["list"], &mut faults);
                let list = map.and_then(|map| map.require("list", &mut faults));
                let list = list.and_then(|list| list.list(&mut faults));
                for entry in list.unwrap_or_default() {
                    let Some(map) = entry.map(&["name", "moves", "score"], &mut faults) else {
                        continue;
                    };
                    map.require("name", &mut faults)
                        .map(|name| name.text(&mut faults));
                    map.get("moves").map(|moves| moves.texts(&mut faults));
                    map.get("score").map(|score| score.int(&mut faults));
                }
            }
        }
        let show = |fault: &Diagnostic| match fault.span {
            Some(span) => {
                let place = source.place(span.start);
                format!(
                    "{}:{} {:?}: {}",
                    place.line,
                    place.column,
                    source.slice(span),
                    fault.message
                )
            }
            None => fault.message.clone(),
        };
        faults.iter().map(show).collect()
    }

    #[test]
    fn every_fault_of_a_file_is_found_in_its_place() {
        let text = "\
list:
  - name: [Tiger]   # a list
    movse: f5
  - 17
  - name: 8         # a number
    name: again
    score: many
    moves: [f5, 6, [d6]]
  - moves: {f5: d6}
    score: true
  - name:
    score: |
      18
  - name: good
";
        assert_eq!(
            faults(text),
            [
                "3:5 \"movse\": `movse` is not a key that is known here",
                "2:11 \"[Tiger]\": `name` should be text, but is a list",
                "4:5 \"17\": an entry of `list` should be a map of keys, but is a whole number",
                "6:5 \"name\": `name` stands here twice",
                "5:11 \"8\": `name` should be text, but is a whole number",
                "8:17 \"6\": an entry of `moves` should be text, but is a whole number",
                "8:20 \"[d6]]\": an entry of `moves` should be text, but is a list",
                "7:12 \"many\": `score` should be a whole number, but is text",
                "9:5 \"moves\": `name` is missing",
                "9:13 \"f5\": `moves` should be a list, but is a map of keys",
                "10:12 \"true\": `score` should be a whole number, but is true or false",
                "11:5 \"name\": `name` should be text, but is empty",
                "12:12 \"|\": `score` should be a whole number, but is text",
            ]
        );
    }

    #[test]
    fn files_that_are_something_else() {
        assert_eq!(
            faults(""),
            ["1:1 \"\": the file should be a map of keys, but is empty"]
        );
        assert_eq!(
            faults("- f5\n- d6\n"),
            ["1:1 \"- f5\": the file should be a map of keys, but is a list"]
        );
        assert_eq!(
            faults("f5 d6 c3"),
            ["1:1 \"f5 d6 c3\": the file should be a map of keys, but is text"]
        );
        assert_eq!(
            faults("list:\n\t- name: x\n"),
            ["2:1 \"\\t\": not readable as YAML: a value cannot begin like this"]
        );
        assert_eq!(
            faults("list: []\n---\nlist: []\n"),
            ["not readable as YAML: it holds more than one document"]
        );
        assert_eq!(
            faults("list: !odd x\n"),
            ["1:7 \"!\": not readable as YAML: a value should have no tag"]
        );
        assert_eq!(
            faults("list: [*no]\n"),
            ["1:8 \"*\": not readable as YAML: an alias of something that is not there"]
        );
        assert_eq!(
            faults("? [a]\n: b\n"),
            ["1:3 \"[\": not readable as YAML: a key should be one word"]
        );
    }

    #[test]
    fn hostile_files_end_soon() {
        let bomb: String = (0..9)
            .map(|n: usize| match n {
                0 => format!("a0: &a0 [{}]\n", "x,".repeat(9)),
                _ => format!("a{n}: &a{n} [{}]\n", format!("*a{},", n - 1).repeat(9)),
            })
            .collect();
        let too_large = "its aliases make it too large";
        assert!(faults(&bomb)[0].contains(too_large));
        let wide = format!(
            "a: &a [{}]\nb: [{}]\n",
            "x,".repeat(9000),
            "*a,".repeat(9000)
        );
        assert!(faults(&wide)[0].contains(too_large));
        let long = format!(
            "a: &a \"\\x41{}\"\nb: [{}]\n",
            "x".repeat(9000),
            "*a,".repeat(9000)
        );
        assert!(faults(&long)[0].contains(too_large));
        assert_eq!(faults(&"[".repeat(MAX_BYTES)).len(), 1);
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        assert!(faults(&deep)[0].contains("nests too deeply"));
        assert_eq!(faults("a: &a [*a]\n").len(), 1);
        assert!(faults(&"- ".repeat(10_000))[0].contains("nests too deeply"));
        assert_eq!(faults(&"x".repeat(MAX_BYTES + 1)).len(), 1);
    }

    #[test]
    fn a_part_of_a_text_has_its_place() {
        let spans = |text: &str, part: &str| {
            let source = Source::new("x", text);
            let document = Document::parse(&source).unwrap();
            let node = document.root().map(&["v"], &mut Vec::new()).unwrap();
            let node = node.get("v").unwrap();
            let value = node.text(&mut Vec::new()).unwrap();
            let at = value.find(part).unwrap();
            let span = node.span_of(at..at + part.len());
            let place = source.place(span.start);
            (place.line, place.column, source.slice(span).to_owned())
        };
        for (text, want) in [
            ("v: f5 d6 c3\n", (1, 7)),
            ("v:\n  f5 d6 c3", (2, 6)),
            ("v: 'f5 d6 c3'\n", (1, 8)),
            ("v: &anchor \"f5 d6 c3\"\n", (1, 16)),
            ("v: f5\n  d6\n  c3\n", (2, 3)),
            ("v: 'it''s f5\n\n   d6'", (3, 4)),
            ("v: \"f5\\n\\\"d6\\u0041\\\n   c3\"", (1, 11)),
            ("v: |  # a board\n\n    f5\n    -- d6", (4, 8)),
            ("v: >2-\n    f5\n  -- d6", (3, 6)),
        ] {
            assert_eq!(spans(text, "d6"), (want.0, want.1, "d6".into()), "{text:?}");
        }
        // An end, and what reaches over a line.
        assert_eq!(spans("v: |\n  f5\n  d6\n", "5\nd"), (2, 4, "5\n  d".into()));
        assert_eq!(spans("v: |\n  f5\n  d6\n", "\nd6").2, "d6");
        assert_eq!(spans("v: f5 d6", "").2, "");
    }

    #[test]
    fn a_file_must_be_text_of_bounded_size() {
        let error = load("x", &b"name: caf\xe9\n"[..]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1, column 10: the file is not UTF-8 text"
        );
        assert!(matches!(
            load("x", io::repeat(b'f')),
            Err(LoadError::TooLarge(MAX_BYTES))
        ));
    }
}
