//! The index of positions: which games come through one, with which move and
//! which result.
//!
//! Every position of every game is one [`Entry`] of 8 bytes. The entries lie
//! packed in rows, one for each bucket of positions and shard of games: to
//! know all about a position is to read one row for every 16,384 games, and
//! an import of thousands of games appends to some thousands of rows, which
//! lie side by side, instead of inserting half a million all over the file.

use rusqlite::{Connection, OptionalExtension, params};

use super::GamesError;

/// A position of a game: 35 bits of the position's hash, 14 of the game's
/// number in its shard, 7 for the move, 8 for the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    bucket: u16,
    packed: u64,
}

/// How many bits of a position's hash choose the bucket.
const BUCKET_BITS: u32 = 12;
/// How many bits of a game's number are the number in its shard.
const SHARD_BITS: u32 = 14;
/// Where an entry has its game, its move and its result.
const GAME_SHIFT: u32 = 15;
const MOVE_SHIFT: u32 = 8;
const HASH_SHIFT: u32 = GAME_SHIFT + SHARD_BITS;
/// The number of a move where the game ends.
const NO_MOVE: u8 = 64;
/// The result that nobody knows.
const NO_RESULT: i8 = i8::MIN;
/// What an entry says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Visit {
    pub(super) game: u32,
    /// The number of the move; `None` where the game ends.
    pub(super) number: Option<u8>,
    /// The code of the outcome.
    pub(super) result: Option<i8>,
}

impl Entry {
    pub(super) fn new(key: u64, number: Option<u8>, result: Option<i8>) -> Self {
        let number = u64::from(number.unwrap_or(NO_MOVE) & 127);
        let result = u64::from(result.unwrap_or(NO_RESULT).cast_unsigned());
        Self {
            bucket: bucket(key),
            packed: hash_bits(key) | number << MOVE_SHIFT | result,
        }
    }

    /// The same for the game of a number.
    const fn of_game(self, game: u32) -> Self {
        let in_shard = game as u64 & ((1 << SHARD_BITS) - 1);
        Self {
            bucket: self.bucket,
            packed: self.packed | in_shard << GAME_SHIFT,
        }
    }
}

const fn bucket(key: u64) -> u16 {
    (key >> (64 - BUCKET_BITS)) as u16
}

/// The bits of a hash that an entry has, in their place.
const fn hash_bits(key: u64) -> u64 {
    (key << BUCKET_BITS) >> HASH_SHIFT << HASH_SHIFT
}

/// The number of a row: that of its shard and then that of its bucket, so
/// that what is imported together lies together.
const fn row(bucket: u16, shard: u32) -> i64 {
    (shard as i64) << BUCKET_BITS | bucket as i64
}

/// Entries of a batch that wait to be written.
#[derive(Debug, Default)]
pub(super) struct Pending(Vec<(i64, u64)>);

impl Pending {
    pub(super) fn push(&mut self, game: u32, entries: &[Entry]) {
        let shard = game >> SHARD_BITS;
        self.0.extend(entries.iter().map(|entry| {
            let entry = entry.of_game(game);
            (row(entry.bucket, shard), entry.packed)
        }));
    }

    /// Appends all to their rows.
    pub(super) fn write(&mut self, db: &Connection) -> Result<(), GamesError> {
        self.0.sort_unstable();
        let mut insert = db.prepare_cached(
            "INSERT INTO places (id, entries) VALUES (?1, ?2)
             ON CONFLICT (id) DO UPDATE SET entries = CAST(entries || excluded.entries AS BLOB)",
        )?;
        let mut bytes = Vec::new();
        for same in self.0.chunk_by(|a, b| a.0 == b.0) {
            bytes.clear();
            bytes.extend(same.iter().flat_map(|(_, packed)| packed.to_le_bytes()));
            if let Some((row, _)) = same.first() {
                insert.execute(params![row, bytes])?;
            }
        }
        self.0.clear();
        Ok(())
    }
}

/// All visits of a place, in the order of the games' numbers within a batch.
pub(super) fn visits(
    db: &Connection,
    key: u64,
    mut each: impl FnMut(Visit),
) -> Result<(), GamesError> {
    let sql = "SELECT coalesce(max(id) + 1, 0) FROM places";
    let rows: i64 = db.query_row(sql, [], |row| row.get(0))?;
    let shards = u32::try_from(rows >> BUCKET_BITS).map_or(u32::MAX, |last| last + 1);
    let wanted = hash_bits(key);
    let mut entries = db.prepare_cached("SELECT entries FROM places WHERE id = ?1")?;
    for shard in 0..shards {
        let mut found = entries.query([row(bucket(key), shard)])?;
        let Some(found) = found.next()? else { continue };
        let (entries, _) = found.get_ref(0)?.as_blob()?.as_chunks::<8>();
        for &entry in entries {
            let packed = u64::from_le_bytes(entry);
            if packed >> HASH_SHIFT << HASH_SHIFT == wanted {
                each(visit(packed, shard));
            }
        }
    }
    Ok(())
}

fn visit(packed: u64, shard: u32) -> Visit {
    let in_shard = (packed >> GAME_SHIFT) as u32 & ((1 << SHARD_BITS) - 1);
    let number = (packed >> MOVE_SHIFT) as u8 & 127;
    let result = (packed as u8).cast_signed();
    Visit {
        game: shard << SHARD_BITS | in_shard,
        number: (number != NO_MOVE).then_some(number),
        result: (result != NO_RESULT).then_some(result),
    }
}

/// Gives a game another result.
pub(super) fn set_result(db: &Connection, game: u32, entries: &[Entry]) -> Result<(), GamesError> {
    for entry in entries {
        let entry = entry.of_game(game);
        let id = row(entry.bucket, game >> SHARD_BITS);
        let found: Option<Vec<u8>> = db
            .prepare_cached("SELECT entries FROM places WHERE id = ?1")?
            .query_row([id], |row| row.get(0))
            .optional()?;
        let Some(mut bytes) = found else { continue };
        for old in bytes.as_chunks_mut::<8>().0 {
            let is_same = u64::from_le_bytes(*old) >> MOVE_SHIFT == entry.packed >> MOVE_SHIFT;
            if is_same {
                *old = entry.packed.to_le_bytes();
            }
        }
        db.prepare_cached("UPDATE places SET entries = ?2 WHERE id = ?1")?
            .execute(params![id, bytes])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_says_what_went_in() {
        for game in [0, 1, 16_383, 16_384, 5_000_000] {
            for number in [None, Some(0), Some(63)] {
                for result in [None, Some(-100), Some(-64), Some(0), Some(64), Some(100)] {
                    let key = 0xfedc_ba98_7654_3210;
                    let entry = Entry::new(key, number, result).of_game(game);
                    assert_eq!(entry.packed >> HASH_SHIFT << HASH_SHIFT, hash_bits(key));
                    let found = visit(entry.packed, game >> SHARD_BITS);
                    assert_eq!(
                        found,
                        Visit {
                            game,
                            number,
                            result
                        }
                    );
                }
            }
        }
    }
}
