//! [`Zeroed`]: a large block of memory that costs nothing until it is used.

use std::{
    fmt,
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

use memmap2::MmapMut;

/// Begins to fetch the lines of a value into the processor's cache, where the
/// processor can be asked to.
#[inline(always)]
pub(in crate::engine) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..size_of::<T>()).step_by(64) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, and the address
        // lies within the value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *value).cast::<i8>().add(line)) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// A type for which bytes that are all zero are a value.
///
/// # Safety
/// They must be, and the type must not need to be dropped.
pub(in crate::engine) unsafe trait Zero: Send + Sync {}

/// A slice of zeroed values. The system hands out its pages when they are
/// first touched, so a large table is had at once; they are large pages where
/// the system has them, since a look-up in a table of many small pages costs
/// two misses: one for the address of its page.
pub(in crate::engine) struct Zeroed<T: Zero> {
    map: MmapMut,
    len: usize,
    values: PhantomData<T>,
}

impl<T: Zero> Zeroed<T> {
    /// A slice of `len` values, at least one; `None` when there is no memory
    /// for it.
    pub(in crate::engine) fn new(len: usize) -> Option<Self> {
        // A page begins at an address that is a multiple of at least this.
        const { assert!(align_of::<T>() <= 4096) };
        let len = len.max(1);
        let bytes = size_of::<T>().checked_mul(len)?;
        let map = MmapMut::map_anon(bytes).ok()?;
        #[cfg(target_os = "linux")]
        if bytes >= LARGE_PAGE {
            // Small pages do as well, only slower.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Some(Self {
            map,
            len,
            values: PhantomData,
        })
    }
}

/// The usual large page.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 2 << 20;

impl<T: Zero> Deref for Zeroed<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the map begins at a page, so it is aligned, and `len` values
        // lie within it; they were zeroed, which `Zero` makes values.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.len) }
    }
}

impl<T: Zero> DerefMut for Zeroed<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as for `deref`, and the map is borrowed by nobody else.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.len) }
    }
}

impl<T: Zero> fmt::Debug for Zeroed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zeroed").field("len", &self.len).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    #[repr(align(128))]
    struct Line([AtomicU64; 16]);
    // SAFETY: atomics that are zero are values, and need no drop.
    unsafe impl Zero for Line {}

    #[test]
    fn values_are_zero_aligned_and_their_own() {
        let lines = Zeroed::<Line>::new(100).unwrap();
        assert_eq!(lines.len(), 100);
        for (i, line) in (1..).zip(lines.iter()) {
            assert_eq!((&raw const *line).addr() % 128, 0);
            for word in &line.0 {
                assert_eq!(word.fetch_add(i, Relaxed), 0);
            }
        }
        for (i, line) in (1..).zip(lines.iter()) {
            assert!(line.0.iter().all(|word| word.load(Relaxed) == i));
        }
    }

    #[test]
    fn too_much_is_refused() {
        assert!(Zeroed::<Line>::new(usize::MAX / 128).is_none());
        assert!(Zeroed::<Line>::new(usize::MAX).is_none());
        assert!(Zeroed::<Line>::new(1 << 53).is_none());
    }
}
