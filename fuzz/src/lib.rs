//! What every fuzz target holds the library to: nothing panics, every place
//! lies inside its text, and what is accepted can be played by the rules.

pub mod back;
pub mod replay;
pub mod targets;

use std::io::BufRead;

use outflank::{
    record::{Format, JudgeOptions, Judged, RawRecord, ReadOptions, Records, judge},
    source::{Diagnostic, Source, Span},
};

/// Reads bytes in a format, or in the one that they are found to be in.
pub fn read(bytes: &[u8], format: Option<Format>) {
    read_from(bytes, format);
}

/// The same for a stream.
pub fn read_from(reader: impl BufRead, format: Option<Format>) {
    hold(records(reader, format));
}

/// The records of a stream.
pub fn records<R: BufRead>(reader: R, format: Option<Format>) -> Records<R> {
    let options = ReadOptions {
        format,
        ..ReadOptions::default()
    };
    Records::new("fuzz", reader, options)
}

/// Judges records, and holds each to what must hold for it.
pub fn hold(records: Records<impl BufRead>) -> Vec<Judged> {
    let mut all = Vec::new();
    for found in records {
        let Ok((source, raw)) = found else { continue };
        raw_lies_inside(&source, &raw);
        let judged = judge(&source, &raw, &JudgeOptions::default());
        judged_lies_inside(&source, &judged);
        replay::game(&judged.record.game);
        all.push(judged);
    }
    all
}

fn raw_lies_inside(source: &Source, raw: &RawRecord) {
    inside(source, raw.span);
    for span in raw.tokens.iter().map(|token| token.span) {
        inside(source, span);
    }
    for span in raw.tags.iter().map(|tag| tag.span) {
        inside(source, span);
    }
    for span in raw.claims.iter().map(|claim| claim.span) {
        inside(source, span);
    }
    for span in raw.scores.iter().map(|score| score.span) {
        inside(source, span);
    }
    for fault in &raw.faults {
        diagnostic(source, &fault.diagnostic);
    }
    for pair in raw.tokens.windows(2) {
        let [a, b] = pair else { continue };
        // Moves of YAML that are not found again share the place of all.
        let in_order = a.span.end <= b.span.start || a.span == b.span;
        assert!(in_order, "moves out of order: {pair:?}");
    }
}

fn judged_lies_inside(source: &Source, judged: &Judged) {
    for fault in &judged.faults {
        inside(source, fault.span);
        for repair in &fault.repairs {
            inside(source, repair.span);
        }
    }
    for warning in &judged.warnings {
        diagnostic(source, warning);
    }
}

/// The place of a message lies inside the text.
pub fn diagnostic(source: &Source, diagnostic: &Diagnostic) {
    if let Some(span) = diagnostic.span {
        inside(source, span);
    }
}

/// A span lies inside the text, and between characters.
pub fn inside(source: &Source, span: Span) {
    let text = source.text();
    let good = span.start <= span.end
        && span.end <= text.len()
        && text.is_char_boundary(span.start)
        && text.is_char_boundary(span.end);
    assert!(good, "{span:?} does not lie in {text:?}");
}
