//! Texts that people wrote, and the places in them that messages point at.
//!
//! ```
//! use outflank::source::{Source, Span};
//!
//! let source = Source::new("game.txt", "f5 d6\nc3 zz");
//! let span = Span::new(9, 11);
//! assert_eq!(source.slice(span), "zz");
//! let place = source.place(span.start);
//! assert_eq!((place.line, place.column), (2, 4));
//! ```

mod ahead;
mod edit;
mod nearest;
pub mod packed;
pub mod yaml;

use std::{fmt, ops::Range};

use serde::Serialize;

pub use ahead::Ahead;
pub use edit::{Edit, Edits};
pub use nearest::nearest;

/// A run of bytes of a text, from `start` up to but not including `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// A span; one that ends before it starts is empty.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        let end = if end < start { start } else { end };
        Self { start, end }
    }

    /// From the start of one span to the end of another.
    #[must_use]
    pub const fn to(self, last: Self) -> Self {
        Self::new(self.start, last.end)
    }

    /// The same span in a text that begins `offset` bytes earlier.
    #[must_use]
    pub const fn shifted(self, offset: usize) -> Self {
        Self {
            start: self.start + offset,
            end: self.end + offset,
        }
    }

    /// As a range, to slice with.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A place as editors name it: both numbers count from 1, the column in
/// characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

/// A text with the name under which messages speak of it: a file's path, `-`
/// for standard input, `argument` for text given in the shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
    /// The number of the text's first line, when it is a part of a stream.
    first_line: usize,
    /// How many characters of the first line come before the text.
    indent: usize,
    /// Where the lines after the first begin. A text can have as many places
    /// to name as it has words: none may cost a walk through all of it.
    breaks: Box<[usize]>,
    /// Whether a character is a byte everywhere.
    ascii: bool,
    /// Where the parts of the text stand in a file that is no text.
    bytes: Box<[BytePlace]>,
}

/// Where a part of a text stands in the file of which it is the reading, when
/// that file is no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BytePlace {
    /// Where the part begins in the text.
    pub offset: usize,
    /// The byte of the file that it begins with, from 0.
    pub byte: u64,
    /// So many bytes of the text stand for one byte of the file; 0 where all
    /// of the part stands for one value.
    pub width: usize,
}

impl Source {
    /// A whole text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::part(name, text, 1)
    }

    /// A part of a stream: its first line has the number `first_line`.
    pub fn part(name: impl Into<String>, text: impl Into<String>, first_line: usize) -> Self {
        let text = text.into();
        Self {
            name: name.into(),
            first_line,
            indent: 0,
            breaks: text.match_indices('\n').map(|(at, _)| at + 1).collect(),
            ascii: text.is_ascii(),
            bytes: Box::default(),
            text,
        }
    }

    /// The same where the text begins inside its first line, after so many
    /// characters.
    #[must_use]
    pub const fn indented(mut self, characters: usize) -> Self {
        self.indent = characters;
        self
    }

    /// The same where the text is the reading of a file that is no text:
    /// `places` say where its parts stand there, in the order of the text. The
    /// number of the first line is then that of the record in the file.
    #[must_use]
    pub fn of_bytes(mut self, places: Vec<BytePlace>) -> Self {
        self.bytes = places.into();
        self
    }

    /// The byte of the file, from 0, that a place of the text stands for;
    /// `None` when the file is text itself.
    #[must_use]
    pub fn byte(&self, offset: usize) -> Option<u64> {
        let after = self.bytes.partition_point(|part| part.offset <= offset);
        let part = self.bytes.get(after.saturating_sub(1))?;
        let into = offset.saturating_sub(part.offset).checked_div(part.width);
        Some(part.byte + into.unwrap_or(0) as u64)
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of the first line.
    #[must_use]
    pub const fn first_line(&self) -> usize {
        self.first_line
    }

    /// The text of a span; what lies beyond the text, or inside a character,
    /// is left out.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        let end = span.end.min(self.text.len());
        self.text.get(span.start.min(end)..end).unwrap_or_default()
    }

    /// The place of a byte. Beyond the end it is the place after the last
    /// character.
    #[must_use]
    pub fn place(&self, offset: usize) -> Place {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.breaks.partition_point(|&start| start <= offset);
        let (indent, start) = match line.checked_sub(1).and_then(|at| self.breaks.get(at)) {
            Some(&start) => (0, start),
            None => (self.indent, 0),
        };
        let before = self.text.get(start..offset).unwrap_or_default();
        let characters = if self.ascii {
            before.len()
        } else {
            before.chars().count()
        };
        Place {
            line: self.first_line + line,
            column: 1 + indent + characters,
        }
    }

    /// `name:line`, as records are called in reports.
    #[must_use]
    pub fn label(&self, offset: usize) -> String {
        format!("{}:{}", self.name, self.place(offset).line)
    }
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Severity {
    /// What was asked for could not be done, or does not hold.
    Error,
    /// It was done, under an assumption that is stated.
    Warning,
}

/// A message about a place of a [`Source`], to be shown with the place
/// underlined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line, in the language of the game.
    pub message: String,
    /// Where; `None` when it is about the text as a whole.
    pub span: Option<Span>,
    /// A few words under the underlined place.
    pub label: Option<String>,
    /// What would be right, one remedy a line.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error about a place.
    pub fn error(message: impl Into<String>, span: Span) -> Self {
        Self {
            severity: Severity::Error,
            message: message.into(),
            span: Some(span),
            label: None,
            help: Vec::new(),
        }
    }

    /// A warning about a place.
    pub fn warning(message: impl Into<String>, span: Span) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(message, span)
        }
    }

    /// The same with words under the place.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// The same with one more remedy.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }
}

/// The message alone, without its place.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = Source::part("x", "・f5\r\n黒h4→白h3", 7);
        let place = |needle: &str| {
            let at = source.place(source.text().find(needle).unwrap());
            (at.line, at.column)
        };
        assert_eq!(place("f5"), (7, 2));
        assert_eq!(place("白"), (8, 5));
        assert_eq!(source.place(10_000).line, 8);
    }

    #[test]
    fn a_text_may_begin_inside_a_line() {
        let source = Source::part("x", "f5\nd6", 3).indented(10);
        let place = |offset| (source.place(offset).line, source.place(offset).column);
        assert_eq!((place(0), place(3)), ((3, 11), (4, 1)));
    }

    #[test]
    fn the_reading_of_bytes_knows_where_they_stand() {
        let place = |offset, byte, width| BytePlace {
            offset,
            byte,
            width,
        };
        let source = Source::part("x", "name f5d6", 3);
        assert_eq!(source.byte(0), None);
        let source = source.of_bytes(vec![place(0, 16, 0), place(5, 24, 2)]);
        let bytes = [0, 3, 5, 6, 7, 9].map(|offset| source.byte(offset).unwrap());
        assert_eq!(bytes, [16, 16, 24, 24, 25, 26]);
    }

    #[test]
    fn a_slice_inside_a_character_is_empty() {
        let source = Source::new("x", "・f5");
        assert_eq!(source.slice(Span::new(1, 2)), "");
        assert_eq!(source.slice(Span::new(3, 99)), "f5");
    }
}
