//! Contacts of boxes, hulls and cylinders with flat faces of the world: the ground, walls, the tops of tables.
//!
//! parry searches the least penetration of a hull and a triangle in single precision. If the triangle is a thousand times as
//! large as the hull, it may find a depth of many meters in a wrong direction. On a face that is larger than the body, the
//! contacts are the points of the body that are lowest above it: exact, and few also for hulls of many corners. Those of a wheel
//! that is a cylinder are the lowest points of its rims.

use std::f64::consts::FRAC_1_SQRT_2;

use arrayvec::ArrayVec;
use glam::DVec3;
use rapier3d::math::Vector;
use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::query::{Ray, RayCast};
use rapier3d::parry::shape::{Cylinder, FeatureId, Shape, TriMesh, Triangle, TypedShape};

use crate::Pose;
use crate::physics::contacts::plane_within;
use crate::physics::convert::{pose_to_engine, vector_from_engine, vector_to_engine};

/// Distance around a body in which a face must be flat. [m]
const AROUND_M: f32 = 0.05;
/// Slope of the directions in which points are searched, beside straight down. All corners of a foot that stands flat are
/// found, and of a round body those that touch next.
const SLOPE: f64 = 0.1;
/// Directions along a face: each corner of a rectangle is the farthest in one of them.
const AROUND: [[f64; 2]; 8] = [
    [1.0, 0.0],
    [FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    [0.0, 1.0],
    [-FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    [-1.0, 0.0],
    [-FRAC_1_SQRT_2, -FRAC_1_SQRT_2],
    [0.0, -1.0],
    [FRAC_1_SQRT_2, -FRAC_1_SQRT_2],
];
/// Distance behind a face at which the search for the other side of a solid begins. [m]
const BEHIND_M: f64 = 1e-3;
/// Feature of a triangle that a ray hits from behind.
const BACK: FeatureId = FeatureId::Face(1);
/// Largest thickness of a solid whose other side is found. [m]
const THICKEST_M: f32 = 1e3;
/// Cosine of the angle between the axis of a cylinder and the normal of a face below which the cylinder lies on its side.
pub(super) const ON_ITS_SIDE: f64 = 0.5;
/// Penetration beyond that of the face at which a contact is wrong. [m]
const WRONG_M: f64 = 1e-3;

/// A plane of the world, in the frame of its collider. The normal points to the body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Face {
    point: DVec3,
    pub(super) normal: DVec3,
}

/// A point of a body, such as a corner, and the point of a face below it, each in the frame of its collider.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FaceContact {
    pub(super) corner: DVec3,
    pub(super) foot: DVec3,
}

/// Contacts of a body with a face.
pub(super) type FaceContacts = ArrayVec<FaceContact, 9>;

impl Face {
    /// The face of a shape of the world that a hull, box, cylinder, ball or capsule is at, if it extends beyond the body on all sides.
    pub(super) fn below(ground: &dyn Shape, body: &dyn Shape, ground_from_body: Pose) -> Option<Face> {
        let is_known = matches!(
            body.as_typed_shape(),
            TypedShape::ConvexPolyhedron(_)
                | TypedShape::Cuboid(_)
                | TypedShape::Cylinder(_)
                | TypedShape::Ball(_)
                | TypedShape::Capsule(_)
        );
        if !is_known {
            return None;
        }
        let reach = body.compute_aabb(&pose_to_engine(ground_from_body));
        let [point, normal] = match ground.as_typed_shape() {
            TypedShape::HalfSpace(half_space) => [DVec3::ZERO, vector_from_engine(half_space.normal)],
            TypedShape::Cuboid(cuboid) => face_of_box(cuboid.half_extents, &reach)?,
            TypedShape::TriMesh(mesh) => {
                plane_within(mesh, &reach.loosened(AROUND_M))?.map(vector_from_engine)
            }
            _ => return None,
        };
        let face = Face { point, normal: normal.try_normalize()? };
        match ground.as_trimesh() {
            Some(mesh) if !face.is_of_solid(mesh, vector_from_engine(reach.center())) => {
                face.towards(body, ground_from_body)
            }
            _ => Some(face),
        }
    }

