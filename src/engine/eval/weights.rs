//! [`Weights`]: the numbers that the trainer found.

use std::{
    io::Read,
    sync::{LazyLock, OnceLock},
};

use ruzstd::{
    decoding::StreamingDecoder,
    encoding::{CompressionLevel, compress_to_vec},
};

use thiserror::Error;

use super::{
    features::Lanes,
    pattern::{OFFSETS, PATTERNS},
};

/// The game is cut into this many stages of three discs.
pub const STAGES: usize = 15;

const FIRST_DISCS: u32 = 14;
const DISCS_A_STAGE: u32 = 3;

/// The stage of a position with so many discs: the last of fewer than 14
/// discs is the first stage, 56 and more are the last.
#[must_use]
pub const fn stage_of(discs: u32) -> usize {
    let stage = (discs.saturating_sub(FIRST_DISCS) / DISCS_A_STAGE) as usize;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The weights of one stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// One weight for each content of each pattern, in units.
    table: Vec<i16>,
}

/// The weights of all stages, each unpacked when it is first looked at.
#[derive(Debug)]
pub struct Weights {
    packed: [Vec<u8>; STAGES],
    stages: [OnceLock<Stage>; STAGES],
}

/// Why a file is not one of weights.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// It does not begin as one.
    #[error("this is not a file of weights")]
    NotWeights,
    /// It ends early.
    #[error("the file of weights ends in stage {0}")]
    Truncated(usize),
}

/// What a file of weights begins with; the number is the version.
const MAGIC: &[u8; 8] = b"outflk01";

/// The project's own weights.
static OWN: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(include_bytes!("weights.bin")).unwrap_or_default());

/// Weights that are all zero.
impl Default for Weights {
    fn default() -> Self {
        Self {
            packed: std::array::from_fn(|_| Vec::new()),
            stages: std::array::from_fn(|_| OnceLock::new()),
        }
    }
}

impl Weights {
    /// The weights that the program was built with.
    pub fn get() -> &'static Self {
        &OWN
    }

    /// Reads the file that the trainer writes: the magic, then for each stage
    /// its length in bytes (32 bits, little-endian) and its weights, packed.
    ///
    /// # Errors
    /// When the bytes are no such file.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::NotWeights)?;
        let mut packed = std::array::from_fn(|_| Vec::new());
        for (number, stage) in packed.iter_mut().enumerate() {
            let (length, tail) = rest
                .split_first_chunk::<4>()
                .ok_or(WeightsError::Truncated(number))?;
            let length = u32::from_le_bytes(*length) as usize;
            let (bytes, tail) = tail
                .split_at_checked(length)
                .ok_or(WeightsError::Truncated(number))?;
            *stage = bytes.to_vec();
            rest = tail;
        }
        Ok(Self {
            packed,
            stages: std::array::from_fn(|_| OnceLock::new()),
        })
    }
}

/// For every place of a stage's table, the place whose weight it has: the
/// mirrored contents of a pattern share one.
pub static FOLD: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut fold = Vec::with_capacity(OFFSETS[PATTERNS.len()]);
    for (pattern, offset) in PATTERNS.iter().zip(OFFSETS).filter(|(p, _)| !p.mirror) {
        fold.extend(pattern.canonical().into_iter().map(|c| offset as u32 + c));
    }
    fold
});

impl Weights {
    /// The weights of one stage.
    #[inline]
    pub fn stage(&self, number: usize) -> &Stage {
        let number = number.min(STAGES - 1);
        self.stages[number].get_or_init(|| Stage::unpack(&self.packed[number]))
    }
}

impl Stage {
    /// A stage from a weight for each place of its table; the places that
    /// [`FOLD`] maps elsewhere are overwritten.
    #[must_use]
    pub fn new(mut table: Vec<i16>) -> Self {
        table.resize(FOLD.len(), 0);
        for (place, &from) in FOLD.iter().enumerate() {
            table[place] = table[from as usize];
        }
        Self { table }
    }

