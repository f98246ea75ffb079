//! The options that say which games of the collection are meant.

use std::ops::RangeInclusive;

use clap::ValueEnum;
use outflank::{
    board::{Color, Position},
    games::{Ending, Filter, Pattern},
    opening::Book,
    record::{JudgeOptions, ReadOptions},
};

use super::super::{
    error::{UserError, render},
    input::positions,
    number::whole,
    output::Output,
    puzzle::PuzzlesArg,
};

/// Which games are meant; all that is given must hold.
#[derive(Debug, PartialEq, Default, clap::Args)]
#[command(next_help_heading = "Which games")]
pub(super) struct FilterArgs {
    /// A part of a player's name, on either side; twice for two players
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// A part of Black's name
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// A part of White's name
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// A part of the tournament's name
    #[arg(long, value_name = "NAME")]
    tournament: Option<String>,
    /// A year or several: 1999, 1990-1999, 1990-, -1999
    #[arg(long, value_name = "YEARS", value_parser = years, allow_hyphen_values = true)]
    year: Option<RangeInclusive<i32>>,
    /// How the game ended
    #[arg(long)]
    result: Option<ResultArg>,
    /// Games that came through the end of a line of the book, by any of its
    /// names
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// Games that came through a position: 64 squares and the side to move, or
    /// moves that lead there
    #[arg(long, value_name = "INPUT", conflicts_with = "opening")]
    position: Option<String>,
    /// Games in which these squares were so, up to symmetry: `a1=X b2=-`, or
    /// 64 squares with `?` for anything
    #[arg(long, value_name = "PATTERN")]
    pattern: Option<Pattern>,
    /// The game of this number; may be repeated
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=4_294_967_295))]
    game: Vec<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ResultArg {
    /// Black has won
    Black,
    /// White has won
    White,
    /// A draw
    Draw,
    /// No result is known
    Unknown,
}

impl FilterArgs {
    /// Whether anything is asked of the games.
    pub(super) fn is_given(&self) -> bool {
        *self != Self::default()
    }

    pub(super) fn filter(&self, out: &Output) -> anyhow::Result<Filter> {
        let position = match (&self.opening, &self.position) {
            (Some(name), _) => Some(opening(name)?),
            (None, Some(text)) => Some(position(text, None, out)?),
            (None, None) => None,
        };
        Ok(Filter {
            players: self.player.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            tournament: self.tournament.clone(),
            years: self.year.clone(),
            result: self.result.map(|result| match result {
                ResultArg::Black => Ending::Won(Color::Black),
                ResultArg::White => Ending::Won(Color::White),
                ResultArg::Draw => Ending::Drawn,
                ResultArg::Unknown => Ending::Unknown,
            }),
            position,
            pattern: self.pattern,
            ids: self.game.iter().map(|number| number - 1).collect(),
        })
    }
}

/// The position at the end of a line of the shipped book.
fn opening(name: &str) -> Result<Position, UserError> {
    let book = Book::shipped();
    match book.find(name) {
        Some(line) => Ok(line.game.last().clone()),
        None => {
            let error = UserError::new(format!("no opening is called `{name}`"));
            Err(match book.nearest(name) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error.hint("`outflank opening list` has them all"),
            })
        }
    }
}

/// The position that a text gives or its moves lead to, on a board that the
/// collection has games on.
pub(super) fn position(text: &str, at: Option<i32>, out: &Output) -> anyhow::Result<Position> {
    let inputs = [text.to_owned()];
    let judging = JudgeOptions::default();
    let puzzles = PuzzlesArg::default();
    let mut found = positions(&inputs, &puzzles, ReadOptions::default(), &judging, at);
    let first = found
        .next()
        .unwrap_or_else(|| Err(UserError::new("there is no position in it").into()))?;
    match found.next() {
        None => {}
        Some(Err(error)) => return Err(error),
        Some(Ok(_)) => {
            return Err(
                UserError::new(format!("{} has more than one game", first.label))
                    .hint("name one position or the moves that lead to it")
                    .into(),
            );
        }
    }
    for warning in &first.warnings {
        out.warn(&render(&first.source, warning, out.ascii()));
    }
    if !first.position.rules().is_plain_8x8() {
        return Err(UserError::new(format!(
            "{}: the collection has games on the 8×8 board alone",
            first.label
        ))
        .into());
    }
    Ok(first.position)
}

/// Reads a year or a run of years.
fn years(text: &str) -> Result<RangeInclusive<i32>, String> {
    let wrong = || format!("`{text}` is no year and no years: write 1999 or 1990-1999");
    let year = |text: &str, open: i32| match text.trim() {
        "" => Ok(open),
        digits => whole(0..=9999)(digits).map_err(|_| wrong()),
    };
    let Some((first, last)) = text.split_once('-') else {
        let year: i32 = whole(0..=9999)(text.trim()).map_err(|_| wrong())?;
        return Ok(year..=year);
    };
    let years = year(first, i32::MIN)?..=year(last, i32::MAX)?;
    if years.is_empty() || text.trim() == "-" {
        return Err(wrong());
    }
    Ok(years)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_read() {
        assert_eq!(years("1999"), Ok(1999..=1999));
        assert_eq!(years("1990-1999"), Ok(1990..=1999));
        assert_eq!(years("1990-"), Ok(1990..=i32::MAX));
        assert_eq!(years("-1999"), Ok(i32::MIN..=1999));
        for wrong in ["", "-", "last", "1999-1990", "1990-1995-1999", "19990"] {
            assert!(years(wrong).is_err(), "{wrong}");
        }
    }
}
