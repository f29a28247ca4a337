//! Vectors of eight floats for any processor: plain arrays, which the compiler vectorizes for the target.

use std::ops::{Add, Div, Mul, Sub};

use crate::kernel::stack::{SpareStack, spare_stack};
use crate::simd::isa::{Isa, Lanes, PacketIsa, TileIsa, WIDEST, Wide};

/// Number of rays of a packet.
const WIDTH: usize = 8;

/// The portable instruction set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portable;

/// Eight floats in an array.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Eight([f32; WIDTH]);

/// An array with an expression for each lane. Closures would prevent vectorization by the compiler.
macro_rules! each {
    ($lane:ident => $value:expr) => {
        Eight([
            {
                const $lane: usize = 0;
                $value
            },
            {
                const $lane: usize = 1;
                $value
            },
            {
                const $lane: usize = 2;
                $value
            },
            {
                const $lane: usize = 3;
                $value
            },
            {
                const $lane: usize = 4;
                $value
            },
            {
                const $lane: usize = 5;
                $value
            },
            {
                const $lane: usize = 6;
                $value
            },
            {
                const $lane: usize = 7;
                $value
            },
        ])
    };
}

impl Isa for Portable {
    type Lanes = Eight;

    const WIDTH: usize = WIDTH;

    #[inline(always)]
    fn splat(self, value: f32) -> Eight {
        Eight([value; WIDTH])
    }

    #[inline(always)]
    fn lanes(self, value: impl Fn(usize) -> f32) -> Eight {
        Eight(std::array::from_fn(value))
    }

    #[inline(always)]
    fn columns(self, row: impl Fn(usize) -> [f32; 4]) -> [Eight; 4] {
        let rows: [_; WIDTH] = std::array::from_fn(row);
        [0, 1, 2, 3].map(|column| each!(LANE => rows[LANE][column]))
    }
}

impl TileIsa for Portable {
    type Eight = Portable;

    #[inline(always)]
    fn eight(self) -> Portable {
        self
    }
}

impl PacketIsa for Portable {
    #[inline(always)]
    fn spare_stack(self) -> &'static SpareStack<Eight> {
        spare_stack!(Eight)
    }
}

impl Wide for Portable {
    #[inline(always)]
    fn row<const COUNT: usize>(self, values: &[f32; COUNT]) -> Eight {
        self.lanes(|lane| values.get(lane).copied().unwrap_or_default())
    }

    #[inline(always)]
    fn broadcast(self, values: Eight, lane: usize) -> Eight {
        self.splat(values.0[lane % WIDTH])
    }
}

macro_rules! arithmetic {
    ($($operation:ident $method:ident $symbol:tt;)*) => {$(
        impl $operation for Eight {
            type Output = Eight;

            #[inline(always)]
            fn $method(self, other: Eight) -> Eight {
                each!(LANE => self.0[LANE] $symbol other.0[LANE])
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

/// All bits set if the condition holds, else none.
#[inline(always)]
fn mask(holds: bool) -> f32 {
    f32::from_bits(0_u32.wrapping_sub(u32::from(holds)))
}

/// A function of the bits of two numbers.
#[inline(always)]
fn bitwise(a: f32, b: f32, f: impl Fn(u32, u32) -> u32) -> f32 {
    f32::from_bits(f(a.to_bits(), b.to_bits()))
}

impl Lanes for Eight {
    #[inline(always)]
    fn array(self) -> [f32; WIDEST] {
        let mut values = [0.0; WIDEST];
        values[..WIDTH].copy_from_slice(&self.0);
        values
    }

    #[inline(always)]
    fn min(self, other: Eight) -> Eight {
        each!(LANE => if self.0[LANE] < other.0[LANE] { self.0[LANE] } else { other.0[LANE] })
    }

    #[inline(always)]
    fn max(self, other: Eight) -> Eight {
        each!(LANE => if self.0[LANE] > other.0[LANE] { self.0[LANE] } else { other.0[LANE] })
    }

    #[inline(always)]
    fn mul_add(self, factor: Eight, more: Eight) -> Eight {
        each!(LANE => self.0[LANE].mul_add(factor.0[LANE], more.0[LANE]))
    }

    #[inline(always)]
    fn scaled_plus(self, factor: Eight, more: Eight) -> Eight {
        self * factor + more
    }

    #[inline(always)]
    fn sqrt(self) -> Eight {
        each!(LANE => self.0[LANE].sqrt())
    }

    #[inline(always)]
    fn abs(self) -> Eight {
        each!(LANE => self.0[LANE].abs())
    }

    #[inline(always)]
    fn lt(self, other: Eight) -> Eight {
        each!(LANE => mask(self.0[LANE] < other.0[LANE]))
    }

    #[inline(always)]
    fn le(self, other: Eight) -> Eight {
        each!(LANE => mask(self.0[LANE] <= other.0[LANE]))
    }

    #[inline(always)]
    fn and(self, other: Eight) -> Eight {
        each!(LANE => bitwise(self.0[LANE], other.0[LANE], |a, b| a & b))
    }

    #[inline(always)]
    fn or(self, other: Eight) -> Eight {
        each!(LANE => bitwise(self.0[LANE], other.0[LANE], |a, b| a | b))
    }

    #[inline(always)]
    fn xor(self, other: Eight) -> Eight {
        each!(LANE => bitwise(self.0[LANE], other.0[LANE], |a, b| a ^ b))
    }

    #[inline(always)]
    fn select(self, yes: Eight, no: Eight) -> Eight {
        let yes = self.and(yes);
        let no = each!(LANE => bitwise(self.0[LANE], no.0[LANE], |mask, b| !mask & b));
        yes.or(no)
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        let sign = |lane: usize| self.0[lane].to_bits() >> 31 << lane;
        sign(0) | sign(1) | sign(2) | sign(3) | sign(4) | sign(5) | sign(6) | sign(7)
    }
}
