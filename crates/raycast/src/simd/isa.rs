//! The vector operations of the ray kernel: several floats at a time, computed by IEEE 754.
//!
//! Every operation except [`Lanes::scaled_plus`] is correctly rounded once, so all implementations give the same bits for the
//! same input. The exception is only for tests against boxes, whose last bits do not affect hits.

use std::ops::{Add, Div, Mul, Sub};

use crate::kernel::stack::SpareStack;

/// Maximum number of rays of a packet.
pub(crate) const WIDEST: usize = 16;

/// An instruction set for the kernel. A value of the type proves that the processor has the instructions.
pub(crate) trait Isa: Copy {
    /// The vector type.
    type Lanes: Lanes;

    /// Number of lanes: the rays of a packet.
    const WIDTH: usize;

    /// The same value in each lane.
    fn splat(self, value: f32) -> Self::Lanes;

    /// The value of each lane, given by a function.
    fn lanes(self, value: impl Fn(usize) -> f32) -> Self::Lanes;

    /// The four columns of [`Isa::WIDTH`] rows.
    fn columns(self, row: impl Fn(usize) -> [f32; 4]) -> [Self::Lanes; 4];

    /// Prefetches a cache line without waiting; any address is allowed. Does nothing if there is no such instruction.
    #[inline(always)]
    fn prefetch<T>(self, _address: *const T) {}
}

/// A set of instructions for traversals.
pub(crate) trait PacketIsa: Isa {
    /// The storage that keeps the traversal stack of this thread between jobs.
    fn spare_stack(self) -> &'static SpareStack<Self::Lanes>;
}

/// An instruction set with at least eight lanes, for tests of a single ray against several boxes or triangles.
pub(crate) trait Wide: Isa {
    /// Four or eight values in the first lanes. The remaining lanes are undefined.
    fn row<const COUNT: usize>(self, values: &[f32; COUNT]) -> Self::Lanes;

    /// The value of one lane in all lanes.
    fn broadcast(self, values: Self::Lanes, lane: usize) -> Self::Lanes;

    /// The values of the first three lanes, each in all lanes.
    #[inline(always)]
    fn broadcast_three(self, values: Self::Lanes) -> [Self::Lanes; 3] {
        [self.broadcast(values, 0), self.broadcast(values, 1), self.broadcast(values, 2)]
    }
}

/// A set of instructions for tiles of pixels.
pub(crate) trait TileIsa: Isa {
    /// The instruction set that tests boxes and triangles of a tile, eight at once.
    type Eight: Wide;

    /// The instruction set for eight at once.
    fn eight(self) -> Self::Eight;
}

