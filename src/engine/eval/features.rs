//! [`Features`]: the contents of all pattern instances at once.
//!
//! The index of an instance is a sum over its squares: once a power of three
//! for a disc of the player, twice for one of the opponent. So there are two
//! sums for each instance, of the discs of each side, and the sums of all
//! instances lie side by side as 64 numbers of 16 bits: the compiler adds
//! them as a few vectors. After a move, the sums change by those of the discs
//! that were placed and flipped, and to see the board from the other side is
//! to exchange them.

use super::pattern::{INSTANCES, OFFSETS, PATTERNS, Pattern, rotations};
use crate::{board::Board, engine::kernel::bits};

/// A number for each pattern instance; the last few are not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lanes([u16; 64]);

const _: () = assert!(INSTANCES <= 64);

impl Lanes {
    const ZERO: Self = Self([0; 64]);

    #[inline(always)]
    fn add(&mut self, more: &Self) {
        for (lane, more) in self.0.iter_mut().zip(&more.0) {
            *lane = lane.wrapping_add(*more);
        }
    }

    /// The sum over the squares of a set.
    #[inline(always)]
    fn of(set: u64) -> Self {
        let mut sum = Self::ZERO;
        for bit in bits(set) {
            sum.add(&SQUARES[bit as usize & 63]);
        }
        sum
    }

    /// For every instance, the place of its weight in a stage's table.
    #[inline(always)]
    pub fn places(&self) -> [u32; INSTANCES] {
        let mut places = [0; INSTANCES];
        let mut i = 0;
        while i < INSTANCES {
            places[i] = FIRST[i] + self.0[i] as u32;
            i += 1;
        }
        places
    }
}

/// Where the weights of each instance begin in a stage's table.
const FIRST: [u32; INSTANCES] = {
    let mut first = [0; INSTANCES];
    let mut instance = 0;
    let mut i = 0;
    while i < PATTERNS.len() {
        let mut turn = 0;
        while turn < PATTERNS[i].rotations {
            first[instance] = OFFSETS[i] as u32;
            instance += 1;
            turn += 1;
        }
        i += 1;
    }
    first
};

/// What a disc on each square adds to the sums.
static SQUARES: [Lanes; 64] = {
    let mut squares = [Lanes::ZERO; 64];
    let mut bit = 0;
    while bit < 64 {
        let turned = rotations(1 << bit);
        let mut instance = 0;
        let mut i = 0;
        while i < PATTERNS.len() {
            let mut turn = 0;
            while turn < PATTERNS[i].rotations {
                squares[bit].0[instance] = digit(&PATTERNS[i], turned[turn]);
                instance += 1;
                turn += 1;
            }
            i += 1;
        }
        bit += 1;
    }
    squares
};

/// What the disc of a set of one adds to the index of a pattern.
const fn digit(pattern: &Pattern, disc: u64) -> u16 {
    if pattern.mask.0 & disc == 0 {
        return 0;
    }
    let below = (pattern.mask.0 & (disc - 1)).count_ones();
    // The rows of the mirrored 2×5 block run the other way.
    let place = if pattern.mirror {
        below / 5 * 5 + 4 - below % 5
    } else {
        below
    };
    3_u16.pow(place)
}

/// The sums of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Features {
    player: Lanes,
    opponent: Lanes,
}

impl Features {
    /// Those of any position.
    #[inline(always)]
    pub fn of(board: Board) -> Self {
        Self {
            player: Lanes::of(board.player.0),
            opponent: Lanes::of(board.opponent.0),
        }
    }

    /// The indices, as the player sees them.
    #[inline(always)]
    pub fn indices(&self) -> Lanes {
        let mut sum = self.player;
        sum.add(&self.opponent);
        sum.add(&self.opponent);
        sum
    }

    /// The indices after a disc on the square `bit` that flips `flips`, as
    /// the opponent sees them.
    #[inline(always)]
    pub fn indices_after(&self, bit: u32, flips: u64) -> Lanes {
        let flipped = Lanes::of(flips);
        let placed = &SQUARES[bit as usize & 63];
        let mut sum = self.opponent;
        let lanes = sum.0.iter_mut();
        let lanes = lanes.zip(&self.player.0).zip(&flipped.0).zip(&placed.0);
        for (((lane, player), flipped), placed) in lanes {
            // What was flipped counts twice for a disc of the new opponent
            // and once less for one of the new player.
            *lane = lane
                .wrapping_add(*flipped)
                .wrapping_add(player.wrapping_add(*placed).wrapping_mul(2));
        }
        sum
    }
}
