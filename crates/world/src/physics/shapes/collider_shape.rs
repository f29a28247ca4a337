//! Converts described shapes to rapier's collision shapes.

use std::f64::consts::TAU;
use std::sync::Arc;

use glam::{DQuat, DVec3};
use rapier3d::prelude::SharedShape;

use crate::physics::convert::vector_to_engine;
use crate::physics::shapes::shape_cache::{ShapeCache, ShapePurpose, hull};
use crate::{BodySpec, Pose, Shape, Surface, WorldError};

/// A rapier shape and its pose in its node.
pub(crate) struct ColliderShape {
    pub(crate) node_from_solid: Pose,
    pub(crate) shape: SharedShape,
    /// The shape without margin, which rays hit; `None` if it has no margin.
    pub(crate) bare: Option<SharedShape>,
}

/// Number of corners of the polygon that replaces a circle scaled to an ellipse.
const CIRCLE_CORNERS: u32 = 24;

/// Builds the rapier shape of a validated [`Shape`], scaled by its node.
pub(crate) fn build(
    owner: &str,
    shape: &Shape,
    node_from_shape: Pose,
    scale: DVec3,
    make: &ShapePurpose,
    cache: &mut ShapeCache,
) -> Result<ColliderShape, WorldError> {
    let factors = scale_along(node_from_shape.rotation, scale);
    let round = factors.x == factors.y;
    let ball = round && factors.x == factors.z;
    let mut rotation = node_from_shape.rotation;
    // rapier's cylinders and cones have their axis along y.
    let upright = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);

    let engine_shape = match shape {
        Shape::Box { half_extents } => {
            let half = vector_to_engine(*half_extents * factors);
            SharedShape::cuboid(half.x, half.y, half.z)
        }
        Shape::Sphere { radius } if ball => SharedShape::ball((radius * factors.x) as f32),
        Shape::Cylinder { radius, half_height } if round => {
            rotation *= upright;
            SharedShape::cylinder((half_height * factors.z) as f32, (radius * factors.x) as f32)
        }
        Shape::Cone { radius, half_height } if round => {
            rotation *= upright;
            SharedShape::cone((half_height * factors.z) as f32, (radius * factors.x) as f32)
        }
        Shape::Capsule { radius, half_height } if ball => {
            SharedShape::capsule_z((half_height * factors.z) as f32, (radius * factors.x) as f32)
        }
        Shape::Sphere { radius } => hull(owner, &ball_points(*radius, 0.0), factors)?,
        Shape::Cylinder { radius, half_height } => {
            let mut points = circle_points(*radius, -half_height);
            points.extend(circle_points(*radius, *half_height));
            hull(owner, &points, factors)?
        }
        Shape::Cone { radius, half_height } => {
            let mut points = circle_points(*radius, -half_height);
            points.push(DVec3::new(0.0, 0.0, *half_height));
            hull(owner, &points, factors)?
        }
        Shape::Capsule { radius, half_height } => hull(owner, &ball_points(*radius, *half_height), factors)?,
        Shape::ConvexHull { points } => cache.hull(owner, points, signed(factors, scale), make)?,
        Shape::TriMesh(surface) => cache.mesh(owner, surface, signed(factors, scale), make)?,
        Shape::HalfSpace => SharedShape::halfspace(rapier3d::math::Vector::Z),
    };
    let has_margin = matches!(shape, Shape::ConvexHull { .. } | Shape::TriMesh(_)) && make.margin > 0.0;
    let bare = if has_margin {
        let bare = ShapePurpose { margin: 0.0, ..*make };
        Some(build(owner, shape, node_from_shape, scale, &bare, cache)?.shape)
    } else {
        None
    };
    let node_from_solid = Pose { translation: node_from_shape.translation * scale, rotation };
    Ok(ColliderShape { node_from_solid, shape: engine_shape, bare })
}

/// Builds the rapier shapes of a validated body.
pub(crate) fn solids(
    owner: &str,
    spec: &BodySpec,
    scale: DVec3,
    cache: &mut ShapeCache,
) -> Result<Vec<ColliderShape>, WorldError> {
    let make = ShapePurpose { moves: spec.physics.moves(), margin: spec.margin };
    spec.shapes
        .iter()
        .map(|(node_from_shape, shape)| {
            let node_from_shape = node_from_shape.normalized().unwrap_or(*node_from_shape);
            build(owner, shape, node_from_shape, scale, &make, cache)
        })
        .collect()
}

/// The surfaces from which these shapes of a body were created, if they have the same triangles.
pub(crate) fn surfaces(spec: &BodySpec, solids: &[ColliderShape]) -> Vec<Option<Arc<Surface>>> {
    let surface = |((_, shape), solid): (&(Pose, Shape), &ColliderShape)| match shape {
        Shape::TriMesh(surface) => {
            let mesh = solid.shape.as_trimesh()?;
            (mesh.num_triangles() == surface.triangles.len()).then(|| Arc::clone(surface))
        }
        _ => None,
    };
    spec.shapes.iter().zip(solids).map(surface).collect()
}

/// Scale factors for the vertices of a mesh or hull in a node with this scale.
pub(crate) fn mesh_factors(node_from_shape: Pose, scale: DVec3) -> DVec3 {
    signed(scale_along(node_from_shape.rotation, scale), scale)
}

