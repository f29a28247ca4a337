//! Traversal of a BVH by a group of rays, nearest branches first.

use crate::bvh::branch_order::Octant;
use crate::bvh::{Branch, Node, PacketBvh};
use crate::kernel::packet::{LocalRays, Vectors};
use crate::kernel::ray_groups::Group;
use crate::kernel::single_ray::SingleRay;
use crate::kernel::stack::Stack;
use crate::simd::isa::{Isa, Lanes, PacketIsa, Wide};

/// Relative growth of boxes in a traversal: a few times the rounding error of single precision, so that no ray misses a box
/// but hits its contents.
const GROWTH: f32 = 1e-6;
/// Lower bound for the size of direction components, so that their inverses are finite.
const SMALLEST: f32 = 1e-12;

/// Rays of a group, prepared for the slab test against boxes.
#[derive(Clone, Copy)]
pub(crate) struct SlabTest<L> {
    pub(crate) inverse: Vectors<L>,
    /// Negated origins divided by directions. `near` uses origins moved backwards, for the near sides of boxes; `far` uses
    /// origins moved forwards, for the far sides. This is equivalent to growing the boxes.
    near: Vectors<L>,
    far: Vectors<L>,
    /// Indices of the near sides among the corner coordinates of a box, then of the far sides.
    sides: [usize; 6],
    pub(super) octant: Octant,
}

/// Number of branches of a node.
const WAYS: usize = 4;
/// Stack entries for the branches of a node, and one for branches that no ray meets.
const PLACES: usize = WAYS + 1;

impl<L: Lanes> Stack<L> {
    /// Takes the stack of this thread, or creates one.
    #[inline(always)]
    pub(crate) fn take<I: PacketIsa<Lanes = L>>(isa: I) -> Box<Stack<L>> {
        isa.spare_stack().take().unwrap_or_else(|| Stack::new(isa))
    }

    /// Returns the stack for the next job of this thread.
    #[inline(always)]
    pub(crate) fn leave<I: PacketIsa<Lanes = L>>(self: Box<Self>, isa: I) {
        isa.spare_stack().set(Some(self));
    }

    #[cold]
    #[inline(never)]
    fn new<I: PacketIsa<Lanes = L>>(isa: I) -> Box<Stack<L>> {
        Box::new(Stack { branches: vec![Branch::NONE; 64], near: vec![isa.splat(0.0); 64], top: 0 })
    }

    /// The unused entries above the top; `None` if there are fewer than [`PLACES`].
    #[inline(always)]
    fn room(&mut self) -> Option<(&mut [Branch; PLACES], &mut [L; PLACES])> {
        Some((
            self.branches.get_mut(self.top..)?.first_chunk_mut()?,
            self.near.get_mut(self.top..)?.first_chunk_mut()?,
        ))
    }
}

/// Processes the leaves of a tree.
pub(crate) trait Visitor<L> {
    /// The distance up to which each ray searches. [m]
    fn reach(&self) -> L;

    /// The memory address of the items of a leaf, given the number of its first item.
    fn address(&self, first: usize) -> *const u32;

    /// Tests the items of a leaf. It must leave the stack as it was.
    fn visit(&mut self, first: usize, count: usize, stack: &mut Stack<L>);
}

impl<L: Lanes> SlabTest<L> {
    /// Prepares the rays of a group for boxes whose coordinates have absolute values of at most `extent` [m].
    #[inline(always)]
    pub(crate) fn new<I: Isa<Lanes = L>>(
        isa: I,
        rays: &LocalRays<L>,
        group: &Group,
        extent: f32,
    ) -> SlabTest<L> {
        let [x, y, z] = rays.origin;
        let growth = (x.abs().max(y.abs()).max(z.abs()) + isa.splat(extent)) * isa.splat(GROWTH);
        let mut slabs = SlabTest {
            inverse: rays.direction,
            near: rays.origin,
            far: rays.origin,
            sides: [0; 6],
            octant: Octant::new(group.backwards),
        };
        for axis in 0..3 {
            let backwards = group.backwards[axis] & 1;
            let sign = isa.splat(if backwards == 1 { -1.0 } else { 1.0 });
            let inverse = sign / rays.direction[axis].abs().max(isa.splat(SMALLEST));
            slabs.inverse[axis] = inverse;
            let minus = isa.splat(0.0) - inverse;
            slabs.near[axis] = (rays.origin[axis] + growth * sign) * minus;
            slabs.far[axis] = (rays.origin[axis] - growth * sign) * minus;
            slabs.sides[axis] = axis + 3 * backwards;
            slabs.sides[axis + 3] = axis + 3 * (1 - backwards);
        }
        slabs
    }

    /// For each branch of a node, the distance at which each ray enters its box, infinite if not before `reach`; and a bit
    /// for each branch whose box is entered by any ray.
    #[inline(always)]
    fn enter<I: Isa<Lanes = L>>(&self, isa: I, node: &Node<WAYS>, reach: L) -> ([L; WAYS], u8) {
        let mut near = [isa.splat(f32::INFINITY); WAYS];
        let mut met = 0;
        for (which, near) in near.iter_mut().enumerate() {
            let side = |place: usize| isa.splat(node.corners[self.sides[place].min(5)][which]);
            let (enter, inside) = self.within(isa, side, reach);
            *near = inside.select(enter, *near);
            met |= u8::from(inside.bits() != 0) << which;
        }
        (near, met)
    }

