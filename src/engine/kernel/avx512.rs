//! The kernels of x86-64 processors with 512-bit vectors. Most use 256 bits
//! of them, and the instructions that came along: leading zeros, masks, logic
//! of three operands (which the compiler puts together).

use std::arch::x86_64::*;

use super::{
    Board, Counting, Level, Stopped, Worker,
    avx2::{self, Avx2},
    estimate, last,
    lines::{COUNTS, LINES},
    middle, open, parts, shallow, upper, with_features,
};

/// A processor with AVX-512, at least that of 2017, besides AVX2.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Avx512(Avx2);

impl Avx512 {
    /// The token, if this machine can run the level.
    pub(in crate::engine) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        Avx2::detect().filter(|_| found).map(Self)
    }
}

impl Level for Avx512 {
    /// As in the portable kernel, four lines at once.
    #[inline(always)]
    fn flips(self, board: Board, bit: u32) -> u64 {
        let (up, down) = avx2::rays(self.0, bit);
        // SAFETY: the token exists, so the processor has the instructions.
        let flips = unsafe {
            let player = _mm256_set1_epi64x(board.player.0 as i64);
            let opponent = _mm256_set1_epi64x(board.opponent.0 as i64);
            let zero = _mm256_setzero_si256();

            let rest = _mm256_andnot_si256(opponent, up);
            let end = _mm256_and_si256(rest, _mm256_sub_epi64(zero, rest));
            let outflanked = _mm256_test_epi64_mask(end, player);
            let below = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
            let flips_up = _mm256_maskz_and_epi64(outflanked, below, up);

            let rest = _mm256_andnot_si256(opponent, down);
            let highest = _mm256_set1_epi64x(i64::MIN);
            let end = _mm256_srlv_epi64(highest, _mm256_lzcnt_epi64(rest));
            let end = _mm256_and_si256(end, player);
            let above = _mm256_sub_epi64(zero, _mm256_add_epi64(end, end));
            _mm256_or_si256(flips_up, _mm256_and_si256(above, down))
        };
        avx2::union(self.0, flips)
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        avx2::moves(self.0, board)
    }

    /// Both counts of a line come from one look-up.
    #[inline(always)]
    fn last_flips(self, player: u64, bit: u32) -> [i32; 2] {
        let mut sum = 0;
        for line in &LINES[bit as usize & 63] {
            // SAFETY: the token exists, so the processor has BMI2.
            let own = unsafe { _pext_u64(player, line.others) } as usize;
            // SAFETY: a line of some length has that many squares besides one,
            // so the index stays within the counts for lines of the length.
            sum += i32::from(unsafe { *COUNTS.get_unchecked(line.counts + own) });
        }
        [sum & 255, sum >> 8]
    }

    #[inline(always)]
    fn full_lines(self, filled: u64) -> [u64; 4] {
        avx2::full_lines(self.0, filled)
    }

    parts!(with_features
        "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl");
}
