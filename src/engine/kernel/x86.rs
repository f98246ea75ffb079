//! The kernels of x86-64 processors with 256-bit and with 512-bit vectors.

use std::arch::x86_64::_pext_u64;

use super::{
    Board, Counting, Level, Portable, Stopped, Worker, last, middle, open, parts, shallow, upper,
};

/// A processor with AVX2 and the bit instructions of its time.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Avx2(());

/// A processor with AVX-512 besides.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Avx512(());

impl Avx2 {
    /// The token, if this machine can run the level.
    pub(in crate::engine) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Self(()))
    }
}

impl Avx512 {
    /// The token, if this machine can run the level.
    pub(in crate::engine) fn detect() -> Option<Self> {
        let found = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        found.then_some(Self(()))
    }
}

/// Methods that are compiled for a processor with the features.
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

impl Level for Avx2 {
    #[inline(always)]
    fn flips(self, board: Board, bit: u32) -> u64 {
        Portable.flips(board, bit)
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        Portable.moves(board)
    }

    #[inline(always)]
    fn last_flips(self, player: u64, bit: u32) -> i32 {
        Portable.last_flips(player, bit)
    }

    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: the token exists, so the processor has BMI2.
        unsafe { _pext_u64(bits, mask) }
    }

    parts!(with_features "avx2,bmi1,bmi2,lzcnt,popcnt");
}

impl Level for Avx512 {
    #[inline(always)]
    fn flips(self, board: Board, bit: u32) -> u64 {
        Portable.flips(board, bit)
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        Portable.moves(board)
    }

    #[inline(always)]
    fn last_flips(self, player: u64, bit: u32) -> i32 {
        Portable.last_flips(player, bit)
    }

    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: the token exists, so the processor has BMI2.
        unsafe { _pext_u64(bits, mask) }
    }

    parts!(with_features
        "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl");
}
