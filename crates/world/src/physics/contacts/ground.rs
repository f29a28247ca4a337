//! Coplanar triangles of a mesh, and tests for points on them.

use arrayvec::ArrayVec;
use rapier3d::math::{Real, Vector};
use rapier3d::parry::bounding_volume::Aabb;
use rapier3d::parry::shape::{TriMesh, Triangle};

/// Points within this distance of a plane or triangle count as part of it. [m]
const SAME_M: Real = 1e-4;
/// Triangles narrower than this are left to rapier. [m]
const NARROW_M: Real = 1e-3;
/// Maximum number of triangles below a body; cases with more are left to rapier.
const TRIANGLES_MAX: usize = 16;

/// Triangles in one plane.
#[derive(Default)]
pub(super) struct Ground {
    triangles: ArrayVec<Facet, TRIANGLES_MAX>,
    /// Number of one of its triangles in the mesh.
    pub(super) number: u32,
    /// A point of the plane. [m]
    pub(super) point: Vector,
    /// Normal of the plane; zero without triangles.
    pub(super) normal: Vector,
}

/// A triangle in a plane.
struct Facet {
    corners: [Vector; 3],
    /// The sides, from each corner to the next.
    sides: [TriangleEdge; 3],
}

/// The line along one side of a triangle.
struct TriangleEdge {
    /// Direction in the plane towards the inside of the triangle.
    inward: Vector,
    /// The component of the points of the line along `inward`. [m]
    along_inward: Real,
}

impl Ground {
    /// The triangles of a mesh that intersect a box; `None` if they do not lie in one plane, or if there are too many.
    pub(super) fn gather(mesh: &TriMesh, reach: &Aabb) -> Option<Ground> {
        let mut ground = Ground::default();
        for number in mesh.bvh().intersect_aabb(reach) {
            let triangle = mesh.triangle(number);
            if ground.triangles.is_empty() {
                (ground.number, ground.point) = (number, triangle.a);
                ground.normal = triangle.normal()?;
            }
            let off = |vertex: Vector| (vertex - ground.point).dot(ground.normal).abs() > SAME_M;
            if off(triangle.a) || off(triangle.b) || off(triangle.c) {
                return None;
            }
            ground.triangles.try_push(Facet::of(&triangle, ground.normal)?).ok()?;
        }
        Some(ground)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// Whether any triangle contains a point of the plane.
    pub(super) fn has(&self, point: Vector) -> bool {
        self.triangles.iter().any(|facet| facet.sides.iter().all(|side| side.distance(point) >= -SAME_M))
    }

    /// Whether the triangles cover the plane everywhere in a box, given that they cover one point of it. Each side that may
    /// be in the box must be shared with a second triangle on its other side.
    pub(super) fn covers(&self, throughout: &Aabb) -> bool {
        let (center, half) = (throughout.center(), throughout.half_extents());
        self.triangles.iter().all(|facet| {
            facet.sides.iter().enumerate().all(|(number, side)| {
                let ends = [facet.corners[number], facet.corners[(number + 1) % 3]];
                side.distance(center) >= half.dot(side.inward.abs())
                    || self.triangles.iter().any(|other| other.lies_beyond(side, ends))
            })
        })
    }
}

impl Facet {
    /// The facet of a triangle in a plane with this normal; `None` if the triangle is too narrow.
    fn of(triangle: &Triangle, normal: Vector) -> Option<Facet> {
        let Triangle { a, b, c } = *triangle;
        let area = (b - a).cross(c - a).dot(normal);
        let longest =
            [b - a, c - b, a - c].map(|side| side.length_squared()).into_iter().fold(0.0, Real::max);
        if area * area < NARROW_M * NARROW_M * longest {
            return None;
        }
        let left = normal * area.signum();
        let sides = [(a, b), (b, c), (c, a)].map(|(from, to)| {
            let inward = left.cross(to - from).normalize();
            TriangleEdge { inward, along_inward: inward.dot(from) }
        });
        Some(Facet { corners: [a, b, c], sides })
    }

    /// Whether the facet shares a side of a triangle and lies on the other side of it.
    fn lies_beyond(&self, side: &TriangleEdge, ends: [Vector; 2]) -> bool {
        ends.iter().all(|end| self.corners.contains(end))
            && self.corners.iter().all(|&corner| side.distance(corner) <= SAME_M)
    }
}

impl TriangleEdge {
    /// Signed distance of a point of the plane from the line; positive on the side of the triangle. [m]
    fn distance(&self, point: Vector) -> Real {
        self.inward.dot(point) - self.along_inward
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether triangles cover the ground for a meter in each direction around a point.
    fn is_covered(triangles: &[[[Real; 2]; 3]], at: [Real; 2]) -> bool {
        let corners = triangles.iter().flatten().map(|&[x, y]| Vector::new(x, y, 0.0)).collect();
        let count = triangles.len() as u32;
        let mesh = TriMesh::new(corners, (0..count).map(|i| [0, 1, 2].map(|n| 3 * i + n)).collect()).unwrap();
        let reach = Aabb::from_half_extents(Vector::new(at[0], at[1], 0.0), Vector::splat(1.0));
        Ground::gather(&mesh, &reach).unwrap().covers(&reach)
    }

    /// Two triangles that form the rectangle between opposite corners.
    fn rectangle([x0, y0, x1, y1]: [Real; 4]) -> [[[Real; 2]; 3]; 2] {
        [[[x0, y0], [x1, y0], [x1, y1]], [[x0, y0], [x1, y1], [x0, y1]]]
    }

    #[test]
    fn ground_continues_over_a_seam_and_ends_at_a_rim() {
        let plate = rectangle([-9.0, -9.0, 9.0, 9.0]);
        assert!(is_covered(&plate, [0.0, 0.0]));
        assert!(is_covered(&plate, [7.9, 3.0]));
        assert!(!is_covered(&plate, [8.1, 3.0]));
        assert!(!is_covered(&plate, [3.0, -9.5]));
        assert!(!is_covered(&plate[..1], [0.5, 0.0]), "half of it is missing");
    }

    #[test]
    fn back_face_of_a_sheet_is_not_ground_beyond_its_rim() {
        let front = rectangle([-9.0, -9.0, 9.0, 9.0]);
        let back = front.map(|[a, b, c]| [a, c, b]);
        assert!(!is_covered(&[front, back].concat(), [8.5, 0.0]));
        assert!(is_covered(&[front, back].concat(), [0.0, 0.0]));
    }

    #[test]
    fn ground_ends_at_a_hole_and_at_sides_that_do_not_match() {
        let around =
            [[-9.0, -9.0, 9.0, -0.1], [-9.0, 0.1, 9.0, 9.0], [-9.0, -0.1, -0.1, 0.1], [0.1, -0.1, 9.0, 0.1]];
        let holed = around.map(rectangle).concat();
        assert!(!is_covered(&holed, [0.5, 0.0]));
        assert!(!is_covered(&holed, [5.0, 0.0]), "there may be a gap between such sides");
        assert!(is_covered(&holed, [5.0, 5.0]));
    }
}
