//! [`Records`]: the games and positions of a text, one after the other.

use std::io::{self, BufRead};

use thiserror::Error;

use super::{
    Format, RawRecord, ReadFaultKind,
    draft::{Draft, fault},
    games::{Progress, Reading},
    lines::{Line, Lines},
    moves::TextLine,
    obf,
};
use crate::{
    board::Rules,
    source::{Source, Span},
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
    #[error("this is no text: line {line} has a byte that no text has")]
    Binary {
        /// Where the byte is.
        line: usize,
    },
    /// Nothing is in it.
    #[error("there is nothing in it")]
    Empty,
    /// There is text, but no record in it.
    #[error("there is no game and no position in it")]
    NoRecord,
}

/// The records of a stream, read in bounded memory: a record that is longer
/// than 64 KiB is cut there, which is a fault of that record alone.
pub struct Records<R> {
    lines: Lines<R>,
    name: String,
    options: ReadOptions,
    state: State,
    progress: Progress,
    /// The lines of a game that may go on.
    draft: Draft,
}

/// How far the reading has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing but blank lines.
    Empty,
    /// Text without a record.
    Text,
    /// At least one record.
    Found,
    /// The end.
    Done,
}

impl<R: BufRead> Records<R> {
    /// The records of a text of this name.
    pub fn new(name: impl Into<String>, reader: R, options: ReadOptions) -> Self {
        Self {
            lines: Lines::new(reader),
            name: name.into(),
            progress: Progress::new(options.rules),
            options,
            state: State::Empty,
            draft: Draft::default(),
        }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<(Source, RawRecord), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Done {
            return None;
        }
        match self.read() {
            Ok(Some(found)) => {
                self.state = State::Found;
                Some(Ok(found))
            }
            Ok(None) => match std::mem::replace(&mut self.state, State::Done) {
                State::Empty => Some(Err(ReadError::Empty)),
                State::Text => Some(Err(ReadError::NoRecord)),
                State::Found | State::Done => None,
            },
            Err(error) => {
                self.state = State::Done;
                Some(Err(error))
            }
        }
    }
}

impl<R: BufRead> Records<R> {
    fn read(&mut self) -> Result<Option<(Source, RawRecord)>, ReadError> {
        match self.options.format {
            Some(Format::Obf) => self.read_position(),
            Some(Format::Moves) | None => self.read_plain(),
        }
    }

    /// The next line that is not blank.
    fn text_line(&mut self) -> Result<Option<Line>, ReadError> {
        while let Some(line) = self.lines.next()? {
            if !line.is_blank() {
                return Ok(Some(self.seen(line)?));
            }
        }
        Ok(None)
    }

    /// Notes that there is text. A file that begins with bytes that no text
    /// has is none.
    fn seen(&mut self, line: Line) -> Result<Line, ReadError> {
        if line.binary.is_some() && self.state != State::Found {
            return Err(ReadError::Binary { line: line.number });
        }
        if self.state == State::Empty {
            self.state = State::Text;
        }
        Ok(line)
    }

    fn read_position(&mut self) -> Result<Option<(Source, RawRecord)>, ReadError> {
        while let Some(line) = self.text_line()? {
            if line.text.trim_start().starts_with('%') {
                continue;
            }
            let record = obf::read(&line.text, self.options.rules).unwrap_or_else(|| {
                let end = line.text.trim_end().len();
                let message = "this is not a position: the squares and the side to move";
                RawRecord {
                    span: Span::new(0, end),
                    faults: vec![fault(ReadFaultKind::Syntax, message, Span::new(0, end))],
                    ..RawRecord::default()
                }
            });
            return Ok(Some(self.finish_line(line, record)));
        }
        Ok(None)
    }

    fn finish_line(&self, line: Line, record: RawRecord) -> (Source, RawRecord) {
        let mut draft = Draft::default();
        draft.push(line, TextLine::default(), Reading::Begins);
        draft.finish(&self.name, record)
    }

    /// Move lists and positions in plain text.
    fn read_plain(&mut self) -> Result<Option<(Source, RawRecord)>, ReadError> {
        loop {
            let Some(ahead) = self.lines.peek()? else {
                return Ok(self.end_game(false));
            };
            if ahead.is_blank() {
                if let Some(line) = self.lines.next()? {
                    self.draft.push_blank(line);
                }
                continue;
            }
            if self.draft.skips_lines() {
                self.lines.next()?;
                continue;
            }
            let auto = self.options.format.is_none();
            let position = auto.then(|| obf::read(&ahead.text, self.options.rules));
            let words = match &position {
                Some(Some(_)) => TextLine::default(),
                _ => TextLine::new(&ahead.text),
            };
            let reading = match &position {
                Some(Some(_)) => Reading::Begins,
                _ if words.list.is_none() => Reading::GoesOn,
                _ => self.progress.judge(&words, self.draft.ends_blank()),
            };
            if reading == Reading::Begins
                && let Some(game) = self.end_game(true)
            {
                return Ok(Some(game));
            }
            let Some(line) = self.lines.next()? else {
                continue;
            };
            let line = self.seen(line)?;
            if let Some(Some(record)) = position {
                self.draft = Draft::default();
                return Ok(Some(self.finish_line(line, record)));
            }
            if words.list.is_some() {
                self.progress.add(&words);
            } else if self.draft.has_no_room(&line) {
                // Prose alone never makes a record too long.
                let game = self.end_game(false);
                self.draft = Draft::default();
                self.draft.push(line, words, reading);
                if game.is_some() {
                    return Ok(game);
                }
                continue;
            }
            self.draft.push(line, words, reading);
        }
    }

    /// The game of the draft. When another one follows, the draft begins anew
    /// with the prose that is its heading.
    fn end_game(&mut self, another: bool) -> Option<(Source, RawRecord)> {
        if !self.progress.has_moves() {
            return None;
        }
        self.progress.restart();
        let mut draft = std::mem::take(&mut self.draft);
        if another {
            self.draft = draft.split_heading();
        }
        let record = draft.read_moves()?;
        Some(draft.finish(&self.name, record))
    }
}
