//! Parity: who plays last into a region.

/// The squares of the quadrants (4×4) with an odd number of empty squares.
///
/// To move into an odd region is to make it even, and so to be the one who
/// plays last there: such moves are tried first.
#[inline(always)]
pub(super) const fn odd_quadrants(empties: u64) -> u64 {
    // Halves of rows, then the four halves of a quadrant, are folded together.
    let mut fold = empties ^ (empties >> 1);
    fold ^= fold >> 2;
    fold ^= fold >> 8;
    fold ^= fold >> 16;
    (fold & 0x0000_0011_0000_0011) * 0x0f0f_0f0f
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fold_counts_each_quadrant() {
        let quadrants: [u64; 4] = [
            0x0000_0000_0f0f_0f0f,
            0x0000_0000_f0f0_f0f0,
            0x0f0f_0f0f_0000_0000,
            0xf0f0_f0f0_0000_0000,
        ];
        let mut empties: u64 = 0x9e37_79b9_7f4a_7c15;
        for _ in 0..1000 {
            empties = empties.wrapping_mul(6_364_136_223_846_793_005) ^ (empties >> 29);
            let odd: u64 = quadrants
                .into_iter()
                .filter(|q| (empties & q).count_ones() % 2 == 1)
                .sum();
            assert_eq!(odd_quadrants(empties), odd);
        }
    }
}
