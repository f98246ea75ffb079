//! [`Format`]: the ways in which games and positions are written.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A format that records can be read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Move lists in plain text, alone or with prose around them.
    Moves,
    /// Positions, one a line: the squares, the side to move, and perhaps the
    /// scores of moves (OBF).
    Obf,
}

/// A name that no format has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is no format of records")]
pub struct UnknownFormat(String);

impl Format {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Moves, Self::Obf];

    /// The name, as options and messages use it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Obf => "obf",
        }
    }

    /// What it is, in a line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Moves => "move lists, with or without prose around them",
            Self::Obf => "positions, one a line, with or without scores of moves",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}
