//! The syntax that SGF and GGF share: names in capitals, each with values in
//! square brackets, in brackets of their own.

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::take_while1,
    character::complete::{char, multispace0, none_of, satisfy},
    combinator::recognize,
    error::context,
    multi::{many0_count, many1},
    sequence::{preceded, terminated},
};

use super::{
    ReadFault, ReadFaultKind, Tag,
    draft::{character, fault},
    syntax::Expected,
};
use crate::source::Span;

type Parsed<'a, T> = IResult<&'a str, T, Expected>;

/// A name with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
    /// All of it.
    pub(super) span: Span,
}

/// A value as it stands between its brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) text: String,
    pub(super) span: Span,
}

impl Property {
    /// The first value; there is always one.
    pub(super) fn value(&self) -> Option<&Value> {
        self.values.first()
    }

    /// The property as a tag of a name of its own.
    pub(super) fn tag(&self, name: &str) -> Option<Tag> {
        self.value().map(|value| Tag {
            name: name.to_owned(),
            value: value.unescaped(),
            span: value.span,
        })
    }
}

impl Value {
    /// The text without the backslashes that protect brackets.
    pub(super) fn unescaped(&self) -> String {
        let mut plain = String::with_capacity(self.text.len());
        let mut chars = self.text.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => plain.extend(chars.next().filter(|&c| c != '\n')),
                _ => plain.push(c),
            }
        }
        plain
    }
}

/// The properties of a record: those of the main line, whether there are
/// other lines, and where the syntax breaks.
#[derive(Debug, Default)]
pub(super) struct Properties {
    pub(super) main: Vec<Property>,
    /// The place of the first other line.
    pub(super) variation: Option<Span>,
    pub(super) fault: Option<ReadFault>,
}

/// A step through a record.
enum Item<'a> {
    Open,
    Close,
    Node,
    Property(&'a str, Vec<&'a str>),
}

/// Reads a record from its opening bracket on. Where a game branches, the
/// first branch is the main line, as deep as it goes.
pub(super) fn read(text: &str) -> Properties {
    let mut found = Properties::default();
    let mut rest = text.trim_end();
    let total = rest.len();
    let mut closed = false;
    while !rest.is_empty() {
        let (after, item) = match item(rest) {
            Ok(parsed) => parsed,
            Err(nom::Err::Error(expected) | nom::Err::Failure(expected)) => {
                // That a record ends too early was seen when it was cut out.
                if expected.place(total) < total {
                    found.fault = Some(broken(text, expected, total));
                }
                break;
            }
            Err(nom::Err::Incomplete(_)) => break,
        };
        let start = total - rest.trim_start().len();
        let span = Span::new(start, total - after.len());
        match item {
            Item::Close => closed = true,
            Item::Open if closed => {
                found.variation.get_or_insert(span);
            }
            Item::Property(name, values) if !closed => found.main.push(Property {
                name: name.chars().filter(|c| !c.is_lowercase()).collect(),
                values: values
                    .into_iter()
                    .map(|value| located(text, value))
                    .collect(),
                span,
            }),
            Item::Open | Item::Node | Item::Property(..) => {}
        }
        rest = after;
    }
    found
}

/// A value that was cut out of the text, with its place.
fn located(text: &str, value: &str) -> Value {
    let start = (value.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    Value {
        text: value.to_owned(),
        span: Span::new(start, start + value.len()),
    }
}

fn broken(text: &str, expected: Expected, total: usize) -> ReadFault {
    let place = character(text, expected.place(total));
    let message = format!("expected {}", expected.what());
    fault(ReadFaultKind::Syntax, message, place)
}

fn item(text: &str) -> Parsed<'_, Item<'_>> {
    let name = terminated(take_while1(|c: char| c.is_ascii_alphabetic()), multispace0);
    let values = many1(preceded(multispace0, value));
    let property = (
        context("a name like `B`, `;` or a bracket", name),
        context("`[` and a value", values),
    );
    preceded(
        multispace0,
        alt((
            property.map(|(name, values)| Item::Property(name, values)),
            char(';').map(|_| Item::Node),
            char('(').map(|_| Item::Open),
            char(')').map(|_| Item::Close),
        )),
    )
    .parse(text)
}

/// A value between brackets; in it a backslash protects a bracket.
fn value(text: &str) -> Parsed<'_, &str> {
    let piece = alt((
        (char('\\'), satisfy(|_| true)).map(|_| ()),
        none_of("]\\").map(|_| ()),
    ));
    let mut inside = recognize(many0_count(piece));
    let (after, _) = context("`[`", char('[')).parse(text)?;
    let (after, inside) = inside.parse(after)?;
    let (after, _) = context("`]`", char(']')).parse(after)?;
    Ok((after, inside))
}
