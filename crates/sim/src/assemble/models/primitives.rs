//! Geometric primitives of URDF files.

use glam::DMat3;
use morse_assets::model;
use morse_world::Shape;

/// The primitive in the frame of its node. `node_from_solid` scales it along its axes. Spheres and cylinders stay
/// round.
pub(super) fn solid(shape: &model::Shape, node_from_solid: DMat3) -> Shape {
    let [x, y, z] =
        [node_from_solid.x_axis, node_from_solid.y_axis, node_from_solid.z_axis].map(glam::DVec3::length);
    let across = x.max(y);
    match *shape {
        model::Shape::Box { size } => Shape::Box { half_extents: size * glam::DVec3::new(x, y, z) / 2.0 },
        model::Shape::Sphere { radius } => Shape::Sphere { radius: radius * across.max(z) },
        model::Shape::Cylinder { radius, length } => {
            Shape::Cylinder { radius: radius * across, half_height: length * z / 2.0 }
        }
        model::Shape::Capsule { radius, length } => {
            Shape::Capsule { radius: radius * across, half_height: length * z / 2.0 }
        }
    }
}
