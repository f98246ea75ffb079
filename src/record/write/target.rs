//! [`Target`]: the formats that records are written in.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A format that records can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// The moves alone, a game a line: `f5d6c3`.
    Moves,
    /// Tags in square brackets and numbered pairs of moves.
    Pgn,
    /// The Smart Game Format.
    Sgf,
    /// The Generic Game Format of GGS and NBoard.
    Ggf,
    /// JSON objects with everything there is, one a line.
    Json,
    /// Documents of YAML with everything there is.
    Yaml,
    /// Positions, one a line, with the scores of moves.
    Obf,
    /// Zebra's scripts of endgames.
    Zebra,
    /// Lines of `id;squares;side;text;`.
    Gpdb,
    /// The logbooks of Logistello: `+d3-c3+c4: -04 10`.
    Logbook,
    /// JSON objects as eOthello gives them.
    Eothello,
    /// The database of the French federation: games, players, tournaments.
    Wthor,
}

/// A name that no format has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is no format to write")]
pub struct UnknownTarget(String);

impl Target {
    /// All formats.
    pub const ALL: [Self; 12] = [
        Self::Moves,
        Self::Pgn,
        Self::Sgf,
        Self::Ggf,
        Self::Json,
        Self::Yaml,
        Self::Obf,
        Self::Zebra,
        Self::Gpdb,
        Self::Logbook,
        Self::Eothello,
        Self::Wthor,
    ];

    /// The name, as options and messages use it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Pgn => "pgn",
            Self::Sgf => "sgf",
            Self::Ggf => "ggf",
            Self::Json => "json",
            Self::Yaml => "yaml",
            Self::Obf => "obf",
            Self::Zebra => "zebra",
            Self::Gpdb => "gpdb",
            Self::Logbook => "logbook",
            Self::Eothello => "eothello",
            Self::Wthor => "wthor",
        }
    }

    /// What it is, in a line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Moves => "the moves alone, a game a line",
            Self::Pgn => "tags and numbered pairs of moves",
            Self::Sgf => "the Smart Game Format",
            Self::Ggf => "the Generic Game Format of GGS and NBoard",
            Self::Json => "JSON objects with everything, one a line",
            Self::Yaml => "documents of YAML with everything",
            Self::Obf => "last positions, one a line, with the scores of moves",
            Self::Zebra => "last positions as a script of endgames for Zebra",
            Self::Gpdb => "last positions as lines of `id;squares;side;text;`",
            Self::Logbook => "lines of Logistello's logbooks",
            Self::Eothello => "JSON objects as eOthello gives them",
            Self::Wthor => "WTHOR games, with the players and tournaments beside them (needs -o)",
        }
    }

    /// Whether the format is bytes and no text, so that it goes to files only.
    #[must_use]
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Wthor)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(name: &str) -> Result<Self, UnknownTarget> {
        Self::ALL
            .into_iter()
            .find(|target| target.name() == name)
            .ok_or_else(|| UnknownTarget(name.to_owned()))
    }
}
