//! Numbers that look random and are the same on every machine.

/// The hash of a name: FNV-1a (Fowler, Noll and Vo, 1991).
pub(super) fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A number made of two: splitmix64 (Steele, Lea and Flood, 2014).
pub(super) const fn mix(seed: u64, number: u64) -> u64 {
    let mut z = seed
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(number)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Shuffles puzzles by their ids: the same seed gives the same order, in
/// whatever order they came.
///
/// ```
/// let mut ids = ["one", "two", "three"];
/// outflank::puzzle::shuffle(&mut ids, 7, |id| id);
/// let mut again = ["three", "one", "two"];
/// outflank::puzzle::shuffle(&mut again, 7, |id| id);
/// assert_eq!(ids, again);
/// ```
pub fn shuffle<T>(puzzles: &mut [T], seed: u64, id: impl Fn(&T) -> &str) {
    puzzles.sort_by_cached_key(|puzzle| mix(seed, hash(id(puzzle))));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_published_algorithm() {
        // From the test vectors of FNV-1a, 64 bits.
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }
}
