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
    let place = moves_place(text).unwrap_or(whole);
    let words = text.get(place.range()).unwrap_or_default();
    let found = moves::read(text, &[TextLine::new(words).shifted(place.start)]);
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

/// Where the value of `moves` stands, without the quotes around it; its lines
/// after the first are indented.
fn moves_place(text: &str) -> Option<Span> {
    let mut lines = text.split_inclusive('\n');
    let before: usize = lines
        .by_ref()
        .take_while(|line| !line.starts_with("moves:"))
        .map(str::len)
        .sum();
    let value = text.get(before..)?.strip_prefix("moves:")?;
    let goes_on = |line: &&str| line.trim().is_empty() || line.starts_with([' ', '\t']);
    let more: usize = lines.take_while(goes_on).map(str::len).sum();
    let first = value.find('\n').map_or(value.len(), |end| end + 1);
    let value = value.get(..first + more)?;
    // The words follow on the lines below.
    let is_block = value.trim_start().starts_with(['|', '>']);
    let words = if is_block { value.get(first..)? } else { value };
    let words = words.trim_start().trim_start_matches(['\'', '"']);
    let start = before + "moves:".len() + value.len() - words.len();
    let words = words.trim_end().trim_end_matches(['\'', '"']);
    Some(Span::new(start, start + words.len()))
}
