//! Records in brackets, cut out of a stream: `{…}` of JSON, `(…)` of SGF.

use std::io::{self, BufRead};

use super::{
    ReadFaultKind,
    draft::{Draft, Part},
    lines::Lines,
};

/// How a format brackets its records.
#[derive(Debug, Clone, Copy)]
pub(super) struct Brackets {
    open: char,
    close: char,
    /// Between these, brackets are text.
    quote: (char, char),
}

impl Brackets {
    pub(super) const JSON: Self = Self {
        open: '{',
        close: '}',
        quote: ('"', '"'),
    };
    pub(super) const SGF: Self = Self {
        open: '(',
        close: ')',
        quote: ('[', ']'),
    };
}

/// Cuts a stream into records.
#[derive(Debug, Default)]
pub(super) struct Cutter {
    /// The rest of a line.
    rest: Part,
}

/// The next part of a stream.
#[derive(Debug)]
pub(super) enum Cut {
    /// A record, from its opening bracket on.
    Record(Draft),
    /// Other text, between records.
    Between(Draft),
}

impl Cutter {
    /// The next record, or the text before it unless that is white space and
    /// commas.
    pub(super) fn next<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
        brackets: Brackets,
    ) -> io::Result<Option<Cut>> {
        let mut between = Draft::default();
        loop {
            if !self.fill(lines)? {
                return Ok((!between.is_empty()).then_some(Cut::Between(between)));
            }
            let at = self.rest.text.find(brackets.open);
            if at.is_some_and(|at| at == 0) {
                return match between.is_empty() {
                    true => self.record(lines, brackets).map(Some),
                    false => Ok(Some(Cut::Between(between))),
                };
            }
            let before = self.take(at.unwrap_or(self.rest.text.len()));
            let joins = |c: char| c.is_whitespace() || ",[]".contains(c);
            if !before.text.trim_matches(joins).is_empty() {
                between.append(&before);
            }
        }
    }

    /// The record that the rest of the line begins with.
    fn record<R: BufRead>(&mut self, lines: &mut Lines<R>, brackets: Brackets) -> io::Result<Cut> {
        let mut draft = Draft::default();
        let mut scan = Scan::default();
        loop {
            let end = scan.end(&self.rest.text, brackets);
            let part = self.take(end.unwrap_or(self.rest.text.len()));
            draft.append(&part);
            if end.is_some() {
                return Ok(Cut::Record(draft));
            }
            // A value without its end would swallow the records after it.
            let more = self.fill(lines)?;
            let next = scan.quoted && self.rest.column == 0 && self.rest.text.starts_with("(;");
            if !more || next {
                let message = format!("the record ends without its `{}`", brackets.close);
                draft.fault_at_end(ReadFaultKind::Truncated, &message);
                return Ok(Cut::Record(draft));
            }
        }
    }

    /// Reads the next line when the rest is used up; says whether there is
    /// text.
    fn fill<R: BufRead>(&mut self, lines: &mut Lines<R>) -> io::Result<bool> {
        if self.rest.text.is_empty()
            && let Some(line) = lines.next()?
        {
            self.rest = Part {
                text: line.text,
                line: line.number,
                column: line.column,
                latin1: line.latin1.is_some(),
            };
        }
        Ok(!self.rest.text.is_empty())
    }

    /// Takes away the first bytes of the rest.
    fn take(&mut self, length: usize) -> Part {
        let rest = self.rest.text.split_off(length);
        let text = std::mem::replace(&mut self.rest.text, rest);
        let column = self.rest.column;
        self.rest.column += text.chars().count();
        Part {
            text,
            column,
            ..self.rest
        }
    }
}

/// How deep in brackets and quotes a place is.
#[derive(Debug, Default)]
struct Scan {
    depth: usize,
    quoted: bool,
    escaped: bool,
}

impl Scan {
    /// Goes on through a text; where the record ends, if it does.
    fn end(&mut self, text: &str, brackets: Brackets) -> Option<usize> {
        for (at, c) in text.char_indices() {
            if self.escaped {
                self.escaped = false;
            } else if self.quoted {
                self.escaped = c == '\\';
                self.quoted = c != brackets.quote.1;
            } else if c == brackets.quote.0 {
                self.quoted = true;
            } else if c == brackets.open {
                self.depth += 1;
            } else if c == brackets.close {
                self.depth = self.depth.saturating_sub(1);
            }
            if self.depth == 0 {
                return Some(at + c.len_utf8());
            }
        }
        None
    }
}
