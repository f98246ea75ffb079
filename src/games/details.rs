//! [`Details`]: what a record says that nobody searches for, kept so that it
//! comes out again: further tags, the stated result, what is said about moves.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::{GamesError, entry::is_known};
use crate::{
    board::Color,
    record::{ClaimedResult, GameRecord, Remark},
};

/// What a record says besides what the table of games has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Details {
    /// Names and values, in the order of the record.
    pub(super) tags: Vec<(String, String)>,
    /// The result of a game that its moves do not end.
    pub(super) result: Option<ClaimedResult>,
    /// In the order of the game.
    pub(super) remarks: Vec<Remark>,
}

/// Tags that say what the moves and the result say, or where a game stood in
/// a list that was printed.
const DERIVED: [&str; 18] = [
    "fen", "setup", "gm", "ff", "ca", "st", "sz", "ty", "bo", "game", "plies", "passes",
    "complete", "start", "score", "winner", "valid", "ply",
];

/// A remark as the database has it, in JSON.
#[derive(Serialize, Deserialize)]
struct Said {
    at: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<String>,
    /// Of thinking.
    #[serde(skip_serializing_if = "Option::is_none")]
    millis: Option<u64>,
    /// That were left after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

impl Details {
    /// The details of a record, apart from some values that are kept
    /// elsewhere.
    pub(super) fn new(record: &GameRecord, elsewhere: &[(&str, &str)]) -> Self {
        let over = record.game.is_complete();
        let tags = record.tags.iter().filter(|tag| {
            let (name, value) = (tag.name.as_str(), tag.value.trim());
            let kept = elsewhere.contains(&(name, value)) || DERIVED.contains(&name);
            // The result may say how the game was ended.
            !kept && is_known(value) && (name != "result" || !over && value.contains([':', '+']))
        });
        Self {
            tags: tags
                .map(|tag| (tag.name.clone(), tag.value.clone()))
                .collect(),
            result: record.stated_result().filter(|_| !over),
            remarks: record.remarks.clone(),
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.result.is_none() && self.remarks.is_empty()
    }

    /// Takes from another record of the game what this one does not say.
    pub(super) fn learn(&mut self, other: &Self) {
        let new = other
            .tags
            .iter()
            .filter(|(name, _)| self.tag(name).is_none());
        let new: Vec<_> = new.cloned().collect();
        self.tags.extend(new);
        self.result = self.result.or(other.result);
        if self.remarks.is_empty() {
            self.remarks.clone_from(&other.remarks);
        }
    }

    /// The first value of a tag.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(other, _)| other == name);
        tag.map(|(_, value)| value.as_str())
    }

    /// Those of a game.
    pub(super) fn read(db: &Connection, game: u32) -> Result<Self, GamesError> {
        let mut found =
            db.prepare_cached("SELECT tags, result, remarks FROM details WHERE game = ?1")?;
        let found = found.query_row([game], |row| {
            let texts: [Option<String>; 3] = [row.get(0)?, row.get(1)?, row.get(2)?];
            Ok(texts)
        });
        let Some([tags, result, remarks]) = found.optional()? else {
            return Ok(Self::default());
        };
        let damaged = || GamesError::Damaged { game };
        let said: Vec<Said> = from_json(remarks.as_deref()).ok_or_else(damaged)?;
        Ok(Self {
            tags: from_json(tags.as_deref()).ok_or_else(damaged)?,
            result: match result {
                Some(text) => Some(result_of(&text).ok_or_else(damaged)?),
                None => None,
            },
            remarks: said.into_iter().map(Said::remark).collect(),
        })
    }

    /// Writes those of a game, in place of what was there.
    pub(super) fn write(&self, db: &Connection, game: u32) -> Result<(), GamesError> {
        if self.is_empty() {
            return Ok(());
        }
        let said: Vec<Said> = self.remarks.iter().map(Said::new).collect();
        db.prepare_cached(
            "INSERT OR REPLACE INTO details (game, tags, result, remarks)
             VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![
            game,
            to_json(&self.tags),
            self.result.map(text_of),
            to_json(&said)
        ])?;
        Ok(())
    }
}

impl Said {
    fn new(remark: &Remark) -> Self {
        Self {
            at: remark.at,
            eval: remark.eval.map(|eval| eval.to_string()),
            millis: remark.time.map(millis),
            left: remark.left.map(millis),
            comment: remark.comment.clone(),
        }
    }

    fn remark(self) -> Remark {
        Remark {
            at: self.at,
            eval: self.eval.and_then(|eval| eval.parse().ok()),
            time: self.millis.map(Duration::from_millis),
            left: self.left.map(Duration::from_millis),
            comment: self.comment,
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A list as JSON; nothing for an empty one.
fn to_json<T: Serialize>(list: &[T]) -> Option<String> {
    let text = || serde_json::to_string(list).ok();
    (!list.is_empty()).then(text).flatten()
}

fn from_json<T: for<'a> Deserialize<'a>>(text: Option<&str>) -> Option<Vec<T>> {
    text.map_or_else(|| Some(Vec::new()), |text| serde_json::from_str(text).ok())
}

/// A stated result: `30-20`, `+10`, or who has won.
fn text_of(result: ClaimedResult) -> String {
    match result {
        ClaimedResult::Discs { black, white } => format!("{black}-{white}"),
        ClaimedResult::Difference(difference) => format!("{difference:+}"),
        ClaimedResult::Winner(Some(winner)) => winner.to_string(),
        ClaimedResult::Winner(None) => "draw".to_owned(),
    }
}

fn result_of(text: &str) -> Option<ClaimedResult> {
    let winner = match text {
        "black" => Some(Some(Color::Black)),
        "white" => Some(Some(Color::White)),
        "draw" => Some(None),
        _ => None,
    };
    if let Some(winner) = winner {
        return Some(ClaimedResult::Winner(winner));
    }
    if text.starts_with(['+', '-']) {
        return text.parse().ok().map(ClaimedResult::Difference);
    }
    let (black, white) = text.split_once('-')?;
    let (black, white) = (black.parse().ok()?, white.parse().ok()?);
    Some(ClaimedResult::Discs { black, white })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_read_back() {
        for result in [
            ClaimedResult::Discs {
                black: 30,
                white: 20,
            },
            ClaimedResult::Difference(-12),
            ClaimedResult::Difference(0),
            ClaimedResult::Difference(7),
            ClaimedResult::Winner(Some(Color::White)),
            ClaimedResult::Winner(None),
        ] {
            assert_eq!(result_of(&text_of(result)), Some(result));
        }
        assert_eq!(result_of("many"), None);
    }
}
