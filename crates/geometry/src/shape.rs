//! Collision and visual shapes in double precision.

use std::sync::Arc;

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

/// Error for an invalid value of a shape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} is {value}, allowed is {allowed}")]
pub struct ShapeError {
    /// The meaning of the value.
    pub what: String,
    /// The value that was given.
    pub value: String,
    /// The values that are allowed.
    pub allowed: &'static str,
}

impl ShapeError {
    fn new(what: impl Into<String>, value: impl std::fmt::Debug, allowed: &'static str) -> ShapeError {
        ShapeError { what: what.into(), value: format!("{value:?}"), allowed }
    }
}

/// A triangle mesh in its own frame, shared by shapes through an [`Arc`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Surface {
    /// Vertices. [m]
    pub vertices: Vec<Vec3>,
    /// Three vertex indices per triangle.
    pub triangles: Vec<[u32; 3]>,
}

/// A solid or surface in its own frame. Lengths are in meters; the axis of cylinders, cones and capsules is z.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// A box centered at the origin.
    Box {
        /// Half its size along each axis. [m]
        half_extents: DVec3,
    },
    /// A ball centered at the origin.
    Sphere {
        /// Radius. [m]
        radius: f64,
    },
    /// A cylinder centered at the origin.
    Cylinder {
        /// Radius. [m]
        radius: f64,
        /// Half its length along z. [m]
        half_height: f64,
    },
    /// A cone centered at the origin, with its tip along +z.
    Cone {
        /// Radius of the base. [m]
        radius: f64,
        /// Half its length along z. [m]
        half_height: f64,
    },
    /// A capsule centered at the origin: a cylinder with a hemisphere on each end.
    Capsule {
        /// Radius. [m]
        radius: f64,
        /// Half the length of the cylinder, without the hemispheres. [m]
        half_height: f64,
    },
    /// The convex hull of points.
    ConvexHull {
        /// The points, in the frame of the shape. [m]
        points: Arc<[Vec3]>,
    },
    /// A triangle mesh, double-sided.
    TriMesh(Arc<Surface>),
    /// The half space z < 0. Allowed for static bodies only.
    HalfSpace,
}

/// Range of shape sizes for which contacts can be computed in single precision. [m]
const SIZE_M: std::ops::RangeInclusive<f64> = 1e-6..=1e7;
/// Largest number of vertices or triangles of one shape.
const ELEMENTS_MAX: usize = 20_000_000;

impl Shape {
    /// Creates the convex hull of points. [m]
    #[must_use]
    pub fn hull(points: impl IntoIterator<Item = DVec3>) -> Shape {
        Shape::ConvexHull { points: points.into_iter().map(|point| point.as_vec3()).collect() }
    }

    /// Creates a triangle mesh from vertices [m] and three vertex indices per triangle.
    #[must_use]
    pub fn mesh(vertices: impl IntoIterator<Item = DVec3>, triangles: Vec<[u32; 3]>) -> Shape {
        let vertices = vertices.into_iter().map(|vertex| vertex.as_vec3()).collect();
        Shape::TriMesh(Arc::new(Surface { vertices, triangles }))
    }

    /// Upper bound of the distance of its points from its origin after scaling along the axes; infinite for a half space.
    /// [m]
    #[must_use]
    pub fn reach(&self, scale: DVec3) -> f64 {
        let corner = match self {
            Shape::Box { half_extents } => *half_extents,
            Shape::Sphere { radius } => return radius.abs() * scale.abs().max_element(),
            Shape::Cylinder { radius, half_height } | Shape::Cone { radius, half_height } => {
                DVec3::new(*radius, *radius, *half_height)
            }
            Shape::Capsule { radius, half_height } => DVec3::new(*radius, *radius, half_height + radius),
            Shape::ConvexHull { points } => farthest(points),
            Shape::TriMesh(surface) => farthest(&surface.vertices),
            Shape::HalfSpace => return f64::INFINITY,
        };
        (corner * scale).length()
    }

