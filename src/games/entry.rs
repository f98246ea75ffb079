//! [`NewGame`]: a game on its way into the collection.

use thiserror::Error;

use super::{
    details::Details,
    index::Entry,
    place::{F5, mix, passed, path},
};
use crate::{
    board::{Aim, Board, Color, Game, Position, Rules, Square, Symmetry},
    record::{ClaimedResult, GameRecord},
};

/// How a game ended, as far as its moves or its record say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// By so many discs for Black, −64 … 64, the empty squares of a finished
    /// game given to the winner.
    Score(i8),
    /// This side has won, nobody says by how much: the other one resigned.
    Winner(Color),
    /// Nobody says.
    Unknown,
}

impl Outcome {
    /// The side that has won; `None` for a draw and when nobody says.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Score(1..) | Self::Winner(Color::Black) => Some(Color::Black),
            Self::Score(..0) | Self::Winner(Color::White) => Some(Color::White),
            Self::Score(0) | Self::Unknown => None,
        }
    }

    /// The score for Black.
    #[must_use]
    pub const fn score(self) -> Option<i8> {
        match self {
            Self::Score(score) => Some(score),
            Self::Winner(_) | Self::Unknown => None,
        }
    }

    /// Who has won, `Some(None)` for a draw; `None` when nobody says.
    pub(super) const fn result(self) -> Option<Option<Color>> {
        match self {
            Self::Unknown => None,
            _ => Some(self.winner()),
        }
    }

    /// As the database has it: above 0 when Black has won, below when White
    /// has.
    pub(super) const fn code(self) -> Option<i8> {
        match self {
            Self::Score(score) => Some(score),
            Self::Winner(Color::Black) => Some(WON),
            Self::Winner(Color::White) => Some(-WON),
            Self::Unknown => None,
        }
    }

    pub(super) const fn from_code(code: Option<i8>) -> Self {
        match code {
            Some(WON) => Self::Winner(Color::Black),
            Some(code) if code == -WON => Self::Winner(Color::White),
            Some(score) => Self::Score(score),
            None => Self::Unknown,
        }
    }

    fn of(record: &GameRecord) -> Self {
        let game = &record.game;
        if game.is_complete() {
            let score = game.last().score(Color::Black).0;
            return i8::try_from(score).map_or(Self::Unknown, Self::Score);
        }
        // A game that was broken off has the result that its record gives.
        match record.stated_result() {
            Some(ClaimedResult::Discs { black, white }) => {
                within(i64::from(black) - i64::from(white))
            }
            Some(ClaimedResult::Difference(score)) => within(score.into()),
            Some(ClaimedResult::Winner(Some(winner))) => Self::Winner(winner),
            Some(ClaimedResult::Winner(None)) => Self::Score(0),
            None => Self::Unknown,
        }
    }
}

/// The code of a win of unknown size.
const WON: i8 = 100;

fn within(score: i64) -> Outcome {
    match i8::try_from(score) {
        Ok(score @ -64..=64) => Outcome::Score(score),
        _ => Outcome::Unknown,
    }
}

/// Why a legal game is not taken into the collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unfit {
    /// There is nothing to be found in it.
    #[error("the record has no moves")]
    NoMoves,
    /// The board has another size, or holes.
    #[error("the collection has games on the 8×8 board alone")]
    Board,
    /// Fewer discs win.
    #[error("the collection has no games of anti-reversi")]
    Anti,
}

/// A game made ready for [`Collection::add`](super::Collection::add): turned
/// so that games that are one up to symmetry are equal, and that a game from
/// Othello's start begins with f5.
#[derive(Debug, Clone)]
pub struct NewGame {
    pub(super) start: Option<String>,
    /// Bits of the board; passes are left out.
    pub(super) moves: Vec<u8>,
    /// A hash of both, written in databases.
    pub(super) key: u64,
    pub(super) outcome: Outcome,
    pub(super) black: Option<String>,
    pub(super) white: Option<String>,
    pub(super) tournament: Option<String>,
    pub(super) date: Option<String>,
    pub(super) year: Option<i32>,
    pub(super) file: String,
    pub(super) line: usize,
    /// Leads from the board of the collection back to that of the record.
    pub(super) turn: Turn,
    pub(super) details: Details,
    pub(super) entries: Vec<Entry>,
}

impl NewGame {
    /// A game with its record, which stands in this file at this line,
    /// counted from 1.
    ///
    /// # Errors
    /// [`Unfit`] games are not collected.
    pub fn new(record: &GameRecord, file: &str, line: usize) -> Result<Self, Unfit> {
        let game = &record.game;
        let rules = game.start().rules();
        if rules.aim() == Aim::Fewest {
            return Err(Unfit::Anti);
        }
        let board = game.start().board().filter(|_| rules.is_plain_8x8());
        let board = board.ok_or(Unfit::Board)?;
        if game.plies() == 0 {
            return Err(Unfit::NoMoves);
        }
        let side = game.start().to_move();
        let (start, squares, symmetry) = turned(game, board, side);
        let is_start = start == Board::START && side == Color::Black;
        let text = (!is_start).then(|| Position::from_board(start, side).to_string());
        let moves: Vec<u8> = squares.iter().filter_map(|&square| bit(square)).collect();
        let outcome = Outcome::of(record);
        let entries = entries(start, side, squares.into_iter(), outcome);
        let tag = |names: &[&'static str]| {
            let tags = || record.tags.iter();
            let named = names.iter().flat_map(|name| {
                let tags = tags().filter(move |tag| tag.name == *name);
                tags.map(move |tag| (*name, tag.value.trim()))
            });
            named.into_iter().find(|(_, value)| is_known(value))
        };
        let (black, white) = (tag(&["black"]), tag(&["white"]));
        let tournament = tag(&["tournament", "event", "place", "site"]);
        let date = tag(&["date", "year"]);
        // Under another name than it comes out with, a value is a detail too.
        let plain = |tag: &(&str, &str)| !matches!(tag.0, "place" | "site" | "year");
        let columns = [black, white, tournament, date];
        let columns: Vec<(&str, &str)> = columns.into_iter().flatten().filter(plain).collect();
        let value = |tag: Option<(&str, &str)>| tag.map(|(_, value)| value.to_owned());
        Ok(Self {
            key: key(text.as_deref(), &moves),
            start: text,
            moves,
            outcome,
            black: value(black),
            white: value(white),
            tournament: value(tournament),
            year: date.and_then(|(_, date)| year(date)),
            date: value(date),
            file: file.to_owned(),
            line,
            turn: Turn(symmetry.inverse()),
            details: Details::new(record, &columns),
            entries,
        })
    }
}

