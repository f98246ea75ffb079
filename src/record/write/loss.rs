//! What formats have no place for, by the table of [`Format`]: [`Loss`] for
//! what is left out, [`Unheld`] for records that cannot be written at all.

use std::fmt;

use thiserror::Error;

use super::text;
use crate::{
    board::{Aim, Move, Position},
    record::{Format, GameRecord, Remark, format::Starts},
};

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
    /// The time that the sides had left after moves.
    Clocks,
    /// Lines that were not played.
    Variations,
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
    Size(Format, u8),
    /// Boards with such holes are not in the format.
    #[error("{0} has no boards with these holes")]
    Holes(Format),
    /// Games from other starts are not in the format.
    #[error("{0} has only games from Othello's start with Black to move")]
    Start(Format),
    /// Games that White begins are not in the format.
    #[error("{0} has only games that Black begins")]
    White(Format),
    /// A board without the discs that the format needs.
    #[error("{0} has no boards without a black disc")]
    NoDiscs(Format),
    /// More names than the format can number.
    #[error("{0} numbers at most 65535 names")]
    Names(Format),
    /// More games than the format can count.
    #[error("{0} counts at most 4294967295 games")]
    Games(Format),
}

/// Whether a format can hold a record at all.
pub(super) fn check(record: &GameRecord, format: Format) -> Result<(), Unheld> {
    let holds = format.holds();
    let position = written(record, format);
    let rules = position.rules();
    let size = rules.size();
    // What knows only one board knows Othello's.
    if size > holds.size || holds.size == 8 && size != 8 {
        return Err(Unheld::Size(format, size));
    }
    if !holds.holes && rules.holes().next().is_some() {
        return Err(Unheld::Holes(format));
    }
    if holds.starts == Starts::Othello && !text::is_usual(position) {
        return Err(Unheld::Start(format));
    }
    Ok(())
}

/// The position of a record that its text begins with.
fn written(record: &GameRecord, format: Format) -> &Position {
    match format.holds().starts {
        Starts::Last => record.game.last(),
        Starts::Othello | Starts::Any => record.game.start(),
    }
}

/// The losses of one record, each once.
#[derive(Debug, Default)]
pub(super) struct Losses(pub(super) Vec<Loss>);

impl Losses {
    /// What a format leaves out of a record by the table, apart from its tags.
    pub(super) fn of(record: &GameRecord, format: Format) -> Self {
        let holds = format.holds();
        let game = &record.game;
        let mut losses = Self::default();
        let said = |what: fn(&Remark) -> bool| record.remarks.iter().any(what);
        let aim = written(record, format).rules().aim();
        losses.add_if(
            !holds.comments && said(|remark| remark.comment.is_some()),
            Loss::Comments,
        );
        losses.add_if(
            !holds.evals && said(|remark| remark.eval.is_some()),
            Loss::Evaluations,
        );
        losses.add_if(
            !holds.times && said(|remark| remark.time.is_some()),
            Loss::Times,
        );
        losses.add_if(
            !holds.clocks && said(|remark| remark.left.is_some()),
            Loss::Clocks,
        );
        losses.add_if(!holds.scores && !record.scores.is_empty(), Loss::Scores);
        losses.add_if(!holds.aim && aim == Aim::Fewest, Loss::Aim);
        losses.add_if(
            !holds.variations && !record.variations.is_empty(),
            Loss::Variations,
        );
        if holds.starts == Starts::Last {
            let moved = !game.moves().is_empty();
            losses.add_if(moved, Loss::Moves);
            // Scores are those of the first position.
            losses.add_if(moved && !record.scores.is_empty(), Loss::Scores);
        } else {
            let unfinished = !game.is_complete() && !record.claims.is_empty();
            losses.add_if(!holds.result && unfinished, Loss::Result);
            // A pass at the end, which formats without passes do not show.
            let passed = game.moves().last() == Some(&Move::Pass);
            losses.add_if(!holds.last_pass && passed, Loss::LastPass);
        }
        losses
    }

    pub(super) fn add(&mut self, loss: Loss) {
        if !self.0.contains(&loss) {
            self.0.push(loss);
        }
    }

    /// A loss, if there is one.
    pub(super) fn add_if(&mut self, lost: bool, loss: Loss) {
        if lost {
            self.add(loss);
        }
    }
}

/// In words that go on after "without": `the tag round`.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tag(name) => return write!(f, "the tag {name}"),
            Self::Moves => "the moves: only the last position",
            Self::LastPass => "the pass at the end",
            Self::Comments => "the comments on moves",
            Self::Evaluations => "the evaluations of moves",
            Self::Times => "the times of moves",
            Self::Clocks => "the time left after moves",
            Self::Variations => "the variations",
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
