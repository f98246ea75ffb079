//! Files of which an entry is no YAML: the others are read all the same.

use super::{
    place::too_deep,
    read::{read, syntax},
};
use crate::source::{Diagnostic, Source, Span};

/// More entries than this are not blanked: then it is the file that is broken.
const MAX_BROKEN: usize = 20;

/// An entry of a file's list that is no YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The whole entry.
    pub entry: Span,
    /// What is wrong with it.
    pub fault: Diagnostic,
}

/// The same text with those entries of its list blanked that keep it from
/// being read, and what is wrong with each. Every other character keeps its
/// place. `None` when it is not for
/// some of several entries that the file cannot be read.
///
/// ```
/// use outflank::source::{Source, yaml::{Document, mend}};
///
/// let source = Source::new("x", "list:\n  - name: 'Tiger\n  - name: Cow\n");
/// assert!(Document::parse(&source).is_err());
/// let (mended, broken) = mend(&source).unwrap();
/// assert!(Document::parse(&mended).is_ok());
/// assert_eq!(source.place(broken[0].fault.span.unwrap().start).line, 2);
/// ```
#[must_use]
pub fn mend(source: &Source) -> Option<(Source, Vec<Broken>)> {
    let mut text = source.text().to_owned();
    // Reading such a text takes long, and again for each entry.
    if too_deep(&text).is_some() {
        return None;
    }
    let mut broken = Vec::new();
    while let Err(error) = read(&text, None) {
        let fault = syntax(&text, &error);
        let at = fault.span?.start;
        let (start, end) = entry(&text, at)?;
        if broken.len() == MAX_BROKEN {
            return None;
        }
        let blank = |c: char| match c {
            '\n' => "\n".to_owned(),
            _ => " ".repeat(c.len_utf8()),
        };
        let blanks: String = text.get(start..end)?.chars().map(blank).collect();
        text.replace_range(start..end, &blanks);
        broken.push(Broken {
            entry: Span::new(start, end),
            fault,
        });
    }
    // At least one is left.
    entry(&text, text.len())?;
    Some((
        Source::part(source.name(), text, source.first_line()),
        broken,
    ))
}

/// The entry of the file's list around a place: from its dash to the next.
fn entry(text: &str, at: usize) -> Option<(usize, usize)> {
    let mut offset = 0;
    let mut dashes = Vec::new();
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches(' ').len();
        if line.trim_start().starts_with("- ") {
            dashes.push((indent, offset));
        }
        offset += line.len();
    }
    // Deeper dashes are those of lists in the entries.
    let own = dashes.iter().map(|&(indent, _)| indent).min()?;
    dashes.retain(|&(indent, _)| indent == own);
    let next = dashes.partition_point(|&(_, start)| start <= at);
    let (_, start) = *dashes.get(next.checked_sub(1)?)?;
    let end = dashes.get(next).map_or(text.len(), |&(_, start)| start);
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Places = Vec<(usize, usize)>;

    /// The lines that are blanked, and the places of the faults.
    fn mended(text: &str) -> Option<(Vec<usize>, Places)> {
        let source = Source::new("x", text);
        let (mended, broken) = mend(&source)?;
        assert_eq!(mended.text().len(), text.len());
        let lines = text.lines().zip(mended.text().lines()).enumerate();
        let blanked = lines.filter(|(_, (before, after))| before != after);
        let places = broken.iter().map(|broken| {
            let place = source.place(broken.fault.span.unwrap().start);
            (place.line, place.column)
        });
        Some((blanked.map(|(at, _)| at + 1).collect(), places.collect()))
    }

    #[test]
    fn the_entry_to_blame_is_blanked() {
        for (text, lines, place) in [
            (
                "l:\n- n: a\n- n: b: c\n  m: d\n- n: e\n",
                vec![3, 4],
                (3, 7),
            ),
            ("l:\n- n: a\n- n: 'b\n- n: e\n", vec![3], (3, 6)),
            (
                "l:\n- n: a\n- n: [b, c\n  m: d\n- n: e\n",
                vec![3, 4],
                (3, 6),
            ),
            ("l:\n- n: a\n- n: b\n   m: d\n- n: e\n", vec![3, 4], (4, 5)),
            ("l:\n- n: a\n- n: b\n\tm: d\n- n: e\n", vec![3, 4], (4, 1)),
            ("l:\n- n: a\n- n: *b\n- n: e\n", vec![3], (3, 6)),
            ("l:\n  - n: 'é\n  - l:\n    - x\n", vec![2], (2, 8)),
        ] {
            assert_eq!(mended(text), Some((lines, vec![place])), "{text}");
        }
        let two = "l:\n- n: a: b\n- n: c\n- n: 'd\n";
        assert_eq!(mended(two), Some((vec![2, 4], vec![(2, 7), (4, 6)])));
    }

    #[test]
    fn a_file_that_is_broken_as_a_whole_stays_so() {
        assert_eq!(mended("l: [\n"), None);
        assert_eq!(mended("l:\n- a: b: c\n"), None);
        assert_eq!(mended("a: b: c\n- d\n"), None);
        assert_eq!(mended(&format!("l:\n{}", "- a: b: c\n".repeat(30))), None);
    }
}