/// The way from the board of the collection to that of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn(pub(super) Symmetry);

impl Turn {
    /// As the database has it: the number in [`Symmetry::ALL`].
    pub(super) fn code(self) -> u8 {
        let at = Symmetry::ALL.iter().position(|&way| way == self.0);
        at.and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
    }

    pub(super) fn from_code(code: u8) -> Self {
        let way = Symmetry::ALL.get(usize::from(code)).copied();
        Self(way.unwrap_or(Symmetry::Identity))
    }
}

/// What the index knows of a game.
pub(super) fn entries(
    start: Board,
    side: Color,
    squares: impl Iterator<Item = Square>,
    outcome: Outcome,
) -> Vec<Entry> {
    path(start, side, squares)
        .map(|(place, number)| Entry::new(place.key, number, outcome.code()))
        .collect()
}

/// The board and the moves of a game, turned into the one form that all its
/// images have, and the symmetry that leads there.
fn turned(game: &Game, board: Board, side: Color) -> (Board, Vec<Square>, Symmetry) {
    let image = |symmetry: Symmetry| {
        let squares = game.moves().iter().filter_map(|mv| mv.square());
        let squares: Vec<Square> = squares.map(|square| symmetry.square(square, 8)).collect();
        (symmetry.board(board), squares, symmetry)
    };
    let first = || image(Symmetry::Identity);
    let images = Symmetry::ALL.into_iter().map(image);
    // Othello's start lies as everybody has it, and of the four first moves
    // that are one there, f5 is what most people write.
    let usual = |(start, squares, _): &(Board, Vec<Square>, Symmetry)| {
        let begins = squares.first().and_then(|square| square.bit()) == Some(F5);
        (
            *start == Board::START,
            *start == Board::START && side == Color::Black && begins,
        )
    };
    images
        .min_by(|a, b| {
            let least = || (a.0, &a.1).cmp(&(b.0, &b.1));
            usual(b).cmp(&usual(a)).then_with(least)
        })
        .unwrap_or_else(first)
}

fn bit(square: Square) -> Option<u8> {
    square.bit().and_then(|bit| u8::try_from(bit).ok())
}

/// The hash of a game.
fn key(start: Option<&str>, moves: &[u8]) -> u64 {
    let bytes = start
        .unwrap_or_default()
        .bytes()
        .chain(moves.iter().copied());
    bytes.fold(moves.len() as u64, |hash, byte| {
        mix(hash ^ u64::from(byte) ^ 0x5bd1_e995_0000)
    })
}

/// The first four digits in a row that are a year; a bare Unix time is none.
fn year(date: &str) -> Option<i32> {
    let mut runs = date.split(|c: char| !c.is_ascii_digit());
    runs.find_map(|run| {
        let digits = match run.len() {
            4 => run,
            // 20040131
            8 => run.get(..4)?,
            _ => return None,
        };
        digits
            .parse()
            .ok()
            .filter(|year| (1880..=2200).contains(year))
    })
}

/// Whether a value says something: `?` and `???` do not.
pub(super) fn is_known(value: &str) -> bool {
    value.chars().any(|c| !matches!(c, '?' | '-' | '.' | ' '))
}

/// The start of a game from its text.
pub(super) fn start_of(text: Option<&str>) -> Option<Position> {
    match text {
        None => Some(Position::start(Rules::othello())),
        Some(text) => Position::parse(text, Rules::othello()).ok(),
    }
}

/// The board and side that a game starts from, as the index sees them.
pub(super) fn board_of(start: Option<&str>) -> Option<(Board, Color)> {
    let position = start_of(start)?;
    let (board, side) = (position.board()?, position.to_move());
    Some(passed(board, side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_found_in_dates() {
        assert_eq!(year("2017.12.28"), Some(2017));
        assert_eq!(year("2003.12.15_12:33:18.MST"), Some(2003));
        assert_eq!(year("28/12/1999"), Some(1999));
        assert_eq!(year("20040131"), Some(2004));
        assert_eq!(year("947375357"), None);
        assert_eq!(year("?"), None);
    }

    #[test]
    fn outcomes_are_what_their_codes_say() {
        let all = (-64..=64).map(Outcome::Score);
        let others = [
            Outcome::Winner(Color::Black),
            Outcome::Winner(Color::White),
            Outcome::Unknown,
        ];
        for outcome in all.chain(others) {
            assert_eq!(Outcome::from_code(outcome.code()), outcome);
            let sign = outcome.code().map_or(0, i8::signum);
            let winner = match sign {
                1 => Some(Color::Black),
                -1 => Some(Color::White),
                _ => None,
            };
            assert_eq!(outcome.winner(), winner);
        }
    }
}
