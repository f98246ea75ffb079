//! The patterns: which squares the evaluation looks at together.
//!
//! A pattern is a set of up to ten squares, looked at in the four rotations
//! of the board. Its squares, read as digits of a number to the base of three
//! (0 empty, 1 the player's, 2 the opponent's), are the index of a weight.
//! The idea and most of the shapes are Logistello's (M. Buro, "From simple
//! features to sophisticated evaluation functions", 1998).

#[cfg(target_arch = "x86_64")]
use crate::engine::kernel::Avx2;
use crate::{
    bitboard,
    board::{Bitboard, Board, Symmetry},
};

/// A pattern, as it lies in one of its rotations.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    /// Its name, for reports.
    pub name: &'static str,
    /// Its squares.
    pub mask: Bitboard,
    /// In how many rotations it is looked at: 4, or 2 for one that a half
    /// turn maps onto itself.
    pub rotations: usize,
    /// The symmetry that maps it onto itself, if there is one: the weights of
    /// two mirrored contents are then one weight.
    pub fold: Option<Symmetry>,
    /// Whether it is the mirror image of the pattern before it, whose weights
    /// it shares.
    pub mirror: bool,
}

/// All patterns. The order is that of the weights' file.
pub const PATTERNS: [Pattern; 15] = [
    Pattern {
        name: "corner 3x3",
        mask: bitboard! {
            X X X - - - - -
            X X X - - - - -
            X X X - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: Some(Symmetry::Transpose),
        mirror: false,
    },
    Pattern {
        name: "corner 2x5",
        mask: bitboard! {
            X X X X X - - -
            X X X X X - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: None,
        mirror: false,
    },
    Pattern {
        name: "corner 2x5, mirrored",
        mask: bitboard! {
            - - - X X X X X
            - - - X X X X X
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: None,
        mirror: true,
    },
    Pattern {
        name: "edge and X-squares",
        mask: bitboard! {
            X X X X X X X X
            - X - - - - X -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: Some(Symmetry::MirrorColumns),
        mirror: false,
    },
    Pattern {
        name: "edge and block",
        mask: bitboard! {
            X - X X X X - X
            - - X X X X - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: Some(Symmetry::MirrorColumns),
        mirror: false,
    },
    Pattern {
        name: "triangle",
        mask: bitboard! {
            X X X X - - - -
            X X X - - - - -
            X X - - - - - -
            X - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: Some(Symmetry::Transpose),
        mirror: false,
    },
    Pattern {
        name: "two edges",
        mask: bitboard! {
            X X X X X - - -
            X X - - - - - -
            X - - - - - - -
            X - - - - - - -
            X - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: Some(Symmetry::Transpose),
        mirror: false,
    },
    Pattern {
        name: "row 2 and corners",
        mask: bitboard! {
            X - - - - - - X
            X X X X X X X X
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: Some(Symmetry::MirrorColumns),
        mirror: false,
    },
    Pattern {
        name: "row 3",
        mask: bitboard! {
            - - - - - - - -
            - - - - - - - -
            X X X X X X X X
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: Some(Symmetry::MirrorColumns),
        mirror: false,
    },
    Pattern {
        name: "row 4",
        mask: bitboard! {
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            X X X X X X X X
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: Some(Symmetry::MirrorColumns),
        mirror: false,
    },
    Pattern {
        name: "diagonal of 8",
        mask: bitboard! {
            X - - - - - - -
            - X - - - - - -
            - - X - - - - -
            - - - X - - - -
            - - - - X - - -
            - - - - - X - -
            - - - - - - X -
            - - - - - - - X
        },
        rotations: 2,
        fold: Some(Symmetry::Rotate180),
        mirror: false,
    },
    Pattern {
        name: "diagonal of 7",
        mask: bitboard! {
            - X - - - - - -
            - - X - - - - -
            - - - X - - - -
            - - - - X - - -
            - - - - - X - -
            - - - - - - X -
            - - - - - - - X
            - - - - - - - -
        },
        rotations: 4,
        fold: Some(Symmetry::AntiTranspose),
        mirror: false,
    },
    Pattern {
        name: "diagonal of 6",
        mask: bitboard! {
            - - X - - - - -
            - - - X - - - -
            - - - - X - - -
            - - - - - X - -
            - - - - - - X -
            - - - - - - - X
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: Some(Symmetry::AntiTranspose),
        mirror: false,
    },
    Pattern {
        name: "diagonal of 5",
        mask: bitboard! {
            - - - X - - - -
            - - - - X - - -
            - - - - - X - -
            - - - - - - X -
            - - - - - - - X
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: Some(Symmetry::AntiTranspose),
        mirror: false,
    },
    Pattern {
        name: "diagonal of 4",
        mask: bitboard! {
            - - - - X - - -
            - - - - - X - -
            - - - - - - X -
            - - - - - - - X
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        },
        rotations: 4,
        fold: Some(Symmetry::AntiTranspose),
        mirror: false,
    },
];

impl Pattern {
    /// How many contents it can have: a power of three.
    #[must_use]
    pub const fn contents(&self) -> usize {
        3_usize.pow(self.mask.0.count_ones())
    }

    /// For every content, the one that stands for it and its mirror image:
    /// the smaller of the two.
    #[must_use]
    pub fn canonical(&self) -> Vec<u32> {
        let squares: Vec<_> = self.mask.into_iter().collect();
        let mirrored: Vec<usize> = match self.fold {
            None => (0..squares.len()).collect(),
            Some(symmetry) => squares
                .iter()
                .map(|&square| {
                    let image = symmetry.square(square, 8);
                    squares.iter().position(|&s| s == image).unwrap_or(0)
                })
                .collect(),
        };
        // The mirror image of every content, one digit after the other.
        let mut image = vec![0_u32];
        for place in mirrored {
            let digit = 3_u32.pow(place as u32);
            let shorter = image.len();
            for value in 1..3 {
                for content in 0..shorter {
                    image.push(image[content] + value * digit);
                }
            }
        }
        (0_u32..)
            .zip(image)
            .map(|(content, image)| image.min(content))
            .collect()
    }
}

/// Where each pattern's weights begin in a stage's table; the last number is
/// the length of the table. A mirrored pattern shares those before it.
pub const OFFSETS: [usize; PATTERNS.len() + 1] = {
    let mut offsets = [0; PATTERNS.len() + 1];
    let mut i = 0;
    while i < PATTERNS.len() {
        let next = offsets[i] + PATTERNS[i].contents();
        offsets[i + 1] = next;
        if i + 1 < PATTERNS.len() && PATTERNS[i + 1].mirror {
            // The next one begins where this one does, and both end here.
            offsets[i + 1] = offsets[i];
        }
        i += 1;
    }
    offsets
};

/// How many pattern instances one position has.
pub const INSTANCES: usize = {
    let mut n = 0;
    let mut i = 0;
    while i < PATTERNS.len() {
        n += PATTERNS[i].rotations;
        i += 1;
    }
    n
};

/// The base-3 number that has the bits of `bits` as digits.
const fn ternary(bits: usize, places: &[usize]) -> u16 {
    let mut sum = 0;
    let mut i = 0;
    while i < places.len() {
        if bits >> i & 1 == 1 {
            sum += 3_u16.pow(places[i] as u32);
        }
        i += 1;
    }
    sum
}

const fn table(places: &[usize]) -> [u16; 1024] {
    let mut table = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        table[bits] = ternary(bits, places);
        bits += 1;
    }
    table
}

/// From the bits of a pattern's squares to their number to the base of three.
static STRAIGHT: [u16; 1024] = table(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);

/// The same for the mirrored 2×5 block, whose rows run the other way.
static MIRRORED: [u16; 1024] = table(&[4, 3, 2, 1, 0, 9, 8, 7, 6, 5]);

/// The four rotations of a set of squares, in the order in which patterns
/// are looked at.
#[inline(always)]
const fn rotations(set: u64) -> [u64; 4] {
    let set = Bitboard(set);
    [
        set.0,
        Symmetry::Rotate90.bitboard(set).0,
        Symmetry::Rotate180.bitboard(set).0,
        Symmetry::Rotate270.bitboard(set).0,
    ]
}

/// A way to gather bits. A trait and not a closure: a closure would not be
/// compiled with the instructions of the code that it is passed from.
pub trait Extract: Copy {
    /// The bits of `bits` that `mask` selects, moved together at the low end,
    /// as the instruction PEXT does it.
    fn extract(self, bits: u64, mask: u64) -> u64;
}

/// The way of any processor.
#[derive(Debug, Clone, Copy)]
pub struct AnyProcessor;

impl Extract for AnyProcessor {
    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        extract_portable(bits, mask)
    }
}

/// Calls `each` with the place in a stage's table of every pattern instance
/// of a position.
#[inline(always)]
pub fn for_each_index(player: u64, opponent: u64, with: impl Extract, mut each: impl FnMut(usize)) {
    let player = rotations(player);
    let opponent = rotations(opponent);
    let mut i = 0;
    while i < PATTERNS.len() {
        let Pattern {
            mask,
            rotations,
            mirror,
            ..
        } = PATTERNS[i];
        let table = if mirror { &MIRRORED } else { &STRAIGHT };
        for turn in 0..rotations {
            let own = with.extract(player[turn], mask.0) as usize & 1023;
            let other = with.extract(opponent[turn], mask.0) as usize & 1023;
            each(OFFSETS[i] + usize::from(table[own]) + 2 * usize::from(table[other]));
        }
        i += 1;
    }
}

/// For every pattern instance of a position, its place in a stage's table,
/// for code outside the search: with the best way that the processor has.
#[must_use]
pub fn places(board: Board) -> [u32; INSTANCES] {
    #[inline(always)]
    fn gather(board: Board, with: impl Extract) -> [u32; INSTANCES] {
        let mut out = [0; INSTANCES];
        let mut instance = 0;
        for_each_index(board.player.0, board.opponent.0, with, |place| {
            out[instance] = place as u32;
            instance += 1;
        });
        out
    }
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_features(board: Board, with: impl Extract) -> [u32; INSTANCES] {
            gather(board, with)
        }
        if let Some(level) = Avx2::detect() {
            // SAFETY: the token exists, so the processor has the features.
            return unsafe { with_features(board, level) };
        }
    }
    gather(board, AnyProcessor)
}

/// PEXT in portable code.
#[must_use]
pub fn extract_portable(bits: u64, mut mask: u64) -> u64 {
    let mut out = 0;
    let mut place = 0;
    while mask != 0 {
        let lowest = mask & mask.wrapping_neg();
        out |= u64::from(bits & lowest != 0) << place;
        place += 1;
        mask ^= lowest;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    /// By the way of any processor, with which the other one must agree.
    fn indices(board: Board) -> Vec<usize> {
        let mut all = Vec::new();
        for_each_index(board.player.0, board.opponent.0, AnyProcessor, |index| {
            all.push(index)
        });
        let quick = places(board).map(|place| place as usize);
        assert_eq!(all, quick);
        all
    }

    #[test]
    fn folds_map_patterns_onto_themselves() {
        for pattern in PATTERNS {
            if let Some(fold) = pattern.fold {
                assert_eq!(
                    fold.bitboard(pattern.mask),
                    pattern.mask,
                    "{}",
                    pattern.name
                );
            }
        }
    }

    #[test]
    fn mirrored_patterns_are_mirror_images() {
        for pair in PATTERNS.windows(2).filter(|pair| pair[1].mirror) {
            let image = Symmetry::MirrorColumns.bitboard(pair[0].mask);
            assert_eq!(image, pair[1].mask);
        }
    }

    #[test]
    fn instances_cover_what_they_should() {
        let mut board = Board {
            player: Bitboard::EMPTY,
            opponent: Bitboard::EMPTY,
        };
        assert_eq!(indices(board).len(), INSTANCES);
        // Each square is in at least two instances.
        let blank = indices(board);
        for bit in 0..64 {
            board.player = Bitboard::of(Square::from_bit(bit));
            let touched = indices(board)
                .iter()
                .zip(&blank)
                .filter(|(a, b)| a != b)
                .count();
            assert!(touched >= 2, "{}", Square::from_bit(bit));
        }
    }

    /// Symmetric positions have the same canonical contents, so the same value.
    #[test]
    fn the_eight_symmetric_boards_look_alike() {
        let mut fold = vec![0; OFFSETS[PATTERNS.len()]];
        for (pattern, offset) in PATTERNS.iter().zip(OFFSETS).filter(|(p, _)| !p.mirror) {
            for (content, canonical) in pattern.canonical().into_iter().enumerate() {
                fold[offset + content] = offset + canonical as usize;
            }
        }
        let mut board = Board::START;
        for _ in 0..40 {
            let moves = board.moves();
            let Some(square) = moves.into_iter().last() else {
                board = board.pass();
                continue;
            };
            board = board.play(square).unwrap();
            let look = |board| {
                let mut all: Vec<_> = indices(board).into_iter().map(|i| fold[i]).collect();
                all.sort_unstable();
                all
            };
            for symmetry in Symmetry::ALL {
                assert_eq!(look(symmetry.board(board)), look(board), "{symmetry:?}");
            }
        }
    }
}
