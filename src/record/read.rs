//! [`Records`]: the games and positions of a text, one after the other.

use std::{
    io::{self, BufRead},
    sync::Arc,
};

use thiserror::Error;

use super::{
    Format, RawRecord, ReadFaultKind,
    balanced::{Brackets, Cut, Cutter},
    draft::{Draft, fault},
    fen, ggf, gpdb, json,
    lines::{Line, Lines, first_binary},
    obf,
    plain::Plain,
    sgf, vong,
    wthor::{self, HeaderError, NameKind, Names},
    zebra,
};
use crate::{
    board::Rules,
    source::{Ahead, Source, Span},
};

/// What a reader is told about a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format, when it is not to be found from the text.
    pub format: Option<Format>,
    /// The rules of positions, and of the games that are told apart by what
    /// is legal.
    pub rules: Rules,
}

/// Why a text holds no records.
#[derive(Debug, Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not text.
    #[error("this is no text: line {line} has a character that no text has")]
    Binary {
        /// Where the character is.
        line: usize,
    },
    /// Nothing is in it.
    #[error("there is nothing in it")]
    Empty,
    /// There is text, but no record in it.
    #[error("there is no game and no position in it")]
    NoRecord,
    /// It is no file of the WTHOR database, or none that can be read.
    #[error(transparent)]
    Wthor(#[from] HeaderError),
    /// It is a list of names of the WTHOR database.
    #[error("this is a list of the names of {count} {}: there are no games in it", kind.name())]
    OnlyNames {
        /// What the names are of.
        kind: NameKind,
        /// How many they are.
        count: usize,
    },
    /// It is a list of names that is not as long as its header says.
    #[error(
        "{name}: the header states {count} names, of 20 bytes each for players and of 26 for tournaments, and the file has {length} bytes"
    )]
    NameList {
        /// The name of the file.
        name: String,
        /// How many names there should be.
        count: usize,
        /// The bytes of the file, at most one more than a list may have.
        length: usize,
    },
}

/// A record with the text that it stands in.
pub(super) type Found = (Source, RawRecord);

/// The records of a stream, read in bounded memory: a record that is longer
/// than 64 KiB is cut there, which is a fault of that record alone.
///
/// ```
/// use outflank::record::{ReadOptions, Records};
///
/// let text = "1. f5 d6 2. c3\n\nf5f6e6\n";
/// let records = Records::new("games.txt", text.as_bytes(), ReadOptions::default());
/// let lengths: Vec<usize> = records
///     .map(|found| found.map(|(_, record)| record.tokens.len()))
///     .collect::<Result<_, _>>()?;
/// assert_eq!(lengths, [3, 3]);
/// # Ok::<(), outflank::record::ReadError>(())
/// ```
pub struct Records<R> {
    stream: Stream<R>,
    /// How the records are told apart; found at the first of them.
    mode: Option<Mode>,
    /// Whether the end was reached.
    done: bool,
}

/// A text while it is being read.
pub(super) struct Stream<R> {
    pub(super) lines: Lines<Ahead<R>>,
    pub(super) name: String,
    pub(super) options: ReadOptions,
    has_records: bool,
    /// The names of players and tournaments, for files that have numbers.
    names: Option<Arc<Names>>,
}

/// The ways in which records follow one another.
enum Mode {
    /// Lines of plain text.
    Plain(Box<Plain>),
    /// Objects of JSON.
    Json(Cutter),
    /// Games in brackets: SGF or GGF.
    Bracketed(Bracketed),
    /// A position a line.
    Obf,
    Fen,
    /// A game a line.
    Vong,
    /// Diagrams.
    Grid,
    Applet,
    /// The log of a program.
    Nboard,
    Zebra,
    Gpdb(gpdb::Reader),
    Yaml,
    /// Games in a file that is no text.
    Wthor(wthor::Reader),
}

/// Games in brackets while they are read.
#[derive(Debug, Default)]
struct Bracketed {
    cutter: Cutter,
    /// The format, when it is not to be found from each game.
    format: Option<Format>,
    /// How many games the line of a match has, and how many of them were read.
    of_match: (u32, u32),
}

impl<R: BufRead> Records<R> {
    /// The records of a text of this name.
    pub fn new(name: impl Into<String>, reader: R, options: ReadOptions) -> Self {
        Self {
            stream: Stream {
                lines: Lines::new(Ahead::new(reader)),
                name: name.into(),
                options,
                has_records: false,
                names: None,
            },
            mode: None,
            done: false,
        }
    }

