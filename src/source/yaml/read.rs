//! The reading of a YAML text into values, all of it in one go.

use std::{borrow::Cow, fmt};

use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor};

use super::place::within;
use crate::source::{Diagnostic, Span};

/// A value as it was read.
#[derive(Debug)]
pub(super) struct Raw<'s> {
    /// Its number in the order of reading.
    pub(super) id: usize,
    pub(super) value: Value<'s>,
}

#[derive(Debug)]
pub(super) enum Value<'s> {
    Nothing,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(Cow<'s, str>),
    List(Vec<Raw<'s>>),
    Map(Vec<(Key<'s>, Raw<'s>)>),
}

/// A key and where it stands, where that is known.
#[derive(Debug)]
pub(super) struct Key<'s> {
    pub(super) name: Cow<'s, str>,
    pub(super) span: Option<Span>,
}

impl Value<'_> {
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Nothing => "empty",
            Self::Bool(_) => "true or false",
            Self::Int(_) => "a whole number",
            Self::Float(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "a list",
            Self::Map(_) => "a map of keys",
        }
    }
}

/// Where a quote or a bracket was opened that the error is about: what is
/// never closed is noticed far behind.
fn opened(text: &str, message: &str) -> Option<usize> {
    let (_, context) = message
        .split_once("while scanning a quoted scalar at line ")
        .or_else(|| message.split_once("while parsing a flow "))?;
    let mut numbers = context
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|number| number.parse::<usize>().ok());
    let (line, column) = (numbers.next()?, numbers.next()?);
    let start: usize = text
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    let before: usize = text
        .get(start..)?
        .chars()
        .take(column - 1)
        .map(char::len_utf8)
        .sum();
    Some(start + before)
}

/// Reads a text into values. With `stop_at` the reading ends with an error
/// whose place is that of the value of this number.
pub(super) fn read(text: &str, stop_at: Option<usize>) -> Result<Raw<'_>, serde_yaml::Error> {
    let mut reader = Reader {
        text,
        stop_at,
        nodes: 0,
        copied: 0,
    };
    Seed(&mut reader).deserialize(serde_yaml::Deserializer::from_str(text))
}

/// What is counted while a text is read.
struct Reader<'s> {
    text: &'s str,
    stop_at: Option<usize>,
    nodes: usize,
    copied: usize,
}

impl Reader<'_> {
    /// Counts the value, and ends the reading where it must end. Every value
    /// that is written out takes a byte at least, so only aliases can lead to
    /// more values than bytes, or to more text.
    fn enter<E: de::Error>(&mut self, copied: usize) -> Result<usize, E> {
        let id = self.nodes;
        if self.stop_at == Some(id) {
            return Err(E::custom("here"));
        }
        self.nodes += 1;
        self.copied += copied;
        if self.nodes.max(self.copied) > self.text.len() + 1 {
            return Err(E::custom(TOO_LARGE));
        }
        Ok(id)
    }
}

/// Reads one value.
struct Seed<'r, 's>(&'r mut Reader<'s>);

impl<'s> Seed<'_, 's> {
    fn leaf<E: de::Error>(self, value: Value<'s>) -> Result<Raw<'s>, E> {
        let id = self.0.enter(0)?;
        Ok(Raw { id, value })
    }
}

impl<'s> DeserializeSeed<'s> for Seed<'_, 's> {
    type Value = Raw<'s>;

    fn deserialize<D: de::Deserializer<'s>>(self, deserializer: D) -> Result<Raw<'s>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'s> Visitor<'s> for Seed<'_, 's> {
    type Value = Raw<'s>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(UNTAGGED)
    }

    fn visit_none<E: de::Error>(self) -> Result<Raw<'s>, E> {
        self.leaf(Value::Nothing)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Raw<'s>, E> {
        self.leaf(Value::Nothing)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Raw<'s>, E> {
        self.leaf(Value::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Raw<'s>, E> {
        self.leaf(Value::Int(value))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Raw<'s>, E> {
        self.leaf(Value::Float(value as f64))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Raw<'s>, E> {
        self.leaf(i64::try_from(value).map_or(Value::Float(value as f64), Value::Int))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Raw<'s>, E> {
        self.leaf(Value::Float(value as f64))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Raw<'s>, E> {
        self.leaf(Value::Float(value))
    }