    /// Whether the surface behind a point of the face turns away from it: the mesh is a solid there, such as a slab, and its
    /// normals point outwards. Otherwise it is a sheet, with two sides.
    fn is_of_solid(&self, mesh: &TriMesh, near: DVec3) -> bool {
        let foot = near - self.normal * (near - self.point).dot(self.normal);
        let behind = vector_to_engine(foot - self.normal * BEHIND_M);
        let ray = Ray::new(behind, vector_to_engine(-self.normal));
        let hit = mesh.cast_local_ray_and_get_normal(&ray, THICKEST_M, false);
        hit.is_some_and(|hit| hit.feature == BACK)
    }

    /// The plane of a triangle of the world, if the depth [m] of a contact with it is larger than that in its direction: the
    /// contact is wrong.
    pub(super) fn instead(
        triangle: &Triangle,
        body: &dyn Shape,
        ground_from_body: Pose,
        depth: f64,
    ) -> Option<Face> {
        let normal = vector_from_engine(triangle.normal()?).try_normalize()?;
        let face = Face { point: vector_from_engine(triangle.a), normal };
        let face = face.towards(body, ground_from_body)?;
        let [low, _] = face.heights(body, ground_from_body)?;
        (depth > WRONG_M - low.min(0.0)).then_some(face)
    }

    /// The side of the plane with the larger part of a body.
    fn towards(self, body: &dyn Shape, ground_from_body: Pose) -> Option<Face> {
        let [low, high] = self.heights(body, ground_from_body)?;
        let normal = if low + high < 0.0 { -self.normal } else { self.normal };
        Some(Face { normal, ..self })
    }

    /// The point of the face below a point, in the frame of the ground. [m]
    pub(super) fn foot(&self, at: DVec3) -> DVec3 {
        at - self.normal * (at - self.point).dot(self.normal)
    }

    /// Least and largest height of a body. [m]
    pub(super) fn heights(&self, body: &dyn Shape, ground_from_body: Pose) -> Option<[f64; 2]> {
        let body = body.as_support_map()?;
        let up = ground_from_body.rotation.inverse() * self.normal;
        let height = |direction: DVec3| {
            let point = body.local_support_point(vector_to_engine(direction));
            let at = ground_from_body.transform_point(vector_from_engine(point));
            (at - self.point).dot(self.normal)
        };
        Some([height(-up), height(up)])
    }

    /// The points of a body that touch the face first, while it moves little.
    pub(super) fn contacts(&self, body: &dyn Shape, ground_from_body: Pose) -> FaceContacts {
        let mut found = FaceContacts::new();
        let contact = |corner: DVec3| {
            let at = ground_from_body.transform_point(corner);
            FaceContact { corner, foot: at - self.normal * (at - self.point).dot(self.normal) }
        };
        if let TypedShape::Cylinder(cylinder) = body.as_typed_shape()
            && let Some(corners) = self.lowest_of_rims(cylinder, ground_from_body)
        {
            found.extend(corners.map(contact));
            return found;
        }
        let Some(body) = body.as_support_map() else { return found };
        let (first, second) = self.normal.any_orthonormal_pair();
        let tilted = AROUND.map(|[x, y]| SLOPE * (x * first + y * second) - self.normal);
        for direction in std::iter::once(-self.normal).chain(tilted) {
            let direction = ground_from_body.rotation.inverse() * direction;
            let corner = vector_from_engine(body.local_support_point(vector_to_engine(direction)));
            if found.iter().all(|known| known.corner != corner) {
                found.push(contact(corner));
            }
        }
        found
    }

    /// The lowest point of each rim of a cylinder that lies on its side; `None` if it stands.
    fn lowest_of_rims(&self, cylinder: &Cylinder, ground_from_body: Pose) -> Option<[DVec3; 2]> {
        let down = -(ground_from_body.rotation.inverse() * self.normal);
        if down.y.abs() >= ON_ITS_SIDE {
            return None;
        }
        let around = DVec3::new(down.x, 0.0, down.z).normalize() * f64::from(cylinder.radius);
        Some([-1.0, 1.0].map(|end| around + DVec3::Y * (end * f64::from(cylinder.half_height))))
    }
}

