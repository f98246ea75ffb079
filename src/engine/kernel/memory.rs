//! [`Zeroed`]: a large block of memory that costs nothing until it is used.

use std::{
    alloc::{Layout, alloc_zeroed, dealloc},
    fmt,
    ops::Deref,
    ptr::NonNull,
};

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
/// first touched, so a large table is had at once.
pub(in crate::engine) struct Zeroed<T: Zero> {
    /// What the system gave.
    block: NonNull<u8>,
    layout: Layout,
    /// The first value: `block`, aligned.
    first: NonNull<T>,
    len: usize,
}

impl<T: Zero> Zeroed<T> {
    /// A slice of `len` values, at least one; `None` when there is no memory
    /// for it.
    pub(in crate::engine) fn new(len: usize) -> Option<Self> {
        let len = len.max(1);
        // To ask the system for zeroed memory of a larger alignment than its
        // own would make it write all the zeros; so the block is larger by
        // one value, and aligned here.
        let bytes = size_of::<T>().checked_mul(len.checked_add(1)?)?;
        let layout = Layout::from_size_align(bytes, align_of::<usize>()).ok()?;
        // SAFETY: the size is not zero, since there is a value and `Zero`
        // types that are stored have a size.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = block.align_offset(align_of::<T>());
        // SAFETY: the offset is less than the alignment, which is at most the
        // size of the one value that the block is larger by.
        let first = unsafe { block.add(offset) }.cast();
        Some(Self {
            block,
            layout,
            first,
            len,
        })
    }
}

impl<T: Zero> Deref for Zeroed<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `first` is aligned and `len` values from there on lie within
        // the block; they were zeroed, which `Zero` makes values.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl<T: Zero> Drop for Zeroed<T> {
    fn drop(&mut self) {
        // SAFETY: the block came from `alloc_zeroed` with this layout, and no
        // value in it needs to be dropped.
        unsafe { dealloc(self.block.as_ptr(), self.layout) }
    }
}

// SAFETY: a `Zeroed` owns its values, which may be sent.
unsafe impl<T: Zero> Send for Zeroed<T> {}
// SAFETY: through a shared `Zeroed` only shared values are reached.
unsafe impl<T: Zero> Sync for Zeroed<T> {}

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
