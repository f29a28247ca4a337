//! Contacts of boxes and hulls with ground of triangles, where it is flat.
//!
//! The engine meets each triangle below a body on its own, joins what it found, and sorts all contacts of the world
//! anew whenever it did so; robots on a floor then cost more than all else. Where the triangles in reach of a body lie
//! in one plane, and what touches it are corners above these triangles, the corners are the contact: what the
//! triangles give too, but for their seams. Rims, steps, walls and whatever else is not flat stay the engine's.

use rapier3d::math::{Pose, Real, Vector};
use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::query::details::{ContactManifoldsWorkspace, VoxelsShapeContactManifoldsWorkspace};
use rapier3d::parry::query::{ContactManifold, TrackedContact};
use rapier3d::parry::shape::{PackedFeatureId, Shape, TriMesh, Triangle};

use super::corners;

/// What lies this near to a plane, or to a triangle, lies in it. [m]
const SAME_M: Real = 1e-4;
/// Triangles narrower than this are left to the engine. [m]
const NARROW_M: Real = 1e-3;
/// More triangles than these below one body are left to the engine.
const TRIANGLES_MAX: usize = 16;
/// Hulls with more corners than these are left to the engine: on ever other ones they crept, by a centimetre in ten seconds.
const CORNERS_MAX: usize = 24;
/// Corners below a body for which there is room at once.
const CORNERS_USUAL: usize = 8;

/// Says that the contacts of a pair were the engine's own a tick ago, so that it has to sort its contacts anew: it
/// does whenever a pair has any note of this kind. This is one that can be saved and that it does not read.
type WasUneven = VoxelsShapeContactManifoldsWorkspace<2>;

/// The contacts of a body with the plane that it stands on.
pub(super) struct Standing<C> {
    normal1: Vector,
    normal2: Vector,
    points: Vec<TrackedContact<C>>,
}

/// Contacts of a body with a surface, no farther from it than `prediction` [m]; `None` where it is not flat.
/// `flipped` when the body is the first of the pair.
pub(super) fn contacts<C: Default + Copy>(
    mesh: &TriMesh,
    body: &dyn Shape,
    ground_from_body: &Pose,
    prediction: Real,
    flipped: bool,
) -> Option<Standing<C>> {
    let mut of_box = [Vector::ZERO; 8];
    let corners = corners(body, &mut of_box).filter(|corners| corners.len() <= CORNERS_MAX)?;
    let reach = body.compute_aabb(ground_from_body).loosened(prediction);
    Ground::in_reach(mesh, &reach)?.contacts(ground_from_body, corners, prediction, flipped)
}

impl<C: Default + Copy> Standing<C> {
    /// Takes the place of the contacts of the last tick.
    pub(super) fn replace<M: Default>(
        self,
        manifolds: &mut Vec<ContactManifold<M, C>>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) {
        let was_uneven = workspace.as_ref().is_some_and(|note| !note.0.is::<WasUneven>());
        *workspace = was_uneven.then(|| WasUneven::new().into());
        if was_uneven {
            manifolds.clear();
        }
        if manifolds.is_empty() {
            manifolds.push(ContactManifold::new());
        }
        let manifold = &mut manifolds[0];
        (manifold.local_n1, manifold.local_n2) = (self.normal1, self.normal2);
        let old = std::mem::replace(&mut manifold.points, self.points);
        manifold.match_contacts(&old);
    }
}

/// Triangles in one plane.
struct Ground {
    triangles: [Triangle; TRIANGLES_MAX],
    count: usize,
    /// Zero without triangles.
    normal: Vector,
}

impl Ground {
    /// The triangles of a mesh that reach into a box; `None` if they are not in one plane, or too many.
    fn in_reach(mesh: &TriMesh, reach: &Aabb) -> Option<Ground> {
        let nothing = Triangle::new(Vector::ZERO, Vector::ZERO, Vector::ZERO);
        let mut ground = Ground { triangles: [nothing; TRIANGLES_MAX], count: 0, normal: Vector::ZERO };
        for number in mesh.bvh().intersect_aabb(reach) {
            let triangle = mesh.triangle(number);
            if is_narrow(&triangle) {
                return None;
            }
            if ground.count == 0 {
                ground.normal = triangle.normal()?;
            }
            *ground.triangles.get_mut(ground.count)? = triangle;
            ground.count += 1;
            let off = |vertex: Vector| (vertex - ground.triangles[0].a).dot(ground.normal).abs() > SAME_M;
            if off(triangle.a) || off(triangle.b) || off(triangle.c) {
                return None;
            }
        }
        Some(ground)
    }

    /// Whether one of the triangles has a point of the plane in it.
    fn has(&self, point: Vector) -> bool {
        self.triangles[..self.count].iter().any(|triangle| {
            let (mut left, mut right) = (false, false);
            for (from, to) in [(triangle.a, triangle.b), (triangle.b, triangle.c), (triangle.c, triangle.a)] {
                let along = to - from;
                let area = along.cross(point - from).dot(self.normal);
                if area * area > SAME_M * SAME_M * along.length_squared() {
                    left |= area > 0.0;
                    right |= area < 0.0;
                }
            }
            !(left && right)
        })
    }

    /// The corners of a body that are in reach of the plane; `None` if one of them is not above a triangle.
    fn contacts<C: Default + Copy>(
        &self,
        ground_from_body: &Pose,
        corners: &[Vector],
        prediction: Real,
        flipped: bool,
    ) -> Option<Standing<C>> {
        if self.count == 0 {
            return Some(Standing { normal1: Vector::ZERO, normal2: Vector::ZERO, points: Vec::new() });
        }
        let up_in_body = ground_from_body.rotation.inverse() * self.normal;
        let height_of_body = (ground_from_body.translation - self.triangles[0].a).dot(self.normal);
        let height = |corner: &Vector| height_of_body + up_in_body.dot(*corner);
        let heights = corners.iter().map(height);
        let (low, high) =
            heights.fold((Real::MAX, -Real::MAX), |(low, high), it| (low.min(it), high.max(it)));
        // A body in the surface leaves it to the side where more of it is.
        let side = if low + high < 0.0 { -1.0 } else { 1.0 };
        let (of_ground, of_body) = (self.normal * side, up_in_body * -side);
        let (normal1, normal2) = if flipped { (of_body, of_ground) } else { (of_ground, of_body) };
        let mut points = Vec::with_capacity(CORNERS_USUAL);
        for (number, corner) in corners.iter().enumerate() {
            let height = height(corner);
            if side * height <= prediction {
                let foot = *ground_from_body * *corner - self.normal * height;
                if !self.has(foot) {
                    return None;
                }
                let (face, vertex) = (PackedFeatureId::face(0), PackedFeatureId::vertex(number as u32));
                points.push(TrackedContact::flipped(foot, *corner, face, vertex, side * height, flipped));
            }
        }
        Some(Standing { normal1, normal2, points })
    }
}

/// Whether all of a triangle is near its sides.
fn is_narrow(triangle: &Triangle) -> bool {
    let [ab, bc, ca] = [triangle.b - triangle.a, triangle.c - triangle.b, triangle.a - triangle.c];
    let longest = ab.length_squared().max(bc.length_squared()).max(ca.length_squared());
    ab.cross(ca).length_squared() < NARROW_M * NARROW_M * longest
}
