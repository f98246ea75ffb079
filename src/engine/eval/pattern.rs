//! The patterns: which squares the evaluation looks at together.
//!
//! A pattern is a set of up to ten squares, looked at in the four rotations
//! of the board. Its squares, read as digits of a number to the base of three
//! (0 empty, 1 the player's, 2 the opponent's), are the index of a weight.
//! The idea and most of the shapes are Logistello's (M. Buro, "From simple
//! features to sophisticated evaluation functions", 1998).

use crate::{
    bitboard,
    board::{Bitboard, Symmetry},
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

/// The four rotations of a set of squares, in the order in which patterns
/// are looked at.
pub(super) const fn rotations(set: u64) -> [u64; 4] {
    let set = Bitboard(set);
    [
        set.0,
        Symmetry::Rotate90.bitboard(set).0,
        Symmetry::Rotate180.bitboard(set).0,
        Symmetry::Rotate270.bitboard(set).0,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Board, Square},
        engine::eval::Features,
    };

    /// The place of every instance's weight, square by square.
    fn indices(board: Board) -> Vec<usize> {
        let mut all = Vec::new();
        let (player, opponent) = (rotations(board.player.0), rotations(board.opponent.0));
        for (pattern, offset) in PATTERNS.iter().zip(OFFSETS) {
            let mut squares: Vec<_> = pattern.mask.into_iter().collect();
            if pattern.mirror {
                // The squares are the images of those of the pattern before.
                squares.sort_by_key(|square| (square.row(), std::cmp::Reverse(square.col())));
            }
            for turn in 0..pattern.rotations {
                let index = squares.iter().rev().fold(0, |index, &square| {
                    let has = |set: u64| usize::from(Bitboard(set).contains(square));
                    3 * index + has(player[turn]) + 2 * has(opponent[turn])
                });
                all.push(offset + index);
            }
        }
        let quick = Features::of(board).indices().places();
        assert_eq!(all, quick.map(|place| place as usize));
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
            let flips = board.flips(square);
            let after = Features::of(board).indices_after(square.bit().unwrap(), flips.0);
            board = board.play(square).unwrap();
            assert_eq!(after, Features::of(board).indices());
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
