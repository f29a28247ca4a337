//! Contacts of boxes and hulls with ground of triangles, where it is flat.
//!
//! The engine meets each triangle below a body on its own, joins what it found, and sorts all contacts of the world
//! anew whenever it did so; robots on a floor then cost more than all else. Where the triangles in reach of a body lie
//! in one plane, and what touches it are corners above these triangles, the corners are the contact: what the
//! triangles give too, but for their seams. Rims, steps, walls and whatever else is not flat stay the engine's.

use arrayvec::ArrayVec;
use rapier3d::math::{Pose, Real, Vector};
use rapier3d::parry::bounding_volume::BoundingVolume;
use rapier3d::parry::query::details::{ContactManifoldsWorkspace, VoxelsShapeContactManifoldsWorkspace};
use rapier3d::parry::query::{ContactManifold, TrackedContact};
use rapier3d::parry::shape::{PackedFeatureId, Shape, TriMesh};

use super::corners;
use super::ground::Ground;

/// Hulls with more corners than these are left to the engine: a quadrotor of many crept, by a centimetre in ten seconds.
const CORNERS_MAX: usize = 24;

/// What is no farther below or above a body than this may touch it before its contacts are found anew. [m]
const SINKS_M: Real = 0.05;

/// Says that the contacts of a pair were the engine's own a tick ago, so that it has to sort its contacts anew: it
/// does whenever a pair has any note of this kind. This is one that can be saved and that it does not read.
type WasUneven = VoxelsShapeContactManifoldsWorkspace<2>;

/// Contacts of one body.
type Contacts<C> = ArrayVec<TrackedContact<C>, CORNERS_MAX>;

/// Brings the contacts of a body with a surface up to date, no farther from it than `prediction` [m]; `None`, and
/// nothing done, where it is not flat. `flipped` when the body is the first of the pair.
pub(super) fn stand<M: Default, C: Default + Copy>(
    mesh: &TriMesh,
    body: &dyn Shape,
    ground_from_body: &Pose,
    prediction: Real,
    flipped: bool,
    manifolds: &mut Vec<ContactManifold<M, C>>,
    workspace: &mut Option<ContactManifoldsWorkspace>,
) -> Option<()> {
    let mut of_box = [Vector::ZERO; 8];
    let corners = corners(body, &mut of_box).filter(|corners| corners.len() <= CORNERS_MAX)?;
    let reach = body.compute_aabb(ground_from_body).loosened(prediction);
    let ground = Ground::gather(mesh, &reach)?;
    let mut points = ArrayVec::new();
    let normals = ground.meet(ground_from_body, corners, prediction, flipped, &mut points)?;
    replace(normals, &mut points, manifolds, workspace);
    Some(())
}

/// The normal of the ground, in its own frame, if a body stands on it and could go `room` [m] along it in any direction
/// without meeting anything else of this mesh.
pub(crate) fn is_flat_around(
    mesh: &TriMesh,
    body: &dyn Shape,
    ground_from_body: &Pose,
    room: Real,
) -> Option<Vector> {
    corners(body, &mut [Vector::ZERO; 8]).filter(|corners| corners.len() <= CORNERS_MAX)?;
    let here = body.compute_aabb(ground_from_body);
    let below = Ground::gather(mesh, &here.loosened(SINKS_M))?.normal;
    // A normal of nothing has no axis. Askew of the axes, a box along the ground would reach far into it.
    let up = (0..3).find(|&axis| below[axis].abs() > 0.9999)?;
    let mut reach = here.loosened(room);
    reach.mins[up] = here.mins[up] - SINKS_M;
    reach.maxs[up] = here.maxs[up] + SINKS_M;
    Ground::gather(mesh, &reach)?.goes_on(&reach).then_some(below)
}

/// Puts contacts in the place of those of the last tick, with what the engine knows of those that are still there.
fn replace<M: Default, C: Default + Copy>(
    normals: [Vector; 2],
    points: &mut Contacts<C>,
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
    [manifold.local_n1, manifold.local_n2] = normals;
    for point in points.iter_mut() {
        let same = |old: &&TrackedContact<C>| old.fid1 == point.fid1 && old.fid2 == point.fid2;
        if let Some(old) = manifold.points.iter().find(same) {
            point.data = old.data;
        }
    }
    manifold.points.clear();
    manifold.points.extend(points.drain(..));
}

impl Ground {
    /// The corners of a body that are in reach of the plane, and the normals of the pair; `None` if one of the corners is not
    /// above a triangle.
    fn meet<C: Default + Copy>(
        &self,
        ground_from_body: &Pose,
        corners: &[Vector],
        prediction: Real,
        flipped: bool,
        points: &mut Contacts<C>,
    ) -> Option<[Vector; 2]> {
        if self.is_empty() {
            return Some([Vector::ZERO; 2]);
        }
        let up_in_body = ground_from_body.rotation.inverse() * self.normal;
        let height_of_body = (ground_from_body.translation - self.point).dot(self.normal);
        let height = |corner: &Vector| height_of_body + up_in_body.dot(*corner);
        let heights = corners.iter().map(height);
        let (low, high) =
            heights.fold((Real::MAX, -Real::MAX), |(low, high), it| (low.min(it), high.max(it)));
        // A body in the surface leaves it to the side where more of it is.
        let side = if low + high < 0.0 { -1.0 } else { 1.0 };
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
        let (of_ground, of_body) = (self.normal * side, up_in_body * -side);
        Some(if flipped { [of_body, of_ground] } else { [of_ground, of_body] })
    }
}
