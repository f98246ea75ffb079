//! Changes of a text that leave the rest of it as it is.

use super::{Source, Span};

/// So many lines before and after a change are shown with it.
const CONTEXT: usize = 3;

/// One change: a part of a text, and what is to stand there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty where something is put in.
    pub span: Span,
    /// What takes its place.
    pub text: String,
}

/// Changes of one text that do not overlap.
///
/// ```
/// use outflank::source::{Edit, Edits, Source, Span};
///
/// let source = Source::new("x.yaml", "a: 1 # one\nb: 2\n");
/// let edits = Edits::new(vec![Edit { span: Span::new(3, 4), text: "7".into() }]);
/// assert_eq!(edits.apply(&source), "a: 7 # one\nb: 2\n");
/// assert_eq!(edits.diff(&source), "\
/// --- x.yaml
/// +++ x.yaml
/// @@ -1,2 +1,2 @@
/// -a: 1 # one
/// +a: 7 # one
///  b: 2
/// ");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edits {
    /// In the order of the text.
    edits: Vec<Edit>,
}

/// Whole lines that change: which of the old text, and what they become.
struct Hunk {
    old: std::ops::Range<usize>,
    edits: Vec<Edit>,
}

impl Edits {
    /// Changes in any order; of those that begin in one place the order is
    /// kept, and one that overlaps another before it is left out.
    #[must_use]
    pub fn new(mut edits: Vec<Edit>) -> Self {
        edits.sort_by_key(|edit| edit.span.start);
        let mut end = 0;
        edits.retain(|edit| {
            let apart = edit.span.start >= end;
            if apart {
                end = edit.span.end;
            }
            apart
        });
        Self { edits }
    }

    /// Whether nothing changes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The text with the changes.
    #[must_use]
    pub fn apply(&self, source: &Source) -> String {
        let whole = Span::new(0, source.text().len());
        changed(source, whole, &self.edits)
    }

    /// The changes as a unified diff; empty when nothing changes.
    #[must_use]
    pub fn diff(&self, source: &Source) -> String {
        let lines = line_spans(source.text());
        let mut hunks: Vec<Hunk> = Vec::new();
        for edit in &self.edits {
            let first = line_of(&lines, edit.span.start);
            let last = line_of(&lines, edit.span.end.max(edit.span.start)) + 1;
            match hunks.last_mut() {
                Some(hunk) if first < hunk.old.end => {
                    hunk.old.end = last.max(hunk.old.end);
                    hunk.edits.push(edit.clone());
                }
                _ => hunks.push(Hunk {
                    old: first..last,
                    edits: vec![edit.clone()],
                }),
            }
        }
        if hunks.is_empty() {
            return String::new();
        }
        let mut text = format!("--- {0}\n+++ {0}\n", source.name());
        let mut grown = 0_isize;
        let mut rest = hunks.as_slice();
        while !rest.is_empty() {
            let near = rest
                .windows(2)
                .take_while(|pair| match pair {
                    [one, next] => next.old.start <= one.old.end + 2 * CONTEXT,
                    _ => false,
                })
                .count();
            let (group, later) = rest.split_at(near + 1);
            text.push_str(&section(source, &lines, group, &mut grown));
            rest = later;
        }
        text
    }
}

