//! `--filter`: which records are written.

use std::{cell::OnceCell, ops::RangeInclusive, str::FromStr};

use outflank::{
    board::{Board, Color, Game, Rules, Square},
    opening::Book,
    record::GameRecord,
};

/// One thing that is asked of a record.
#[derive(Debug, Clone)]
pub(super) enum Filter {
    /// A part of the name of either player, in lower case.
    Player(String),
    /// A part of the name of a side.
    Side(Color, String),
    Year(RangeInclusive<u32>),
    /// The winner, `None` for a draw.
    Winner(Option<Color>),
    /// A part of the name of an opening, in lower case.
    Opening(String),
    /// A position that the game passes after so many plies, the least of the
    /// symmetric ones.
    Through(i32, Color, Board),
    Length(RangeInclusive<u32>),
}

impl FromStr for Filter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const KEYS: &str = "player, black, white, year, result, opening, length";
        let Some((key, value)) = text.split_once('=') else {
            return Err(format!("a filter is KEY=VALUE, KEY one of {KEYS}"));
        };
        let value = value.trim();
        if value.is_empty() {
            return Err(format!("`{key}` is asked for without a value"));
        }
        let lower = value.to_lowercase();
        match key.trim() {
            "player" => Ok(Self::Player(lower)),
            "black" => Ok(Self::Side(Color::Black, lower)),
            "white" => Ok(Self::Side(Color::White, lower)),
            "year" => range(value).map(Self::Year),
            "length" => range(value).map(Self::Length),
            "result" => match lower.as_str() {
                "black" => Ok(Self::Winner(Some(Color::Black))),
                "white" => Ok(Self::Winner(Some(Color::White))),
                "draw" => Ok(Self::Winner(None)),
                _ => Err(format!("`{value}` is no result: black, white or draw")),
            },
            "opening" => match through(value) {
                Some(through) => Ok(through),
                None if Book::shipped().search(value).next().is_none() => Err(format!(
                    "no opening is called `{value}`: `outflank opening list` has the names"
                )),
                None => Ok(Self::Opening(lower)),
            },
            other => Err(format!("`{other}` is no key of a filter: {KEYS}")),
        }
    }
}

/// `60`, `50..60`, `50..`, `..60`; both ends belong to it.
fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str| {
        let text = text.trim();
        text.parse::<u32>()
            .map_err(|_| format!("`{text}` is not a number: write 60, 50..60, 50.. or ..60"))
    };
    let Some((low, high)) = text.split_once("..") else {
        let only = number(text)?;
        return Ok(only..=only);
    };
    let low = if low.trim().is_empty() {
        0
    } else {
        number(low)?
    };
    let high = if high.trim().is_empty() {
        u32::MAX
    } else {
        number(high)?
    };
    if low > high {
        return Err(format!(
            "{low}..{high} is empty: the smaller number comes first"
        ));
    }
    Ok(low..=high)
}

/// Moves from the start of Othello, glued or with blanks between them.
fn through(text: &str) -> Option<Filter> {
    let moves: String = text.split_whitespace().collect();
    let mut game = Game::new(Rules::othello());
    for at in (0..moves.len()).step_by(2) {
        let square: Square = moves.get(at..at + 2)?.parse().ok()?;
        game.play_with_passes(square.into()).ok()?;
    }
    let plies = i32::try_from(game.plies()).ok()?;
    let last = game.last();
    Some(Filter::Through(
        plies,
        last.to_move(),
        last.board()?.canonical().0,
    ))
}

/// All that is asked of a record.
#[derive(Debug)]
pub(super) struct Filters<'a> {
    filters: &'a [Filter],
    /// The names of openings, when they are asked for.
    book: OnceCell<Book>,
}

impl<'a> Filters<'a> {
    pub(super) fn new(filters: &'a [Filter]) -> Self {
        Self {
            filters,
            book: OnceCell::new(),
        }
    }

    /// Whether a record has all of it.
    pub(super) fn accept(&self, record: &GameRecord) -> bool {
        self.filters.iter().all(|filter| self.holds(filter, record))
    }

    fn holds(&self, filter: &Filter, record: &GameRecord) -> bool {
        let named = |side: &str, part: &str| {
            let name = record.tag(side);
            name.is_some_and(|name| name.to_lowercase().contains(part))
        };
        match filter {
            Filter::Player(part) => named("black", part) || named("white", part),
            Filter::Side(side, part) => named(&side.to_string(), part),
            Filter::Year(years) => record
                .year()
                .is_some_and(|year| years.contains(&year.into())),
            Filter::Winner(winner) => record.winner() == Some(*winner),
            Filter::Length(plies) => {
                u32::try_from(record.game.plies()).is_ok_and(|length| plies.contains(&length))
            }
            Filter::Opening(part) => self.is_named(record, part),
            Filter::Through(plies, to_move, board) => {
                let there = record.game.at(*plies);
                there.is_some_and(|there| {
                    there.to_move() == *to_move
                        && there.board().map(|here| here.canonical().0) == Some(*board)
                })
            }
        }
    }

    /// Whether a game's opening, or one that it belongs to, has such a name.
    fn is_named(&self, record: &GameRecord, part: &str) -> bool {
        let book = self.book.get_or_init(Book::shipped);
        let Some(named) = book.name(&record.game) else {
            return false;
        };
        let above = book.ancestors(named.line);
        let mut lines = above.into_iter().chain([named.line]);
        lines.any(|line| line.names().any(|name| name.to_lowercase().contains(part)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_both_ends() {
        assert_eq!(range("60"), Ok(60..=60));
        assert_eq!(range("1990..1999"), Ok(1990..=1999));
        assert_eq!(range("..20"), Ok(0..=20));
        assert_eq!(range("50.."), Ok(50..=u32::MAX));
        assert!(range("9..5").is_err() && range("x").is_err() && range("1..2..3").is_err());
    }

    #[test]
    fn filters_say_what_is_wrong() {
        for (text, want) in [
            ("player", "a filter is KEY=VALUE"),
            ("name=x", "`name` is no key of a filter"),
            ("year=", "without a value"),
            ("result=won", "black, white or draw"),
            ("opening=no such", "no opening is called"),
        ] {
            let said = text.parse::<Filter>().unwrap_err();
            assert!(said.contains(want), "{said}");
        }
    }
}
