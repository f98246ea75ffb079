//! [`Rules`]: what the variants of the game change.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Bitboard, ByColor, Color, Score, Square};

/// The rules of one game: board, start, aim and counting.
///
/// A small `Copy` value that every [`Position`](super::Position) carries.
/// Fields are private so that a `Rules` is always one that can be played.
///
/// ```
/// use outflank::board::{Aim, Rules, Start};
///
/// let anti = Rules::othello().with_size(6)?.with_aim(Aim::Fewest);
/// assert_eq!(anti.squares(), 36);
/// assert!(Rules::othello().with_size(7).is_err());
/// # Ok::<(), outflank::board::RulesError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    size: u8,
    start: Start,
    first: Color,
    aim: Aim,
    scoring: Scoring,
    holes: Holes,
}

/// How the first four discs lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Start {
    /// Crosswise, White on the north-west and south-east squares (d4 and e5).
    Othello,
    /// Crosswise, Black on d4 and e5, as many Russian and older sources draw it.
    Mirrored,
    /// White's two discs side by side above Black's two.
    Parallel,
}

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// The side with more discs.
    Most,
    /// The side with fewer discs: anti-reversi.
    Fewest,
}

/// What the empty squares of a finished game count for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// They go to the winner (World Othello Federation): a wipe-out is 64–0,
    /// a draw 32–32.
    #[default]
    Official,
    /// They count for nobody: only discs on the board.
    Discs,
}

/// Squares of the largest board that can never be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Holes([u64; 4]);

impl Holes {
    const fn contains(self, square: Square) -> bool {
        self.0[square.index() >> 6] >> (square.index() & 63) & 1 == 1
    }

    fn insert(&mut self, square: Square) {
        self.0[square.index() >> 6] |= 1 << (square.index() & 63);
    }
}

/// Why a set of rules cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RulesError {
    /// The size is odd, below 4 or above 16.
    #[error("unsupported board size {0}: sizes are even, from 4 to 16")]
    Size(u32),
    /// A hole lies off the board.
    #[error("a hole at {0} is not on the {1}×{1} board")]
    HoleOffBoard(Square, u8),
    /// A hole lies on one of the four centre squares.
    #[error("a hole at {0} would lie under a disc of the start")]
    HoleInCentre(Square),
}

impl Default for Rules {
    fn default() -> Self {
        Self::othello()
    }
}

impl Rules {
    /// Othello: 8×8, crosswise start, Black first, most discs, official counting.
    #[must_use]
    pub const fn othello() -> Self {
        Self {
            size: 8,
            start: Start::Othello,
            first: Color::Black,
            aim: Aim::Most,
            scoring: Scoring::Official,
            holes: Holes([0; 4]),
        }
    }

    /// The 10×10 octagon of GGS and eOthello: three squares are missing in
    /// each corner, 88 are left.
    #[must_use]
    pub fn octagon() -> Self {
        let mut rules = Self::othello();
        rules.size = 10;
        for (col, row) in [(0, 0), (1, 0), (0, 1)] {
            for (col, row) in [
                (col, row),
                (9 - col, row),
                (col, 9 - row),
                (9 - col, 9 - row),
            ] {
                if let Some(square) = Square::new(col, row) {
                    rules.holes.insert(square);
                }
            }
        }
        rules
    }

    /// The same rules on a board of another size.
    ///
    /// # Errors
    /// [`RulesError::Size`] for an odd size or one outside 4 … 16, and the
    /// errors of [`with_hole`](Self::with_hole) when a hole no longer fits.
    pub fn with_size(mut self, size: u8) -> Result<Self, RulesError> {
        if !(4..=Square::MAX_SIZE).contains(&size) || size % 2 == 1 {
            return Err(RulesError::Size(size.into()));
        }
        self.size = size;
        for index in 0..=255_u8 {
            let square = Square::new(index & 15, index >> 4);
            if let Some(square) = square.filter(|&s| self.holes.contains(s)) {
                self.check_hole(square)?;
            }
        }
        Ok(self)
    }

