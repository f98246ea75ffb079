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
    variation::DEEPEST,
};
use crate::source::Span;

type Parsed<'a, T> = IResult<&'a str, T, Expected>;

/// A name with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
    /// The number of its node, from 0 before the first semicolon.
    pub(super) node: usize,
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

/// The lines of a record, the main one first and each one before those that
/// leave it, and where the syntax breaks.
#[derive(Debug, Default)]
pub(super) struct Properties {
    pub(super) lines: Vec<Line>,
    /// How many lines are left out because they branch too deep, and the place
    /// of the first of them.
    pub(super) left_out: Option<(usize, Span)>,
    pub(super) fault: Option<ReadFault>,
}

/// The properties of a line, node by node.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// The line that it leaves, and after how many of its properties; `None`
    /// for the main line.
    pub(super) leaves: Option<(usize, usize)>,
    /// The place of its bracket.
    pub(super) span: Span,
    depth: usize,
    pub(super) properties: Vec<Property>,
}

impl Properties {
    /// The properties of the main line.
    pub(super) fn main(&self) -> &[Property] {
        self.lines
            .first()
            .map_or(&[], |line| line.properties.as_slice())
    }
}

/// A bracket that is open.
#[derive(Debug, Clone, Copy)]
struct Tree {
    /// The line that its nodes belong to; `None` for one that is left out.
    line: Option<usize>,
    /// How many properties of the line stand before its first branch, once
    /// there is one.
    branches_at: Option<usize>,
}

/// A step through a record.
enum Item<'a> {
    Open,
    Close,
    Node,
    Property(&'a str, Vec<&'a str>),
}

/// Reads a record from its opening bracket on. Where a line branches, the
/// first branch goes on with it, and the others are lines of their own.
pub(super) fn read(text: &str) -> Properties {
    let mut found = Properties::default();
    found.lines.push(Line::default());
    let mut trees: Vec<Tree> = Vec::new();
    let mut node = 0;
    let mut rest = text.trim_end();
    let total = rest.len();
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
            Item::Open => {
                let tree = found.open(trees.last_mut(), span);
                trees.push(tree);
            }
            Item::Close => {
                trees.pop();
            }
            Item::Node => node += 1,
            Item::Property(name, values) => {
                let line = trees.last().map_or(Some(0), |tree| tree.line);
                let line = line.and_then(|line| found.lines.get_mut(line));
                let values = values.into_iter().map(|value| located(text, value));
                if let Some(line) = line {
                    line.properties.push(Property {
                        name: name.chars().filter(|c| !c.is_lowercase()).collect(),
                        values: values.collect(),
                        node,
                        span,
                    });
                }
            }
        }
        rest = after;
    }
    found
}

impl Properties {
    /// Opens a bracket inside another one.
    fn open(&mut self, outer: Option<&mut Tree>, span: Span) -> Tree {
        let inside = |line| Tree {
            line,
            branches_at: None,
        };
        let Some(outer) = outer else {
            return inside(Some(0));
        };
        let Some((number, line)) = outer.line.and_then(|at| Some((at, self.lines.get(at)?))) else {
            return inside(None);
        };
        let Some(at) = outer.branches_at else {
            outer.branches_at = Some(line.properties.len());
            return inside(Some(number));
        };
        let depth = line.depth + 1;
        if depth > DEEPEST {
            let (count, _) = self.left_out.get_or_insert((0, span));
            *count += 1;
            return inside(None);
        }
        self.lines.push(Line {
            leaves: Some((number, at)),
            span,
            depth,
            properties: Vec::new(),
        });
        inside(Some(self.lines.len() - 1))
    }
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
