//! The order in which rays reach the branches of a node. It is estimated from the splits of the binary tree and becomes less
//! accurate as instances move.

/// The value 1 in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;
/// Bit `n` in byte `n`.
const OWN: u64 = 0x8040_2010_0804_0201;

/// The octant of a ray direction: the signs of its components.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Octant {
    /// Signs of x and y relative to the sign of z: an index into [`BranchOrder`].
    way: usize,
    /// Mask that inverts the order for rays with negative z.
    inversion: u64,
}

/// For each combination of signs along x and y (with positive z), and each branch: a bit for every branch that is behind it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BranchOrder<const WAYS: usize>(pub(super) [[u8; WAYS]; 4]);

impl Octant {
    /// The octant of rays with a negative component along the axes where the argument is 1.
    #[inline(always)]
    pub(crate) fn new([x, y, z]: [usize; 3]) -> Octant {
        let way = (x ^ z) & 1 | ((y ^ z) & 1) << 1;
        Octant { way, inversion: 0_u64.wrapping_sub(z as u64 & 1) & !OWN }
    }
}

impl<const WAYS: usize> BranchOrder<WAYS> {
    /// A byte for each branch, the first branch in the lowest byte. Its bits mark the branches that rays of an octant reach
    /// later. Bits of branches beyond `WAYS` are undefined.
    #[inline(always)]
    pub(crate) fn behind(&self, octant: Octant) -> u64 {
        let mut behind = [0; 8];
        behind[..WAYS].copy_from_slice(&self.0[octant.way % 4]);
        u64::from_le_bytes(behind) ^ octant.inversion
    }

    /// The first branch that rays of an octant reach, among the branches given as bits, of which at least one is set.
    #[inline(always)]
    pub(crate) fn nearest(&self, branches: u8, octant: Octant) -> usize {
        // Find the byte that is zero: that of the branch with all remaining branches behind it.
        let all = u64::from(branches) * EACH;
        let missing = (self.behind(octant) & all) ^ all ^ OWN;
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
        // Shuffled along x, so that splits do not add the boxes in order.
        let cube = |x: f32| Bounds { low: Vec3::new(x, 0.0, 0.0), high: Vec3::new(x + 0.5, 1.0, 1.0) };
        let boxes: Vec<_> = (0..WAYS).map(|i| cube((i * 5 % WAYS) as f32)).collect();
        let costs = RayCosts { node: 1.0, more_items: 1.0, items_per_leaf: 1 };
        Bvh::collapse(&BinaryBvh::build(&boxes, 1), costs).nodes[0]
    }

    /// All octants, and whether rays go backwards along x.
    fn octants() -> impl Iterator<Item = (Octant, bool)> {
        (0..8).map(|way| (Octant::new([way & 1, way >> 1 & 1, way >> 2]), way & 1 == 1))
    }

    /// Whether rays along x reach `other` later than `one`.
    fn is_farther(backwards: bool, one: f32, other: f32) -> bool {
        if backwards { other < one } else { other > one }
    }

    fn check_nearest_branch<const WAYS: usize>() {
        let node = node::<WAYS>();
        let centers = node.boxes().map(|bounds| bounds.center().x);
        for (octant, backwards) in octants() {
            for some in 1..=((1_u16 << WAYS) - 1) as u8 {
                let nearest = node.branch_order.nearest(some, octant);
                assert!(some >> nearest & 1 == 1, "{octant:?} {some}");
                let mut others = (0..WAYS).filter(|&which| some >> which & 1 == 1 && which != nearest);
                assert!(
                    others.all(|it| is_farther(backwards, centers[nearest], centers[it])),
                    "{octant:?} {some}"
                );
            }
        }
    }

    #[test]
    fn nearest_branch_is_found_for_every_octant() {
        check_nearest_branch::<4>();
        check_nearest_branch::<8>();
    }

    fn check_branches_behind<const WAYS: usize>() {
        let node = node::<WAYS>();
        let centers = node.boxes().map(|bounds| bounds.center().x);
        for (octant, backwards) in octants() {
            let all = node
                .branch_order
                .behind(octant)
                .to_le_bytes()
                .map(|behind| u16::from(behind) & ((1 << WAYS) - 1));
            for (&center, behind) in centers.iter().zip(all) {
                let farther = centers.iter().map(|&other| is_farther(backwards, center, other));
                assert_eq!(behind, farther.rev().fold(0, |all, it| 2 * all + u16::from(it)), "{octant:?}");
            }
        }
    }

    #[test]
    fn farther_branches_are_marked_as_behind() {
        check_branches_behind::<4>();
        check_branches_behind::<8>();
    }
}
