//! Shapes of bodies, as users give them.

use std::sync::Arc;

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use crate::{PhysicsType, WorldError};

/// Triangles in a frame of their own. Shapes share them: many bodies of one form hold them once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Surface {
    /// Corners. [m]
    pub vertices: Vec<Vec3>,
    /// Numbers of three vertices each.
    pub triangles: Vec<[u32; 3]>,
}

/// A solid or surface in its own frame. Lengths are metres; cylinders, cones and capsules stand along z.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// A box around the origin.
    Box {
        /// Half its size along each axis. [m]
        half_extents: DVec3,
    },
    /// A ball around the origin.
    Sphere {
        /// [m]
        radius: f64,
    },
    /// A cylinder around the origin.
    Cylinder {
        /// [m]
        radius: f64,
        /// Half its length along z. [m]
        half_height: f64,
    },
    /// A cone around the origin, its tip up.
    Cone {
        /// Of its base. [m]
        radius: f64,
        /// Half its length along z. [m]
        half_height: f64,
    },
    /// A cylinder with a half ball on each end.
    Capsule {
        /// [m]
        radius: f64,
        /// Half the length of the cylinder, without the half balls. [m]
        half_height: f64,
    },
    /// The smallest convex solid that holds all points.
    ConvexHull {
        /// In the frame of the shape. [m]
        points: Arc<[Vec3]>,
    },
    /// A surface of triangles, seen and touched from both sides.
    TriMesh(Arc<Surface>),
    /// Everything below z = 0. Only for bodies that do not move.
    HalfSpace,
}

/// Smallest and largest size of a shape, in metres, that single precision can compute contacts for.
const SIZE_M: std::ops::RangeInclusive<f64> = 1e-6..=1e7;
/// More vertices or triangles than this in one shape are refused.
const ELEMENTS_MAX: usize = 20_000_000;

impl Shape {
    /// The smallest convex solid that holds all points. [m]
    #[must_use]
    pub fn hull(points: impl IntoIterator<Item = DVec3>) -> Shape {
        Shape::ConvexHull { points: points.into_iter().map(|point| point.as_vec3()).collect() }
    }

    /// A surface of triangles: vertices [m], and the numbers of three of them for each triangle.
    #[must_use]
    pub fn mesh(vertices: impl IntoIterator<Item = DVec3>, triangles: Vec<[u32; 3]>) -> Shape {
        let vertices = vertices.into_iter().map(|vertex| vertex.as_vec3()).collect();
        Shape::TriMesh(Arc::new(Surface { vertices, triangles }))
    }

    /// Checks the numbers, with the scale of the node applied.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] naming `owner`, the node the shape is for.
    pub fn validate(&self, owner: &str, scale: DVec3, physics: PhysicsType) -> Result<(), WorldError> {
        let size = |what: &str, value: f64| {
            let scaled = scale.abs() * value;
            if SIZE_M.contains(&scaled.min_element()) && SIZE_M.contains(&scaled.max_element()) {
                Ok(())
            } else {
                Err(WorldError::bad(owner, what, value, "1e-6 to 1e7 metres after scaling"))
            }
        };
        match self {
            Shape::Box { half_extents } => {
                for axis in half_extents.to_array() {
                    size("half extent of a box", axis)?;
                }
                Ok(())
            }
            Shape::Sphere { radius } => size("radius of a sphere", *radius),
            Shape::Cylinder { radius, half_height }
            | Shape::Cone { radius, half_height }
            | Shape::Capsule { radius, half_height } => {
                size("radius", *radius)?;
                size("half height", *half_height)
            }
            Shape::ConvexHull { points } => validate_points(owner, points, scale, 4),
            Shape::TriMesh(surface) => {
                validate_points(owner, &surface.vertices, scale, 3)?;
                validate_triangles(owner, &surface.triangles, surface.vertices.len())
            }
            Shape::HalfSpace if physics.moves() => Err(WorldError::bad(
                owner,
                "physics type of a half space",
                physics,
                "Static, Sensor or NoCollision",
            )),
            Shape::HalfSpace => Ok(()),
        }
    }
}

fn validate_points(owner: &str, points: &[Vec3], scale: DVec3, count_min: usize) -> Result<(), WorldError> {
    if !(count_min..=ELEMENTS_MAX).contains(&points.len()) {
        return Err(WorldError::bad(
            owner,
            "number of points of a shape",
            points.len(),
            "at least 4 for a hull, 3 for a mesh, at most 20 million",
        ));
    }
    match points.iter().find(|p| !p.is_finite() || (p.as_dvec3() * scale).abs().max_element() > *SIZE_M.end())
    {
        Some(point) => {
            Err(WorldError::bad(owner, "point of a shape", point, "finite, within 1e7 metres after scaling"))
        }
        None => Ok(()),
    }
}

fn validate_triangles(owner: &str, triangles: &[[u32; 3]], vertex_count: usize) -> Result<(), WorldError> {
    if !(1..=ELEMENTS_MAX).contains(&triangles.len()) {
        return Err(WorldError::bad(
            owner,
            "number of triangles of a mesh",
            triangles.len(),
            "1 to 20 million",
        ));
    }
    match triangles.iter().find(|t| t.iter().any(|&vertex| vertex as usize >= vertex_count)) {
        Some(triangle) => Err(WorldError::bad(
            owner,
            "triangle of a mesh",
            triangle,
            "numbers of vertices that the mesh has",
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(shape: &Shape) -> Result<(), WorldError> {
        shape.validate("crate", DVec3::ONE, PhysicsType::Static)
    }

    #[test]
    fn sizes_must_be_positive_and_finite() {
        for radius in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
            let error = check(&Shape::Sphere { radius }).unwrap_err();
            assert!(error.to_string().contains("'crate'"), "{error}");
        }
        assert!(check(&Shape::Sphere { radius: 0.3 }).is_ok());
    }

    #[test]
    fn a_scale_that_flattens_a_shape_is_refused() {
        let ball = Shape::Sphere { radius: 1e-3 };
        let flat = DVec3::new(1.0, 1.0, 1e-6);
        assert!(ball.validate("ball", flat, PhysicsType::Static).is_err());
    }

    #[test]
    fn a_mesh_must_only_use_vertices_it_has() {
        let mesh = |triangle| Shape::mesh([DVec3::ZERO, DVec3::X, DVec3::Y], vec![triangle]);
        assert!(check(&mesh([0, 1, 2])).is_ok());
        assert!(check(&mesh([0, 1, 3])).is_err());
    }

    #[test]
    fn a_half_space_cannot_fall() {
        let ground = Shape::HalfSpace;
        assert!(ground.validate("ground", DVec3::ONE, PhysicsType::RigidBody).is_err());
    }

    #[test]
    fn a_hull_with_a_bad_point_is_refused() {
        let mut points = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        assert!(check(&Shape::hull(points.clone())).is_ok());
        points[2].x = f64::NAN;
        assert!(check(&Shape::hull(points)).is_err());
    }
}