    /// The estimate for the player, in [units](super::UNIT), not bounded,
    /// from the [indices](super::Features::indices) of a position.
    #[inline(always)]
    pub fn evaluate(&self, indices: &Lanes) -> i32 {
        let mut sum = 0;
        for place in indices.places() {
            // SAFETY: a place is below the last of `OFFSETS`: its pattern's
            // offset and a number of as many ternary digits as the pattern
            // has squares. `new` and `unpack` make tables of that length.
            sum += i32::from(unsafe { *self.table.get_unchecked(place as usize) });
        }
        sum
    }

    /// The weights that are not copies, as zigzag numbers of seven bits a
    /// byte, then compressed.
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (place, &from) in FOLD.iter().enumerate() {
            if place != from as usize {
                continue;
            }
            let weight = i32::from(self.table[place]);
            let mut zigzag = ((weight << 1) ^ (weight >> 31)) as u32;
            while zigzag >= 0x80 {
                bytes.push(zigzag as u8 | 0x80);
                zigzag >>= 7;
            }
            bytes.push(zigzag as u8);
        }
        compress_to_vec(bytes.as_slice(), CompressionLevel::Fastest)
    }

    /// What [`pack`](Self::pack) made. Missing bytes are read as zero
    /// weights: the file is the program's own.
    fn unpack(packed: &[u8]) -> Self {
        let mut bytes = Vec::new();
        if let Ok(mut decoder) = StreamingDecoder::new(packed) {
            let _ = decoder.read_to_end(&mut bytes);
        }
        let mut bytes = bytes.into_iter();
        let mut next = || {
            let mut zigzag = 0;
            for shift in [0, 7, 14] {
                let byte = bytes.next().unwrap_or(0);
                zigzag |= u32::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    break;
                }
            }
            ((zigzag >> 1) as i32 ^ -((zigzag & 1) as i32)) as i16
        };
        let mut table = vec![0; FOLD.len()];
        for (place, &from) in FOLD.iter().enumerate() {
            table[place] = if place == from as usize {
                next()
            } else {
                table[from as usize]
            };
        }
        Self { table }
    }
}

/// The file of weights made of stages, as [`Weights::read`] reads it.
#[must_use]
pub fn write(stages: &[Stage]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for stage in stages {
        let packed = stage.pack();
        bytes.extend((packed.len() as u32).to_le_bytes());
        bytes.extend(packed);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Symmetry};

    fn some_stage(seed: i32) -> Stage {
        let places = 0..FOLD.len() as i32;
        Stage::new(
            places
                .map(|i| (i * seed % 20_011 - 10_000) as i16)
                .collect(),
        )
    }

    #[test]
    fn a_file_reads_back() {
        let stages: Vec<Stage> = (1..=STAGES as i32).map(some_stage).collect();
        let weights = Weights::read(&write(&stages)).unwrap();
        for (number, stage) in stages.iter().enumerate() {
            assert_eq!(weights.stage(number), stage);
        }
    }

    #[test]
    fn broken_files_are_refused() {
        let file = write(&vec![some_stage(3); STAGES]);
        assert_eq!(
            Weights::read(b"hello").unwrap_err(),
            WeightsError::NotWeights
        );
        assert_eq!(
            Weights::read(&file[..file.len() - 1]).unwrap_err(),
            WeightsError::Truncated(STAGES - 1)
        );
    }

    #[test]
    fn symmetric_boards_have_one_value() {
        let stage = some_stage(7);
        let mut board = Board::START;
        for _ in 0..30 {
            let Some(square) = board.moves().into_iter().next() else {
                board = board.pass();
                continue;
            };
            board = board.play(square).unwrap();
            let value = |b: Board| stage.value(b);
            for symmetry in Symmetry::ALL {
                assert_eq!(value(symmetry.board(board)), value(board));
            }
        }
    }
}
