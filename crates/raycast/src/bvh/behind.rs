//! In which order rays come to the branches of a node. It is a guess, which gets worse as instances move.

/// One in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;
/// In each byte the bit that has the number of the byte.
const OWN: u64 = 0x8040_2010_0804_0201;

/// The ways in which rays go along the axes: one of the eight octants of their directions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Octant {
    /// Rays forwards along z that go this way along x and y, or the opposite one.
    way: usize,
    /// What changes for rays backwards along z: what was behind is in front.
    changes: u64,
}

/// For rays forwards along z that go each of four ways along x and y, and each branch, a bit for each of the others that is
/// behind it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Behind<const WAYS: usize>(pub(super) [[u8; WAYS]; 4]);

impl Octant {
    /// Of rays that go backwards along the axes where this is 1, and forwards where it is 0.
    #[inline(always)]
    pub(crate) fn new([x, y, z]: [usize; 3]) -> Octant {
        let way = (x ^ z) & 1 | ((y ^ z) & 1) << 1;
        Octant { way, changes: 0_u64.wrapping_sub(z as u64 & 1) & !OWN }
    }
}

impl<const WAYS: usize> Behind<WAYS> {
    /// A byte for each branch, the first lowest, with a bit for each of the others that rays of an octant come to later. Bits
    /// for branches that a node cannot have mean nothing.
    #[inline(always)]
    pub(crate) fn of(&self, octant: Octant) -> u64 {
        let mut behind = [0; 8];
        behind[..WAYS].copy_from_slice(&self.0[octant.way % 4]);
        u64::from_le_bytes(behind) ^ octant.changes
    }

    /// Of branches, given as bits of which at least one is set, the one that rays of an octant come to first.
    #[inline(always)]
    pub(crate) fn nearest(&self, branches: u8, octant: Octant) -> usize {
        // A byte of zero for the one branch that has all the others behind it.
        let all = u64::from(branches) * EACH;
        let missing = (self.of(octant) & all) ^ all ^ OWN;
        let zero = missing.wrapping_sub(EACH) & !missing & (EACH << 7);
        (zero.trailing_zeros() / 8) as usize % WAYS
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::bvh::binary::BinaryBvh;
    use crate::bvh::bounds::Bounds;
    use crate::bvh::collapse::RayCosts;
    use crate::bvh::{Bvh, Node};

    fn node<const WAYS: usize>() -> Node<WAYS> {
        // In no order along x, so that splits do not add them in order.
        let cube = |x: f32| Bounds { low: Vec3::new(x, 0.0, 0.0), high: Vec3::new(x + 0.5, 1.0, 1.0) };
        let boxes: Vec<_> = (0..WAYS).map(|i| cube((i * 5 % WAYS) as f32)).collect();
        let costs = RayCosts { node: 1.0, more_items: 1.0, items_per_leaf: 1 };
        Bvh::collapse(&BinaryBvh::build(&boxes, 1), costs).nodes[0]
    }

    /// All octants, and whether rays go backwards along x.
    fn octants() -> impl Iterator<Item = (Octant, bool)> {
        (0..8).map(|way| (Octant::new([way & 1, way >> 1 & 1, way >> 2]), way & 1 == 1))
    }

    /// Whether rays along x come to one place later than to another.
    fn is_farther(backwards: bool, one: f32, other: f32) -> bool {
        if backwards { other < one } else { other > one }
    }

    fn the_nearest_branch_has_all_others_behind_it<const WAYS: usize>() {
        let node = node::<WAYS>();
        let centres = node.boxes().map(|bounds| bounds.centre().x);
        for (octant, backwards) in octants() {
            for some in 1..=((1_u16 << WAYS) - 1) as u8 {
                let nearest = node.behind.nearest(some, octant);
                assert!(some >> nearest & 1 == 1, "{octant:?} {some}");
                let mut others = (0..WAYS).filter(|&which| some >> which & 1 == 1 && which != nearest);
                assert!(
                    others.all(|it| is_farther(backwards, centres[nearest], centres[it])),
                    "{octant:?} {some}"
                );
            }
        }
    }

    #[test]
    fn the_nearest_branch_is_found_for_rays_of_every_octant() {
        the_nearest_branch_has_all_others_behind_it::<4>();
        the_nearest_branch_has_all_others_behind_it::<8>();
    }

    fn branches_have_those_behind_them_that_are_farther<const WAYS: usize>() {
        let node = node::<WAYS>();
        let centres = node.boxes().map(|bounds| bounds.centre().x);
        for (octant, backwards) in octants() {
            let all =
                node.behind.of(octant).to_le_bytes().map(|behind| u16::from(behind) & ((1 << WAYS) - 1));
            for (&centre, behind) in centres.iter().zip(all) {
                let farther = centres.iter().map(|&other| is_farther(backwards, centre, other));
                assert_eq!(behind, farther.rev().fold(0, |all, it| 2 * all + u16::from(it)), "{octant:?}");
            }
        }
    }

    #[test]
    fn branches_know_which_others_are_behind_them() {
        branches_have_those_behind_them_that_are_farther::<4>();
        branches_have_those_behind_them_that_are_farther::<8>();
    }
}
