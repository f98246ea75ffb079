//! The kernels: what the search does millions of times a second, once for
//! each level of processor.
//!
//! The whole search is generic over a [`Level`] and compiled for each, so
//! that kernels inline into it. A level is a token: to have one is to know
//! that the processor can run its code.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod few;
pub(super) mod lines;
mod memory;
mod portable;
mod processor;

use crate::board::{Bitboard, Board};

use super::{
    counting::Counting,
    estimate, last, middle, open, shallow, upper,
    worker::{Stopped, Worker},
};

pub(super) use few::Few;
pub(super) use memory::{Zero, Zeroed, prefetch};
pub(super) use portable::Portable;
pub(super) use processor::Processor;

/// The parts of the search that call each other, each with the body it has
/// in the file of its name; `$with` makes methods of a [`Level`] of them.
macro_rules! parts {
    ($with:ident $($features:literal)?) => {
        $with! { $($features)?
            fn four = last::four(board: Board, alpha: i32) -> i32;
            fn three = last::three(board: Board, alpha: i32, squares: [u32; 3]) -> i32;
            fn shallow = shallow::score(board: Board, alpha: i32, empties: u32) -> i32;
            fn middle = middle::score(board: Board, alpha: i32, empties: u32) -> i32;
            fn upper = upper::score(board: Board, alpha: i32, depth: u32, empties: u32)
                -> Result<i32, Stopped>;
            fn estimate = estimate::value(board: Board, depth: u32, alpha: i32, beta: i32)
                -> i32;
            fn open = open::score(board: Board, alpha: i32, beta: i32, depth: u32)
                -> Result<i32, Stopped>;
        }
    };
}

/// Methods that are compiled for the processor that the program is built for.
macro_rules! plainly {
    ($(fn $name:ident = $part:ident::$body:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            fn $name<C: Counting>(self, worker: &mut Worker<'_>, $($arg: $type),*) -> $result {
                $part::$body::<Self, C>(self, worker, $($arg),*)
            }
        )*
    };
}

/// Methods that are compiled for a processor with some features.
#[cfg(target_arch = "x86_64")]
macro_rules! with_features {
    ($features:literal
     $(fn $name:ident = $part:ident::$body:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            fn $name<C: Counting>(self, worker: &mut Worker<'_>, $($arg: $type),*) -> $result {
                #[target_feature(enable = $features)]
                fn run<L: Level, C: Counting>(
                    level: L,
                    worker: &mut Worker<'_>,
                    $($arg: $type),*
                ) -> $result {
                    $part::$body::<L, C>(level, worker, $($arg),*)
                }
                // SAFETY: the token exists, so the processor has the features.
                unsafe { run::<Self, C>(self, worker, $($arg),*) }
            }
        )*
    };
}

#[cfg(target_arch = "x86_64")]
use {parts, with_features};

/// A level of processor.
///
/// The kernels and the bodies of the parts are always inlined; what is called
/// is a part, and that is compiled with the instructions of the level. So the
/// search never leaves the level once it is in it.
///
/// A closure is a function by itself, without the level's instructions: no
/// kernel is called inside one.
pub(super) trait Level: Copy + 'static {
    /// The discs that the player's disc on an empty square flips.
    fn flips(self, board: Board, bit: u32) -> u64;

    /// The squares where the player can place a disc.
    fn moves(self, board: Board) -> u64;

    /// Twice the number of discs that a disc on the only empty square flips:
    /// one of the player, and one of the opponent.
    fn last_flips(self, player: u64, bit: u32) -> [i32; 2];

    /// For each kind of line, in the order of [`lines::STEPS`], the squares
    /// whose line of that kind is full.
    fn full_lines(self, filled: u64) -> [u64; 4];

    parts!(plainly);
}

/// The board after a disc on `bit` that flips `flips`, seen by the opponent.
#[inline(always)]
pub(super) const fn after(board: Board, bit: u32, flips: u64) -> Board {
    Board {
        player: Bitboard(board.opponent.0 ^ flips),
        opponent: Bitboard(board.player.0 ^ flips ^ (1 << bit)),
    }
}

/// The bits of a set, lowest first.
#[inline(always)]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let bit = set.trailing_zeros();
        set &= set - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::Square;

    /// Discs anywhere.
    fn boards() -> impl Strategy<Value = Board> {
        (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(taken, more, own)| {
            let taken = taken | more;
            Board {
                player: Bitboard(taken & own),
                opponent: Bitboard(taken & !own),
            }
        })
    }

    fn agrees_with_the_board(level: impl Level, board: Board) -> Result<(), TestCaseError> {
        prop_assert_eq!(level.moves(board), board.moves().0);
        for bit in bits(board.empties().0) {
            let square = Square::from_bit(bit);
            let flips = level.flips(board, bit);
            prop_assert_eq!(flips, board.flips(square).0);
            if flips != 0 {
                prop_assert_eq!(Some(after(board, bit, flips)), board.play(square));
            }
            // The same square as the last one left.
            let last = Board {
                player: board.player,
                opponent: Bitboard(!board.player.0 & !(1 << bit)),
            };
            let counts = [last, last.pass()].map(|last| 2 * last.flips(square).len() as i32);
            prop_assert_eq!(level.last_flips(last.player.0, bit), counts);
        }
        for filled in [board.player.0, board.opponent.0, !board.empties().0] {
            let full = |line: usize, bit: u32| {
                let line = lines::LINE[bit as usize][line] | 1 << bit;
                u64::from(line & !filled == 0) << bit
            };
            let want: [u64; 4] = [0, 1, 2, 3].map(|line| (0..64).map(|bit| full(line, bit)).sum());
            prop_assert_eq!(level.full_lines(filled), want);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn kernels_of_every_level_agree_with_the_board(board in boards()) {
            for processor in Processor::all() {
                match processor {
                    Processor::Portable(level) => agrees_with_the_board(level, board)?,
                    #[cfg(target_arch = "x86_64")]
                    Processor::Avx2(level) => agrees_with_the_board(level, board)?,
                    #[cfg(target_arch = "x86_64")]
                    Processor::Avx512(level) => agrees_with_the_board(level, board)?,
                }
            }
        }
    }
}
