//! The ARMATURE modifier: the bones that move the vertices of a mesh.

use crate::formats::blend::import::armature::armature;
use crate::formats::blend::import::pose::Parenting;
use crate::formats::blend::view::{Structures, View};
use crate::model::{Mesh, Skin};

/// A vertex with a smaller sum of weights is not moved, as in Blender.
const SHARES_MIN: f32 = 1e-4;

/// A mesh with a skeleton. Bones move the vertices in the vertex groups with their names, as in the game engine. The
/// option to use bone envelopes is ignored, as in the game engine.
pub(crate) struct ArmatureModifier {
    /// The bones that move vertices, by name.
    bones: Vec<String>,
    /// For each vertex group of the object, the bone with its name.
    bone_of_group: Vec<Option<u16>>,
}

impl ArmatureModifier {
    /// Reads the modifier of an object.
    ///
    /// # Errors
    /// The reason if it is not supported.
    pub(crate) fn read(modifier: &View<'_>, object: &View<'_>) -> Result<ArmatureModifier, &'static str> {
        if modifier.address("object") != object.address("parent") {
            return Err("the mesh does not hang on the skeleton");
        }
        ArmatureModifier::of_parent(object)
    }

    /// The same for an object whose parent is an armature that deforms it.
    ///
    /// # Errors
    /// The reason if it is not supported.
    pub(crate) fn of_parent(object: &View<'_>) -> Result<ArmatureModifier, &'static str> {
        let parent = object.follow_as("parent", "Object");
        let skeleton =
            parent.and_then(|parent| Some(armature(&parent, &parent.follow_as("data", "bArmature")?)));
        let skeleton = skeleton.ok_or("its skeleton is not in the file")?;
        if Parenting::of(object) == Parenting::Bone {
            return Err("the mesh hangs on one bone");
        }
        let bones: Vec<String> =
            skeleton.bones.into_iter().filter(|bone| bone.deforms).map(|bone| bone.name).collect();
        let bone_of = |group: View<'_>| {
            let name = group.text("name");
            bones.iter().position(|bone| *bone == name).and_then(|bone| u16::try_from(bone).ok())
        };
        // Since Blender 3.0 the mesh holds the names.
        let of_object = object.list("defbase");
        let of_mesh = || object.follow_as("data", "Mesh").map(|mesh| mesh.list("vertex_group_names"));
        let groups = if of_object.is_empty() { of_mesh().unwrap_or_default() } else { of_object };
        let bone_of_group = groups.into_iter().map(bone_of).collect();
        Ok(ArmatureModifier { bones, bone_of_group })
    }

    /// Gives the mesh its skin, if bones move any of its vertices.
    pub(crate) fn apply(&self, mesh: &mut Mesh, data: &View<'_>) {
        let mut shares = vec![Vec::new(); mesh.vertices.len()];
        if let Some(rows) = weights_of(data) {
            for (shares, bytes) in shares.iter_mut().zip(rows.take(mesh.vertices.len())) {
                *shares = self.shares(&View { layout: rows.layout, bytes, ..*data });
            }
        }
        if shares.iter().any(|shares| !shares.is_empty()) {
            mesh.skin = Some(Skin { bones: self.bones.clone(), shares });
        }
    }

    /// The weights of bones for one vertex.
    fn shares(&self, vertex: &View<'_>) -> Vec<(u16, f32)> {
        let count = usize::try_from(vertex.int("totweight")).unwrap_or(0);
        let weights = vertex.array("dw", "MDeformWeight");
        let weights = weights.into_iter().flat_map(|weights| {
            weights.take(count).map(move |bytes| View { layout: weights.layout, bytes, ..*vertex })
        });
        let mut shares: Vec<(u16, f32)> = weights
            .filter_map(|weight| {
                let group = usize::try_from(weight.int("def_nr")).ok()?;
                Some((self.bone_of_group.get(group).copied()??, weight.float("weight") as f32))
            })
            .filter(|(_, share)| share.is_finite() && *share > 0.0)
            .collect();
        let sum: f32 = shares.iter().map(|(_, share)| share).sum();
        if sum < SHARES_MIN {
            return Vec::new();
        }
        shares.iter_mut().for_each(|(_, share)| *share /= sum);
        shares
    }
}

/// The weights of the vertices of a mesh.
fn weights_of<'a>(data: &View<'a>) -> Option<Structures<'a>> {
    /// Type of the layer that holds them.
    const WEIGHTS: i64 = 2;
    data.array("dvert", "MDeformVert").or_else(|| {
        let layers = data.nested("vdata")?.views("layers", "CustomDataLayer");
        layers.iter().find(|layer| layer.int("type") == WEIGHTS)?.array("data", "MDeformVert")
    })
}

#[cfg(test)]
mod tests {
    use crate::Warnings;
    use crate::formats::blend::read_alone;
    use crate::formats::blend::sample::Value::*;
    use crate::formats::blend::sample::{Sample, Value};
    use crate::model::Model;

    const MESH: i64 = 1;
    const ARMATURE: i64 = 25;
    const PARENT_IS_SKELETON: i64 = 4;

