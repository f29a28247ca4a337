//! Macros for the vector operations on x86, which are an instruction or two each.
//!
//! The files that use this say why it is sound: a value of the type exists only where the machine has the instructions.

/// Methods of the trait of lanes, each with what it does to the registers of its numbers.
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

/// Operators, each with its instruction.
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
