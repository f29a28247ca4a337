//! Geometric primitives of URDF, SDF and MJCF files.

use glam::DMat3;
use morse_assets::model;
use morse_world::Shape;

/// Relative difference of scales up to which a sphere stays a sphere.
const ROUND: f64 = 1e-6;
/// Number of points on each half meridian of an ellipsoid, and of half meridians.
const ELLIPSOID: [usize; 2] = [12, 24];

/// The primitive in the frame of its node. `node_from_solid` scales it along its axes. Cylinders and capsules stay round; a
/// sphere of different scales is the convex hull of points of an ellipsoid.
pub(super) fn solid(shape: &model::Shape, node_from_solid: DMat3) -> Shape {
    let [x, y, z] =
        [node_from_solid.x_axis, node_from_solid.y_axis, node_from_solid.z_axis].map(glam::DVec3::length);
    let across = x.max(y);
    match *shape {
        model::Shape::Box { size } => Shape::Box { half_extents: size * glam::DVec3::new(x, y, z) / 2.0 },
        model::Shape::Sphere { radius } if across.max(z) - x.min(y).min(z) > ROUND * across.max(z) => {
            ellipsoid(node_from_solid, radius)
        }
        model::Shape::Sphere { radius } => Shape::Sphere { radius: radius * across.max(z) },
        model::Shape::Cylinder { radius, length } => {
            Shape::Cylinder { radius: radius * across, half_height: length * z / 2.0 }
        }
        model::Shape::Capsule { radius, length } => {
            Shape::Capsule { radius: radius * across, half_height: length * z / 2.0 }
        }
    }
}

fn ellipsoid(node_from_solid: DMat3, radius: f64) -> Shape {
    let [latitudes, longitudes] = ELLIPSOID;
    let point = |latitude: usize, longitude: usize| {
        let polar = std::f64::consts::PI * latitude as f64 / latitudes as f64;
        let around = std::f64::consts::TAU * longitude as f64 / longitudes as f64;
        let (sin, cos) = libm::sincos(polar);
        node_from_solid * (glam::DVec3::new(sin * libm::cos(around), sin * libm::sin(around), cos) * radius)
    };
    let between =
        (1..latitudes).flat_map(|latitude| (0..longitudes).map(move |longitude| (latitude, longitude)));
    let points = [(0, 0), (latitudes, 0)].into_iter().chain(between);
    Shape::hull(points.map(|(latitude, longitude)| point(latitude, longitude)))
}
