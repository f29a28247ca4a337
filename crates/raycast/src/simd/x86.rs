//! Macros for the vector operations on x86, which take one or two instructions each.
//!
//! The macros are sound because a value of the vector type exists only if the processor has the instructions; the files that
//! use them give the proof.

/// Defines methods of the trait `Lanes` by expressions over registers.
macro_rules! methods {
    ($numbers:ident: $($method:ident($first:ident $(, $other:ident)*) => $value:expr;)*) => {$(
        #[inline(always)]
        fn $method(self $(, $other: $numbers)*) -> $numbers {
            let $first = self.0;
            $(let $other = $other.0;)*
            // SAFETY: a value of this type exists, so the machine has the instructions.
            $numbers(unsafe { $value })
        }
    )*};
}

/// Defines operators by their instructions.
macro_rules! operators {
    ($numbers:ident: $($operator:ident $method:ident $instruction:ident;)*) => {$(
        impl std::ops::$operator for $numbers {
            type Output = $numbers;

            #[inline(always)]
            fn $method(self, other: $numbers) -> $numbers {
                // SAFETY: a value of this type exists, so the machine has the instruction.
                $numbers(unsafe { $instruction(self.0, other.0) })
            }
        }
    )*};
}

pub(crate) use {methods, operators};
