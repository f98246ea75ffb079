//! The kernels of x86-64 processors with 256-bit vectors: the four lines
//! through a square, or the four kinds of line, side by side.

use std::arch::x86_64::*;

use super::{
    Board, Counting, Level, Portable, Stopped, Worker, estimate, last,
    lines::{DOWN_END, Four, RAYS, Rays, SHIFT, UP_END},
    middle, open, parts, shallow, upper, with_features,
};

/// A processor with AVX2 and the bit instructions of its time.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Avx2(());

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

impl Level for Avx2 {
    /// As in the [portable](Portable) kernel; but where that finds the highest
    /// bit by counting, here all bits below it are filled along the line.
    #[inline(always)]
    fn flips(self, board: Board, bit: u32) -> u64 {
        let (up, down) = rays(self, bit);
        // SAFETY: the token exists, so the processor has AVX2.
        unsafe {
            let player = _mm256_set1_epi64x(board.player.0 as i64);
            let opponent = _mm256_set1_epi64x(board.opponent.0 as i64);
            let zero = _mm256_setzero_si256();

            let rest = _mm256_andnot_si256(opponent, up);
            let end = _mm256_and_si256(rest, _mm256_sub_epi64(zero, rest));
            let end = _mm256_and_si256(end, player);
            let none = _mm256_cmpeq_epi64(end, zero);
            let below = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
            let flips_up = _mm256_and_si256(_mm256_andnot_si256(none, below), up);

            let rest = _mm256_andnot_si256(opponent, down);
            let filled = _mm256_or_si256(rest, _mm256_srlv_epi64(rest, STEP.of(self)));
            let filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, STEP2.of(self)));
            let filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, STEP4.of(self)));
            // The highest bit of the rest and the squares above it.
            let until = _mm256_andnot_si256(_mm256_srlv_epi64(filled, STEP.of(self)), down);
            let end = _mm256_and_si256(_mm256_and_si256(until, filled), player);
            let none = _mm256_cmpeq_epi64(end, zero);
            let run = _mm256_andnot_si256(filled, until);
            let flips_down = _mm256_andnot_si256(none, run);

            union(self, _mm256_or_si256(flips_up, flips_down))
        }
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        moves(self, board)
    }

    #[inline(always)]
    fn last_flips(self, player: u64, bit: u32) -> [i32; 2] {
        Portable.last_flips(player, bit)
    }

    #[inline(always)]
    fn full_lines(self, filled: u64) -> [u64; 4] {
        full_lines(self, filled)
    }

    parts!(with_features "avx2,bmi1,bmi2,lzcnt,popcnt");
}

impl Four {
    #[inline(always)]
    fn of(&self, _: Avx2) -> __m256i {
        // SAFETY: the token exists, so the processor has AVX2; the address is
        // that of 32 aligned bytes.
        unsafe { _mm256_load_si256((&raw const self.0).cast()) }
    }
}

/// How far a step along each kind of line shifts, and two and four steps.
static STEP: Four = steps(1);
static STEP2: Four = steps(2);
static STEP4: Four = steps(4);

const fn steps(number: u64) -> Four {
    let [row, column, rising, falling] = SHIFT;
    Four([
        number * row,
        number * column,
        number * rising,
        number * falling,
    ])
}

/// Where a disc of the opponent can be flipped along each kind of line: a
/// shift must not wrap around the edge.
static INNER: Four = Four([COLUMNS_B_TO_G, !0, COLUMNS_B_TO_G, COLUMNS_B_TO_G]);
const COLUMNS_B_TO_G: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The halves of the lines through a square: up the board's bits, and down.
#[inline(always)]
pub(super) fn rays(_: Avx2, bit: u32) -> (__m256i, __m256i) {
    let Rays { up, down } = &RAYS[bit as usize & 63];
    // SAFETY: the token exists, so the processor has AVX2; the addresses are
    // those of 32 bytes each, aligned as the halves of 64 aligned ones.
    unsafe {
        (
            _mm256_load_si256((&raw const *up).cast()),
            _mm256_load_si256((&raw const *down).cast()),
        )
    }
}

/// The union of four sets.
#[inline(always)]
pub(super) fn union(_: Avx2, sets: __m256i) -> u64 {
    // SAFETY: the token exists, so the processor has AVX2.
    unsafe {
        let two = _mm_or_si128(
            _mm256_castsi256_si128(sets),
            _mm256_extracti128_si256::<1>(sets),
        );
        let one = _mm_or_si128(two, _mm_unpackhi_epi64(two, two));
        _mm_cvtsi128_si64(one) as u64
    }
}

/// [`Level::moves`]: the parallel prefix fill of [`Board::moves`], with the
/// kinds of line side by side.
#[inline(always)]
pub(super) fn moves(level: Avx2, board: Board) -> u64 {
    // SAFETY: the token exists, so the processor has AVX2.
    let all = unsafe {
        let step = STEP.of(level);
        let step2 = STEP2.of(level);
        let player = _mm256_set1_epi64x(board.player.0 as i64);
        let opponent = _mm256_set1_epi64x(board.opponent.0 as i64);
        let opponent = _mm256_and_si256(opponent, INNER.of(level));

        let mut up = _mm256_and_si256(opponent, _mm256_sllv_epi64(player, step));
        let mut down = _mm256_and_si256(opponent, _mm256_srlv_epi64(player, step));
        let fill = |run, shifted, pairs| _mm256_or_si256(run, _mm256_and_si256(pairs, shifted));
        up = fill(up, _mm256_sllv_epi64(up, step), opponent);
        down = fill(down, _mm256_srlv_epi64(down, step), opponent);
        let pairs_up = _mm256_and_si256(opponent, _mm256_sllv_epi64(opponent, step));
        let pairs_down = _mm256_srlv_epi64(pairs_up, step);
        for _ in 0..2 {
            up = fill(up, _mm256_sllv_epi64(up, step2), pairs_up);
            down = fill(down, _mm256_srlv_epi64(down, step2), pairs_down);
        }
        union(
            level,
            _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step)),
        )
    };
    all & board.empties().0
}

/// [`Level::full_lines`], as in the portable kernel.
#[inline(always)]
pub(super) fn full_lines(level: Avx2, filled: u64) -> [u64; 4] {
    // SAFETY: the token exists, so the processor has AVX2.
    unsafe {
        let filled = _mm256_set1_epi64x(filled as i64);
        let (mut up, mut down) = (filled, filled);
        for (i, step) in [&STEP, &STEP2, &STEP4].into_iter().enumerate() {
            let step = step.of(level);
            let (up_end, down_end) = (UP_END[i].of(level), DOWN_END[i].of(level));
            up = _mm256_and_si256(up, _mm256_or_si256(_mm256_srlv_epi64(up, step), up_end));
            down = _mm256_and_si256(
                down,
                _mm256_or_si256(_mm256_sllv_epi64(down, step), down_end),
            );
        }
        let full = _mm256_and_si256(up, down);
        let low = _mm256_castsi256_si128(full);
        let high = _mm256_extracti128_si256::<1>(full);
        [
            _mm_cvtsi128_si64(low) as u64,
            _mm_extract_epi64::<1>(low) as u64,
            _mm_cvtsi128_si64(high) as u64,
            _mm_extract_epi64::<1>(high) as u64,
        ]
    }
}
