//! Single floats, for packets of one ray.

use std::ops::{Add, Div, Mul, Sub};

use crate::simd::isa::{Isa, Lanes, WIDEST, Wide};

/// One ray at a time, tested against several boxes or triangles with the instruction set `W`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OneRay<W>(pub(crate) W);

/// A vector with one lane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Single(f32);

impl<W: Wide> Isa for OneRay<W> {
    type Lanes = Single;

    const WIDTH: usize = 1;

    #[inline(always)]
    fn splat(self, value: f32) -> Single {
        Single(value)
    }

    #[inline(always)]
    fn lanes(self, value: impl Fn(usize) -> f32) -> Single {
        Single(value(0))
    }

    #[inline(always)]
    fn columns(self, row: impl Fn(usize) -> [f32; 4]) -> [Single; 4] {
        row(0).map(Single)
    }
}

macro_rules! arithmetic {
    ($($operation:ident $method:ident $symbol:tt;)*) => {$(
        impl $operation for Single {
            type Output = Single;

            #[inline(always)]
            fn $method(self, other: Single) -> Single {
                Single(self.0 $symbol other.0)
            }
        }
    )*};
}

arithmetic! {
    Add add +;
    Sub sub -;
    Mul mul *;
    Div div /;
}

impl Single {
    /// All bits set if the condition holds, else none.
    #[inline(always)]
    fn mask(holds: bool) -> Single {
        Single(f32::from_bits(0_u32.wrapping_sub(u32::from(holds))))
    }
}

impl Lanes for Single {
    #[inline(always)]
    fn array(self) -> [f32; WIDEST] {
        let mut values = [0.0; WIDEST];
        values[0] = self.0;
        values
    }

    #[inline(always)]
    fn first(self) -> f32 {
        self.0
    }

    #[inline(always)]
    fn min(self, other: Single) -> Single {
        Single(if self.0 < other.0 { self.0 } else { other.0 })
    }

    #[inline(always)]
    fn max(self, other: Single) -> Single {
        Single(if self.0 > other.0 { self.0 } else { other.0 })
    }

    #[inline(always)]
    fn mul_add(self, factor: Single, more: Single) -> Single {
        Single(self.0.mul_add(factor.0, more.0))
    }

    #[inline(always)]
    fn scaled_plus(self, factor: Single, more: Single) -> Single {
        self * factor + more
    }

    #[inline(always)]
    fn sqrt(self) -> Single {
        Single(self.0.sqrt())
    }

    #[inline(always)]
    fn abs(self) -> Single {
        Single(self.0.abs())
    }

    #[inline(always)]
    fn lt(self, other: Single) -> Single {
        Single::mask(self.0 < other.0)
    }

    #[inline(always)]
    fn le(self, other: Single) -> Single {
        Single::mask(self.0 <= other.0)
    }

    #[inline(always)]
    fn and(self, other: Single) -> Single {
        Single(f32::from_bits(self.0.to_bits() & other.0.to_bits()))
    }

    #[inline(always)]
    fn or(self, other: Single) -> Single {
        Single(f32::from_bits(self.0.to_bits() | other.0.to_bits()))
    }

    #[inline(always)]
    fn xor(self, other: Single) -> Single {
        Single(f32::from_bits(self.0.to_bits() ^ other.0.to_bits()))
    }

    #[inline(always)]
    fn select(self, yes: Single, no: Single) -> Single {
        if self.bits() == 1 { yes } else { no }
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        self.0.to_bits() >> 31
    }
}
