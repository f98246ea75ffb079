//! [`Task`]: what a puzzle asks for.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{board::Color, engine::Hunted};

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
    /// Wipe a side out with the help of both, in as few plies as possible.
    /// The keys are the first moves of all the shortest lines.
    HelpWipeOut {
        /// The discs that both sides place together.
        plies: u32,
        /// Who is wiped out.
        hunted: Hunted,
    },
    /// Flip so many discs with one move. The keys are all the moves that do.
    Flip {
        /// The discs that are flipped, without the one that is placed.
        count: u32,
    },
}

impl Task {
    /// The names of the tasks in files, as [`Task::name`] gives them.
    pub const NAMES: [&'static str; 6] =
        ["wipe-out", "win", "draw", "best", "help-wipe-out", "flip"];

    /// No move flips more discs: six in each of the three directions from a
    /// corner. (The centre, where it would be 19, is never empty.)
    pub const MOST_FLIPS: u32 = 18;

    /// The name in files and reports: `wipe-out`, `win` and so on.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WipeOut { .. } => "wipe-out",
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Best => "best",
            Self::HelpWipeOut { .. } => "help-wipe-out",
            Self::Flip { .. } => "flip",
        }
    }

    /// The task with a name; a wipe-out is in any number of moves. The number
    /// of plies or of discs, where the task needs one, is `number`.
    #[must_use]
    pub fn from_name(name: &str, number: u32) -> Option<Self> {
        match name {
            "wipe-out" => Some(Self::WipeOut { within: None }),
            "win" => Some(Self::Win),
            "draw" => Some(Self::Draw),
            "best" => Some(Self::Best),
            "help-wipe-out" => Some(Self::HelpWipeOut {
                plies: number,
                hunted: Hunted::after(number),
            }),
            "flip" => Some(Self::Flip { count: number }),
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

    /// The number that files and reports call `in`: the moves of the solver
    /// for a wipe-out, the plies of both sides where both help.
    #[must_use]
    pub const fn number(self) -> Option<u32> {
        match self {
            Self::HelpWipeOut { plies, .. } => Some(plies),
            _ => self.within(),
        }
    }

    /// How many discs one move has to flip, where that is the task.
    #[must_use]
    pub const fn count(self) -> Option<u32> {
        match self {
            Self::Flip { count } => Some(count),
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
            Self::HelpWipeOut { plies, hunted } => {
                let hunted = match hunted {
                    Hunted::Player => side,
                    Hunted::Opponent => other,
                };
                let plural = if plies == 1 { "y" } else { "ies" };
                format!(
                    "{side} to move; both sides help to wipe {hunted} out in {plies} pl{plural}."
                )
            }
            Self::Flip { count: 1 } => format!("{side} to move and flip one disc."),
            Self::Flip { count } => format!("{side} to move and flip {count} discs at once."),
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
