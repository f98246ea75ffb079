//! [`Move`] and [`Score`].

use std::{fmt, ops::Neg, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Square, SquareError, square::FromStrVisitor};

/// What a side does when it is its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A disc is placed.
    Place(Square),
    /// No disc can be placed, so the turn goes over.
    Pass,
}

impl Move {
    /// The square of a placed disc.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Self {
        Self::Place(square)
    }
}

/// `"pass"` or the name of a square, in any case.
impl FromStr for Move {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Place)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.pad("pass"),
        }
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FromStrVisitor::<Self>::new("a square or `pass`"))
    }
}

/// A result or an expectation in whole discs, own minus opponent's:
/// −64 … 64 on 8×8, at most ±256 on the largest board.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Score(pub i16);

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// The highest score on 8×8: a wipe-out.
    pub const MAX: Self = Self(64);
    /// The lowest score on 8×8.
    pub const MIN: Self = Self(-64);

    /// Win, draw or loss.
    #[must_use]
    pub const fn wld(self) -> Wld {
        match self.0 {
            1.. => Wld::Win,
            0 => Wld::Draw,
            _ => Wld::Loss,
        }
    }
}

/// The same score seen from the other side.
impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// With its sign: `+18`, `-4`, `+0`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+}", self.0))
    }
}

/// The result of a game without its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wld {
    /// The other side wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side in question wins.
    Win,
}

impl Neg for Wld {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Wld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}
