//! Games as documents of YAML, as this library writes them: the moves in one
//! line under `moves`, and the other fields as in [`json`].
//! Documents begin with a line `---`.

use std::io::BufRead;

use super::{
    RawRecord, RawVariation, ReadError, ReadFault, ReadFaultKind,
    draft::Draft,
    json,
    read::{Found, Stream},
};
use crate::{
    board::Rules,
    source::{
        Source, Span,
        yaml::{Document, Node, View},
    },
};

/// Whether a text is made of such documents: other YAML is not.
pub(super) fn is_yaml(text: &str) -> bool {
    let first = text.strip_prefix("---").map(str::trim_start);
    first.is_some_and(|first| first.starts_with("moves:"))
}

impl<R: BufRead> Stream<R> {
    /// The next document.
    pub(super) fn yaml(&mut self) -> Result<Option<Found>, ReadError> {
        let mut draft = Draft::default();
        while let Some(line) = self.lines.peek()? {
            let begins = line.text.trim_end() == "---";
            if begins && !draft.text().trim().is_empty() {
                break;
            }
            match self.lines.next()? {
                Some(_) if begins => {}
                Some(line) if line.is_blank() => draft.push_blank(line),
                Some(line) => draft.push_line(line),
                None => break,
            }
        }
        if draft.is_empty() {
            return Ok(None);
        }
        let record = read(draft.text(), self.options.rules);
        Ok(Some(draft.finish(&self.name, record)))
    }
}

/// Reads one document: as the object of JSON that says the same, whose places
/// are then those of the document.
fn read(text: &str, rules: Rules) -> RawRecord {
    let whole = Span::new(0, text.trim_end().len());
    let source = Source::new("", text);
    let document = match Document::parse(&source) {
        Ok(document) => document,
        Err(mut diagnostic) => {
            diagnostic.span.get_or_insert(whole);
            return RawRecord {
                span: whole,
                faults: vec![ReadFault {
                    kind: ReadFaultKind::Syntax,
                    diagnostic: *diagnostic,
                }],
                ..RawRecord::default()
            };
        }
    };
    let mut copy = Copy::default();
    copy.value(document.root());
    let mut record = json::read(&copy.json, rules);
    copy.place(&mut record);
    record.span = whole;
    record
}

/// An object of JSON with the values of a document that its parts stand for.
#[derive(Default)]
struct Copy<'d> {
    json: String,
    /// The parts, those inside others before them.
    parts: Vec<(Span, Node<'d>)>,
}

impl<'d> Copy<'d> {
    /// Adds a value.
    fn value(&mut self, node: Node<'d>) {
        let start = self.json.len();
        match node.view() {
            View::Nothing => self.json.push_str("null"),
            View::Bool(value) => self.json.push_str(&value.to_string()),
            View::Int(value) => self.json.push_str(&value.to_string()),
            View::Float(value) => self.push(&value),
            View::Text(text) => self.push(text),
            View::List(items) => {
                self.json.push('[');
                for (at, item) in items.into_iter().enumerate() {
                    self.json.push_str(if at > 0 { "," } else { "" });
                    self.value(item);
                }
                self.json.push(']');
            }
            View::Map(entries) => {
                self.json.push('{');
                for (at, (key, node)) in entries.into_iter().enumerate() {
                    self.json.push_str(if at > 0 { "," } else { "" });
                    self.push(key);
                    self.json.push(':');
                    self.value(node);
                }
                self.json.push('}');
            }
        }
        self.parts.push((Span::new(start, self.json.len()), node));
    }

    fn push(&mut self, value: &(impl serde::Serialize + ?Sized)) {
        // Text and numbers can always be written.
        let text = serde_json::to_string(value).unwrap_or_default();
        self.json.push_str(&text);
    }

    /// Puts a record's places, which are those in the JSON, into the document.
    fn place(&self, record: &mut RawRecord) {
        let spans = record.tags.iter_mut().map(|tag| &mut tag.span);
        let spans = spans.chain(record.claims.iter_mut().map(|claim| &mut claim.span));
        let spans = spans.chain(record.scores.iter_mut().map(|score| &mut score.span));
        let spans = spans.chain(record.tokens.iter_mut().map(|token| &mut token.span));
        spans.for_each(|span| *span = self.place_of(*span));
        self.place_lines(&mut record.variations);
        let faults = record.faults.iter_mut().map(|fault| &mut fault.diagnostic);
        for told in record.notes.iter_mut().chain(faults) {
            told.span = told.span.map(|span| self.place_of(span));
        }
    }

    fn place_lines(&self, variations: &mut [RawVariation]) {
        for line in variations {
            line.span = self.place_of(line.span);
            for token in &mut line.tokens {
                token.span = self.place_of(token.span);
            }
            self.place_lines(&mut line.variations);
        }
    }

    /// Where the smallest value stands that a part of the JSON belongs to, or
    /// the part of it if it is text.
    fn place_of(&self, span: Span) -> Span {
        let holds =
            |(part, _): &&(Span, Node<'_>)| part.start <= span.start && span.end <= part.end;
        // What ends behind the part first is the innermost.
        let first = self.parts.partition_point(|(part, _)| part.end < span.end);
        let Some((part, node)) = self
            .parts
            .get(first..)
            .and_then(|parts| parts.iter().find(holds))
        else {
            return span;
        };
        let View::Text(_) = node.view() else {
            return node.span();
        };
        let before = |at: usize| {
            let inside = self.json.get(part.start + 1..at).unwrap_or_default();
            plain_length(inside)
        };
        let end = span.end.min(part.end - 1);
        node.span_of(before(span.start.max(part.start + 1).min(end))..before(end))
    }
}

/// The bytes of the text that stands so in JSON, with its escapes.
fn plain_length(escaped: &str) -> usize {
    let text: Result<String, _> = serde_json::from_str(&format!("\"{escaped}\""));
    text.map_or(escaped.len(), |text| text.len())
}
