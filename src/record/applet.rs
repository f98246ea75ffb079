//! Diagrams of games as parameters of an applet in a page, a row each:
//!
//! ```text
//! <PARAM name="Line1" value="46 35 34 …">
//! ```
//!
//! Each number stands where that move was played; `##` is a black disc of the
//! start, `()` a white one. What else the page holds is left aside.

use std::io::BufRead;

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, tag_no_case, take_till, take_until, take_while1},
    character::complete::{char, multispace0},
    multi::fold_many0,
    sequence::{delimited, preceded},
};

use super::{
    RawRecord, ReadError, ReadFaultKind,
    draft::{Draft, fault},
    grid::{self, Notes, Word},
    read::{Found, Stream},
    syntax::Expected,
};
use crate::{board::Rules, source::Span};

/// The largest board has so many rows.
const MOST_ROWS: usize = 16;

/// A parameter: the number of its row and the words of its value.
struct Row<'a> {
    number: usize,
    words: Vec<Word<'a>>,
    /// The place of the value.
    span: Span,
}

/// Whether a text has such parameters, to find the format by.
pub(super) fn is_applet(head: &str) -> bool {
    !rows(head).is_empty()
}

/// The rows in a text, in its order.
fn rows(text: &str) -> Vec<Row<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = rest.get(at..).unwrap_or_default();
        match parameter(rest) {
            Ok((after, (name, value))) => {
                let start = (value.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
                if let Some(number) = line_number(name) {
                    found.push(Row {
                        number,
                        words: words(value, start),
                        span: Span::new(start, start + value.len()),
                    });
                }
                rest = after;
            }
            Err(_) => rest = rest.get(1..).unwrap_or_default(),
        }
    }
    found
}

/// `Line8`
fn line_number(name: &str) -> Option<usize> {
    let (line, number) = name.split_at_checked(4)?;
    let number = number.parse().ok()?;
    (line.eq_ignore_ascii_case("line") && (1..=MOST_ROWS).contains(&number)).then_some(number)
}

fn words(value: &str, offset: usize) -> Vec<Word<'_>> {
    let words = value.split_whitespace().map(|word| {
        let start = (word.as_ptr() as usize).saturating_sub(value.as_ptr() as usize);
        (word, Span::new(start, start + word.len()).shifted(offset))
    });
    words.collect()
}

type Parsed<'a, T> = IResult<&'a str, T, Expected>;

/// A parameter's name and value.
fn parameter(text: &str) -> Parsed<'_, (&str, &str)> {
    let none = || ("", "");
    let both = fold_many0(attribute, none, |(name, value), (key, text)| {
        if key.eq_ignore_ascii_case("name") {
            (text, value)
        } else if key.eq_ignore_ascii_case("value") {
            (name, text)
        } else {
            (name, value)
        }
    });
    preceded(tag_no_case("<param"), both).parse(text)
}

/// `name="Line1"`, with quotes of either kind or without.
fn attribute(text: &str) -> Parsed<'_, (&str, &str)> {
    let key = take_while1(|c: char| c.is_ascii_alphabetic());
    let bare = take_till(|c: char| c.is_whitespace() || c == '>');
    let value = alt((
        delimited(char('"'), take_until("\""), char('"')),
        delimited(char('\''), take_until("'"), char('\'')),
        bare,
    ));
    let equals = delimited(multispace0, tag("="), multispace0);
    preceded(multispace0, (key, equals, value))
        .map(|(key, _, value)| (key, value))
        .parse(text)
}

impl<R: BufRead> Stream<R> {
    /// The next diagram: up to the end of its applet, or the next first row.
    pub(super) fn applet(&mut self) -> Result<Option<Found>, ReadError> {
        let mut draft = Draft::default();
        while let Some(line) = self.lines.peek()? {
            let first = rows(&line.text).first().map(|row| row.number);
            let begins = first == Some(1);
            if begins && !draft.is_empty() || draft.has_no_room(line) {
                break;
            }
            let Some(line) = self.lines.next()? else {
                break;
            };
            let ends = line.text.to_ascii_lowercase().contains("</applet");
            if !draft.is_empty() || first.is_some() {
                draft.push_line(line);
            }
            if ends && !draft.is_empty() {
                break;
            }
        }
        if draft.is_empty() {
            return Ok(None);
        }
        let record = read(draft.text(), self.options.rules);
        Ok(Some(draft.finish(&self.name, record)))
    }
}

/// Reads the rows of a diagram.
fn read(text: &str, rules: Rules) -> RawRecord {
    let rows = rows(text);
    // The board has as many rows as the first one has squares.
    let size = rows.first().map_or(8, |row| row.words.len());
    let mut faults = Vec::new();
    let mut complain = |message: String, span| {
        faults.push(fault(ReadFaultKind::Syntax, message, span));
    };
    let mut grid: Vec<Option<Vec<Word<'_>>>> = vec![None; size.min(MOST_ROWS)];
    for row in rows {
        let (number, count) = (row.number, row.words.len());
        let Some(place) = grid.get_mut(number - 1) else {
            let message = format!("Line{number} is one row too many: the first has {size} squares");
            complain(message, row.span);
            continue;
        };
        if place.is_some() {
            complain(format!("Line{number} stands here twice"), row.span);
            continue;
        }
        if count != size {
            let message = format!("Line{number} should have {size} squares, and has {count}");
            complain(message, row.span);
        }
        *place = Some(if count == size { row.words } else { Vec::new() });
    }
    let end = text.trim_end().len();
    for (number, _) in (1..).zip(&grid).filter(|(_, row)| row.is_none()) {
        complain(format!("Line{number} is missing"), Span::new(end, end));
    }
    let grid: Vec<Vec<Word<'_>>> = grid.into_iter().map(Option::unwrap_or_default).collect();
    let whole = Span::new(0, end);
    grid::fill(&grid, faults, &Notes::default(), rules, whole)
}
