//! [`Known`]: when a record is one of a game that is there, and what the game
//! learns from it.
//!
//! The moves must be the same, up to symmetry, and nothing that both say may
//! differ: players, year, day, winner. Short lines are played again and again,
//! so there the tournament and the round must not differ either.

use rusqlite::{Connection, Row};

use super::{GamesError, NewGame, Outcome, details::Details, names::is_same, schema};

/// Games with fewer discs than this are short.
const LONG: usize = 30;

/// The head of a game, with the numbers of its names.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) id: u32,
    pub(super) outcome: Outcome,
    pub(super) black: Option<i64>,
    pub(super) white: Option<i64>,
    pub(super) tournament: Option<i64>,
    pub(super) year: Option<i32>,
    pub(super) date: Option<String>,
}

impl Known {
    /// The columns that [`Known::of_row`] reads.
    pub(super) const COLUMNS: &str = "id, result, black, white, tournament, year, date";

    pub(super) fn of_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            outcome: Outcome::from_code(row.get(1)?),
            black: row.get(2)?,
            white: row.get(3)?,
            tournament: row.get(4)?,
            year: row.get(5)?,
            date: row.get(6)?,
        })
    }

    /// Whether a record of the same moves, with this head, is one of this
    /// game.
    pub(super) fn is(
        &self,
        head: &Self,
        game: &NewGame,
        db: &Connection,
    ) -> Result<bool, GamesError> {
        let winners = agree(self.outcome.result(), head.outcome.result());
        let days = agree(day(self.date.as_deref()), day(head.date.as_deref()));
        if !winners || !days || !agree(self.year, head.year) {
            return Ok(false);
        }
        let names = schema::Names::Players;
        if !spelt_alike(db, names, self.black, head.black)?
            || !spelt_alike(db, names, self.white, head.white)?
        {
            return Ok(false);
        }
        if game.moves.len() >= LONG {
            return Ok(true);
        }
        let names = schema::Names::Tournaments;
        if !spelt_alike(db, names, self.tournament, head.tournament)? {
            return Ok(false);
        }
        let Some(round) = game.details.tag("round") else {
            return Ok(true);
        };
        let known = Details::read(db, self.id)?;
        Ok(known.tag("round").is_none_or(|known| is_same(known, round)))
    }

    /// What the game knows of its head when it has learnt from a record.
    pub(super) fn learnt(&self, head: &Self) -> Self {
        let (known, new) = (self.date.as_ref(), head.date.as_ref());
        let is_finer =
            day(known.map(String::as_str)).is_none() && day(new.map(String::as_str)).is_some();
        Self {
            id: self.id,
            outcome: match self.outcome {
                Outcome::Score(_) => self.outcome,
                Outcome::Winner(_) if head.outcome == Outcome::Unknown => self.outcome,
                Outcome::Winner(_) | Outcome::Unknown => head.outcome,
            },
            black: self.black.or(head.black),
            white: self.white.or(head.white),
            tournament: self.tournament.or(head.tournament),
            year: self.year.or(head.year),
            date: if is_finer {
                new.or(known)
            } else {
                known.or(new)
            }
            .cloned(),
        }
    }

    /// Whether nothing but the outcome may differ.
    pub(super) fn has_names_of(&self, other: &Self) -> bool {
        (self.black, self.white, self.tournament) == (other.black, other.white, other.tournament)
            && (self.year, &self.date) == (other.year, &other.date)
    }
}

/// Whether two things that may be unknown do not contradict each other.
fn agree<T: PartialEq>(a: Option<T>, b: Option<T>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

fn spelt_alike(
    db: &Connection,
    table: schema::Names,
    a: Option<i64>,
    b: Option<i64>,
) -> Result<bool, GamesError> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => {
            let (a, b) = (
                schema::name_of(db, table, a)?,
                schema::name_of(db, table, b)?,
            );
            Ok(is_same(&a, &b))
        }
        _ => Ok(true),
    }
}

/// The year, month and day of a date that begins with them, in this order.
fn day(date: Option<&str>) -> Option<(u16, u8, u8)> {
    let mut parts = date?.split(|c: char| !c.is_ascii_digit());
    let year = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let mut next = |most: u8| {
        let number: u8 = parts.next()?.parse().ok()?;
        (1..=most).contains(&number).then_some(number)
    };
    Some((year, next(12)?, next(31)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_from_whole_dates() {
        assert_eq!(day(Some("1977.03.01")), Some((1977, 3, 1)));
        assert_eq!(day(Some("2003-12-15_12:33:18.MST")), Some((2003, 12, 15)));
        for text in [
            "1977",
            "1977.??.??",
            "1977.3",
            "28/12/1999",
            "1977.13.01",
            "",
        ] {
            assert_eq!(day(Some(text)), None, "{text}");
        }
    }
}
