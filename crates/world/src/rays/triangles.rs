//! Where rays meet triangles.
//!
//! The test is that of Woop, Benthin and Wald ("Watertight Ray/Triangle Intersection", 2013): triangles are sheared
//! along the steepest axis of the ray until the ray runs along that axis, and what is left is a question in the plane.
//! Two triangles that share an edge answer it with the same numbers, so no ray slips through between them.

use super::groups::Group;
use super::isa::{Isa, Lanes};
use super::mesh::{Mesh, Triangle};
use super::nearest::Nearest;
use super::packet::{LocalRays, dot, splat};
use super::walk::{Slabs, Stack, Visitor};

/// A search for the nearest triangles of a mesh.
pub(super) struct TriangleSearch<'a, I: Isa> {
    isa: I,
    mesh: &'a Mesh,
    rays: &'a LocalRays<I::Lanes>,
    /// The steepest axis comes last.
    axes: [usize; 3],
    shear: [I::Lanes; 3],
    /// Triangles are numbered in the order of the leaves.
    pub(super) nearest: Nearest<I::Lanes>,
    /// Whether any ray met any triangle.
    pub(super) any: bool,
}

impl<'a, I: Isa> TriangleSearch<'a, I> {
    /// For rays of a group that look so far.
    #[inline(always)]
    pub(super) fn new(
        isa: I,
        mesh: &'a Mesh,
        rays: &'a LocalRays<I::Lanes>,
        group: &Group,
        slabs: &Slabs<I::Lanes>,
        reach: I::Lanes,
    ) -> Self {
        let last = group.steepest % 3;
        let axes = [(last + 1) % 3, (last + 2) % 3, last];
        let stretch = slabs.inverse[last];
        let shear = [rays.direction[axes[0]] * stretch, rays.direction[axes[1]] * stretch, stretch];
        TriangleSearch { isa, mesh, rays, axes, shear, nearest: Nearest::new(isa, reach), any: false }
    }

    /// A corner, seen from the origins of the rays and sheared; the last coordinate is not sheared.
    #[inline(always)]
    fn corner(&self, corner: &[f32; 3]) -> [I::Lanes; 3] {
        let (origin, [x, y, z]) = (&self.rays.origin, self.axes);
        let along = self.isa.splat(corner[z]) - origin[z];
        [
            self.isa.splat(corner[x]) - origin[x] - self.shear[0] * along,
            self.isa.splat(corner[y]) - origin[y] - self.shear[1] * along,
            along,
        ]
    }

    #[inline(always)]
    fn test(&mut self, number: usize, triangle: &Triangle) {
        let [a, b, c] = &triangle.corners;
        let (a, b, c) = (self.corner(a), self.corner(b), self.corner(c));
        // Twice the areas between the ray and each edge; of one sign when the ray is inside.
        let u = c[0] * b[1] - c[1] * b[0];
        let v = a[0] * c[1] - a[1] * c[0];
        let w = b[0] * a[1] - b[1] * a[0];
        let zero = self.isa.splat(0.0);
        let inside = zero.le(u.min(v).min(w)).or(u.max(v).max(w).le(zero));
        if inside.bits() == 0 {
            return;
        }
        // Nothing divided by nothing, for a triangle seen from its edge, is no distance and meets nothing.
        let distance = (u * a[2] + v * b[2] + w * c[2]) / (u + v + w) * self.shear[2];
        let mut met = inside.and(zero.le(distance)).and(distance.le(self.nearest.distance));
        if self.mesh.solid {
            let normal = splat(self.isa, triangle.normal.to_array());
            met = met.and(dot(&normal, &self.rays.direction).lt(zero));
        }
        if met.bits() != 0 {
            self.any = true;
            self.nearest.offer(self.isa, number, distance, met);
        }
    }
}

impl<I: Isa> Visitor<I::Lanes> for TriangleSearch<'_, I> {
    #[inline(always)]
    fn reach(&self) -> I::Lanes {
        self.nearest.distance
    }

    #[inline(always)]
    fn visit(&mut self, first: usize, count: usize, _: &mut Stack<I::Lanes>) {
        let mesh = self.mesh;
        for (number, triangle) in (first..first + count).zip(&mesh.triangles[first..first + count]) {
            self.test(number, triangle);
        }
    }
}