    /// The same rules from another start.
    #[must_use]
    pub const fn with_start(mut self, start: Start) -> Self {
        self.start = start;
        self
    }

    /// The same rules with another side to move first.
    #[must_use]
    pub const fn with_first(mut self, first: Color) -> Self {
        self.first = first;
        self
    }

    /// The same rules with another aim.
    #[must_use]
    pub const fn with_aim(mut self, aim: Aim) -> Self {
        self.aim = aim;
        self
    }

    /// The same rules with another way of counting.
    #[must_use]
    pub const fn with_scoring(mut self, scoring: Scoring) -> Self {
        self.scoring = scoring;
        self
    }

    /// The same rules with one more square that can never be filled.
    ///
    /// # Errors
    /// When the square is off the board or one of the four in the centre.
    pub fn with_hole(mut self, square: Square) -> Result<Self, RulesError> {
        self.check_hole(square)?;
        self.holes.insert(square);
        Ok(self)
    }

    fn check_hole(&self, square: Square) -> Result<(), RulesError> {
        if square.col() >= self.size || square.row() >= self.size {
            return Err(RulesError::HoleOffBoard(square, self.size));
        }
        let centre = self.size / 2 - 1..=self.size / 2;
        if centre.contains(&square.col()) && centre.contains(&square.row()) {
            return Err(RulesError::HoleInCentre(square));
        }
        Ok(())
    }

    /// The board is this many squares wide and high.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// How the first four discs lie.
    #[must_use]
    pub const fn start(&self) -> Start {
        self.start
    }

    /// The side that moves first.
    #[must_use]
    pub const fn first(&self) -> Color {
        self.first
    }

    /// Who wins.
    #[must_use]
    pub const fn aim(&self) -> Aim {
        self.aim
    }

    /// What empty squares count for.
    #[must_use]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Whether the board has this square and a disc can lie on it.
    #[must_use]
    pub const fn has(&self, square: Square) -> bool {
        square.col() < self.size && square.row() < self.size && !self.holes.contains(square)
    }

    /// Whether the square is a hole of the board.
    #[must_use]
    pub const fn is_hole(&self, square: Square) -> bool {
        self.holes.contains(square)
    }

    /// The squares on which a disc can lie, in board order.
    pub fn iter_squares(&self) -> impl Iterator<Item = Square> + use<> {
        let rules = *self;
        (0..=255_u8)
            .filter_map(|index| Square::new(index & 15, index >> 4))
            .filter(move |&square| rules.has(square))
    }

    /// The holes of the board, in board order.
    pub fn holes(&self) -> impl Iterator<Item = Square> + use<> {
        let rules = *self;
        (0..=255_u8)
            .filter_map(|index| Square::new(index & 15, index >> 4))
            .filter(move |&square| rules.is_hole(square))
    }

    /// How many squares a disc can lie on.
    #[must_use]
    pub fn squares(&self) -> u32 {
        let holes: u32 = self.holes.0.iter().map(|bits| bits.count_ones()).sum();
        u32::from(self.size) * u32::from(self.size) - holes
    }

    /// The squares as a set, for boards of up to 8×8; on larger ones the part
    /// inside 8×8.
    #[must_use]
    pub fn playable(&self) -> Bitboard {
        if self.holes == Holes::default() {
            return Bitboard::square_board(self.size);
        }
        self.iter_squares().collect()
    }

    /// Whether the board is the 8×8 without holes that the fast search knows,
    /// whatever the aim and the start.
    #[must_use]
    pub fn is_plain_8x8(&self) -> bool {
        self.size == 8 && self.holes == Holes::default()
    }

