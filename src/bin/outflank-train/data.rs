//! Positions with their labels, on disk.

use std::path::{Path, PathBuf};

use anyhow::Context;
use outflank::board::{Bitboard, Board};

/// A position and the score of good play from it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Labelled {
    pub(crate) board: Board,
    /// In discs, for the player.
    pub(crate) score: i8,
}

const RECORD: usize = 17;

impl Labelled {
    pub(crate) fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.board.player.0.to_le_bytes());
        bytes.extend(self.board.opponent.0.to_le_bytes());
        bytes.push(self.score as u8);
    }

    fn read(record: &[u8; RECORD]) -> Self {
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| record[at + i]));
        Self {
            board: Board {
                player: Bitboard(number(0)),
                opponent: Bitboard(number(8)),
            },
            score: record[16] as i8,
        }
    }
}

/// The file of one chunk of games.
pub(crate) fn chunk_file(dir: &Path, round: usize, chunk: usize) -> PathBuf {
    dir.join(format!("games-{round}-{chunk:04}.bin"))
}

/// Which chunks are read: one in fifty is never fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Fitted,
    HeldOut,
}

/// The positions of a round. Those of the rounds before it are labelled by
/// worse play.
pub(crate) fn read(dir: &Path, round: usize, part: Part) -> anyhow::Result<Vec<Labelled>> {
    let mut all = Vec::new();
    for chunk in 0..super::plan(round)?.chunks {
        if (chunk % 50 == 0) != (part == Part::HeldOut) {
            continue;
        }
        let path = chunk_file(dir, round, chunk);
        let bytes =
            std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let (records, _) = bytes.as_chunks::<RECORD>();
        all.extend(records.iter().map(Labelled::read));
    }
    Ok(all)
}
