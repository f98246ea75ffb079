//! [`Task`]: what a puzzle asks for.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::board::Color;

/// What the side to move is to do, whatever the opponent plays.
///
/// The *keys* of a puzzle are the first moves that attain its task, all of
/// them and no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Task {
    /// Flip every disc of the opponent. The keys are the moves that force it
    /// in time.
    WipeOut {
        /// In at most this many moves of the solver, the last included;
        /// `None` for any number.
        within: Option<u32>,
    },
    /// Win. The keys are all the moves that win, by however little.
    Win,
    /// Draw in a position that cannot be won. The keys are all the moves that
    /// do not lose.
    Draw,
    /// Reach the best score. The keys are all the moves that reach it to the
    /// disc.
    Best,
}

impl Task {
    /// The names of the tasks in files, as [`Task::name`] gives them.
    pub const NAMES: [&'static str; 4] = ["wipe-out", "win", "draw", "best"];

    /// The name in files and reports: `wipe-out`, `win`, `draw`, `best`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WipeOut { .. } => "wipe-out",
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Best => "best",
        }
    }

    /// The task with a name; a wipe-out is in any number of moves.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "wipe-out" => Some(Self::WipeOut { within: None }),
            "win" => Some(Self::Win),
            "draw" => Some(Self::Draw),
            "best" => Some(Self::Best),
            _ => None,
        }
    }

    /// In how many moves the solver has to be done, when that is limited.
    #[must_use]
    pub const fn within(self) -> Option<u32> {
        match self {
            Self::WipeOut { within } => within,
            _ => None,
        }
    }

    /// The task as a sentence about the side to move.
    ///
    /// ```
    /// use outflank::{board::Color, puzzle::Task};
    ///
    /// let task = Task::WipeOut { within: Some(3) };
    /// assert_eq!(task.sentence(Color::White), "White to move and wipe Black out in 3 moves.");
    /// ```
    #[must_use]
    pub fn sentence(self, side: Color) -> String {
        let (side, other) = (side.name(), (!side).name());
        match self {
            Self::WipeOut { within: None } => format!("{side} to move and wipe {other} out."),
            Self::WipeOut { within: Some(1) } => {
                format!("{side} to move and wipe {other} out with one move.")
            }
            Self::WipeOut { within: Some(n) } => {
                format!("{side} to move and wipe {other} out in {n} moves.")
            }
            Self::Win => format!("{side} to move and win."),
            Self::Draw => format!("{side} to move and draw."),
            Self::Best => format!("{side} to move and reach the best score."),
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Task {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
