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
        self.claims.first().map(|claim| match claim.result {
            ClaimedResult::Discs { black, white } => by(i64::from(black) - i64::from(white)),
            ClaimedResult::Difference(difference) => by(difference.into()),
            ClaimedResult::Winner(winner) => winner,
        })
    }
}
