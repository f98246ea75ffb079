//! [`Format`]: the ways in which games and positions are written.

use std::{fmt, path::Path, str::FromStr};

use thiserror::Error;

use super::{ggf, gpdb, yaml};

/// A format that records can be read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Move lists in plain text, alone or with prose around them.
    Moves,
    /// Tags in square brackets and numbered pairs of moves: PlayOK, Kurnik,
    /// Edax.
    Pgn,
    /// The Smart Game Format.
    Sgf,
    /// The Generic Game Format of GGS and NBoard.
    Ggf,
    /// JSON objects: eOthello, Othello Quest, this library's own.
    Json,
    /// Documents of YAML, this library's own.
    Yaml,
    /// Positions, one a line: the squares, the side to move, and perhaps the
    /// scores of moves (OBF).
    Obf,
    /// Zebra's scripts of endgames.
    Zebra,
    /// Lines of `id;squares;side;text;`.
    Gpdb,
    /// The WTHOR database: binary files of games, `.wtb`.
    Wthor,
}

/// A name that no format has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is no format of records")]
pub struct UnknownFormat(String);

impl Format {
    /// All formats.
    pub const ALL: [Self; 10] = [
        Self::Moves,
        Self::Pgn,
        Self::Sgf,
        Self::Ggf,
        Self::Json,
        Self::Yaml,
        Self::Obf,
        Self::Zebra,
        Self::Gpdb,
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
            Self::Wthor => "wthor",
        }
    }

    /// What it is, in a line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Moves => "move lists, with or without prose around them",
            Self::Pgn => "tags and numbered pairs of moves: PlayOK, Kurnik, Edax",
            Self::Sgf => "the Smart Game Format",
            Self::Ggf => "the Generic Game Format of GGS and NBoard",
            Self::Json => "JSON objects: eOthello, Othello Quest, those of `convert`",
            Self::Yaml => "documents of YAML as `convert` writes them",
            Self::Obf => "positions, one a line, with or without scores of moves",
            Self::Zebra => "Zebra's scripts of endgames",
            Self::Gpdb => "lines of `id;squares;side;text;`",
            Self::Wthor => "the WTHOR database: binary files of games (.wtb)",
        }
    }

    /// The format of a text, by how it begins, else by the ending of its
    /// file's name. `None` for plain text, where moves, positions and games
    /// with tags may take turns.
    pub(super) fn detect(head: &str, name: &str) -> Option<Self> {
        let text = head.trim_start();
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let list = text.strip_prefix('[').map(str::trim_start);
        if begins_object(text) || list.is_some_and(begins_object) {
            return Some(Self::Json);
        }
        if yaml::is_yaml(text) {
            return Some(Self::Yaml);
        }
        // GGS puts the number of games of a match in front.
        let game = text
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .trim_start();
        if game.starts_with("(;") {
            return Some(if ggf::is_ggf(game) {
                Self::Ggf
            } else {
                Self::Sgf
            });
        }
        if lines
            .clone()
            .find(|line| !line.starts_with('#'))
            .is_some_and(gpdb::is_record)
        {
            return Some(Self::Gpdb);
        }
        let ending = Path::new(unpacked_name(name))
            .extension()
            .and_then(|ending| ending.to_str());
        let by_name = match ending.map(str::to_lowercase).as_deref() {
            Some("sgf") => Some(Self::Sgf),
            Some("ggf") => Some(Self::Ggf),
            Some("json" | "jsonl") => Some(Self::Json),
            Some("obf") => Some(Self::Obf),
            Some("scr" | "src") => Some(Self::Zebra),
            _ => None,
        };
        by_name.or_else(|| lines.next()?.starts_with('%').then_some(Self::Zebra))
    }

    /// Whether the beginning of a text is enough to tell its format: it has a
    /// whole line that is more than brackets or a remark.
    pub(super) fn can_tell(head: &str) -> bool {
        let whole = head.rfind(['\n', '\r']).unwrap_or(0);
        let mut lines = head.get(..whole).unwrap_or_default().lines();
        lines.any(|line| {
            let says_nothing = |c: char| c.is_whitespace() || "{[(;-".contains(c);
            !line.trim_start().starts_with('#') && !line.chars().all(says_nothing)
        })
    }
}

/// The name of a file without the ending that says that it is packed.
fn unpacked_name(name: &str) -> &str {
    let endings = [".gz", ".zst"].into_iter();
    let mut bare = endings.filter_map(|ending| name.strip_suffix(ending));
    bare.next().unwrap_or(name)
}

/// Whether a text begins as an object of JSON does; a comment of PGN stands in
/// the same brackets.
fn begins_object(text: &str) -> bool {
    let inside = text.strip_prefix('{').map(str::trim_start);
    inside.is_some_and(|inside| inside.is_empty() || inside.starts_with(['"', '}']))
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
