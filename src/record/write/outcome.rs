//! [`Outcome`]: how a game ended, as its moves or its record say.

use crate::{
    board::{ByColor, Color, Scoring},
    record::{ClaimedResult, GameRecord},
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

/// How a game ends before its last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Resignation,
    Time,
    Forfeit,
    /// A player left.
    Leaving,
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
        let by = record.tags.iter().filter(|tag| tag.name == "result");
        let tagged = by.filter_map(|tag| stated(&tag.value)).next();
        let precision = |result: &ClaimedResult| match result {
            ClaimedResult::Discs { .. } => 2,
            ClaimedResult::Difference(_) => 1,
            ClaimedResult::Winner(_) => 0,
        };
        let claims = record.claims.iter().map(|claim| claim.result);
        // Of several the last of the most exact ones.
        let claimed = claims.max_by_key(precision);
        let by = tagged.and_then(|(_, by)| by);
        match claimed.or(tagged.map(|(result, _)| result)) {
            Some(result) => Self::Stated { result, by },
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

/// Results with a word on how the game was ended, which no claim holds:
/// `+64.000:t` of GGF, `B+R` of SGF.
fn stated(text: &str) -> Option<(ClaimedResult, Option<By>)> {
    let text = text.trim();
    if let Some((score, by)) = text.split_once(':') {
        let score: f64 = score.trim().parse().ok()?;
        let by = match by.trim() {
            "r" => By::Resignation,
            "t" => By::Time,
            "l" => By::Leaving,
            _ => return None,
        };
        let whole = score.round();
        return (whole.abs() <= 256.0)
            .then_some((ClaimedResult::Difference(whole as i32), Some(by)));
    }
    let (winner, by) = text.split_once('+')?;
    let winner = match winner {
        "B" | "b" => Color::Black,
        "W" | "w" => Color::White,
        _ => return None,
    };
    let by = match by.to_ascii_lowercase().as_str() {
        "r" | "resign" => Some(By::Resignation),
        "t" | "time" => Some(By::Time),
        "f" | "forfeit" => Some(By::Forfeit),
        "" => None,
        _ => return None,
    };
    Some((ClaimedResult::Winner(Some(winner)), by))
}