    /// The squares of the first four discs.
    #[must_use]
    pub fn start_discs(&self) -> ByColor<[Square; 2]> {
        let low = self.size / 2 - 1;
        let at = |col: u8, row: u8| Square::from_centre(low + col, low + row);
        let (nw, ne, sw, se) = (at(0, 0), at(1, 0), at(0, 1), at(1, 1));
        let (black, white) = match self.start {
            Start::Othello => ([ne, sw], [nw, se]),
            Start::Mirrored => ([nw, se], [ne, sw]),
            Start::Parallel => ([sw, se], [nw, ne]),
        };
        ByColor { black, white }
    }

    /// The score of a finished game for the side with `own` discs.
    #[must_use]
    pub fn score(&self, own: u32, opponent: u32) -> Score {
        let diff = match self.aim {
            Aim::Most => own as i16 - opponent as i16,
            Aim::Fewest => opponent as i16 - own as i16,
        };
        let empties = self.squares() as i16 - (own + opponent) as i16;
        match self.scoring {
            Scoring::Official => Score(diff + diff.signum() * empties),
            Scoring::Discs => Score(diff),
        }
    }

    /// The discs of both sides in a finished game as these rules count them:
    /// 63–1 for 62–1 and an empty square by the official rule.
    #[must_use]
    pub fn count(&self, discs: ByColor<u32>) -> ByColor<u32> {
        if self.scoring == Scoring::Discs {
            return discs;
        }
        // A score is the difference, the winner's squares being the rest.
        let score = i32::from(self.score(discs.black, discs.white).0);
        let more = match self.aim {
            Aim::Most => score,
            Aim::Fewest => -score,
        };
        let squares = self.squares();
        let black = (more + squares as i32).max(0) as u32 / 2;
        ByColor {
            black,
            white: squares.saturating_sub(black),
        }
    }
}

impl Square {
    /// A square whose column and row are known to be below 16.
    const fn from_centre(col: u8, row: u8) -> Self {
        match Self::new(col & 15, row & 15) {
            Some(square) => square,
            None => Self::from_bit(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empties_go_to_the_winner() {
        let official = Rules::othello();
        let discs = official.with_scoring(Scoring::Discs);
        // PlayOK prints 62-1 for a game that WTHOR counts 63-1.
        assert_eq!(official.score(62, 1), Score(62));
        assert_eq!(discs.score(62, 1), Score(61));
        // Othello Quest, 2018: 30-30 with four empty squares is a draw.
        assert_eq!(official.score(30, 30), Score::DRAW);
        assert_eq!(official.score(13, 0), Score::MAX);
        let count = |rules: Rules, black, white| {
            let counted = rules.count(ByColor { black, white });
            (counted.black, counted.white)
        };
        assert_eq!(count(official, 62, 1), (63, 1));
        assert_eq!(count(official, 30, 30), (32, 32));
        assert_eq!(count(official, 0, 14), (0, 64));
        assert_eq!(count(discs, 62, 1), (62, 1));
        assert_eq!(official.score(0, 14), Score::MIN);
    }

    #[test]
    fn fewest_discs_win_at_anti() {
        // tothello.com: 17-19 on 6×6 is won by Black.
        let anti = Rules::othello().with_size(6).unwrap().with_aim(Aim::Fewest);
        assert_eq!(anti.score(17, 19), Score(2));
    }

    #[test]
    fn rules_that_cannot_be_played_are_refused() {
        let rules = Rules::othello();
        assert_eq!(rules.with_size(3), Err(RulesError::Size(3)));
        assert_eq!(rules.with_size(9), Err(RulesError::Size(9)));
        assert_eq!(rules.with_size(18), Err(RulesError::Size(18)));
        let d4 = "d4".parse().unwrap();
        assert_eq!(rules.with_hole(d4), Err(RulesError::HoleInCentre(d4)));
        let h8 = "h8".parse().unwrap();
        let holed = rules.with_hole(h8).unwrap();
        assert_eq!(holed.with_size(6), Err(RulesError::HoleOffBoard(h8, 6)));
    }

    #[test]
    fn the_octagon_has_88_squares() {
        assert_eq!(Rules::octagon().squares(), 88);
        assert_eq!(Rules::octagon().iter_squares().count(), 88);
    }
}
