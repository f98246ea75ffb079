//! Writing records: one file a format.
//!
//! A [`Writer`] writes judged records one after the other, in memory that
//! does not grow with their number. What a format has no place for is left
//! out and told as a [`Loss`]; a record that cannot be written at all, such as
//! a position on 10×10 in a format of 8×8 boards, is [`Unheld`] and leaves no
//! trace. What was written reads back as the same record.
//!
//! ```
//! use outflank::record::{Format, JudgeOptions, ReadOptions, Records, judge};
//! use outflank::record::write::{Loss, Writer};
//!
//! let text = "[Black \"A\"]\n[Round \"3\"]\n[Result \"*\"]\n\n1. f5 d6 2. c3 *\n";
//! let mut records = Records::new("game", text.as_bytes(), ReadOptions::default());
//! let (source, raw) = records.next().ok_or("no game")??;
//! let record = judge(&source, &raw, &JudgeOptions::default()).record;
//!
//! let mut writer = Writer::new(Format::Ggf, Vec::new());
//! let losses = writer.write(&record)?;
//! assert_eq!(losses, [Loss::Tag("round".to_owned())]);
//! let ending = writer.finish()?;
//! assert!(ending.out.ends_with(b"B[f5]W[d6]B[c3];)\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod applet;
mod document;
mod eothello;
mod fen;
mod ggf;
mod gpdb;
mod grid;
mod logbook;
mod loss;
mod nboard;
mod obf;
mod outcome;
mod pgn;
mod plain;
mod quest;
mod sgf;
mod tags;
mod text;
mod vong;
mod wthor;
mod zebra;

use std::io::{self, Write};

use thiserror::Error;

use super::{Format, GameRecord};
use loss::{Losses, check};

pub use loss::{Loss, Unheld};

/// Why a record was not written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The format cannot hold it; others can still be written.
    #[error(transparent)]
    Unheld(#[from] Unheld),
    /// The output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A day for the heads of files that say when they were made: year, month
/// from 1, day from 1.
pub type Day = (u16, u8, u8);

/// Writes records in one format.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    format: Format,
    state: State,
}

/// What a format remembers from record to record.
#[derive(Debug)]
enum State {
    /// Nothing.
    Plain,
    Ggf(ggf::Writer),
    Eothello(eothello::Writer),
    Gpdb(gpdb::Writer),
    Wthor(Box<wthor::Writer>),
}

/// What is left to do when all records are written.
#[derive(Debug)]
pub struct Ending<W> {
    /// The output, not flushed.
    pub out: W,
    /// Bytes to put over the first ones of the output: the head of a format
    /// that counts its records there. Empty for most.
    pub head: Vec<u8>,
    /// Files that belong beside the output: the ending of their names, and
    /// their contents. None for most.
    pub beside: Vec<(&'static str, Vec<u8>)>,
}

impl<W: Write> Writer<W> {
    /// A writer that has written nothing.
    pub fn new(format: Format, out: W) -> Self {
        let state = match format {
            Format::Ggf => State::Ggf(ggf::Writer::default()),
            Format::Eothello => State::Eothello(eothello::Writer::default()),
            Format::Gpdb => State::Gpdb(gpdb::Writer::default()),
            Format::Wthor => State::Wthor(Box::default()),
            _ => State::Plain,
        };
        Self { out, format, state }
    }

    /// The same with the day that the head of the file gives as that of its
    /// making; without one the head gives none.
    #[must_use]
    pub fn made_on(mut self, day: Day) -> Self {
        if let State::Wthor(writer) = &mut self.state {
            writer.made_on(day);
        }
        self
    }

    /// Writes a record, and says what was left out, each thing once.
    ///
    /// # Errors
    /// [`WriteError::Unheld`] when the format cannot hold it, and nothing is
    /// written; [`WriteError::Io`] when the output cannot be written.
    pub fn write(&mut self, record: &GameRecord) -> Result<Vec<Loss>, WriteError> {
        check(record, self.format)?;
        let mut losses = Losses::of(record, self.format);
        let bytes = match &mut self.state {
            State::Plain => plain_text(self.format, record, &mut losses)?.into_bytes(),
            State::Ggf(writer) => writer.write(record, &mut losses)?.into_bytes(),
            State::Eothello(writer) => writer.write(record, &mut losses)?.into_bytes(),
            State::Gpdb(writer) => writer.write(record, &mut losses)?.into_bytes(),
            State::Wthor(writer) => writer.write(record, &mut losses)?,
        };
        self.out.write_all(&bytes)?;
        Ok(losses.0)
    }

    /// Where it writes.
    pub const fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Ends the output.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn finish(mut self) -> io::Result<Ending<W>> {
        let (mut head, mut beside) = (Vec::new(), Vec::new());
        if let State::Ggf(writer) = &mut self.state {
            self.out.write_all(writer.finish().as_bytes())?;
        }
        if let State::Wthor(writer) = &mut self.state {
            // A file without games has a head all the same.
            self.out.write_all(&writer.begin())?;
            head = writer.head();
            beside = writer.beside();
        }
        Ok(Ending {
            out: self.out,
            head,
            beside,
        })
    }
}

/// The text of a record in a format that remembers nothing.
fn plain_text(format: Format, record: &GameRecord, losses: &mut Losses) -> Result<String, Unheld> {
    match format {
        Format::Pgn => pgn::write(record, losses),
        Format::Sgf => sgf::write(record, losses),
        Format::Nboard => nboard::write(record, losses),
        Format::Json => document::json(record),
        Format::Yaml => document::yaml(record),
        Format::Quest => Ok(quest::write(record, losses)),
        Format::Obf => Ok(obf::write(record, losses)),
        Format::Fen => fen::write(record, losses),
        Format::Zebra => Ok(zebra::write(record, losses)),
        Format::Logbook => Ok(logbook::write(record, losses)),
        Format::Vong => Ok(vong::write(record, losses)),
        Format::Grid => grid::write(record, losses),
        Format::Applet => applet::write(record, losses),
        Format::Moves | Format::Ggf | Format::Eothello | Format::Gpdb | Format::Wthor => {
            plain::write(record, losses)
        }
    }
}
