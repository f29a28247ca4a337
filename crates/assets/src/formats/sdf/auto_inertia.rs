//! Mass and inertia of links by their collisions: `<inertial auto="true">`.
//!
//! Source: sdformat.org, "Specification" 1.11 and 1.12, `inertial`: each collision has a density, which is scaled if the link gives a mass.

use glam::DVec3;

use crate::ReadError;
use crate::formats::mjcf::inertia::{self, MassProperties, MeshInertia};
use crate::formats::sdf::Import;
use crate::formats::sdf::tag::Tag;
use crate::model::{Inertial, NodeKind, Shape};

/// Density of a collision that gives none. [kg/m³]
const DENSITY: f64 = 1000.0;

impl Import<'_> {
    /// Mass and inertia of a link by its collisions; `None` if they have no volume, which is reported.
    pub(super) fn auto_inertial(
        &mut self,
        link: &Tag,
        inertial: &Tag,
        full: &str,
        scope: &str,
    ) -> Result<Option<Inertial>, ReadError> {
        let usual = inertial.number_of("density")?.unwrap_or(DENSITY);
        let mut whole = MassProperties::NONE;
        for collision in link.children("collision") {
            let Some(geometry) = collision.child("geometry") else { continue };
            let density = collision.number_of("density")?.unwrap_or(usual);
            let link_from_collision = self.link_from(collision, full, scope)?;
            for piece in self.geometry(geometry, true)? {
                let (scale, _, _) = piece.geometry_from_piece.to_scale_rotation_translation();
                let solid = match &piece.kind {
                    NodeKind::Shape(Shape::Box { size }) => inertia::cuboid(*size / 2.0, density),
                    // An ellipsoid is a ball with a scale.
                    NodeKind::Shape(Shape::Sphere { radius }) => inertia::ellipsoid(scale * *radius, density),
                    NodeKind::Shape(Shape::Cylinder { radius, length }) => {
                        inertia::cylinder(*radius, length / 2.0, density)
                    }
                    NodeKind::Shape(Shape::Capsule { radius, length }) => {
                        inertia::capsule(*radius, length / 2.0, density)
                    }
                    NodeKind::Mesh(mesh) => {
                        let mesh = self.model.meshes.get(mesh.index());
                        let parts = mesh.into_iter().map(|mesh| (mesh, piece.geometry_from_piece));
                        let solid = inertia::mesh(parts, density, MeshInertia::Exact);
                        whole = whole.and(solid.seen_from(&link_from_collision));
                        continue;
                    }
                    _ => continue,
                };
                whole = whole
                    .and(solid.seen_from(&(link_from_collision * without_scale(&piece.geometry_from_piece))));
            }
        }
        if let Some(mass) = inertial.number_of("mass")?.filter(|_| whole.mass > 0.0) {
            whole = whole.with_mass(mass);
        }
        if whole.mass <= 0.0 {
            self.note("<inertial auto=\"true\"> without a collision of a volume: the link has no mass", link);
            return Ok(None);
        }
        Ok(Some(Inertial {
            mass: whole.mass,
            node_from_inertia: glam::DAffine3::from_translation(whole.center),
            inertia: whole.inertia,
        }))
    }
}

/// A pose without its scale.
fn without_scale(pose: &glam::DAffine3) -> glam::DAffine3 {
    let (_, rotation, translation): (DVec3, _, _) = pose.to_scale_rotation_translation();
    glam::DAffine3::from_rotation_translation(rotation, translation)
}