    /// The same with the names of players and tournaments, for files of the
    /// WTHOR database, which have numbers for them.
    #[must_use]
    pub fn with_names(mut self, names: Arc<Names>) -> Self {
        self.stream.names = Some(names);
        self
    }

    fn read(&mut self) -> Result<Option<Found>, ReadError> {
        let mode = match &mut self.mode {
            Some(mode) => mode,
            none => none.insert(self.stream.mode()?),
        };
        let stream = &mut self.stream;
        match mode {
            Mode::Plain(plain) => plain.next(stream),
            Mode::Json(cutter) => stream.json(cutter),
            Mode::Bracketed(games) => stream.bracketed(games),
            Mode::Obf => stream.obf(),
            Mode::Fen => stream.fen(),
            Mode::Vong => stream.vong(),
            Mode::Grid => stream.grid(),
            Mode::Applet => stream.applet(),
            Mode::Nboard => stream.nboard(),
            Mode::Zebra => stream.zebra(),
            Mode::Gpdb(reader) => stream.gpdb(reader),
            Mode::Yaml => stream.yaml(),
            Mode::Wthor(reader) => {
                let rules = stream.options.rules;
                reader.next(&stream.name, rules, stream.lines.reader())
            }
        }
    }
}

impl<R> Records<R> {
    const fn is_binary(&self) -> bool {
        matches!(self.mode, Some(Mode::Wthor(_)))
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Found, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let found = self.read();
        self.done = !matches!(found, Ok(Some(_)));
        self.stream.has_records |= !self.done;
        match found {
            Ok(Some(found)) => Some(Ok(found)),
            Ok(None) if self.stream.has_records => None,
            Ok(None) if self.stream.lines.has_text() || self.is_binary() => {
                Some(Err(ReadError::NoRecord))
            }
            Ok(None) => Some(Err(ReadError::Empty)),
            Err(error) => Some(Err(error)),
        }
    }
}

impl<R: BufRead> Stream<R> {
    fn mode(&mut self) -> Result<Mode, ReadError> {
        if self.is_wthor()? {
            let (names, reader) = (self.names.clone(), self.lines.reader());
            return Ok(Mode::Wthor(wthor::Reader::new(&self.name, reader, names)?));
        }
        let head = self.lines.head()?;
        if let Some(at) = first_binary(&head) {
            let before = head.get(..at).unwrap_or_default();
            return Err(ReadError::Binary {
                line: 1 + before.matches('\n').count(),
            });
        }
        let format = self.options.format;
        let mode = match format.or_else(|| Format::detect(&head, &self.name)) {
            None | Some(Format::Moves | Format::Pgn | Format::Logbook | Format::Wthor) => {
                Mode::Plain(Box::new(Plain::new(self.options)))
            }
            Some(Format::Json | Format::Eothello | Format::Quest) => Mode::Json(Cutter::default()),
            Some(Format::Sgf | Format::Ggf) => Mode::Bracketed(Bracketed {
                format,
                ..Bracketed::default()
            }),
            Some(Format::Obf) => Mode::Obf,
            Some(Format::Fen) => Mode::Fen,
            Some(Format::Vong) => Mode::Vong,
            Some(Format::Grid) => Mode::Grid,
            Some(Format::Applet) => Mode::Applet,
            Some(Format::Nboard) => Mode::Nboard,
            Some(Format::Zebra) => Mode::Zebra,
            Some(Format::Gpdb) => Mode::Gpdb(gpdb::Reader::default()),
            Some(Format::Yaml) => Mode::Yaml,
        };
        if let Mode::Json(_) | Mode::Bracketed(..) = mode {
            self.lines.in_pieces();
        }
        Ok(mode)
    }

    /// Whether the bytes to come are a file of the WTHOR database: what the
    /// format is that is given, else how they begin.
    fn is_wthor(&mut self) -> io::Result<bool> {
        if let Some(format) = self.options.format {
            return Ok(format == Format::Wthor);
        }
        let head = self.lines.reader().peek(wthor::can_begin)?;
        Ok(wthor::is_wthor(head))
    }

