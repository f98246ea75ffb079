//! Games of the collection as records, to be written in any format.

use super::{
    Collection, GamesError, Outcome,
    details::Details,
    entry::Turn,
    search::{CollectedGame, Head},
};
use crate::{
    board::{Game, Move, Position, Symmetry},
    record::{Claim, ClaimedResult, GameRecord, Tag},
    source::Span,
};

impl Collection {
    /// A game as its first record had it: the board lies as it lay there, the
    /// tags, the stated result and what was said about moves are those of all
    /// its records. Lines that were not played are not in the collection.
    ///
    /// ```
    /// # use outflank::games::{Collection, NewGame};
    /// # use outflank::record::{JudgeOptions, ReadOptions, Records, judge};
    /// use outflank::record::{Format, write::Writer};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let mut collection = Collection::open(&folder.path().join("games.db"))?;
    /// # let text = "[Black \"Rose\"]\n[Round \"3\"]\n\n1. c4 e3 2. f6 {bold} 36-28\n";
    /// # for found in Records::new("x", text.as_bytes(), ReadOptions::default()) {
    /// #     let (source, raw) = found?;
    /// #     let judged = judge(&source, &raw, &JudgeOptions::default());
    /// #     collection.add(&[NewGame::new(&judged.record, "x", 1)?])?;
    /// # }
    /// let mut writer = Writer::new(Format::Pgn, Vec::new());
    /// assert_eq!(writer.write(&collection.record(0)?)?, []);
    /// let text = String::from_utf8(writer.finish()?.out)?;
    /// assert!(text.contains("[Black \"Rose\"]") && text.contains("[Round \"3\"]"));
    /// assert!(text.contains("1. c4 e3 2. f6 {bold} 36-28"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GamesError`] of the database.
    pub fn record(&self, id: u32) -> Result<GameRecord, GamesError> {
        let Head { found, turn } = self.head(id)?;
        let details = Details::read(&self.db, id)?;
        let game = turned(&found.game, turn).ok_or(GamesError::Damaged { game: id })?;
        let claim = match details.result {
            Some(result) => Some(result),
            None if game.is_complete() => None,
            None => claimed(found.outcome),
        };
        let span = Span::default();
        Ok(GameRecord {
            span,
            tags: tags(found, details.tags),
            claims: claim
                .map(|result| Claim { result, span })
                .into_iter()
                .collect(),
            scores: Vec::new(),
            variations: Vec::new(),
            remarks: details
                .remarks
                .into_iter()
                .filter(|remark| remark.at < game.moves().len())
                .collect(),
            game,
        })
    }
}

/// The tags of a game, with those that the table of games has.
fn tags(found: CollectedGame, details: Vec<(String, String)>) -> Vec<Tag> {
    let is_told = |names: &[&str], value: &str| {
        let mut told = details.iter();
        told.any(|(name, told)| names.contains(&name.as_str()) && told.trim() == value)
    };
    let event = found.tournament;
    let event = event.filter(|event| !is_told(&["place", "site"], event));
    let date = found.date.or(found.year.map(|year| year.to_string()));
    let date = date.filter(|date| !is_told(&["year"], date));
    let columns = [
        ("event", event),
        ("date", date),
        ("black", found.black),
        ("white", found.white),
    ];
    let columns = columns
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    columns
        .chain(details)
        .map(|(name, value)| Tag {
            name,
            value,
            span: Span::default(),
        })
        .collect()
}

/// A result that a record states, for a game of which no more is known.
fn claimed(outcome: Outcome) -> Option<ClaimedResult> {
    match outcome {
        Outcome::Score(score) if score % 2 == 0 => {
            let black = (64 + i32::from(score)).cast_unsigned() / 2;
            Some(ClaimedResult::Discs {
                black,
                white: 64 - black,
            })
        }
        Outcome::Score(score) => Some(ClaimedResult::Difference(score.into())),
        Outcome::Winner(winner) => Some(ClaimedResult::Winner(Some(winner))),
        Outcome::Unknown => None,
    }
}

/// A game on a turned board.
fn turned(game: &Game, turn: Turn) -> Option<Game> {
    let way = turn.0;
    if way == Symmetry::Identity {
        return Some(game.clone());
    }
    let start = game.start();
    let board = way.board(start.board()?);
    let mut turned = Game::from_position(Position::from_board(board, start.to_move()));
    for &mv in game.moves() {
        let mv = match mv {
            Move::Place(square) => Move::Place(way.square(square, 8)),
            Move::Pass => Move::Pass,
        };
        turned.play(mv).ok()?;
    }
    Some(turned)
}
