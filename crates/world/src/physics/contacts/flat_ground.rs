//! Contacts of boxes and hulls with flat parts of a triangle mesh.
//!
//! rapier computes contacts with each triangle below a body separately, merges them, and then sorts all contacts of the
//! world again. For robots on a floor this is the most expensive part of a tick. If the triangles within reach of a body lie
//! in one plane, and the body touches them with corners above these triangles, the corners are the contacts. The result is
//! that of the triangles, except at their seams. Rims, steps, walls and all other ground that is not flat are left to
//! rapier.

use arrayvec::ArrayVec;
use rapier3d::math::{Pose, Real, Vector};
use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::query::details::{ContactManifoldsWorkspace, VoxelsShapeContactManifoldsWorkspace};
use rapier3d::parry::query::{ContactManifold, TrackedContact};
use rapier3d::parry::shape::{PackedFeatureId, Shape, TriMesh};

use crate::physics::contacts::corners;
use crate::physics::contacts::ground::Ground;

/// Hulls with more corners than this are left to rapier: with them, a quadrotor with many corners drifted by a centimeter in
/// ten seconds.
const CORNERS_MAX: usize = 24;

/// Corners within this distance of the ground may touch it before contacts are computed again. [m]
const SINKS_M: Real = 0.05;

/// Workspace type that marks pairs whose contacts came from rapier in the last tick, so that rapier sorts its contacts
/// again: it does so for every pair with a workspace of any type. This type can be serialized, and rapier does not read it
/// for these pairs.
type WasUneven = VoxelsShapeContactManifoldsWorkspace<2>;

/// Contacts of one body.
type Contacts<C> = ArrayVec<TrackedContact<C>, CORNERS_MAX>;

/// Updates the contacts of a body with a surface, up to a distance of `prediction` [m]. Returns `None` and changes nothing if
/// the surface is not flat. `flipped` means that the body is the first shape of the pair.
pub(super) fn update_contacts<M: Default, C: Default + Copy>(
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
    let manifold = replace(normals, &mut points, manifolds, workspace);
    let subshape = if flipped { &mut manifold.subshape2 } else { &mut manifold.subshape1 };
    *subshape = ground.number;
    Some(())
}

/// The normal of the ground, in its own frame, if a body stands on it and could move by `room` [m] along it in any direction
/// without reaching triangles of this mesh outside the plane.
pub(crate) fn is_flat_around(
    mesh: &TriMesh,
    body: &dyn Shape,
    ground_from_body: &Pose,
    room: Real,
) -> Option<Vector> {
    corners(body, &mut [Vector::ZERO; 8]).filter(|corners| corners.len() <= CORNERS_MAX)?;
    let here = body.compute_aabb(ground_from_body);
    let below = Ground::gather(mesh, &here.loosened(SINKS_M))?.normal;
    // A zero normal has no axis. If the normal is not along an axis, a box along the ground would reach far into it.
    let up = (0..3).find(|&axis| below[axis].abs() > 0.9999)?;
    let mut reach = here.loosened(room);
    reach.mins[up] = here.mins[up] - SINKS_M;
    reach.maxs[up] = here.maxs[up] + SINKS_M;
    Ground::gather(mesh, &reach)?.covers(&reach).then_some(below)
}

/// Whether the surface within a box, in the frame of the surface, lies in one plane and covers that plane throughout the
/// box. The box must contain a point of the surface.
pub(crate) fn is_flat_within(mesh: &TriMesh, reach: &Aabb) -> bool {
    Ground::gather(mesh, reach).is_some_and(|ground| !ground.is_empty() && ground.covers(reach))
}

/// Point and normal of the plane of the surface within a box, in the frame of the surface, if the surface lies in one plane
/// and covers it throughout the box.
pub(crate) fn plane_within(mesh: &TriMesh, reach: &Aabb) -> Option<[Vector; 2]> {
    let ground = Ground::gather(mesh, reach).filter(|ground| !ground.is_empty())?;
    let center = reach.center();
    let foot = center - ground.normal * (center - ground.point).dot(ground.normal);
    (ground.has(foot) && ground.covers(reach)).then_some([ground.point, ground.normal])
}

/// Replaces the contacts of the last tick and keeps rapier's data of contacts that still exist. Returns their manifold.
fn replace<'a, M: Default, C: Default + Copy>(
    normals: [Vector; 2],
    points: &mut Contacts<C>,
    manifolds: &'a mut Vec<ContactManifold<M, C>>,
    workspace: &mut Option<ContactManifoldsWorkspace>,
) -> &'a mut ContactManifold<M, C> {
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
    manifold
}

impl Ground {
    /// The corners of a body within reach of the plane, and the normals of the pair; `None` if one of the corners is
    /// not above a triangle.
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
        // A body that penetrates the surface is pushed to the side of its larger part.
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
