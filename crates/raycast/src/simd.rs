//! Vectors of floats for each instruction set.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod detected;
pub(crate) mod isa;
pub(crate) mod portable;
pub(crate) mod single;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86;
