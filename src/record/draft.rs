//! [`Draft`]: the lines of a record while it is being read.

use super::{
    RawRecord, ReadFault, ReadFaultKind,
    games::Reading,
    lines::{LONGEST, Line},
    moves::{self, TextLine},
    undecoded,
};
use crate::source::{Diagnostic, Source, Span};

/// The lines of a record that is being read.
#[derive(Debug, Default)]
pub(super) struct Draft {
    text: String,
    /// The number of the first line, from 1.
    first_line: usize,
    /// How many characters of that line came before.
    indent: usize,
    lines: Vec<DraftLine>,
    notes: Vec<Diagnostic>,
    faults: Vec<ReadFault>,
    /// The places of the lines that were taken as Latin-1.
    latin1: Vec<Span>,
    /// Whether lines are left out because the record is too long.
    full: bool,
}

/// A part of a line.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) text: String,
    /// The number of the line.
    pub(super) line: usize,
    /// How many characters of the line came before.
    pub(super) column: usize,
    /// Whether the line was taken as Latin-1.
    pub(super) latin1: bool,
}

#[derive(Debug)]
struct DraftLine {
    start: usize,
    blank: bool,
    words: TextLine,
}

/// A fault that a reader found.
pub(super) fn fault(kind: ReadFaultKind, message: impl Into<String>, span: Span) -> ReadFault {
    ReadFault {
        kind,
        diagnostic: Diagnostic::error(message, span),
    }
}

/// The place of the character at an offset, or of the last one.
pub(super) fn character(text: &str, at: usize) -> Span {
    let mut start = at.min(text.len().saturating_sub(1));
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let rest = text.get(start..).unwrap_or_default();
    Span::new(start, start + rest.chars().next().map_or(0, char::len_utf8))
}

impl Draft {
    /// Whether there is nothing in it.
    pub(super) const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether the last line is blank.
    pub(super) fn ends_blank(&self) -> bool {
        self.lines.last().is_some_and(|line| line.blank)
    }

    /// Whether a line would make the record longer than it may be.
    pub(super) fn has_no_room(&self, line: &Line) -> bool {
        self.text.len() + line.text.len() > LONGEST && !self.text.is_empty()
    }

    /// Whether lines have been left out because the record is too long.
    pub(super) const fn is_full(&self) -> bool {
        self.full
    }

    /// Adds a blank line; those before the text are left out.
    pub(super) fn push_blank(&mut self, line: Line) {
        if !self.text.is_empty() {
            self.add(line, true, TextLine::default());
        }
    }

    /// Adds a line whose words do not matter.
    pub(super) fn push_line(&mut self, line: Line) {
        self.push(line, TextLine::default(), Reading::GoesOn);
    }

    /// Adds a line. One that finds no room is a fault of the record.
    pub(super) fn push(&mut self, line: Line, words: TextLine, reading: Reading) {
        let start = self.text.len();
        if self.has_no_room(&line) {
            self.full = true;
            self.too_long();
            return;
        }
        let end = start + line.text.trim_end().len();
        if let Some(at) = line.binary {
            let message = format!("line {} has a character that no text has", line.number);
            let span = Span::new(start + at, start + at + 1);
            self.faults
                .push(fault(ReadFaultKind::BadEncoding, message, span));
        }
        if let Some(at) = line.latin1 {
            self.note_latin1(&line.text, at);
        }
        if reading == Reading::Doubtful {
            let message = "this line could begin a game of its own; it is read as the rest of \
                           the one above, since more of the moves are legal so";
            let help = "a blank line between two games keeps them apart";
            let warning = Diagnostic::warning(message, Span::new(start, end));
            self.notes.push(warning.with_help(help));
        }
        let cut = line.cut;
        self.add(line, false, words);
        if cut {
            self.too_long();
        }
    }

    /// Adds a part of a line, of which so many characters came before. What
    /// finds no room is left out, and that is a fault of the record.
    pub(super) fn append(&mut self, part: &Part) {
        if self.text.is_empty() {
            self.first_line = part.line;
            self.indent = part.column;
        }
        let start = self.text.len();
        if self.full {
            return;
        }
        if start + part.text.len() > LONGEST {
            self.full = true;
            self.too_long();
            return;
        }
        let foreign = part.text.find(|c: char| !c.is_ascii());
        if let Some(at) = foreign.filter(|_| part.latin1) {
            self.note_latin1(&part.text, at);
        }
        self.text.push_str(&part.text);
    }

    /// Adds a fault at the end of the text.
    pub(super) fn fault_at_end(&mut self, kind: ReadFaultKind, message: &str) {
        let text = self.text.trim_end();
        self.faults
            .push(fault(kind, message, character(text, text.len())));
    }

