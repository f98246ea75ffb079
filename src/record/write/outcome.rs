//! [`Outcome`]: how a game ended, as its moves or its record say.

use crate::{
    board::{ByColor, Color, Scoring},
    record::{ClaimedResult, GameRecord, facts::By},
};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is over on the board.
    Over {
        /// The discs on the board.
        discs: ByColor<u32>,
        /// The same with the empty squares given to the winner.
        official: ByColor<u32>,
    },
    /// The moves do not reach the end, but the record states a result.
    Stated {
        /// The result, if it says more than how the game was ended.
        result: ClaimedResult,
        /// How the game was ended.
        by: Option<By>,
    },
    /// Nobody says.
    Unknown,
}

impl Outcome {
    pub(super) fn of(record: &GameRecord) -> Self {
        let game = &record.game;
        if game.is_complete() {
            let discs = game.last().discs();
            let rules = game.last().rules().with_scoring(Scoring::Official);
            return Self::Over {
                discs,
                official: rules.count(discs),
            };
        }
        match record.stated_result() {
            Some(result) => Self::Stated {
                result,
                by: record.ended_by(),
            },
            None => Self::Unknown,
        }
    }

    /// Black's discs less White's with the empty squares to the winner.
    pub(super) const fn difference(self) -> Option<i32> {
        match self {
            Self::Over { official, .. } => Some(official.black as i32 - official.white as i32),
            Self::Stated { result, .. } => match result {
                ClaimedResult::Discs { black, white } => Some(black as i32 - white as i32),
                ClaimedResult::Difference(difference) => Some(difference),
                ClaimedResult::Winner(None) => Some(0),
                ClaimedResult::Winner(Some(_)) => None,
            },
            Self::Unknown => None,
        }
    }

    pub(super) const fn by(self) -> Option<By> {
        match self {
            Self::Stated { by, .. } => by,
            Self::Over { .. } | Self::Unknown => None,
        }
    }

    /// The side that a record names as the winner without discs.
    pub(super) const fn winner_alone(self) -> Option<Color> {
        match self {
            Self::Stated {
                result: ClaimedResult::Winner(winner),
                ..
            } => winner,
            _ => None,
        }
    }
}
