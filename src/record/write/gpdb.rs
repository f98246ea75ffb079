//! The position database of rcrr/reversi: `id;squares;side;text;`. An id
//! is used once.

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
};

use super::{Loss, Losses, Unheld, tags, text};
use crate::{board::Color, record::GameRecord};

/// So many ids are remembered to find doubles.
const REMEMBERED: usize = 1 << 20;

/// Characters with a meaning of their own.
const TAKEN: [(char, char); 2] = [(';', ','), ('#', '+')];

/// Numbers the records that have no id.
#[derive(Debug, Default)]
pub(super) struct Writer {
    count: usize,
    seen: HashSet<u64>,
    hashes: RandomState,
}

impl Writer {
    pub(super) fn write(
        &mut self,
        record: &GameRecord,
        losses: &mut Losses,
    ) -> Result<String, Unheld> {
        let position = record.game.last();
        tags::lose_all_but(record, &["id", "comment"], losses);
        self.count += 1;
        let given = tags::value(record, "id").unwrap_or_default();
        let given = text::one_line(given, losses);
        let given = text::without(&given, &TAKEN, losses);
        let id = match given.as_str() {
            "" => format!("position-{}", self.count),
            id if self.is_new(id) => id.to_owned(),
            id => {
                losses.add(Loss::Tag("id".to_owned()));
                format!("{id}-{}", self.count)
            }
        };
        self.is_new(&id);
        let board: String = position.board_text().chars().map(symbol).collect();
        let side = match position.to_move() {
            Color::Black => 'b',
            Color::White => 'w',
        };
        let about = tags::value(record, "comment").unwrap_or_default();
        let about = text::one_line(about, losses);
        let about = text::without(&about, &TAKEN, losses);
        Ok(format!("{id};{board};{side};{about};\n"))
    }

    fn is_new(&mut self, id: &str) -> bool {
        self.seen.len() >= REMEMBERED || self.seen.insert(self.hashes.hash_one(id))
    }
}

const fn symbol(c: char) -> char {
    match c {
        'X' => 'b',
        'O' => 'w',
        _ => '.',
    }
}
