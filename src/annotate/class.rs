//! [`Class`]: how bad a move is, in a word.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::Score;

/// How bad a move is, by the discs it loses and by what it does to the result.
///
/// | class | discs lost |
/// | --- | --- |
/// | best | 0 |
/// | good | 1–2 |
/// | inaccuracy | 3–6 |
/// | mistake | 7–14 |
/// | blunder | 15 and more |
///
/// By the official counting scores are even, so two discs are the least that
/// a move can lose. The bounds follow what players do: of 1,582 tournament
/// moves with 9 to 18 empty squares (WTHOR, 1985 and 2012), 66 in a hundred
/// lose nothing, 8 are good, 12 lose 3 to 6 discs, 10 lose 7 to 14, and 4
/// lose more.
///
/// A move that turns a win into a draw or a loss, or a draw into a loss, is a
/// mistake at least, however few discs it loses: a game is first of all won
/// or lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// No move is better.
    Best,
    /// All but best.
    Good,
    /// A few discs.
    Inaccuracy,
    /// Many discs, or half the game.
    Mistake,
    /// A corner's worth of discs.
    Blunder,
}

impl Class {
    /// The class of a move by its score and that of the best move, both for
    /// the side that moved.
    #[must_use]
    pub fn of(score: Score, best: Score) -> Self {
        let by_discs = match best.0 - score.0 {
            ..=0 => Self::Best,
            1..=2 => Self::Good,
            3..=6 => Self::Inaccuracy,
            7..=14 => Self::Mistake,
            15.. => Self::Blunder,
        };
        if score.wld() < best.wld() {
            by_discs.max(Self::Mistake)
        } else {
            by_discs
        }
    }
}

/// As in JSON: `best`, `inaccuracy`.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_make_the_class() {
        for (loss, class) in [
            (0, Class::Best),
            (1, Class::Good),
            (2, Class::Good),
            (3, Class::Inaccuracy),
            (6, Class::Inaccuracy),
            (7, Class::Mistake),
            (14, Class::Mistake),
            (15, Class::Blunder),
            (64, Class::Blunder),
        ] {
            assert_eq!(Class::of(Score(64 - loss), Score(64)).max(class), class);
            assert_eq!(
                Class::of(Score(-64), Score(loss - 64)),
                if loss < 64 { class } else { Class::Blunder }
            );
        }
    }

    #[test]
    fn a_changed_result_is_a_mistake_at_least() {
        for (score, best) in [(0, 2), (-2, 0), (-2, 2)] {
            assert_eq!(Class::of(Score(score), Score(best)), Class::Mistake);
        }
        assert_eq!(Class::of(Score(-8), Score(8)), Class::Blunder);
        assert_eq!(Class::of(Score(2), Score(4)), Class::Good);
        assert_eq!(Class::of(Score(-4), Score(-2)), Class::Good);
    }
}