/// The middle of a ball, or those of both ends of a capsule, and its radius; in the frame of the shape. [m]
pub(super) fn round_ends(body: &dyn Shape) -> Option<(ArrayVec<DVec3, 2>, f64)> {
    match body.as_typed_shape() {
        TypedShape::Ball(ball) => Some((ArrayVec::from_iter([DVec3::ZERO]), f64::from(ball.radius))),
        TypedShape::Capsule(capsule) => {
            let ends = [capsule.segment.a, capsule.segment.b].map(vector_from_engine);
            Some((ArrayVec::from_iter(ends), f64::from(capsule.radius)))
        }
        _ => None,
    }
}

/// Point and normal of the face of a box that a body is at, if its box lies beside that face alone.
fn face_of_box(half: Vector, reach: &Aabb) -> Option<[DVec3; 2]> {
    let [half, center, body] = [half, reach.center(), reach.half_extents()].map(vector_from_engine);
    let gaps = center.abs() - half;
    let axis = (0..3).fold(0, |best, axis| if gaps[axis] > gaps[best] { axis } else { best });
    let is_beside = (0..3).all(|other| other == axis || gaps[other] + body[other] <= 0.0);
    let normal = DVec3::AXES[axis] * center[axis].signum();
    is_beside.then_some([normal * half[axis], normal])
}

/// Whether a point of the plane of a triangle is in the triangle.
pub(super) fn is_in_triangle(triangle: &Triangle, point: DVec3) -> bool {
    let corners = [triangle.a, triangle.b, triangle.c].map(vector_from_engine);
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a);
    (0..3).all(|number| {
        let (from, to) = (corners[number], corners[(number + 1) % 3]);
        (to - from).cross(point - from).dot(normal) >= 0.0
    })
}

#[cfg(test)]
mod tests {
    use glam::DQuat;
    use rapier3d::prelude::SharedShape;

    use super::*;

    /// The hull of a sphere with many corners.
    fn ball(radius: f32) -> SharedShape {
        let turned = |i: u32, of: u32| std::f32::consts::TAU * i as f32 / of as f32;
        let points =
            (0..=12).flat_map(|ring| (0..24).map(move |corner| (turned(ring, 24), turned(corner, 24))));
        let point = |(tilt, turn): (f32, f32)| {
            Vector::new(tilt.sin() * turn.cos(), tilt.sin() * turn.sin(), tilt.cos()) * radius
        };
        SharedShape::convex_hull(&points.map(point).collect::<Vec<_>>()).unwrap()
    }

    /// The hull of a box.
    fn block(half: Vector) -> SharedShape {
        let side = |bits: u32, axis: u32| if bits >> axis & 1 == 1 { 1.0 } else { -1.0 };
        let corners = (0..8).map(|bits| half * Vector::new(side(bits, 0), side(bits, 1), side(bits, 2)));
        SharedShape::convex_hull(&corners.collect::<Vec<_>>()).unwrap()
    }

