//! Intersections of rays with triangles.
//!
//! The hit test is that of Woop, Benthin and Wald ("Watertight Ray/Triangle Intersection", 2013): triangles are sheared along
//! the steepest axis of the ray until the ray is parallel to that axis; the remaining test is two-dimensional. Two triangles
//! compute a shared edge with the same numbers, so no ray passes between them. The distance is computed as by Möller and
//! Trumbore ("Fast, Minimum Storage Ray/Triangle Intersection", 1997).

use crate::kernel::nearest::Nearest;
use crate::kernel::packet::{LocalRays, fused_dot, splat};
use crate::kernel::ray_groups::Group;
use crate::kernel::stack::Stack;
use crate::kernel::traversal::{SlabTest, Visitor};
use crate::mesh::{Mesh, Triangle};
use crate::simd::isa::{Isa, Lanes};

/// A search for the nearest triangles of a mesh.
pub(crate) struct TriangleSearch<'a, I: Isa> {
    isa: I,
    mesh: &'a Mesh,
    rays: &'a LocalRays<I::Lanes>,
    /// The axes, the steepest axis last.
    axes: [usize; 3],
    shear: [I::Lanes; 2],
    /// The nearest triangles so far, numbered in leaf order.
    pub(crate) nearest: Nearest<I::Lanes>,
}

impl<'a, I: Isa> TriangleSearch<'a, I> {
    /// Starts a search for the rays of a group of lengths `reach` [m].
    #[inline(always)]
    pub(crate) fn new(
        isa: I,
        mesh: &'a Mesh,
        rays: &'a LocalRays<I::Lanes>,
        group: &Group,
        slabs: &SlabTest<I::Lanes>,
        reach: I::Lanes,
    ) -> Self {
        let last = group.steepest % 3;
        let axes = [(last + 1) % 3, (last + 2) % 3, last];
        let stretch = slabs.inverse[last];
        let shear = [rays.direction[axes[0]] * stretch, rays.direction[axes[1]] * stretch];
        TriangleSearch { isa, mesh, rays, axes, shear, nearest: Nearest::new(isa, reach) }
    }

    /// A corner relative to the ray origins, sheared.
    #[inline(always)]
    fn corner(&self, corner: &[f32; 4]) -> [I::Lanes; 2] {
        let (origin, [x, y, z]) = (&self.rays.origin, self.axes);
        let along = self.isa.splat(corner[z]) - origin[z];
        [
            self.isa.splat(corner[x]) - origin[x] - self.shear[0] * along,
            self.isa.splat(corner[y]) - origin[y] - self.shear[1] * along,
        ]
    }

    /// The vector from the ray origins to a corner, projected on `upright`: a distance times the length of `upright`.
    #[inline(always)]
    fn height(&self, corner: &[f32; 4], upright: [f32; 3]) -> I::Lanes {
        let &[x, y, z, _] = corner;
        if let Some(point) = self.rays.point {
            let ([right, forth, up], from) = (upright, point);
            return self.isa.splat(right.mul_add(x - from.x, forth.mul_add(y - from.y, up * (z - from.z))));
        }
        let ([x, y, z], from) = (splat(self.isa, [x, y, z]), &self.rays.origin);
        fused_dot(&splat(self.isa, upright), &[x - from[0], y - from[1], z - from[2]])
    }

    #[inline(always)]
    fn test(&mut self, number: usize, triangle: &Triangle) {
        let corners = self.mesh.corners(triangle);
        let [a, b, c] = [self.corner(corners[0]), self.corner(corners[1]), self.corner(corners[2])];
        let inside = is_inside(self.isa, &[a, b, c]);
        // No early exit: although often no ray is inside, a mispredicted jump would cost more. For a triangle seen edge-on,
        // 0 / 0 gives NaN, which hits nothing.
        let upright = upright(&corners);
        let ahead = fused_dot(&splat(self.isa, upright), &self.rays.direction);
        let distance = self.height(corners[0], upright) / ahead;
        let zero = self.isa.splat(0.0);
        let mut met = inside.and(zero.le(distance)).and(distance.le(self.nearest.distance));
        if self.mesh.solid {
            met = met.and(ahead.lt(zero));
        }
        self.nearest.offer(self.isa, number, distance, met);
    }
}

/// Mask of rays that pass between three sheared corners. Rays do not pass through a triangle that they see edge-on.
#[inline(always)]
pub(super) fn is_inside<I: Isa>(isa: I, [a, b, c]: &[[I::Lanes; 2]; 3]) -> I::Lanes {
    // Twice the signed areas between the ray and each edge. They have the same sign if the ray is inside.
    let u = c[0] * b[1] - c[1] * b[0];
    let v = a[0] * c[1] - a[1] * c[0];
    let w = b[0] * a[1] - b[1] * a[0];
    let zero = isa.splat(0.0);
    // Both comparisons hold if all three areas are zero; xor excludes this case.
    zero.le(u.min(v).min(w)).xor(u.max(v).max(w).le(zero))
}

/// The normal of a triangle by the order of its corners, with twice the area as length: the cross product of two sides. Each
/// coordinate is rounded twice. [m²]
#[inline(always)]
pub(super) fn upright([a, b, c]: &[&[f32; 4]; 3]) -> [f32; 3] {
    let one = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    let other = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    [
        one[1].mul_add(other[2], -(one[2] * other[1])),
        one[2].mul_add(other[0], -(one[0] * other[2])),
        one[0].mul_add(other[1], -(one[1] * other[0])),
    ]
}

impl<I: Isa> Visitor<I::Lanes> for TriangleSearch<'_, I> {
    #[inline(always)]
    fn reach(&self) -> I::Lanes {
        self.nearest.distance
    }

    #[inline(always)]
    fn address(&self, first: usize) -> *const u32 {
        self.mesh.triangles.as_ptr().wrapping_add(first).cast()
    }

    #[inline(always)]
    fn visit(&mut self, first: usize, count: usize, _: &mut Stack<I::Lanes>) {
        let mesh = self.mesh;
        for (number, triangle) in (first..first + count).zip(&mesh.triangles[first..first + count]) {
            self.test(number, triangle);
        }
    }
}
