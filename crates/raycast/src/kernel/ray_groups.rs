//! Groups of the rays of a packet with similar directions.
//!
//! The directions of the rays of a group have the same signs and the same dominant axis, so the kernel can choose the sides
//! of boxes and the order of axes once for the group.

use crate::kernel::packet::{NO_RAY, Vectors};
use crate::simd::isa::{Isa, Lanes};

/// An iterator over the groups of a packet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Groups {
    left: u32,
    backwards: [u32; 3],
    steepest: [u32; 3],
}

/// Rays with similar directions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Group {
    /// One bit for each lane.
    pub(crate) lanes: u32,
    /// For each axis, 1 if the directions are negative along it, else 0.
    pub(crate) backwards: [usize; 3],
    /// The axis of the largest component of the directions.
    pub(crate) steepest: usize,
}

impl Groups {
    /// The groups of the lanes that carry a ray, given as bits.
    #[inline(always)]
    pub(crate) fn new<I: Isa>(isa: I, direction: &Vectors<I::Lanes>, carrying: u32) -> Groups {
        let zero = isa.splat(0.0);
        let [x, y, z] = *direction;
        let backwards = [x.lt(zero).bits(), y.lt(zero).bits(), z.lt(zero).bits()];
        let [x, y, z] = [x.abs(), y.abs(), z.abs()];
        let first = y.le(x).and(z.le(x)).bits();
        let second = z.le(y).bits() & !first;
        Groups { left: carrying, backwards, steepest: [first, second, !(first | second)] }
    }

    /// For each axis, the lanes for which it is the axis of the largest component, as bits. Bits beyond the last lane are
    /// undefined.
    #[inline(always)]
    pub(crate) fn steepest(&self) -> [u32; 3] {
        self.steepest
    }

    #[inline(always)]
    fn of_lane(&self, lane: u32) -> Group {
        let in_lane = |bits: u32| (bits >> lane & 1) as usize;
        let backwards = self.backwards.map(in_lane);
        let steepest = in_lane(self.steepest[1]) + 2 * in_lane(self.steepest[2]);
        let mut lanes = self.left & self.steepest[steepest];
        for (bits, here) in self.backwards.into_iter().zip(backwards) {
            lanes &= if here == 1 { bits } else { !bits };
        }
        Group { lanes, backwards, steepest }
    }
}

impl Iterator for Groups {
    type Item = Group;

    #[inline(always)]
    fn next(&mut self) -> Option<Group> {
        if self.left == 0 {
            return None;
        }
        let group = self.of_lane(self.left.trailing_zeros());
        self.left &= !group.lanes;
        Some(group)
    }
}

/// `values` in the lanes given as bits, [`NO_RAY`] in the remaining lanes.
#[inline(always)]
pub(crate) fn only<I: Isa>(isa: I, lanes: u32, values: I::Lanes) -> I::Lanes {
    let mask = isa.lanes(|lane| if lanes >> lane & 1 == 1 { -1.0 } else { 1.0 });
    mask.lt(isa.splat(0.0)).select(values, isa.splat(NO_RAY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::portable::Portable;

    #[test]
    fn groups_have_similar_directions_and_cover_all_lanes_with_a_ray() {
        let x = [1.0, 1.0, -1.0, 0.1, 0.1, 0.0, -0.0, 0.5];
        let y = [0.1, 0.2, 0.1, -1.0, -0.9, 0.0, 0.0, 0.5];
        let z = [0.1, 0.3, 0.1, 0.1, 0.2, 1.0, 1.0, 0.5];
        let direction = [x, y, z].map(|axis: [f32; 8]| Portable.lanes(|lane| axis[lane]));
        let found: Vec<_> = Groups::new(Portable, &direction, 0b1011_1111).collect();
        let lanes: Vec<_> = found.iter().map(|group| group.lanes).collect();
        assert_eq!(lanes, [0b1000_0011, 0b100, 0b1_1000, 0b10_0000]);
        assert_eq!(found[1].backwards, [1, 0, 0]);
        assert_eq!(found[2].steepest, 1);
        let kept = only(Portable, 0b101, Portable.splat(7.0)).array();
        assert_eq!(kept[..8], [7.0, NO_RAY, 7.0, NO_RAY, NO_RAY, NO_RAY, NO_RAY, NO_RAY]);
    }
}
