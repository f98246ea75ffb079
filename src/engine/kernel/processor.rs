//! [`Processor`]: which level of kernels this machine can run.

use super::Portable;
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};

/// The levels, each with the token that lets its code be called.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) enum Processor {
    /// Any processor.
    Portable(Portable),
    /// x86-64 of about 2013 and later.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// x86-64 with 512-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Processor {
    /// The best level that this machine can run.
    pub(in crate::engine) fn detect() -> Self {
        Self::all().last().unwrap_or(Self::Portable(Portable))
    }

    /// Every level that this machine can run, the best last.
    pub(in crate::engine) fn all() -> impl Iterator<Item = Self> {
        let levels = [
            Some(Self::Portable(Portable)),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            Avx512::detect().map(Self::Avx512),
        ];
        levels.into_iter().flatten()
    }
}
