//! Intersection of a single ray with the triangles of a mesh, eight at once, with the same rounding as
//! [`crate::kernel::triangles`].

use crate::kernel::nearest::NONE;
use crate::kernel::packet::{Vectors, difference, fused_dot};
use crate::kernel::single_ray::SingleRay;
use crate::kernel::traversal::SlabTest;
use crate::kernel::triangles::is_inside;
use crate::mesh::{Mesh, TRIANGLES_PER_BLOCK};
use crate::simd::isa::{Lanes, Wide};

/// Number of triangles that are tested at once.
const AT_ONCE: usize = TRIANGLES_PER_BLOCK;

/// A search for the nearest triangle of a mesh.
pub(super) struct TriangleSearch<'a, W: Wide> {
    wide: W,
    mesh: &'a Mesh,
    origin: Vectors<W::Lanes>,
    direction: Vectors<W::Lanes>,
    /// The axes, the steepest axis last.
    axes: [usize; 3],
    /// The origin, with its coordinates in the order of `axes`.
    turned_origin: Vectors<W::Lanes>,
    shear: [W::Lanes; 2],
    /// Distance of the nearest triangle, or the length of the ray, in all lanes. [m]
    pub(super) reach: W::Lanes,
    distance: f32,
    /// Number of the nearest triangle in leaf order, or [`NONE`].
    number: u32,
}

impl<'a, W: Wide> TriangleSearch<'a, W> {
    /// Starts a search for a ray of length `reach` [m].
    #[inline(always)]
    pub(super) fn new(
        wide: W,
        mesh: &'a Mesh,
        ray: &SingleRay,
        slabs: &SlabTest<W::Lanes>,
        distance: f32,
    ) -> Self {
        let [x, y, z] = ray.direction.abs().to_array();
        let first = (y <= x) & (z <= x);
        let last = if first { 0 } else { 2 - usize::from(z <= y) };
        let axes = [(last + 1) % 3, (last + 2) % 3, last];
        let [origin, direction] = ray.rows(wide);
        let [a, b, c] = slabs.inverse;
        let stretch = [a, b, c][last];
        let turned = |values, place: usize| wide.broadcast(values, axes[place]);
        TriangleSearch {
            wide,
            mesh,
            origin: wide.broadcast_three(origin),
            direction: wide.broadcast_three(direction),
            axes,
            turned_origin: [turned(origin, 0), turned(origin, 1), turned(origin, 2)],
            shear: [turned(direction, 0) * stretch, turned(direction, 1) * stretch],
            reach: wide.splat(distance),
            distance,
            number: NONE,
        }
    }

    /// Distance [m] and number of the nearest triangle, if any was hit.
    #[inline(always)]
    pub(super) fn nearest(&self) -> Option<(f32, u32)> {
        (self.number != NONE).then_some((self.distance, self.number))
    }

    /// A corner of each triangle relative to the ray origin, sheared.
    #[inline(always)]
    fn sheared(&self, corner: &[[f32; AT_ONCE]; 3]) -> [W::Lanes; 2] {
        let seen = |place: usize| self.wide.row(&corner[self.axes[place].min(2)]) - self.turned_origin[place];
        let along = seen(2);
        [seen(0) - self.shear[0] * along, seen(1) - self.shear[1] * along]
    }

    /// Tests the triangles of a block.
    #[inline(always)]
    pub(super) fn test(&mut self, number: usize) {
        let (wide, block) = (self.wide, &self.mesh.blocks[number]);
        let (zero, minus) = (wide.splat(0.0), wide.splat(-1.0));
        let [a, b, c] = &block.corners;
        let inside = is_inside(wide, &[self.sheared(a), self.sheared(b), self.sheared(c)]);
        if inside.bits() == 0 {
            return;
        }
        let (a, b, c) = (rows(wide, a), rows(wide, b), rows(wide, c));
        let (one, other) = (difference(&c, &a), difference(&a, &b));
        let upright = [
            one[1].mul_add(other[2], one[2] * other[1] * minus),
            one[2].mul_add(other[0], one[0] * other[2] * minus),
            one[0].mul_add(other[1], one[1] * other[0] * minus),
        ];
        let ahead = fused_dot(&upright, &self.direction);
        let distance = fused_dot(&upright, &difference(&a, &self.origin)) / ahead;
        let mut met = inside.and(zero.le(distance)).and(distance.le(self.reach));
        if self.mesh.solid {
            met = met.and(ahead.lt(zero));
        }
        let mut met = met.bits();
        if met != 0 {
            let distance = distance.array();
            while met != 0 {
                let lane = met.trailing_zeros() as usize % AT_ONCE;
                self.offer(block.first + lane as u32, distance[lane]);
                met &= met - 1;
            }
            self.reach = wide.splat(self.distance);
        }
    }

    /// Takes a triangle if it is nearer than the current one, or equally near with a lower number.
    #[inline(always)]
    fn offer(&mut self, number: u32, distance: f32) {
        if distance < self.distance || (distance == self.distance && number < self.number) {
            (self.distance, self.number) = (distance, number);
        }
    }
}

/// X, y and z of a corner of each triangle.
#[inline(always)]
fn rows<W: Wide>(wide: W, [x, y, z]: &[[f32; AT_ONCE]; 3]) -> Vectors<W::Lanes> {
    [wide.row(x), wide.row(y), wide.row(z)]
}