/// A vector of single-precision floats, one for each ray of a packet.
///
/// A comparison returns a mask: all bits of a lane are set if it holds, and none if it does not.
pub(crate) trait Lanes:
    Copy + 'static + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The values as an array, padded with zeros.
    fn array(self) -> [f32; WIDEST];

    /// The value of the first lane.
    #[inline(always)]
    fn first(self) -> f32 {
        self.array()[0]
    }

    /// The greatest value of all [`Isa::WIDTH`] lanes. None may be NaN.
    #[inline(always)]
    fn greatest(self, width: usize) -> f32 {
        let values = self.array();
        values[..width].iter().fold(f32::NEG_INFINITY, |most, &value| if value > most { value } else { most })
    }

    /// `self` where it is less than `other`, else `other`.
    fn min(self, other: Self) -> Self;

    /// `self` where it is greater than `other`, else `other`.
    fn max(self, other: Self) -> Self;

    /// `self * factor + more`, rounded once. Slow on processors that have no instruction for it.
    fn mul_add(self, factor: Self, more: Self) -> Self;

    /// About `self * factor + more`, rounded once or twice depending on the processor. For boxes only.
    fn scaled_plus(self, factor: Self, more: Self) -> Self;

    /// Square root.
    fn sqrt(self) -> Self;

    /// Absolute value.
    fn abs(self) -> Self;

    /// Mask of `self < other`.
    fn lt(self, other: Self) -> Self;

    /// Mask of `self <= other`.
    fn le(self, other: Self) -> Self;

    /// Bits set in both.
    fn and(self, other: Self) -> Self;

    /// Bits set in either.
    fn or(self, other: Self) -> Self;

    /// Bits set in exactly one of them.
    fn xor(self, other: Self) -> Self;

    /// `yes` where the mask `self` holds, else `no`.
    fn select(self, yes: Self, no: Self) -> Self;

    /// The mask `self` as one bit for each lane, the first lane lowest.
    fn bits(self) -> u32;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::simd::portable::Portable;

    /// Values for which implementations could differ: signed zeros, NaN, infinities, subnormals, ties.
    const AWKWARD: [f32; 12] = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MIN_POSITIVE,
        1e-42,
        f32::MAX,
        3.000_000_2,
        -7e12,
    ];

    /// The result bits of every operation for every pair of [`AWKWARD`] values. Checks that all lanes agree.
    fn everything<I: Isa>(isa: I) -> BTreeMap<(usize, usize), Vec<u32>> {
        let mut found = BTreeMap::new();
        for (first, &a) in AWKWARD.iter().enumerate() {
            for start in 0..AWKWARD.len() {
                let second = |lane: usize| (start + lane) % AWKWARD.len();
                let (x, y) = (isa.splat(a), isa.lanes(|lane| AWKWARD[second(lane)]));
                let mut results =
                    vec![x + y, x - y, x * y, x / y, x.min(y), x.max(y), x.mul_add(y, x), y.sqrt(), y.abs()];
                for mask in
                    [x.lt(y), x.le(y), x.lt(y).and(y.le(x)), x.lt(y).or(y.lt(x)), x.le(y).xor(y.le(x))]
                {
                    assert_eq!(mask.bits() >> I::WIDTH, 0);
                    let bits = mask.bits();
                    results.push(isa.lanes(|lane| (bits >> lane & 1) as f32));
                    results.push(mask.select(x, y));
                }
                if y.le(y).bits().count_ones() as usize == I::WIDTH {
                    let most = y.array()[..I::WIDTH].iter().copied().fold(f32::NEG_INFINITY, f32::max);
                    assert_eq!(y.greatest(I::WIDTH), most);
                }
                for lane in 0..I::WIDTH {
                    // IEEE 754 does not specify the payload of a NaN result.
                    let bits = |x: f32| if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() };
                    let bits: Vec<_> = results.iter().map(|result| bits(result.array()[lane])).collect();
                    let known = found.entry((first, second(lane))).or_insert_with(|| bits.clone());
                    assert_eq!(*known, bits, "lane {lane}");
                }
            }
        }
        found
    }

    fn check_columns<I: Isa>(isa: I) {
        let row = |row: usize| std::array::from_fn(|column| (10 * row + column) as f32);
        for (number, column) in isa.columns(row).into_iter().enumerate() {
            let expected = std::array::from_fn(|lane| if lane < I::WIDTH { row(lane)[number] } else { 0.0 });
            assert_eq!(column.array(), expected);
        }
    }

    fn check_rows_and_broadcasts<W: Wide>(wide: W) {
        let four = [3.0, 1.0, -0.0, 2.0];
        let eight: [f32; 8] = std::array::from_fn(|lane| lane as f32 - 2.5);
        assert_eq!(wide.row(&four).array()[..4], four);
        assert_eq!(wide.row(&eight).array()[..8], eight);
        for (lane, &value) in eight.iter().enumerate() {
            assert_eq!(wide.broadcast(wide.row(&eight), lane).array()[..8], [value; 8]);
        }
        let three = wide.broadcast_three(wide.row(&four));
        assert_eq!(three.map(|value| value.array()[7]), [3.0, 1.0, 0.0]);
    }

    #[test]
    fn comparisons_with_nan_are_false_and_min_returns_the_second_operand() {
        let isa = Portable;
        let (nan, one) = (isa.splat(f32::NAN), isa.splat(1.0));
        assert_eq!(nan.lt(one).bits() | one.le(nan).bits() | nan.le(nan).bits(), 0);
        assert_eq!(nan.min(one).array(), one.array());
        assert_eq!(nan.max(one).array(), one.array());
    }

    #[test]
    fn scaled_plus_multiplies_and_adds() {
        let scaled = Portable.splat(3.0).scaled_plus(Portable.splat(0.5), Portable.splat(-2.0));
        assert_eq!(scaled.array(), Portable.splat(-0.5).array());
    }

    #[test]
    fn first_lane_is_the_lowest_bit() {
        let values = Portable.lanes(|lane| [0.0, 2.0, 0.0, 2.0, 2.0, 0.0, 0.0, 2.0][lane]);
        assert_eq!(Portable.splat(1.0).lt(values).bits(), 0b1001_1010);
        check_columns(Portable);
        check_rows_and_broadcasts(Portable);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn all_instruction_sets_give_the_same_bits() {
        use crate::simd::avx2::Avx2;
        use crate::simd::avx512::Avx512;
        use crate::simd::single::OneRay;
        let portable = everything(Portable);
        let single = everything(OneRay(Portable));
        assert!(single.iter().all(|(pair, bits)| portable[pair] == *bits));
        match Avx2::detect() {
            Some(avx2) => {
                assert_eq!(everything(avx2), portable);
                check_columns(avx2);
                check_rows_and_broadcasts(avx2);
            }
            None => println!("this machine has no AVX2: nothing to compare"),
        }
        match Avx512::detect() {
            Some(avx512) => {
                assert_eq!(everything(avx512), portable);
                check_columns(avx512);
            }
            None => println!("this machine has no AVX-512: nothing to compare"),
        }
    }
}
