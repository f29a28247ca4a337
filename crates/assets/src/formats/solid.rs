//! Mass and inertia of a piece of geometry that is filled evenly.

use glam::{DAffine3, DVec3};

use crate::formats::mjcf::inertia::{self, MassProperties, MeshInertia};
use crate::model::{Mesh, NodeKind, Shape};

/// Density of water, which robot files use where they give none. [kg/m³]
pub(in crate::formats) const DENSITY: f64 = 1000.0;

/// The mass of a piece in the frame of its link; none for a piece without volume. `link_from_piece` may have a scale.
pub(in crate::formats) fn solid(
    kind: &NodeKind,
    link_from_piece: &DAffine3,
    meshes: &[Mesh],
    density: f64,
    mesh_inertia: MeshInertia,
) -> MassProperties {
    let (scale, rotation, translation): (DVec3, _, _) = link_from_piece.to_scale_rotation_translation();
    let solid = match kind {
        NodeKind::Shape(Shape::Box { size }) => inertia::cuboid(*size * scale.abs() / 2.0, density),
        NodeKind::Shape(Shape::Sphere { radius }) => inertia::ellipsoid(scale.abs() * *radius, density),
        NodeKind::Shape(Shape::Cylinder { radius, length }) => {
            inertia::cylinder(*radius, length / 2.0, density)
        }
        NodeKind::Shape(Shape::Capsule { radius, length }) => {
            inertia::capsule(*radius, length / 2.0, density)
        }
        NodeKind::Mesh(mesh) => {
            let parts = meshes.get(mesh.index()).into_iter().map(|mesh| (mesh, *link_from_piece));
            return inertia::mesh(parts, density, mesh_inertia);
        }
        _ => MassProperties::NONE,
    };
    solid.seen_from(&DAffine3::from_rotation_translation(rotation, translation))
}
