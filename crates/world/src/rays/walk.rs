//! The walk of a group of rays through a tree of boxes, nearest branches first.

use super::box_tree::{BoxTree, Branch};
use super::groups::Group;
use super::isa::{Isa, Lanes};
use super::packet::{LocalRays, Vectors};

/// Share of all coordinates by which boxes grow for a walk: a few times the rounding of single precision, so that
/// no ray slips past a box and hits what is inside.
const GROWTH: f32 = 1e-6;
/// Components of directions smaller than this count as this, so that their inverses stay finite.
const SMALLEST: f32 = 1e-12;

/// Rays of a group, prepared for being tested against boxes.
#[derive(Clone, Copy)]
pub(super) struct Slabs<L> {
    pub(super) inverse: Vectors<L>,
    /// The origins over the directions: one of origins moved back, for the near sides of boxes, and one of
    /// origins moved on, for the far sides. So boxes are as good as grown.
    near: Vectors<L>,
    far: Vectors<L>,
    /// Places of the coordinates of the near sides among those of the corners of a box, then of the far ones.
    sides: [usize; 6],
}

/// A branch that waits for its turn.
#[derive(Clone, Copy)]
struct Waiting<L> {
    branch: Branch,
    /// Distance at which each ray comes in; infinite for rays that pass it.
    near: L,
}

/// The branches that wait, the nearest on top.
pub(super) struct Stack<L> {
    waiting: Vec<Waiting<L>>,
}

impl<L: Lanes> Stack<L> {
    pub(super) fn new() -> Stack<L> {
        Stack { waiting: Vec::with_capacity(32) }
    }

    #[inline(always)]
    fn push(&mut self, branch: Branch, near: L) {
        self.waiting.push(Waiting { branch, near });
    }
}

/// What is done in the leaves.
pub(super) trait Visitor<L> {
    /// How far it pays for each ray to look.
    fn reach(&self) -> L;

    /// Looks at the items of a leaf. What it puts on the stack it takes off again.
    fn visit(&mut self, first: usize, count: usize, stack: &mut Stack<L>);
}

impl<L: Lanes> Slabs<L> {
    /// Rays of a group for boxes whose coordinates are not larger than `extent` [m].
    #[inline(always)]
    pub(super) fn new<I: Isa<Lanes = L>>(
        isa: I,
        rays: &LocalRays<L>,
        group: &Group,
        extent: f32,
    ) -> Slabs<L> {
        let [x, y, z] = rays.origin;
        let growth = (x.abs().max(y.abs()).max(z.abs()) + isa.splat(extent)) * isa.splat(GROWTH);
        let mut slabs = Slabs { inverse: rays.direction, near: rays.origin, far: rays.origin, sides: [0; 6] };
        for axis in 0..3 {
            let backwards = group.backwards[axis] & 1;
            let sign = isa.splat(if backwards == 1 { -1.0 } else { 1.0 });
            let inverse = sign / rays.direction[axis].abs().max(isa.splat(SMALLEST));
            slabs.inverse[axis] = inverse;
            slabs.near[axis] = (rays.origin[axis] + growth * sign) * inverse;
            slabs.far[axis] = (rays.origin[axis] - growth * sign) * inverse;
            slabs.sides[axis] = axis + 3 * backwards;
            slabs.sides[axis + 3] = axis + 3 * (1 - backwards);
        }
        slabs
    }

    /// The distance at which each ray comes into a box, and a mask of the rays that do so before `reach`.
    #[inline(always)]
    fn enter<I: Isa<Lanes = L>>(&self, isa: I, corners: &[f32; 6], reach: L) -> (L, L) {
        let side = |place: usize| isa.splat(corners[self.sides[place].min(5)]);
        let near_x = side(0).scaled_less(self.inverse[0], self.near[0]);
        let near_y = side(1).scaled_less(self.inverse[1], self.near[1]);
        let near_z = side(2).scaled_less(self.inverse[2], self.near[2]);
        let far_x = side(3).scaled_less(self.inverse[0], self.far[0]);
        let far_y = side(4).scaled_less(self.inverse[1], self.far[1]);
        let far_z = side(5).scaled_less(self.inverse[2], self.far[2]);
        let near = near_x.max(near_y).max(near_z.max(isa.splat(0.0)));
        let far = far_x.min(far_y).min(far_z.min(reach));
        (near, near.le(far))
    }
}

/// Takes a group of rays through a tree.
#[inline(always)]
pub(super) fn walk<I: Isa, V: Visitor<I::Lanes>>(
    isa: I,
    tree: &BoxTree,
    slabs: &Slabs<I::Lanes>,
    visitor: &mut V,
    stack: &mut Stack<I::Lanes>,
) {
    let Some(mut at) = tree.root else {
        return;
    };
    let bottom = stack.waiting.len();
    let never = isa.splat(f32::INFINITY);
    loop {
        if at.count == 0 {
            let node = &tree.nodes[at.index as usize];
            let [branch0, branch1] = node.branches;
            let reach = visitor.reach();
            let (near0, inside0) = slabs.enter(isa, &node.corners[0], reach);
            let (near1, inside1) = slabs.enter(isa, &node.corners[1], reach);
            let (bits0, bits1) = (inside0.bits(), inside1.bits());
            if bits0 != 0 && bits1 != 0 {
                // Most rays go first where most of those that meet both are nearer.
                let both = bits0 & bits1;
                let nearer0 = near0.lt(near1).bits() & both;
                if 2 * nearer0.count_ones() >= both.count_ones() {
                    stack.push(branch1, inside1.select(near1, never));
                    at = branch0;
                } else {
                    stack.push(branch0, inside0.select(near0, never));
                    at = branch1;
                }
                continue;
            }
            if bits0 | bits1 != 0 {
                at = if bits0 != 0 { branch0 } else { branch1 };
                continue;
            }
        } else {
            visitor.visit(at.index as usize, at.count as usize, stack);
        }
        at = loop {
            if stack.waiting.len() == bottom {
                return;
            }
            let Some(waiting) = stack.waiting.pop() else {
                return;
            };
            if waiting.near.le(visitor.reach()).bits() != 0 {
                break waiting.branch;
            }
        };
    }
}