/// Hunks that stand together, with the lines around them. `grown` says by how
/// many lines those before made the text longer.
fn section(source: &Source, lines: &[Span], hunks: &[Hunk], grown: &mut isize) -> String {
    let (Some(first), Some(last)) = (hunks.first(), hunks.last()) else {
        return String::new();
    };
    let start = first.old.start.saturating_sub(CONTEXT);
    let end = (last.old.end + CONTEXT).min(lines.len());
    let mut body = String::new();
    let (mut old, mut new) = (0, 0);
    let mut put = |sign: char, line: &str| {
        old += usize::from(sign != '+');
        new += usize::from(sign != '-');
        body.push(sign);
        body.push_str(line);
        if !line.ends_with('\n') {
            body.push_str("\n\\ No newline at end of file\n");
        }
    };
    let of = |range: std::ops::Range<usize>| lines.get(range).unwrap_or_default();
    let mut at = start;
    for hunk in hunks {
        for &line in of(at..hunk.old.start) {
            put(' ', source.slice(line));
        }
        let replaced: Vec<&str> = of(hunk.old.clone())
            .iter()
            .map(|&line| source.slice(line))
            .collect();
        let text = match (of(hunk.old.clone()).first(), of(hunk.old.clone()).last()) {
            (Some(first), Some(last)) => changed(source, first.to(*last), &hunk.edits),
            _ => String::new(),
        };
        let written: Vec<&str> = text.split_inclusive('\n').collect();
        let (before, after) = same_around(&replaced, &written);
        for line in replaced.iter().take(before) {
            put(' ', line);
        }
        for line in inner(&replaced, before, after) {
            put('-', line);
        }
        for line in inner(&written, before, after) {
            put('+', line);
        }
        for line in inner(&replaced, replaced.len() - after, 0) {
            put(' ', line);
        }
        at = hunk.old.end;
    }
    for &line in of(at..end) {
        put(' ', source.slice(line));
    }
    let new_start = (start + 1).saturating_add_signed(*grown);
    *grown += new as isize - old as isize;
    format!("@@ -{},{old} +{new_start},{new} @@\n{body}", start + 1)
}

/// How many lines at the beginning and at the end two texts have in common.
fn same_around(one: &[&str], other: &[&str]) -> (usize, usize) {
    let pairs = one.iter().zip(other);
    let before = pairs.take_while(|(one, other)| one == other).count();
    let most = one.len().min(other.len()) - before;
    let pairs = one.iter().rev().zip(other.iter().rev());
    let after = pairs.take_while(|(one, other)| one == other).count();
    (before, after.min(most))
}

/// Lines without some at the beginning and at the end.
fn inner<'a, 't>(lines: &'a [&'t str], before: usize, after: usize) -> &'a [&'t str] {
    lines.get(before..lines.len() - after).unwrap_or_default()
}

/// A part of a text with the changes that are in it.
fn changed(source: &Source, part: Span, edits: &[Edit]) -> String {
    let mut text = String::new();
    let mut at = part.start;
    for edit in edits {
        text.push_str(source.slice(Span::new(at, edit.span.start)));
        text.push_str(&edit.text);
        at = edit.span.end;
    }
    text.push_str(source.slice(Span::new(at, part.end)));
    text
}

/// The lines of a text, each with its end.
fn line_spans(text: &str) -> Vec<Span> {
    let mut start = 0;
    text.split_inclusive('\n')
        .map(|line| {
            let span = Span::new(start, start + line.len());
            start = span.end;
            span
        })
        .collect()
}

/// The line that a place is in; its end belongs to it, not to the next.
fn line_of(lines: &[Span], at: usize) -> usize {
    let line = lines.partition_point(|line| line.end <= at);
    line.min(lines.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edits(source: &Source, changes: &[(&str, &str)]) -> Edits {
        let edit = |&(from, to): &(&str, &str)| {
            let start = source.text().find(from).unwrap();
            Edit {
                span: Span::new(start, start + from.len()),
                text: to.to_owned(),
            }
        };
        Edits::new(changes.iter().map(edit).collect())
    }

    #[test]
    fn far_changes_are_shown_apart() {
        let text: String = (1..=30).map(|n| format!("line {n};\n")).collect();
        let source = Source::new("x", text);
        let edits = edits(&source, &[("25;", "25\nnew"), ("2;\n", ""), ("4;", "four")]);
        let diff = edits.diff(&source);
        assert_eq!(
            diff,
            "--- x\n+++ x\n@@ -1,7 +1,6 @@\n line 1;\n-line 2;\n-line 3;\n+line line 3;\n-line 4;\n\
             +line four\n line 5;\n line 6;\n line 7;\n@@ -22,7 +21,8 @@\n line 22;\n line 23;\n \
             line 24;\n-line 25;\n+line 25\n+new\n line 26;\n line 27;\n line 28;\n"
        );
    }

    #[test]
    fn a_text_without_a_last_newline_stays_so() {
        let source = Source::new("x", "a\nb");
        let edits = edits(&source, &[("b", "c")]);
        assert_eq!(edits.apply(&source), "a\nc");
        assert!(edits.diff(&source).contains("-b\n\\ No newline"));
    }
}