/// Scale factors along the axes of a rotated shape: exact for rotations by quarter turns, an average otherwise.
fn scale_along(node_from_shape: DQuat, scale: DVec3) -> DVec3 {
    if scale.abs() == DVec3::splat(scale.x.abs()) {
        return scale.abs();
    }
    DVec3::new(
        (node_from_shape * DVec3::X * scale).length(),
        (node_from_shape * DVec3::Y * scale).length(),
        (node_from_shape * DVec3::Z * scale).length(),
    )
}

/// Applies the signs of the scale. Only point clouds need them; the primitive solids are symmetric.
fn signed(factors: DVec3, scale: DVec3) -> DVec3 {
    factors * scale.signum()
}

fn circle_points(radius: f64, z: f64) -> Vec<DVec3> {
    (0..CIRCLE_CORNERS)
        .map(|corner| {
            let (sin, cos) = libm::sincos(TAU * f64::from(corner) / f64::from(CIRCLE_CORNERS));
            DVec3::new(radius * cos, radius * sin, z)
        })
        .collect()
}

/// The points of a sphere cut at its equator, with each half moved by `half_gap` [m] from the origin.
fn ball_points(radius: f64, half_gap: f64) -> Vec<DVec3> {
    let rings = CIRCLE_CORNERS / 4;
    let mut points = Vec::new();
    for side in [-1.0, 1.0] {
        for ring in 0..rings {
            let (sin, cos) = libm::sincos(TAU / 4.0 * f64::from(ring) / f64::from(rings));
            points.extend(circle_points(radius * cos, side * (radius * sin + half_gap)));
        }
        points.push(DVec3::new(0.0, 0.0, side * (radius + half_gap)));
    }
    points
}

#[cfg(test)]
mod tests {
    use rapier3d::math::Pose as EnginePose;

    use super::*;

    fn size(shape: &Shape, scale: DVec3) -> DVec3 {
        let solid =
            build("it", shape, Pose::IDENTITY, scale, &ShapePurpose::default(), &mut ShapeCache::default())
                .unwrap();
        let aabb = solid.shape.compute_aabb(&EnginePose::from_parts(
            vector_to_engine(solid.node_from_solid.translation),
            crate::physics::convert::pose_to_engine(solid.node_from_solid).rotation,
        ));
        crate::physics::convert::vector_from_engine(aabb.half_extents())
    }

    fn close(a: DVec3, b: DVec3) -> bool {
        (a - b).length() < 1e-3
    }

    #[test]
    fn axis_of_cylinders_cones_and_capsules_is_z() {
        let tall = DVec3::new(0.2, 0.2, 1.0);
        for shape in [
            Shape::Cylinder { radius: 0.2, half_height: 1.0 },
            Shape::Cone { radius: 0.2, half_height: 1.0 },
            Shape::Capsule { radius: 0.2, half_height: 0.8 },
        ] {
            assert!(close(size(&shape, DVec3::ONE), tall), "{shape:?}");
        }
    }

    #[test]
    fn every_shape_supports_nonuniform_scale() {
        let scale = DVec3::new(1.0, 2.0, 0.5);
        for shape in [
            Shape::Box { half_extents: DVec3::ONE },
            Shape::Sphere { radius: 1.0 },
            Shape::Cylinder { radius: 1.0, half_height: 1.0 },
            Shape::Cone { radius: 1.0, half_height: 1.0 },
        ] {
            assert!(close(size(&shape, scale), scale), "{shape:?}");
        }
    }

    #[test]
    fn scale_is_rotated_with_the_shape() {
        let lying = Pose::from_rotation(DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2));
        let shape = Shape::Box { half_extents: DVec3::new(1.0, 1.0, 3.0) };
        let solid = build(
            "it",
            &shape,
            lying,
            DVec3::new(2.0, 1.0, 1.0),
            &ShapePurpose::default(),
            &mut ShapeCache::default(),
        )
        .unwrap();
        let half = solid.shape.as_cuboid().unwrap().half_extents;
        assert!((half.z - 6.0).abs() < 1e-5 && (half.x - 1.0).abs() < 1e-5);
    }

    #[test]
    fn bodies_with_equal_points_share_the_rapier_shape() {
        let mut cache = ShapeCache::default();
        let cloud = Shape::hull([DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]);
        let mut build = |scale| {
            build("it", &cloud, Pose::IDENTITY, scale, &ShapePurpose::default(), &mut cache).unwrap().shape
        };
        let (one, same, larger) = (build(DVec3::ONE), build(DVec3::ONE), build(DVec3::splat(2.0)));
        assert!(Arc::ptr_eq(&one.0, &same.0) && !Arc::ptr_eq(&one.0, &larger.0));
    }

    #[test]
    fn flat_hull_is_thickened_and_line_is_refused() {
        let square = Shape::hull([DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)]);
        assert!(close(size(&square, DVec3::ONE), DVec3::new(0.5, 0.5, 0.001)));
        let line = Shape::hull((0..5).map(|i| DVec3::X * f64::from(i)));
        let spot = Shape::hull([DVec3::ONE; 5]);
        for flat in [line, spot] {
            let built = build(
                "it",
                &flat,
                Pose::IDENTITY,
                DVec3::ONE,
                &ShapePurpose::default(),
                &mut ShapeCache::default(),
            );
            assert!(built.is_err());
        }
    }
}