    /// A rod of three vertices in the groups `lower` and `upper`, and an unknown group, below a skeleton with bones
    /// of these two names. `more` are extra fields of the object, `modifier` those of its modifier.
    fn rod(more: &[(&str, Value<'_>)], modifier: &[(&str, Value<'_>)]) -> Vec<u8> {
        let mut sample = Sample::new(8);
        sample.block(
            "OB",
            "Object",
            0x100,
            &[("id.name", Text("OBskeleton")), ("type", Int(ARMATURE)), ("data", Pointer(0x200))],
        );
        let bones = [("bonebase.first", Pointer(0x210)), ("bonebase.last", Pointer(0x220))];
        sample.block("AR", "bArmature", 0x200, &bones);
        for (address, next, name) in [(0x210, 0x220, "lower"), (0x220, 0, "upper")] {
            sample.block("DATA", "Bone", address, &[("next", Pointer(next)), ("name", Text(name))]);
        }
        let mut object = vec![
            ("id.name", Text("OBrod")),
            ("type", Int(MESH)),
            ("data", Pointer(0x400)),
            ("parent", Pointer(0x100)),
            ("defbase.first", Pointer(0x310)),
        ];
        object.extend(more.iter().map(|(name, value)| (*name, *value)));
        sample.block("OB", "Object", 0x300, &object);
        for (address, next, name) in
            [(0x310, 0x320, "upper"), (0x320, 0x330, "elsewhere"), (0x330, 0, "lower")]
        {
            sample.block("DATA", "bDeformGroup", address, &[("next", Pointer(next)), ("name", Text(name))]);
        }
        let mut fields = vec![("modifier.mode", Int(1)), ("object", Pointer(0x100))];
        fields.extend(modifier.iter().map(|(name, value)| (*name, *value)));
        sample.block("DATA", "ArmatureModifierData", 0x350, &fields);
        let mesh = [
            ("id.name", Text("MErod")),
            ("mvert", Pointer(0x410)),
            ("dvert", Pointer(0x420)),
            ("totvert", Int(3)),
        ];
        sample.block("ME", "Mesh", 0x400, &mesh);
        sample.blocks_of("DATA", "MVert", 0x410, &[&[], &[], &[]]);
        let weights = |address, count| [("dw", Pointer(address)), ("totweight", Int(count))];
        sample.blocks_of(
            "DATA",
            "MDeformVert",
            0x420,
            &[&weights(0x430, 3), &weights(0x440, 1), &weights(0xbad, 7)],
        );
        let weight = |group, weight: &'static [f32]| [("def_nr", Int(group)), ("weight", Floats(weight))];
        sample.blocks_of(
            "DATA",
            "MDeformWeight",
            0x430,
            &[&weight(0, &[0.2]), &weight(1, &[0.9]), &weight(2, &[0.6])],
        );
        sample.blocks_of("DATA", "MDeformWeight", 0x440, &[&weight(9, &[1.0])]);
        sample.bytes()
    }

    fn read(bytes: &[u8]) -> (Model, String) {
        let mut warnings = Warnings::default();
        let model = read_alone(bytes, &mut warnings).unwrap();
        (model, warnings.into_messages().join("\n"))
    }

    const MODIFIED: [(&str, Value<'_>); 2] =
        [("modifiers.first", Pointer(0x350)), ("modifiers.last", Pointer(0x350))];

    #[test]
    fn shares_add_up_to_one_and_go_by_the_names_of_bones() {
        let stretched = [("partype", Int(PARENT_IS_SKELETON))];
        for bytes in [rod(&MODIFIED, &[]), rod(&stretched, &[])] {
            let (model, warnings) = read(&bytes);
            let skin = model.meshes[0].skin.as_ref().unwrap();
            assert_eq!(skin.bones, ["lower", "upper"]);
            assert_eq!(skin.shares[1..], [vec![], vec![]]);
            let [(1, upper), (0, lower)] = skin.shares[0][..] else { panic!("{:?}", skin.shares) };
            assert!((upper - 0.25).abs() < 1e-6 && (lower - 0.75).abs() < 1e-6, "{upper} {lower}");
            assert_eq!(warnings, "");
        }
    }

    #[test]
    fn an_unsupported_modifier_is_reported_with_the_reason() {
        let no_groups = [&MODIFIED[..], &[("defbase.first", Pointer(0))]].concat();
        let on_bone = [&MODIFIED[..], &[("partype", Int(7))]].concat();
        for (more, modifier, why) in [
            (&MODIFIED[..], ("object", Pointer(0x300)), "does not hang on the skeleton"),
            (&on_bone[..], ("object", Pointer(0x100)), "hangs on one bone"),
            (&no_groups[..], ("object", Pointer(0x100)), "no vertex is in a group of a bone"),
        ] {
            let (model, warnings) = read(&rod(more, &[modifier]));
            assert_eq!(model.meshes[0].skin, None);
            assert!(warnings.contains("ARMATURE is not applied") && warnings.contains(why), "{warnings}");
        }
    }
}
