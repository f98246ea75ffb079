//! Games as documents of YAML, as this library writes them: the moves in one
//! line under `moves`, and the other fields as in [`json`].
//! Documents begin with a line `---`.

use std::io::BufRead;

use super::{
    RawRecord, ReadError, ReadFaultKind, TokenKind,
    draft::{Draft, fault},
    json,
    moves::{self, TextLine},
    read::{Found, Stream},
};
use crate::{board::Rules, source::Span};

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

/// Reads one document.
fn read(text: &str, rules: Rules) -> RawRecord {
    let whole = Span::new(0, text.trim_end().len());
    let value: serde_json::Value = match serde_yaml::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            let at = error.location().map_or(0, |place| place.index());
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            let message = format!("this is not YAML: {message}");
            let place = super::draft::character(text, at);
            return RawRecord {
                span: whole,
                faults: vec![fault(ReadFaultKind::Syntax, message, place)],
                ..RawRecord::default()
            };
        }
    };
    let mut record = json::read(&value.to_string(), rules);
    record.span = whole;
    // The places are those in the JSON; the moves are found again.
    let lines = moves_lines(text);
    let place = match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => first.to(*last),
        _ => whole,
    };
    let words = |span: &Span| Some(TextLine::new(text.get(span.range())?).shifted(span.start));
    let words: Vec<TextLine> = lines.iter().filter_map(words).collect();
    let found = moves::read(text, &words);
    let kinds = |record: &RawRecord| -> Vec<TokenKind> {
        record
            .tokens
            .iter()
            .map(|token| token.kind.clone())
            .collect()
    };
    match found {
        Some(found) if kinds(&found) == kinds(&record) => record.tokens = found.tokens,
        _ => record
            .tokens
            .iter_mut()
            .for_each(|token| token.span = place),
    }
    let spans = record.tags.iter_mut().map(|tag| &mut tag.span);
    let spans = spans.chain(record.claims.iter_mut().map(|claim| &mut claim.span));
    let spans = spans.chain(record.scores.iter_mut().map(|score| &mut score.span));
    spans.for_each(|span| *span = whole);
    for note in &mut record.notes {
        note.span = note.span.map(|_| place);
    }
    for fault in &mut record.faults {
        fault.diagnostic.span = fault.diagnostic.span.map(|_| whole);
    }
    record
}

/// The lines that the value of `moves` stands on, without the quotes around
/// it; those after the first are indented.
fn moves_lines(text: &str) -> Vec<Span> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let value = match (line.strip_prefix("moves:"), lines.is_empty()) {
            // The words follow on the lines below.
            (Some(value), true) if value.trim_start().starts_with(['|', '>']) => "",
            (Some(value), true) => value,
            (_, false) if line.trim().is_empty() || line.starts_with([' ', '\t']) => line,
            (_, false) => break,
            (None, true) => {
                at += line.len();
                continue;
            }
        };
        let start = at + line.len() - value.len();
        let unquoted = value.trim_start().trim_start_matches(['\'', '"']);
        let start = start + value.len() - unquoted.len();
        let words = unquoted.trim_end().trim_end_matches(['\'', '"']);
        lines.push(Span::new(start, start + words.len()));
        at += line.len();
    }
    lines
}
