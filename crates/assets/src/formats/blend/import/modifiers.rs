//! Modifiers of an object: supported ones are applied, unsupported ones cause a warning.

pub(crate) mod array;
pub(crate) mod mirror;
pub(super) mod polygons;
pub(crate) mod skin;
pub(crate) mod subdivision;

use crate::ReadError;
use crate::formats::blend::import::Import;
use crate::formats::blend::import::modifiers::array::ArrayModifier;
use crate::formats::blend::import::modifiers::mirror::MirrorModifier;
use crate::formats::blend::import::modifiers::polygons::Polygons;
use crate::formats::blend::import::modifiers::skin::ArmatureModifier;
use crate::formats::blend::import::modifiers::subdivision::SubdivisionModifier;
use crate::formats::blend::import::pose::Parenting;
use crate::formats::blend::view::View;
use crate::limits::SUBDIVIDED_FACES_MAX;
use crate::model::Mesh;

/// Bit of `mode`: the modifier is enabled in the viewport.
const REALTIME: i64 = 1;

/// A supported modifier.
pub(super) enum Modifier {
    Mirror(MirrorModifier),
    Array(ArrayModifier),
    Subdivision(SubdivisionModifier),
    Armature(ArmatureModifier),
}

impl Modifier {
    /// Whether it needs the polygons of the mesh.
    pub(super) fn is_subdivision(&self) -> bool {
        matches!(self, Modifier::Subdivision(_))
    }
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
                "SubsurfModifierData" => {
                    let subdivision = SubdivisionModifier::read(&modifier);
                    if subdivision.is_used() {
                        applied.push(Modifier::Subdivision(subdivision));
                    }
                }
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
        if skins.iter().any(Result::is_ok)
            && applied.iter().all(Modifier::is_subdivision)
            && !applied.is_empty()
        {
            let what = "modifier SUBSURF is not applied, as a skeleton moves the mesh";
            self.omissions.note(what, &object.id_name());
            applied.clear();
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
        polygons: &mut Polygons,
        object: &View<'_>,
        data: &View<'_>,
    ) -> Result<(), ReadError> {
        let copies = match modifier {
            Modifier::Mirror(mirror) => mirror.copies(),
            Modifier::Array(array) => array.copies(),
            Modifier::Subdivision(subdivision) => {
                let faces = subdivision.faces(polygons.corner_count());
                self.check_faces(faces, object)?;
                // A surface of quadrilaterals has about as many vertices as faces.
                let place = format!("modifiers of {}", object.id_name());
                self.budget.mesh(faces, 2 * faces, &place)?;
                0
            }
            Modifier::Armature(_) => 0,
        };
        let place = format!("modifiers of {}", object.id_name());
        let (vertices, triangles) = (mesh.vertices.len(), mesh.triangles.len());
        self.budget.mesh(vertices.saturating_mul(copies), triangles.saturating_mul(copies), &place)?;
        match modifier {
            Modifier::Mirror(mirror) => {
                mirror.apply(mesh);
                polygons.reflected(mirror.reflections());
            }
            Modifier::Array(array) => {
                array.apply(mesh);
                polygons.repeated(mesh.triangles.len());
            }
            Modifier::Subdivision(subdivision) => subdivision.apply(mesh, polygons),
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

    /// Refuses a surface with more faces than the limit.
    fn check_faces(&self, faces: usize, object: &View<'_>) -> Result<(), ReadError> {
        if faces <= SUBDIVIDED_FACES_MAX {
            return Ok(());
        }
        Err(ReadError::new(
            format!("modifier SUBSURF of {}", object.id_name()),
            format!("makes {faces} faces; the limit is {SUBDIVIDED_FACES_MAX}"),
            "reduce its levels in the viewport, or switch it off there",
        ))
    }
}
