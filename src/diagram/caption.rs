//! [`Caption`]: what a picture says of the game besides its moves.

use crate::{
    board::{ByColor, Color},
    record::{ClaimedResult, GameRecord},
};

/// Nothing longer is written over a picture, in characters.
const LONGEST: usize = 200;

/// The words over a picture: what game it is, and who played.
///
/// ```
/// use outflank::{
///     diagram::Caption,
///     record::{JudgeOptions, ReadOptions, Records, judge},
/// };
///
/// let pgn = "[Event \"Open\"]\n[Black \"Ann\"]\n[White \"?\"]\n\n1. f5 d6 *\n";
/// let mut records = Records::new("a.pgn", pgn.as_bytes(), ReadOptions::default());
/// let (source, raw) = records.next().ok_or("no record")??;
/// let record = judge(&source, &raw, &JudgeOptions::default()).record;
/// let caption = Caption::of(&record);
/// assert_eq!(caption.title.as_deref(), Some("Open"));
/// assert_eq!(caption.names.black.as_deref(), Some("Ann"));
/// assert_eq!(caption.names.white, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Caption {
    /// The event, or whatever the picture is to be called.
    pub title: Option<String>,
    /// The players.
    pub names: ByColor<Option<String>>,
    /// Lines under the title: place and date, the result of a game that was
    /// broken off.
    pub details: Vec<String>,
}

impl Caption {
    /// What the tags of a record say. Values that stand for nothing, such as
    /// `?`, are left out, and values that are very long are cut.
    #[must_use]
    pub fn of(record: &GameRecord) -> Self {
        let tag = |names: &[&str]| {
            let mut tags = record.tags.iter();
            tags.find_map(|tag| {
                let named = names.contains(&tag.name.as_str());
                named.then(|| told(&tag.value)).flatten()
            })
        };
        let round = tag(&["round"]).map(|round| match round.parse::<u32>() {
            Ok(number) => format!("round {number}"),
            Err(_) => round,
        });
        let title = tag(&["event", "tournament"]);
        let title = match (title, round) {
            (Some(title), Some(round)) => Some(format!("{title}, {round}")),
            (title, round) => title.or(round),
        };
        let place = [tag(&["place", "site"]), tag(&["date", "year"])];
        let place: Vec<String> = place.into_iter().flatten().collect();
        let mut details = Vec::new();
        if !place.is_empty() {
            details.push(place.join(", "));
        }
        if !record.game.is_complete() {
            let claim = record.claims.iter().find_map(|claim| claimed(claim.result));
            details.extend(claim.map(|claim| format!("Stated result: {claim}")));
        }
        Self {
            title,
            names: ByColor::from_fn(|color| match color {
                Color::Black => tag(&["black"]),
                Color::White => tag(&["white"]),
            }),
            details,
        }
    }

    /// The title, or else the players.
    #[must_use]
    pub fn heading(&self) -> Option<String> {
        self.title.clone().or_else(|| {
            let names = &self.names;
            let told = names.black.is_some() || names.white.is_some();
            told.then(|| {
                let name = |color: Color| names[color].as_deref().unwrap_or(color.name());
                format!("{} – {}", name(Color::Black), name(Color::White))
            })
        })
    }
}

/// A value in one line, unless it stands for nothing.
fn told(value: &str) -> Option<String> {
    let words: Vec<&str> = value.split_whitespace().take(LONGEST).collect();
    let line = words.join(" ");
    let told = line.chars().any(|c| !matches!(c, '?' | '-' | '.' | ' '));
    told.then(|| match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    })
}

fn claimed(result: ClaimedResult) -> Option<String> {
    Some(match result {
        ClaimedResult::Discs { black, white } => format!("{black}-{white}"),
        ClaimedResult::Difference(0) | ClaimedResult::Winner(None) => "draw".to_owned(),
        ClaimedResult::Difference(more) => {
            let winner = if more > 0 { Color::Black } else { Color::White };
            format!("{} by {}", winner.name(), more.unsigned_abs())
        }
        ClaimedResult::Winner(Some(winner)) => format!("{} wins", winner.name()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_nothing_is_left_out() {
        for value in ["", " ", "?", "???", "????.??.??", "-"] {
            assert_eq!(told(value), None, "{value:?}");
        }
        assert_eq!(
            told(" Tamenori\n Hideshi "),
            Some("Tamenori Hideshi".into())
        );
    }

    #[test]
    fn a_long_value_is_cut_between_letters() {
        let cut = told(&"é".repeat(10_000)).unwrap();
        assert_eq!(cut.chars().count(), LONGEST + 1);
        assert!(cut.ends_with("é…"));
    }
}