    /// Says that a line before the record was too long and is left out.
    pub(super) fn note_skipped(&mut self, number: usize) {
        let message =
            format!("line {number} is skipped: there are no moves in its first {LONGEST} bytes");
        self.notes
            .push(Diagnostic::warning(message, Span::new(0, 0)));
    }

    /// Notes that the text to come is taken as Latin-1, where it is not ASCII
    /// first.
    fn note_latin1(&mut self, text: &str, at: usize) {
        let start = self.text.len() + at;
        let rest = text.get(at..).unwrap_or_default();
        let width = rest.chars().next().map_or(0, char::len_utf8);
        let message = "this line is not UTF-8: read as Latin-1";
        let span = Span::new(start, start + width);
        self.notes.push(Diagnostic::warning(message, span));
        let line = Span::new(0, text.len()).shifted(self.text.len());
        self.latin1.push(line);
    }

    fn too_long(&mut self) {
        let message = format!("a record of more than {LONGEST} bytes: the rest of it is not read");
        self.fault_at_end(ReadFaultKind::Truncated, &message);
    }

    fn add(&mut self, line: Line, blank: bool, words: TextLine) {
        if self.text.is_empty() {
            self.first_line = line.number;
        }
        let start = self.text.len();
        self.text.push_str(&line.text);
        self.lines.push(DraftLine {
            start,
            blank,
            words: words.shifted(start),
        });
    }

    /// Takes away the prose at the end that heads the next game: what stands
    /// after the last blank line, or all of it where the game itself begins
    /// with prose.
    pub(super) fn split_heading(&mut self) -> Self {
        let Some(last) = self
            .lines
            .iter()
            .rposition(|line| line.words.list.is_some())
        else {
            return Self::default();
        };
        let tail = self.lines.get(last + 1..).unwrap_or_default();
        let headed = self
            .lines
            .first()
            .is_some_and(|line| line.words.list.is_none());
        let from = match tail.iter().rposition(|line| line.blank) {
            Some(blank) => last + 1 + blank + 1,
            None if headed => last + 1,
            None => return Self::default(),
        };
        let Some(start) = self.lines.get(from).map(|line| line.start) else {
            return Self::default();
        };
        let text = self.text.split_off(start);
        let mut heading = Self {
            first_line: self.first_line + self.text.matches('\n').count(),
            text,
            ..Self::default()
        };
        let own = self.latin1.partition_point(|line| line.start < start);
        let places = self.latin1.split_off(own).into_iter();
        heading.latin1 = places
            .map(|line| Span::new(line.start - start, line.end - start))
            .collect();
        heading.take_messages(self, start);
        for line in self.lines.split_off(from) {
            heading.lines.push(DraftLine {
                start: line.start - start,
                blank: line.blank,
                words: TextLine::new(
                    heading
                        .text
                        .get(line.start - start..)
                        .and_then(|text| text.lines().next())
                        .unwrap_or_default(),
                )
                .shifted(line.start - start),
            });
        }
        heading
    }

    /// Takes over what is said about the text of another draft from a place
    /// on, which is now the beginning of this one's.
    fn take_messages(&mut self, from: &mut Self, start: usize) {
        let is_own = |message: &Diagnostic| message.span.is_some_and(|span| span.start >= start);
        let shift = |message: &mut Diagnostic| {
            message.span = message
                .span
                .map(|span| Span::new(span.start - start, span.end - start));
        };
        self.notes = from.notes.extract_if(.., |note| is_own(note)).collect();
        self.notes.iter_mut().for_each(shift);
        let is_own = |fault: &mut ReadFault| is_own(&fault.diagnostic);
        self.faults = from.faults.extract_if(.., is_own).collect();
        self.faults
            .iter_mut()
            .for_each(|fault| shift(&mut fault.diagnostic));
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The game in the lines.
    pub(super) fn read_moves(&mut self) -> Option<RawRecord> {
        let words: Vec<TextLine> = self
            .lines
            .iter_mut()
            .map(|line| std::mem::take(&mut line.words))
            .collect();
        moves::read(&self.text, &words)
    }

    /// The record with the text that it stands in.
    pub(super) fn finish(self, name: &str, mut record: RawRecord) -> (Source, RawRecord) {
        record.notes.extend(self.notes);
        record.faults.extend(self.faults);
        undecoded::mark(&self.text, &self.latin1, &mut record.tokens);
        let source = Source::part(name, self.text, self.first_line).indented(self.indent);
        (source, record)
    }
}
