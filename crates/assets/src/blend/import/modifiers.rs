//! Modifiers of an object: those that change its shape are applied, the others are told.

use super::super::view::View;
use super::Import;
use super::array::ArrayModifier;
use super::mirror::MirrorModifier;
use crate::ReadError;
use crate::model::Mesh;

/// Bit of `mode`: the modifier is on while the file is in use.
const REALTIME: i64 = 1;

/// A modifier that this reader applies.
pub(super) enum Modifier {
    Mirror(MirrorModifier),
    Array(ArrayModifier),
}

impl Import<'_, '_> {
    /// The modifiers to apply, in order.
    pub(super) fn modifiers(&mut self, object: &View<'_>) -> Vec<Modifier> {
        let mut applied = Vec::new();
        for modifier in object.list("modifiers") {
            if !modifier.nested("modifier").is_some_and(|head| head.bit("mode", REALTIME)) {
                continue;
            }
            match modifier.layout.name.as_str() {
                "MirrorModifierData" => {
                    applied.push(Modifier::Mirror(MirrorModifier::read(&modifier, object)))
                }
                "ArrayModifierData" => match ArrayModifier::read(&modifier, object) {
                    Ok(array) => applied.push(Modifier::Array(array)),
                    Err(why) => self
                        .omissions
                        .note(format!("modifier ARRAY is not applied, as {why}"), &object.id_name()),
                },
                other => {
                    let name = other.trim_end_matches("ModifierData").to_uppercase();
                    self.omissions.note(
                        format!("modifier {name} is not applied; the shape is that of the base mesh"),
                        &object.id_name(),
                    );
                }
            }
        }
        applied
    }

    /// Applies one modifier, if the limits allow it.
    pub(super) fn apply(
        &mut self,
        modifier: &Modifier,
        mesh: &mut Mesh,
        object: &View<'_>,
    ) -> Result<(), ReadError> {
        let copies = match modifier {
            Modifier::Mirror(mirror) => mirror.copies(),
            Modifier::Array(array) => array.copies(),
        };
        let place = format!("modifiers of {}", object.id_name());
        let (vertices, triangles) = (mesh.vertices.len(), mesh.triangles.len());
        self.budget.mesh(vertices.saturating_mul(copies), triangles.saturating_mul(copies), &place)?;
        match modifier {
            Modifier::Mirror(mirror) => mirror.apply(mesh),
            Modifier::Array(array) => array.apply(mesh),
        }
        Ok(())
    }
}
