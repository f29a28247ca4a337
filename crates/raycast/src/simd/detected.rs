//! The best instruction set of this machine for single rays.

#[cfg(target_arch = "x86_64")]
use crate::simd::avx2::Avx2;
use crate::simd::portable::Portable;

/// An instruction set, with the proof that this machine has it. Kept, since to look for it takes time that a single ray is worth.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Detected {
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Portable(Portable),
}

impl Detected {
    pub(crate) fn best() -> Detected {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return Detected::Avx2(avx2);
        }
        Detected::Portable(Portable)
    }
}
