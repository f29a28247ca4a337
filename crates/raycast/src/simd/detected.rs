//! Detection of the best instruction set of this processor for single rays.

use std::sync::OnceLock;

#[cfg(target_arch = "x86_64")]
use crate::simd::avx2::Avx2;
use crate::simd::portable::Portable;

/// An instruction set, with the proof that the processor has it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Detected {
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Portable(Portable),
}

impl Detected {
    /// Detects it once and caches the result: the detection takes as long as a single ray.
    #[inline]
    pub(crate) fn best() -> Detected {
        static BEST: OnceLock<Detected> = OnceLock::new();
        *BEST.get_or_init(|| {
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = Avx2::detect() {
                return Detected::Avx2(avx2);
            }
            Detected::Portable(Portable)
        })
    }
}