    /// Checks sizes, points and indices after scaling along the axes.
    ///
    /// # Errors
    /// If a size is not between 1 µm and 10,000 km after scaling, a point is not finite, or a mesh has a vertex index
    /// out of range.
    pub fn validate(&self, scale: DVec3) -> Result<(), ShapeError> {
        let size = |what: &str, value: f64| {
            let scaled = scale.abs() * value;
            if SIZE_M.contains(&scaled.min_element()) && SIZE_M.contains(&scaled.max_element()) {
                Ok(())
            } else {
                Err(ShapeError::new(what, value, "1e-6 to 1e7 meters after scaling"))
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
            Shape::ConvexHull { points } => validate_points(points, scale, 4),
            Shape::TriMesh(surface) => {
                validate_points(&surface.vertices, scale, 3)?;
                validate_triangles(&surface.triangles, surface.vertices.len())
            }
            Shape::HalfSpace => Ok(()),
        }
    }
}

/// The largest absolute value of each coordinate.
fn farthest(points: &[Vec3]) -> DVec3 {
    points.iter().fold(Vec3::ZERO, |most, point| most.max(point.abs())).as_dvec3()
}

fn validate_points(points: &[Vec3], scale: DVec3, count_min: usize) -> Result<(), ShapeError> {
    if !(count_min..=ELEMENTS_MAX).contains(&points.len()) {
        return Err(ShapeError::new(
            "number of points of a shape",
            points.len(),
            "at least 4 for a hull, 3 for a mesh, at most 20 million",
        ));
    }
    match points.iter().find(|p| !p.is_finite() || (p.as_dvec3() * scale).abs().max_element() > *SIZE_M.end())
    {
        Some(point) => {
            Err(ShapeError::new("point of a shape", point, "finite, within 1e7 meters after scaling"))
        }
        None => Ok(()),
    }
}

fn validate_triangles(triangles: &[[u32; 3]], vertex_count: usize) -> Result<(), ShapeError> {
    if !(1..=ELEMENTS_MAX).contains(&triangles.len()) {
        return Err(ShapeError::new("number of triangles of a mesh", triangles.len(), "1 to 20 million"));
    }
    match triangles.iter().find(|t| t.iter().any(|&vertex| vertex as usize >= vertex_count)) {
        Some(triangle) => {
            Err(ShapeError::new("triangle of a mesh", triangle, "numbers of vertices that the mesh has"))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(shape: &Shape) -> Result<(), ShapeError> {
        shape.validate(DVec3::ONE)
    }

    #[test]
    fn reach_contains_all_points() {
        let scale = DVec3::new(2.0, 1.0, 1.0);
        assert_eq!(Shape::Sphere { radius: 3.0 }.reach(scale), 6.0);
        assert_eq!(Shape::Box { half_extents: DVec3::new(1.0, 2.0, 1.0) }.reach(scale), 3.0);
        let points = [DVec3::new(-1.0, 0.0, 0.0), DVec3::new(0.0, 2.0, -1.0), DVec3::ZERO, DVec3::X];
        assert_eq!(Shape::hull(points).reach(scale), 3.0);
    }

    #[test]
    fn sizes_must_be_positive_and_finite() {
        for radius in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
            let error = check(&Shape::Sphere { radius }).unwrap_err();
            assert!(error.to_string().contains("radius of a sphere"), "{error}");
        }
        assert!(check(&Shape::Sphere { radius: 0.3 }).is_ok());
    }

    #[test]
    fn scale_that_flattens_shape_is_refused() {
        let ball = Shape::Sphere { radius: 1e-3 };
        let flat = DVec3::new(1.0, 1.0, 1e-6);
        assert!(ball.validate(flat).is_err());
    }

    #[test]
    fn vertex_index_out_of_range_is_refused() {
        let mesh = |triangle| Shape::mesh([DVec3::ZERO, DVec3::X, DVec3::Y], vec![triangle]);
        assert!(check(&mesh([0, 1, 2])).is_ok());
        assert!(check(&mesh([0, 1, 3])).is_err());
    }

    #[test]
    fn hull_with_nan_point_is_refused() {
        let mut points = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        assert!(check(&Shape::hull(points.clone())).is_ok());
        points[2].x = f64::NAN;
        assert!(check(&Shape::hull(points)).is_err());
    }
}
