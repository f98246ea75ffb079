//! Writing records: one file a format.
//!
//! A [`Writer`] writes judged records one after the other, in memory that
//! does not grow with their number. What a format has no place for is left
//! out and told as a [`Loss`]; a record that cannot be written at all, such as
//! a position on 10×10 in a format of 8×8 boards, is [`Unheld`] and leaves no
//! trace. What was written reads back as the same record.
//!
//! ```
//! use outflank::record::{JudgeOptions, ReadOptions, Records, judge};
//! use outflank::record::write::{Loss, Target, Writer};
//!
//! let text = "[Black \"A\"]\n[Round \"3\"]\n[Result \"*\"]\n\n1. f5 d6 2. c3 *\n";
//! let mut records = Records::new("game", text.as_bytes(), ReadOptions::default());
//! let (source, raw) = records.next().ok_or("no game")??;
//! let record = judge(&source, &raw, &JudgeOptions::default()).record;
//!
//! let mut writer = Writer::new(Target::Ggf, Vec::new());
//! let losses = writer.write(&record)?;
//! assert_eq!(losses, [Loss::Tag("round".to_owned())]);
//! let ending = writer.finish()?;
//! assert!(ending.out.ends_with(b"B[f5]W[d6]B[c3];)\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod document;
mod eothello;
mod ggf;
mod gpdb;
mod logbook;
mod obf;
mod outcome;
mod pgn;
mod plain;
mod sgf;
mod tags;
mod target;
mod text;
mod wthor;
mod zebra;

use std::io::{self, Write};

use thiserror::Error;

use super::GameRecord;

pub use target::{Target, UnknownTarget};

/// Something of a record that a format has no place for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Loss {
    /// A tag of this name.
    Tag(String),
    /// The moves: only the position after the last one is written.
    Moves,
    /// A pass after the last disc.
    LastPass,
    /// Comments on moves.
    Comments,
    /// Evaluations of the moves that were played.
    Evaluations,
    /// The times that moves took.
    Times,
    /// Scores of the moves that could be played.
    Scores,
    /// The stated result.
    Result,
    /// How the game ended without its last moves: a resignation, a flag.
    Ending,
    /// That the side with fewer discs wins.
    Aim,
    /// The breaks of lines in a text, which are now blanks.
    LineBreaks,
    /// Characters that the format needs for itself or does not have; others
    /// stand in their place.
    Characters,
    /// The end of a name that is too long.
    Length,
    /// The day and month, or a year other than that of the file.
    Date,
}

/// Why a record cannot be written in a format at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unheld {
    /// Boards of this size are not in the format.
    #[error("{0} has no boards of {1}×{1}")]
    Size(Target, u8),
    /// Boards with such holes are not in the format.
    #[error("{0} has no boards with these holes")]
    Holes(Target),
    /// Games from other starts are not in the format.
    #[error("{0} has only games from Othello's start with Black to move")]
    Start(Target),
    /// A board without the discs that the format needs.
    #[error("{0} has no boards without a black disc")]
    NoDiscs(Target),
    /// A game without moves, of which nothing would be written.
    #[error("{0} has no games without moves")]
    NoMoves(Target),
    /// More names than the format can number.
    #[error("{0} numbers at most 65535 names")]
    Names(Target),
    /// More games than the format can count.
    #[error("{0} counts at most 4294967295 games")]
    Games(Target),
}

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
    state: State,
}

/// What a format remembers from record to record.
#[derive(Debug)]
enum State {
    /// Nothing.
    Plain(Target),
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
    pub fn new(target: Target, out: W) -> Self {
        let state = match target {
            Target::Eothello => State::Eothello(eothello::Writer::default()),
            Target::Gpdb => State::Gpdb(gpdb::Writer::default()),
            Target::Wthor => State::Wthor(Box::default()),
            other => State::Plain(other),
        };
        Self { out, state }
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
        let mut losses = Losses::default();
        let bytes = match &mut self.state {
            State::Plain(target) => plain_text(*target, record, &mut losses)?.into_bytes(),
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

fn plain_text(target: Target, record: &GameRecord, losses: &mut Losses) -> Result<String, Unheld> {
    match target {
        Target::Pgn => pgn::write(record, losses),
        Target::Sgf => sgf::write(record, losses),
        Target::Ggf => ggf::write(record, losses),
        Target::Json => document::json(record, losses),
        Target::Yaml => document::yaml(record, losses),
        Target::Obf => obf::write(record, losses),
        Target::Zebra => zebra::write(record, losses),
        Target::Logbook => logbook::write(record, losses),
        Target::Moves | Target::Eothello | Target::Gpdb | Target::Wthor => {
            plain::write(record, losses)
        }
    }
}

/// The losses of one record, each once.
#[derive(Debug, Default)]
struct Losses(Vec<Loss>);

impl Losses {
    fn add(&mut self, loss: Loss) {
        if !self.0.contains(&loss) {
            self.0.push(loss);
        }
    }

    /// A loss, if there is one.
    fn add_if(&mut self, lost: bool, loss: Loss) {
        if lost {
            self.add(loss);
        }
    }

    /// All that is said about moves.
    fn remarks(&mut self, record: &GameRecord) {
        self.comments(record);
        self.evals(record);
        self.times(record);
    }

    fn comments(&mut self, record: &GameRecord) {
        let lost = record.remarks.iter().any(|remark| remark.comment.is_some());
        self.add_if(lost, Loss::Comments);
    }

    fn evals(&mut self, record: &GameRecord) {
        let lost = record.remarks.iter().any(|remark| remark.eval.is_some());
        self.add_if(lost, Loss::Evaluations);
    }

    fn times(&mut self, record: &GameRecord) {
        let lost = record.remarks.iter().any(|remark| remark.time.is_some());
        self.add_if(lost, Loss::Times);
    }

    fn scores(&mut self, record: &GameRecord) {
        self.add_if(!record.scores.is_empty(), Loss::Scores);
    }

    fn aim(&mut self, record: &GameRecord) {
        let aim = record.game.start().rules().aim();
        self.add_if(aim == crate::board::Aim::Fewest, Loss::Aim);
    }

    /// A pass at the end, which formats without passes do not show.
    fn last_pass(&mut self, record: &GameRecord) {
        let last = record.game.moves().last();
        self.add_if(last == Some(&crate::board::Move::Pass), Loss::LastPass);
    }
}

/// In words that go on after "without": `the tag round`.
impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Tag(name) => return write!(f, "the tag {name}"),
            Self::Moves => "the moves: only the last position",
            Self::LastPass => "the pass at the end",
            Self::Comments => "the comments on moves",
            Self::Evaluations => "the evaluations of moves",
            Self::Times => "the times of moves",
            Self::Scores => "the scores of possible moves",
            Self::Result => "the stated result",
            Self::Ending => "how the game was ended",
            Self::Aim => "that the side with fewer discs wins",
            Self::LineBreaks => "the line breaks in texts",
            Self::Characters => "some characters of texts",
            Self::Length => "the ends of long names",
            Self::Date => "all of the date but the year of the file",
        })
    }
}