    fn visit_borrowed_str<E: de::Error>(self, value: &'s str) -> Result<Raw<'s>, E> {
        self.leaf(Value::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Raw<'s>, E> {
        let id = self.0.enter(value.len())?;
        let value = Value::Text(Cow::Owned(value.to_owned()));
        Ok(Raw { id, value })
    }

    fn visit_seq<A: SeqAccess<'s>>(self, mut access: A) -> Result<Raw<'s>, A::Error> {
        let id = self.0.enter(0)?;
        let mut items = Vec::new();
        while let Some(item) = access.next_element_seed(Seed(self.0))? {
            items.push(item);
        }
        let value = Value::List(items);
        Ok(Raw { id, value })
    }

    fn visit_map<A: MapAccess<'s>>(self, mut access: A) -> Result<Raw<'s>, A::Error> {
        let id = self.0.enter(0)?;
        let mut entries = Vec::new();
        while let Some(key) = access.next_key_seed(KeySeed(self.0))? {
            entries.push((key, access.next_value_seed(Seed(self.0))?));
        }
        let value = Value::Map(entries);
        Ok(Raw { id, value })
    }
}

/// Reads one key.
struct KeySeed<'r, 's>(&'r mut Reader<'s>);

impl<'s> DeserializeSeed<'s> for KeySeed<'_, 's> {
    type Value = Key<'s>;

    fn deserialize<D: de::Deserializer<'s>>(self, deserializer: D) -> Result<Key<'s>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'s> Visitor<'s> for KeySeed<'_, 's> {
    type Value = Key<'s>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(KEY)
    }

    fn visit_borrowed_str<E: de::Error>(self, name: &'s str) -> Result<Key<'s>, E> {
        Ok(Key {
            name: Cow::Borrowed(name),
            span: Some(within(self.0.text, name)),
        })
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Key<'s>, E> {
        self.0.copied += name.len();
        Ok(Key {
            name: Cow::Owned(name.to_owned()),
            span: None,
        })
    }
}

/// What the reader says of a text, and what we say.
const PROBLEMS: [(&str, &str); 13] = [
    (
        "while scanning a quoted scalar",
        "this quote is never closed",
    ),
    (
        "did not find expected ',' or",
        "this bracket is never closed",
    ),
    (
        "mapping values are not allowed",
        "a colon and a blank inside a value; put the value in quotes",
    ),
    (
        "did not find expected key",
        "the keys of an entry should stand below one another",
    ),
    (
        "did not find expected '-' indicator",
        "the entries of a list should stand below one another",
    ),
    ("cannot start any token", "a value cannot begin like this"),
    (TOO_LARGE, TOO_LARGE),
    ("repetition limit exceeded", TOO_LARGE),
    ("recursion limit exceeded", "it nests too deeply"),
    ("more than one document", "it holds more than one document"),
    (KEY, "a key should be one word"),
    (UNTAGGED, "a value should have no tag"),
    ("unknown anchor", "an alias of something that is not there"),
];

const TOO_LARGE: &str = "its aliases make it too large";
const KEY: &str = "a key of one word";
const UNTAGGED: &str = "a value without a tag";

/// The reader's error in our words, with its place.
pub(super) fn syntax(text: &str, error: &serde_yaml::Error) -> Diagnostic {
    let message = error.to_string();
    let told = message.split(" at line ").next().unwrap_or(&message);
    let problem = PROBLEMS
        .into_iter()
        .find_map(|(theirs, ours)| message.contains(theirs).then_some(ours))
        .unwrap_or(told);
    let at = opened(text, &message).or(error.location().map(|location| location.index()));
    let at = at.map(|at| at.min(text.trim_end().len()));
    let rest = text.get(at.unwrap_or(0)..).unwrap_or_default();
    let width = rest.chars().next().map_or(0, char::len_utf8);
    let span = at.map(|at| Span::new(at, at + width));
    let fault = Diagnostic {
        span,
        ..Diagnostic::error(format!("not readable as YAML: {problem}"), Span::default())
    };
    let line = at.and_then(|at| text.get(..at)?.lines().next_back());
    if rest.starts_with('\t')
        || line.is_some_and(|line| line.trim_start_matches(' ').starts_with('\t'))
    {
        return fault.with_help("YAML is indented with blanks, never with tabs");
    }
    fault
}
