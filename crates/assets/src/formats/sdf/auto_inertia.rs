//! Mass and inertia of links by their collisions: `<inertial auto="true">`.
//!
//! Source: sdformat.org, "Specification" 1.11 and 1.12, `inertial`: each collision has a density, which is scaled if the link gives a mass.

use crate::ReadError;
use crate::formats::mjcf::inertia::{MassProperties, MeshInertia};
use crate::formats::sdf::Import;
use crate::formats::sdf::tag::Tag;
use crate::formats::solid::{DENSITY, solid};
use crate::model::Inertial;

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
                let link_from_piece = link_from_collision * piece.geometry_from_piece;
                let meshes = &self.model.meshes;
                whole = whole.and(solid(&piece.kind, &link_from_piece, meshes, density, MeshInertia::Exact));
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
