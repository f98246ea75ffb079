//! [`Format`]: the ways in which games and positions are written, and the one
//! table that says what each is called, what its files are called, and what it
//! has a place for.

use std::{fmt, path::Path, str::FromStr};

use thiserror::Error;

use super::{applet, ggf, gpdb, grid, nboard, vong, yaml};

/// A format that records are read from and written in.
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
    /// What NBoard says to an engine: `set game (;…;)`.
    Nboard,
    /// JSON objects of this library's own.
    Json,
    /// Documents of YAML, this library's own.
    Yaml,
    /// JSON objects as eOthello gives them.
    Eothello,
    /// JSON objects as Othello Quest gives them.
    Quest,
    /// The logbooks of Logistello: `+d3-c3+c4: -04 10`.
    Logbook,
    /// Lines of 60 characters, a move each: Vong, WZebra, Novello.
    Vong,
    /// Diagrams of games: rows of numbers, each where its move was played.
    Grid,
    /// The same as parameters of an applet: `<PARAM name="Line1" value="…">`.
    Applet,
    /// Positions, one a line: the squares, the side to move, and perhaps the
    /// scores of moves (OBF).
    Obf,
    /// Positions as Edax writes them after the FEN of chess.
    Fen,
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

/// What a format has a place for, apart from the moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // A column of the table each.
pub(super) struct Holds {
    /// Which starts.
    pub(super) starts: Starts,
    /// Boards of so many squares along a side, at most.
    pub(super) size: u8,
    /// Squares that cannot be filled.
    pub(super) holes: bool,
    /// That fewer discs win.
    pub(super) aim: bool,
    /// A pass after the last disc.
    pub(super) last_pass: bool,
    /// The result of a game whose moves do not reach the end.
    pub(super) result: bool,
    pub(super) comments: bool,
    pub(super) evals: bool,
    /// How long a side thought.
    pub(super) times: bool,
    /// How much time it had left.
    pub(super) clocks: bool,
    /// The scores of moves that could be played.
    pub(super) scores: bool,
    /// Lines that were not played.
    pub(super) variations: bool,
}

/// From which positions a format can have games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Starts {
    /// Othello's, with Black to move.
    #[default]
    Othello,
    /// Any.
    Any,
    /// The format has no moves: of a game the last position is written.
    Last,
}

/// A row of the table.
struct Entry {
    format: Format,
    name: &'static str,
    /// What is read, in a line.
    reads: &'static str,
    /// What is written.
    writes: &'static str,
    /// The endings of files that hold nothing else, so that they say which
    /// format it is where the content does not.
    endings: &'static [&'static str],
    holds: Holds,
}

/// Texts of games on 8×8, nothing said about them.
const BARE: Holds = Holds {
    starts: Starts::Othello,
    size: 8,
    holes: false,
    aim: false,
    last_pass: false,
    result: false,
    comments: false,
    evals: false,
    times: false,
    clocks: false,
    scores: false,
    variations: false,
};

/// Games from any start on any board.
const GAMES: Holds = Holds {
    starts: Starts::Any,
    size: 16,
    last_pass: true,
    ..BARE
};

/// Everything.
const ALL: Holds = Holds {
    holes: true,
    aim: true,
    result: true,
    comments: true,
    evals: true,
    times: true,
    clocks: true,
    scores: true,
    variations: true,
    ..GAMES
};

/// Positions on 8×8.
const POSITIONS: Holds = Holds {
    starts: Starts::Last,
    ..BARE
};

