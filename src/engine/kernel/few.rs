//! [`Few`]: a short list that costs nothing to make.

use std::{
    fmt,
    mem::MaybeUninit,
    ops::{Deref, DerefMut},
};

/// Up to `N` values, kept where the list is. Its memory is first written when
/// a value is put there: in the search, to clear it would cost more than to
/// use it.
pub(in crate::engine) struct Few<T: Copy, const N: usize> {
    values: [MaybeUninit<T>; N],
    /// So many of the first values are there; at most `N`.
    len: usize,
}

impl<T: Copy, const N: usize> Few<T, N> {
    #[inline(always)]
    pub(in crate::engine) const fn new() -> Self {
        Self {
            values: [const { MaybeUninit::uninit() }; N],
            len: 0,
        }
    }

    /// Puts a value at the end, if there is room for it.
    #[inline(always)]
    pub(in crate::engine) fn push(&mut self, value: T) {
        if let Some(place) = self.values.get_mut(self.len) {
            place.write(value);
            self.len += 1;
        }
    }
}

impl<T: Copy, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the first `len` values have been written.
        unsafe { std::slice::from_raw_parts(self.values.as_ptr().cast(), self.len) }
    }
}

impl<T: Copy, const N: usize> DerefMut for Few<T, N> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: the first `len` values have been written.
        unsafe { std::slice::from_raw_parts_mut(self.values.as_mut_ptr().cast(), self.len) }
    }
}

impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_what_was_put_there_and_room_for_no_more() {
        let mut few = Few::<u32, 4>::new();
        assert!(few.is_empty());
        few.push(1);
        few.push(2);
        few[0] = 7;
        assert_eq!(*few, [7, 2]);
        for value in 8..100 {
            few.push(value);
        }
        assert_eq!(*few, [7, 2, 8, 9]);
    }
}
