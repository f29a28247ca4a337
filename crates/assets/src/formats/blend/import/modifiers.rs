//! Modifiers of an object: supported ones are applied, unsupported ones cause a warning.

pub(crate) mod array;
pub(crate) mod mirror;
pub(crate) mod skin;

use crate::ReadError;
use crate::formats::blend::import::Import;
use crate::formats::blend::import::modifiers::array::ArrayModifier;
use crate::formats::blend::import::modifiers::mirror::MirrorModifier;
use crate::formats::blend::import::modifiers::skin::ArmatureModifier;
use crate::formats::blend::import::pose::Parenting;
use crate::formats::blend::view::View;
use crate::model::Mesh;

/// Bit of `mode`: the modifier is enabled in the viewport.
const REALTIME: i64 = 1;

/// A supported modifier.
pub(super) enum Modifier {
    Mirror(MirrorModifier),
    Array(ArrayModifier),
    Armature(ArmatureModifier),
}

impl Import<'_, '_> {
    /// The modifiers to apply, in order.
    pub(super) fn modifiers(&mut self, object: &View<'_>) -> Vec<Modifier> {
        let mut applied = Vec::new();
        let mut skins = Vec::new();
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
                "ArmatureModifierData" => skins.push(ArmatureModifier::read(&modifier, object)),
                other => {
                    let name = other.trim_end_matches("ModifierData").to_uppercase();
                    self.omissions.note(
                        format!("modifier {name} is not applied; the shape is that of the base mesh"),
                        &object.id_name(),
                    );
                }
            }
        }
        if skins.is_empty() && Parenting::of(object) == Parenting::Skeleton {
            skins.push(ArmatureModifier::of_parent(object));
        }
        for skin in skins {
            let skin = if applied.is_empty() { skin } else { Err("it is combined with other modifiers") };
            match skin {
                Ok(skin) => applied.push(Modifier::Armature(skin)),
                Err(why) => self
                    .omissions
                    .note(format!("modifier ARMATURE is not applied, as {why}"), &object.id_name()),
            }
        }
        applied
    }

    /// Applies one modifier, within the limits.
    pub(super) fn apply(
        &mut self,
        modifier: &Modifier,
        mesh: &mut Mesh,
        object: &View<'_>,
        data: &View<'_>,
    ) -> Result<(), ReadError> {
        let copies = match modifier {
            Modifier::Mirror(mirror) => mirror.copies(),
            Modifier::Array(array) => array.copies(),
            Modifier::Armature(_) => 0,
        };
        let place = format!("modifiers of {}", object.id_name());
        let (vertices, triangles) = (mesh.vertices.len(), mesh.triangles.len());
        self.budget.mesh(vertices.saturating_mul(copies), triangles.saturating_mul(copies), &place)?;
        match modifier {
            Modifier::Mirror(mirror) => mirror.apply(mesh),
            Modifier::Array(array) => array.apply(mesh),
            Modifier::Armature(armature) => {
                armature.apply(mesh, data);
                if mesh.skin.is_none() {
                    let what = "modifier ARMATURE is not applied, as no vertex is in a group of a bone";
                    self.omissions.note(what, &object.id_name());
                }
            }
        }
        Ok(())
    }
}