const TABLE: [Entry; 18] = [
    Entry {
        format: Format::Moves,
        name: "moves",
        reads: "move lists, with or without prose around them",
        writes: "the moves alone, a game a line",
        endings: &[],
        holds: Holds {
            holes: true,
            ..GAMES
        },
    },
    Entry {
        format: Format::Pgn,
        name: "pgn",
        reads: "tags and numbered pairs of moves: PlayOK, Kurnik, Edax",
        writes: "tags and numbered pairs of moves",
        endings: &[],
        holds: Holds {
            aim: false,
            scores: false,
            variations: false,
            ..ALL
        },
    },
    Entry {
        format: Format::Sgf,
        name: "sgf",
        reads: "the Smart Game Format",
        writes: "the Smart Game Format",
        endings: &["sgf"],
        holds: Holds {
            holes: false,
            aim: false,
            times: false,
            scores: false,
            ..ALL
        },
    },
    Entry {
        format: Format::Ggf,
        name: "ggf",
        reads: "the Generic Game Format of GGS and NBoard",
        writes: "the Generic Game Format of GGS and NBoard",
        endings: &["ggf"],
        holds: GGF,
    },
    Entry {
        format: Format::Nboard,
        name: "nboard",
        reads: "what NBoard says to an engine: `set game (;...;)`, `move f5`",
        writes: "a `set game (;...;)` a game, as NBoard says it",
        endings: &[],
        holds: GGF,
    },
    Entry {
        format: Format::Json,
        name: "json",
        reads: "JSON objects: those of `convert`, eOthello, Othello Quest",
        writes: "JSON objects with everything, one a line",
        endings: &["json", "jsonl"],
        holds: ALL,
    },
    Entry {
        format: Format::Yaml,
        name: "yaml",
        reads: "documents of YAML as `convert` writes them",
        writes: "documents of YAML with everything",
        endings: &[],
        holds: ALL,
    },
    Entry {
        format: Format::Eothello,
        name: "eothello",
        reads: "JSON objects as eOthello gives them",
        writes: "JSON objects as eOthello gives them",
        endings: &[],
        holds: Holds {
            size: 10,
            holes: true,
            ..BARE
        },
    },
    Entry {
        format: Format::Quest,
        name: "quest",
        reads: "JSON objects as Othello Quest gives them",
        writes: "JSON objects as Othello Quest gives them",
        endings: &[],
        holds: Holds {
            last_pass: true,
            ..BARE
        },
    },
    Entry {
        format: Format::Logbook,
        name: "logbook",
        reads: "lines of Logistello's logbooks",
        writes: "lines of Logistello's logbooks",
        endings: &[],
        holds: Holds {
            result: true,
            ..BARE
        },
    },
    Entry {
        format: Format::Vong,
        name: "vong",
        reads: "lines with a character for each move: Vong, WZebra, Novello",
        writes: "lines with a character for each move: Vong, WZebra, Novello",
        endings: &[],
        holds: Holds {
            result: true,
            ..BARE
        },
    },
    Entry {
        format: Format::Grid,
        name: "grid",
        reads: "diagrams: rows of numbers, each where its move was played",
        writes: "diagrams: rows of numbers, each where its move was played",
        endings: &[],
        holds: Holds {
            holes: true,
            ..GAMES
        },
    },
    Entry {
        format: Format::Applet,
        name: "applet",
        reads: "diagrams as parameters of an applet: <PARAM name=\"Line1\" ...>",
        writes: "diagrams as parameters of an applet: <PARAM name=\"Line1\" ...>",
        endings: &[],
        holds: Holds {
            last_pass: false,
            ..GAMES
        },
    },
    Entry {
        format: Format::Obf,
        name: "obf",
        reads: "positions, one a line, with or without scores of moves",
        writes: "last positions, one a line, with the scores of moves",
        endings: &["obf"],
        holds: Holds {
            scores: true,
            ..POSITIONS
        },
    },
    Entry {
        format: Format::Fen,
        name: "fen",
        reads: "positions as Edax writes them: rows from 8 to 1, `p` and `P`",
        writes: "last positions as Edax writes them: rows from 8 to 1",
        endings: &[],
        holds: Holds {
            size: 16,
            holes: true,
            ..POSITIONS
        },
    },
    Entry {
        format: Format::Zebra,
        name: "zebra",
        reads: "Zebra's scripts of endgames",
        writes: "last positions as a script of endgames for Zebra",
        endings: &["scr", "src"],
        holds: Holds {
            scores: true,
            ..POSITIONS
        },
    },
    Entry {
        format: Format::Gpdb,
        name: "gpdb",
        reads: "lines of `id;squares;side;text;`",
        writes: "last positions as lines of `id;squares;side;text;`",
        endings: &[],
        holds: POSITIONS,
    },
    Entry {
        format: Format::Wthor,
        name: "wthor",
        reads: "the WTHOR database: binary files of games (.wtb)",
        writes: "WTHOR games, with the players and tournaments beside them (needs -o)",
        endings: &[],
        holds: Holds {
            result: true,
            ..BARE
        },
    },
];

/// What GGF holds: its octagon is the only board with holes.
const GGF: Holds = Holds {
    comments: false,
    clocks: false,
    scores: false,
    variations: false,
    ..ALL
};

impl Format {
    /// All formats.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::Moves; TABLE.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = TABLE[at].format;
            at += 1;
        }
        all
    };

    /// Its row of the table, whose order is that of the variants; one of a
    /// constant that is borrowed as a whole lives as long as the program.
    const fn entry(self) -> &'static Entry {
        const ROWS: &[Entry; 18] = &TABLE;
        &ROWS[self as usize]
    }

    /// The name, as options and messages use it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// What is read from it, in a line.
    #[must_use]
    pub const fn reads(self) -> &'static str {
        self.entry().reads
    }

    /// What is written in it, in a line.
    #[must_use]
    pub const fn writes(self) -> &'static str {
        self.entry().writes
    }

    /// Whether the format is bytes and no text, so that it goes to files only.
    #[must_use]
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Wthor)
    }

    /// Whether its records are objects of JSON.
    #[must_use]
    pub const fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Eothello | Self::Quest)
    }

    /// What it has a place for.
    pub(super) const fn holds(self) -> Holds {
        self.entry().holds
    }

    /// The format whose files have this ending.
    fn of_ending(ending: &str) -> Option<Self> {
        let ending = ending.to_lowercase();
        let mut rows = TABLE.iter();
        let row = rows.find(|row| row.endings.contains(&ending.as_str()))?;
        Some(row.format)
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
        if nboard::is_session(text) {
            return Some(Self::Nboard);
        }
        if lines
            .clone()
            .find(|line| !line.starts_with('#'))
            .is_some_and(gpdb::is_record)
        {
            return Some(Self::Gpdb);
        }
        // Its first character may be a blank, and its last ones too.
        if head
            .lines()
            .find(|line| !line.trim().is_empty())
            .is_some_and(vong::is_record)
        {
            return Some(Self::Vong);
        }
        if applet::is_applet(head) {
            return Some(Self::Applet);
        }
        if grid::is_grid(head) {
            return Some(Self::Grid);
        }
        let ending = Path::new(unpacked_name(name))
            .extension()
            .and_then(|ending| ending.to_str());
        let by_name = ending.and_then(Self::of_ending);
        by_name.or_else(|| lines.next()?.starts_with('%').then_some(Self::Zebra))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_variants() {
        for (at, row) in TABLE.iter().enumerate() {
            assert_eq!(row.format as usize, at, "{}", row.name);
        }
    }
}