    /// Prepares a single ray, repeated in all lanes.
    #[inline(always)]
    pub(crate) fn of_single<W: Wide<Lanes = L>>(wide: W, ray: &SingleRay, extent: f32) -> SlabTest<L> {
        let [origin, direction] = ray.rows(wide);
        let [x, y, z] = ray.origin.abs().to_array();
        // `f32::max` would also handle NaN, which cannot occur here.
        let greater = |one: f32, other| if one > other { one } else { other };
        let growth = wide.splat((greater(greater(x, y), z) + extent) * GROWTH);
        let backwards = direction.lt(wide.splat(0.0));
        let sign = backwards.select(wide.splat(-1.0), wide.splat(1.0));
        let inverse = sign / direction.abs().max(wide.splat(SMALLEST));
        let minus = wide.splat(0.0) - inverse;
        let near = (origin + growth * sign) * minus;
        let far = (origin - growth * sign) * minus;
        let backwards = backwards.bits() as usize;
        let [x, y, z] = [backwards & 1, backwards >> 1 & 1, backwards >> 2 & 1];
        SlabTest {
            inverse: wide.broadcast_three(inverse),
            near: wide.broadcast_three(near),
            far: wide.broadcast_three(far),
            sides: [3 * x, 1 + 3 * y, 2 + 3 * z, 3 - 3 * x, 4 - 3 * y, 5 - 3 * z],
            octant: Octant::new([x, y, z]),
        }
    }

    /// For a single ray, the distances at which it enters the boxes of a node, and a bit for each box that it enters before
    /// `reach`. The distances of the remaining boxes are undefined.
    #[inline(always)]
    pub(crate) fn enter_singly<W: Wide<Lanes = L>, const WAYS: usize>(
        &self,
        wide: W,
        node: &Node<WAYS>,
        reach: L,
    ) -> (L, u8) {
        let side = |place: usize| wide.row(&node.corners[self.sides[place].min(5)]);
        let (near, inside) = self.within(wide, side, reach);
        (near, (inside.bits() & ((1 << WAYS) - 1)) as u8)
    }

    /// The distance at which each ray enters a box, and a mask of the rays that enter it before `reach`. `side` returns the
    /// coordinates of the near sides of the box, then those of the far sides.
    #[inline(always)]
    fn within<I: Isa<Lanes = L>>(&self, isa: I, side: impl Fn(usize) -> L, reach: L) -> (L, L) {
        let near_x = side(0).scaled_plus(self.inverse[0], self.near[0]);
        let near_y = side(1).scaled_plus(self.inverse[1], self.near[1]);
        let near_z = side(2).scaled_plus(self.inverse[2], self.near[2]);
        let far_x = side(3).scaled_plus(self.inverse[0], self.far[0]);
        let far_y = side(4).scaled_plus(self.inverse[1], self.far[1]);
        let far_z = side(5).scaled_plus(self.inverse[2], self.far[2]);
        let near = near_x.max(near_y).max(near_z.max(isa.splat(0.0)));
        let far = far_x.min(far_y).min(far_z.min(reach));
        (near, near.le(far))
    }
}

/// Visits the leaves of a tree that a group of rays meets.
#[inline(always)]
pub(crate) fn traverse<I: Isa, V: Visitor<I::Lanes>>(
    isa: I,
    tree: &PacketBvh,
    slabs: &SlabTest<I::Lanes>,
    visitor: &mut V,
    stack: &mut Stack<I::Lanes>,
) {
    let Some(mut at) = tree.root else {
        return;
    };
    let bottom = stack.top;
    loop {
        if at.count() == 0 {
            let node = &tree.nodes[at.index()];
            // A large tree does not fit in the L1 cache: prefetch the branches while the boxes are tested.
            for &branch in &node.branches {
                let (is_leaf, index) = (branch.count() > 0, branch.index());
                let inner = tree.nodes.as_ptr().wrapping_add(index).cast();
                isa.prefetch(if is_leaf { visitor.address(index) } else { inner });
            }
            let reach = visitor.reach();
            let behind = node.branch_order.behind(slabs.octant);
            let (near, met) = slabs.enter(isa, node, reach);
            match met.count_ones() as usize {
                0 => {}
                1 => {
                    at = node.branches[met.trailing_zeros() as usize % WAYS];
                    continue;
                }
                count => {
                    let Some((branches, nears)) = stack.room() else {
                        stack.grow();
                        continue;
                    };
                    // Branch-free: a jump that depends on the boxes met would mostly be mispredicted.
                    for (which, &near) in near.iter().enumerate() {
                        let behind = (met & (behind >> (8 * which)) as u8).count_ones() as usize;
                        let place = if met >> which & 1 == 1 { behind.min(WAYS) } else { WAYS };
                        branches[place] = node.branches[which];
                        nears[place] = near;
                    }
                    at = branches[(count - 1) % WAYS];
                    stack.top += count - 1;
                    continue;
                }
            }
        } else {
            visitor.visit(at.index(), at.count(), stack);
        }
        at = loop {
            if stack.top == bottom {
                return;
            }
            stack.top -= 1;
            if stack.near[stack.top].le(visitor.reach()).bits() != 0 {
                break stack.branches[stack.top];
            }
        };
    }
}
