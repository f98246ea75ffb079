//! What a record says in one way or another: its year, its winner.

use super::{ClaimedResult, GameRecord};
use crate::board::Color;

impl GameRecord {
    /// The first value of the tag of a name, which is in lower case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.name == name);
        tag.map(|tag| tag.value.as_str())
    }

    /// The year in which the game was played: the first number of four digits
    /// in the tag `year`, or in the date.
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        let date = self.tag("year").or_else(|| self.tag("date"))?;
        let years = date.split(|c: char| !c.is_ascii_digit());
        let mut years = years.filter(|digits| digits.len() == 4);
        years.find_map(|digits| digits.parse().ok())
    }

    /// Who won, `Some(None)` for a draw: by the moves when they reach the end,
    /// else by what the record states. `None` when neither tells.
    #[must_use]
    pub fn winner(&self) -> Option<Option<Color>> {
        if self.game.is_complete() {
            return Some(self.game.last().winner());
        }
        let by = |difference: i64| match difference.signum() {
            1 => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        };
        self.stated_result().map(|result| match result {
            ClaimedResult::Discs { black, white } => by(i64::from(black) - i64::from(white)),
            ClaimedResult::Difference(difference) => by(difference.into()),
            ClaimedResult::Winner(winner) => winner,
        })
    }

    /// The result that the record states, whatever its moves say: of several
    /// the last of the most exact ones. A resignation states one, too.
    #[must_use]
    pub fn stated_result(&self) -> Option<ClaimedResult> {
        let precision = |result: &ClaimedResult| match result {
            ClaimedResult::Discs { .. } => 2,
            ClaimedResult::Difference(_) => 1,
            ClaimedResult::Winner(_) => 0,
        };
        let claims = self.claims.iter().map(|claim| claim.result);
        let tagged = || self.tagged_result().map(|(result, _)| result);
        claims.max_by_key(precision).or_else(tagged)
    }

    /// How the game was ended, if its result says it.
    pub(super) fn ended_by(&self) -> Option<By> {
        self.tagged_result().and_then(|(_, by)| by)
    }

    fn tagged_result(&self) -> Option<(ClaimedResult, Option<By>)> {
        let results = self.tags.iter().filter(|tag| tag.name == "result");
        results.filter_map(|tag| stated(&tag.value)).next()
    }
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