    /// A square of 400 m on two triangles.
    fn ground() -> SharedShape {
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let corners = corners.map(|[x, y]: [f32; 2]| Vector::new(200.0 * x, 200.0 * y, 0.0));
        SharedShape::trimesh(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]]).unwrap()
    }

    #[test]
    fn foot_on_large_ground_touches_with_its_four_lower_corners() {
        let foot = block(Vector::new(0.1, 0.05, 0.01));
        for turn in [0.0, 0.3, 0.8, 1.5] {
            let ground_from_foot =
                Pose { translation: DVec3::new(3.0, -2.0, 0.008), rotation: DQuat::from_rotation_z(turn) };
            let face = Face::below(&*ground().0, &*foot.0, ground_from_foot).unwrap();
            assert_eq!(face.normal, DVec3::Z);
            let contacts = face.contacts(&*foot.0, ground_from_foot);
            assert_eq!(contacts.len(), 4, "{contacts:?}");
            for contact in contacts {
                let height = ground_from_foot.transform_point(contact.corner).z;
                assert!((height + 0.002).abs() < 1e-7 && contact.foot.z.abs() < 1e-12, "{contact:?}");
            }
        }
    }

    #[test]
    fn foot_below_the_middle_of_a_slab_is_pushed_up_and_of_a_sheet_to_its_larger_part() {
        let foot = block(Vector::new(0.1, 0.05, 0.01));
        let below = Pose::from_translation(DVec3::new(3.0, -2.0, -0.015));
        let sheet = Face::below(&*ground().0, &*foot.0, below).unwrap();
        assert_eq!(sheet.normal, -DVec3::Z);
        let (corners, triangles) =
            rapier3d::parry::shape::Cuboid::new(Vector::new(200.0, 200.0, 0.125)).to_trimesh();
        let slab = SharedShape::trimesh(corners, triangles).unwrap();
        let in_slab = Pose::from_translation(DVec3::new(3.0, -2.0, 0.11));
        let face = Face::below(&*slab.0, &*foot.0, in_slab).unwrap();
        assert_eq!((face.normal, face.point.z), (DVec3::Z, 0.125));
    }

    #[test]
    fn hull_of_a_ball_has_few_contacts_around_its_lowest_corner() {
        let ball = ball(0.1);
        let at = Pose::from_translation(DVec3::new(0.3, 0.0, 0.095));
        let contacts = Face::below(&*ground().0, &*ball.0, at).unwrap().contacts(&*ball.0, at);
        assert!((1..=9).contains(&contacts.len()), "{contacts:?}");
        let heights = contacts.iter().map(|contact| at.transform_point(contact.corner).z);
        let [low, high] = heights.fold([1.0, -1.0], |[low, high]: [f64; 2], z| [low.min(z), high.max(z)]);
        assert!((low + 0.005).abs() < 1e-6 && high < 0.0, "{low} {high}");
    }

    #[test]
    fn wheel_touches_with_the_lowest_points_of_its_rims() {
        let wheel = SharedShape::cylinder(0.02, 0.1);
        for turn in [0.0, 0.7, 2.0] {
            // The axis of the cylinder lies along x, and the wheel has rolled.
            let rotation =
                DQuat::from_rotation_z(-std::f64::consts::FRAC_PI_2) * DQuat::from_rotation_y(turn);
            let at = Pose { translation: DVec3::new(0.0, 0.0, 0.098), rotation };
            let contacts = Face::below(&*ground().0, &*wheel.0, at).unwrap().contacts(&*wheel.0, at);
            let corners: Vec<DVec3> = contacts.iter().map(|it| at.transform_point(it.corner)).collect();
            assert_eq!(corners.len(), 2, "{corners:?}");
            for (corner, x) in corners.iter().zip([-0.02, 0.02]) {
                assert!(corner.abs_diff_eq(DVec3::new(x, 0.0, -0.002), 1e-7), "{corners:?}");
            }
        }
        let standing = Pose {
            translation: DVec3::Z * 0.02,
            rotation: DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2),
        };
        let contacts = Face::below(&*ground().0, &*wheel.0, standing).unwrap().contacts(&*wheel.0, standing);
        assert!(contacts.len() >= 4, "{contacts:?}");
    }

    #[test]
    fn only_a_face_beyond_the_body_on_all_sides_is_flat() {
        let foot = block(Vector::splat(0.1));
        let table = SharedShape::cuboid(1.0, 1.0, 0.5);
        let below = |shape: &SharedShape, x: f64, z: f64| {
            Face::below(&*shape.0, &*foot.0, Pose::from_translation(DVec3::new(x, 0.0, z)))
        };
        let top = Face { point: DVec3::Z * 0.5, normal: DVec3::Z };
        assert_eq!(below(&table, 0.0, 0.59), Some(top));
        assert_eq!(below(&table, 0.95, 0.59), None, "over the edge");
        assert!(below(&ground(), 199.8, 0.1).is_some());
        assert_eq!(below(&ground(), 199.95, 0.1), None, "over the rim");
    }

    #[test]
    fn contact_deeper_than_the_plane_of_its_triangle_is_replaced() {
        let foot = block(Vector::splat(0.1));
        let triangle = Triangle::new(
            Vector::new(-200.0, -200.0, 0.0),
            Vector::new(200.0, -200.0, 0.0),
            Vector::new(200.0, 200.0, 0.0),
        );
        let at = Pose::from_translation(DVec3::new(5.0, 0.0, 0.095));
        assert_eq!(Face::instead(&triangle, &*foot.0, at, 0.005), None);
        let face = Face::instead(&triangle, &*foot.0, at, 34.0).unwrap();
        assert_eq!(face.normal, DVec3::Z);
        assert!(is_in_triangle(&triangle, DVec3::new(5.0, 0.0, 0.0)));
        assert!(!is_in_triangle(&triangle, DVec3::new(-5.0, 0.0, 0.0)));
    }
}