    /// The next line that is not blank.
    pub(super) fn text_line(&mut self) -> io::Result<Option<Line>> {
        while let Some(line) = self.lines.next()? {
            if !line.is_blank() {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    fn json(&mut self, cutter: &mut Cutter) -> Result<Option<Found>, ReadError> {
        let cut = cutter.next(&mut self.lines, Brackets::JSON)?;
        let (draft, record) = match cut {
            None => return Ok(None),
            Some(Cut::Record(draft)) => {
                let record = json::read(draft.text(), self.options.rules);
                (draft, record)
            }
            Some(Cut::Between(draft)) => {
                let span = Span::new(0, draft.text().trim_end().len());
                let record = broken(span, "this is not JSON: a record begins with `{`");
                (draft, record)
            }
        };
        Ok(Some(draft.finish(&self.name, record)))
    }

    fn bracketed(&mut self, games: &mut Bracketed) -> Result<Option<Found>, ReadError> {
        while let Some(cut) = games.cutter.next(&mut self.lines, Brackets::SGF)? {
            let draft = match cut {
                Cut::Record(draft) => draft,
                // Both formats may have words between the games; GGS puts the
                // number of games of a match there.
                Cut::Between(draft) => {
                    games.of_match = (draft.text().trim().parse().unwrap_or(0), 0);
                    continue;
                }
            };
            let text = draft.text();
            let is_ggf = match games.format {
                Some(format) => format == Format::Ggf,
                None => ggf::is_ggf(text),
            };
            let mut record = match is_ggf {
                true => ggf::read(text, self.options.rules),
                false => sgf::read(text, self.options.rules),
            };
            let (count, read) = &mut games.of_match;
            *read = read.saturating_add(1);
            if is_ggf && *count > 1 && *read <= *count {
                record.tags.push(ggf::pair(*read, *count));
            }
            return Ok(Some(draft.finish(&self.name, record)));
        }
        Ok(None)
    }

    fn obf(&mut self) -> Result<Option<Found>, ReadError> {
        while let Some(line) = self.text_line()? {
            if zebra::is_comment(&line.text) {
                continue;
            }
            let record = obf::read(&line.text, 0, self.options.rules);
            let record = record.unwrap_or_else(|| no_position(&line.text, 0));
            return Ok(Some(self.found_in_line(line, record)));
        }
        Ok(None)
    }

    fn fen(&mut self) -> Result<Option<Found>, ReadError> {
        Ok(self.text_line()?.map(|line| {
            let record = fen::read(&line.text, self.options.rules);
            let record = record.unwrap_or_else(|| {
                let message = "this is not a position: rows from 8 down to 1 with `/` between \
                               them, and `b` or `w`";
                broken(Span::new(0, line.text.trim_end().len()), message)
            });
            self.found_in_line(line, record)
        }))
    }

    fn vong(&mut self) -> Result<Option<Found>, ReadError> {
        Ok(self.text_line()?.map(|line| {
            let record = vong::read(&line.text, self.options.rules);
            self.found_in_line(line, record)
        }))
    }

    fn zebra(&mut self) -> Result<Option<Found>, ReadError> {
        let mut draft = Draft::default();
        while let Some(line) = self.text_line()? {
            let comment = zebra::is_comment(&line.text);
            if draft.has_no_room(&line) {
                // Comments without a position.
                draft = Draft::default();
            }
            let start = draft.text().len();
            draft.push_line(line);
            if !comment {
                let record = zebra::read(draft.text(), self.options.rules);
                let record = record.unwrap_or_else(|| no_position(draft.text(), start));
                return Ok(Some(draft.finish(&self.name, record)));
            }
        }
        Ok(None)
    }

    fn gpdb(&mut self, reader: &mut gpdb::Reader) -> Result<Option<Found>, ReadError> {
        while let Some(line) = self.text_line()? {
            if let Some(record) = reader.read(&line.text, self.options.rules) {
                return Ok(Some(self.found_in_line(line, record)));
            }
        }
        Ok(None)
    }

    /// A record that is a line of its own.
    pub(super) fn found_in_line(&self, line: Line, record: RawRecord) -> Found {
        let mut draft = Draft::default();
        draft.push_line(line);
        draft.finish(&self.name, record)
    }
}

/// A record of which nothing can be read.
fn broken(span: Span, message: &str) -> RawRecord {
    RawRecord {
        span,
        faults: vec![fault(ReadFaultKind::Syntax, message, span)],
        ..RawRecord::default()
    }
}

/// The line at a place, which should be a position.
fn no_position(text: &str, start: usize) -> RawRecord {
    let message = "this is not a position: 64 squares and the side to move";
    broken(Span::new(start, text.trim_end().len()), message)
}
