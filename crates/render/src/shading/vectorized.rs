//! Functions that are compiled for several instruction sets.
//!
//! The loops in such functions have no branches that depend on a row, so that the compiler vectorizes them. Every operation is
//! correctly rounded and in the same order, so the results are the same bits with all instruction sets.

/// Defines a function that runs a body compiled for the best instruction set of the processor: AVX-512, AVX2, or that of all
/// processors. A file that uses it states the proof for its `unsafe`.
macro_rules! vectorized {
    ($(#[$doc:meta])* $visibility:vis $name:ident = $body:ident($($argument:ident: $type:ty),*)) => {
        $(#[$doc])*
        $visibility fn $name($($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw,avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn wide($($argument: $type),*) {
                    $body($($argument),*);
                }
                #[target_feature(enable = "avx2")]
                fn eight($($argument: $type),*) {
                    $body($($argument),*);
                }
                use std::arch::is_x86_feature_detected as has;
                let bits = has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
                let dword = has!("avx512f") && has!("avx512dq") && has!("avx512vl") && has!("avx512bw");
                if dword && bits && has!("avx2") {
                    // SAFETY: the processor has the instructions.
                    return unsafe { wide($($argument),*) };
                }
                if has!("avx2") {
                    // SAFETY: the processor has the instructions.
                    return unsafe { eight($($argument),*) };
                }
            }
            $body($($argument),*);
        }
    };
}

pub(crate) use vectorized;
