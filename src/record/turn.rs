//! Turning games to one orientation.

use super::{GameRecord, Variation};
use crate::board::{Game, Move, Position, Rules, Square, Symmetry};

impl GameRecord {
    /// The same game turned or mirrored so that its first disc lies on a
    /// square, one of the four f5, c4, d3, e6 that are one move seen in four
    /// ways. A game without moves stays as it is.
    ///
    /// `None` for games from other starts, which have other symmetries.
    /// Squares that comments speak of are not turned.
    ///
    /// ```
    /// use outflank::record::{JudgeOptions, ReadOptions, Records, judge};
    ///
    /// let mut records = Records::new("game", &b"c4e3f6e6f5"[..], ReadOptions::default());
    /// let (source, raw) = records.next().ok_or("no game")??;
    /// let record = judge(&source, &raw, &JudgeOptions::default()).record;
    /// let turned = record.turned_to("f5".parse()?).ok_or("another start")?;
    /// assert_eq!(turned.game.compact(), "f5d6c3d3c4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn turned_to(&self, first: Square) -> Option<Self> {
        let start = self.game.start();
        if *start != Position::start(*start.rules()) || !is_othello(start.rules()) {
            return None;
        }
        let Some(played) = self.game.moves().first().and_then(|mv| mv.square()) else {
            return Some(self.clone());
        };
        let size = start.rules().size();
        let turn = Symmetry::OF_START
            .into_iter()
            .find(|turn| turn.square(played, size) == first)?;
        let turned = |mv: Move| match mv {
            Move::Place(square) => Move::Place(turn.square(square, size)),
            Move::Pass => Move::Pass,
        };
        let mut record = self.clone();
        record.game = Game::from_position(start.clone());
        for &mv in self.game.moves() {
            record.game.play(turned(mv)).ok()?;
        }
        turn_all(&mut record.variations, &turned);
        for scored in &mut record.scores {
            scored.mv = turned(scored.mv);
        }
        Some(record)
    }
}

/// Turns the moves of variations.
fn turn_all(variations: &mut [Variation], turned: &impl Fn(Move) -> Move) {
    for variation in variations {
        for mv in &mut variation.moves {
            *mv = turned(*mv);
        }
        turn_all(&mut variation.variations, turned);
    }
}

/// Whether games under these rules begin as Othello does, whatever wins.
fn is_othello(rules: &Rules) -> bool {
    let usual = Rules::othello();
    rules.is_plain_8x8() && rules.start() == usual.start() && rules.first() == usual.first()
}
