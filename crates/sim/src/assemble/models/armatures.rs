//! Armatures of models: bones, nodes attached to bones, and skins.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DAffine3, DMat3, DQuat, DVec3};
use morse_assets::model::{Armature, Bone, IkSettings, MeshId, Model, NodeKind};
use morse_world::{BoneConfiguration, BoneSpec, IkSolver, NodeId, Pose, Skin, World, WorldError};

use crate::assemble::models::selection::Piece;

/// Blender's constraint type for inverse kinematics.
const INVERSE_KINEMATICS: i32 = 3;
/// Blender's identifier of the legacy solver for inverse kinematics.
const LEGACY: i32 = 0;
/// Blender's identifier of inverse kinematics that keeps a distance from the target.
const DISTANCE: i32 = 1;
/// Rotations and translations in a file below this value are rounding errors of single precision. [rad or m]
const ROUNDING_MAX: f64 = 1e-5;

/// Skins of models, shared between nodes. The key consists of the model, its mesh, and its node with the bones. The
/// models are kept alive here because the key contains their addresses.
#[derive(Default)]
pub(in crate::assemble) struct Skins(BTreeMap<SkinKey, (Arc<Model>, Arc<Skin>)>);

type SkinKey = (usize, MeshId, Option<usize>);

/// Adds the bones of an armature node, attaches a node to its bone, and adds its skin.
pub(super) fn add_bones_and_skin(
    world: &mut World,
    skins: &mut Skins,
    model: &Arc<Model>,
    piece: &Piece<'_>,
    node: NodeId,
    node_from_mesh: DMat3,
) -> Result<(), WorldError> {
    if let NodeKind::Armature(id) = piece.node.kind
        && let Some(armature) = model.armatures.get(id.index())
    {
        world.add_armature(node, bones(armature, node_from_mesh))?;
        let is_legacy = armature.ik_solver == LEGACY;
        world.set_ik_solver(node, if is_legacy { IkSolver::Legacy } else { IkSolver::Itasc });
    }
    add_skin(world, skins, model, piece, node)?;
    let Some(bone) = &piece.node.parent_bone else { return Ok(()) };
    let Some(armature) = world.parent(node).and_then(|parent| world.armature(parent)) else { return Ok(()) };
    // As in Blender, a child of a missing bone is attached to the armature.
    if armature.find(bone).is_some() { world.attach_to_bone(node, bone) } else { Ok(()) }
}

/// Adds the skin of a mesh to its node, driven by the bones of its parent armature.
fn add_skin(
    world: &mut World,
    skins: &mut Skins,
    model: &Arc<Model>,
    piece: &Piece<'_>,
    node: NodeId,
) -> Result<(), WorldError> {
    let Some(mesh) = piece.node.mesh() else { return Ok(()) };
    let skin = model.meshes.get(mesh.index()).and_then(|mesh| mesh.skin.as_ref());
    let armature = world.parent(node).and_then(|parent| world.armature(parent));
    let (Some(skin), Some(armature)) = (skin, armature) else { return Ok(()) };
    // An invisible node needs no skin.
    if world.visuals(node).is_none_or(<[_]>::is_empty) {
        return Ok(());
    }
    let armature_of_model = piece.node.parent.map(|parent| parent.index());
    let key = (Arc::as_ptr(model) as usize, mesh, armature_of_model);
    if let Some((_, known)) = skins.0.get(&key) {
        return world.set_skin(node, Arc::clone(known));
    }
    let bones: Vec<Option<u16>> =
        skin.bones.iter().map(|bone| u16::try_from(armature.find(bone)?).ok()).collect();
    let share = |&(bone, share): &(u16, f32)| Some((bones.get(usize::from(bone)).copied()??, share));
    let shares = skin.shares.iter().map(|shares| shares.iter().filter_map(share).collect()).collect();
    let skin = Arc::new(Skin { shares });
    skins.0.insert(key, (Arc::clone(model), Arc::clone(&skin)));
    world.set_skin(node, skin)
}

fn bones(armature: &Armature, node_from_mesh: DMat3) -> Vec<BoneSpec> {
    let rest = |bone: &Bone| pose(&bone.armature_from_rest, node_from_mesh);
    let posed = |bone: &Bone| pose(&bone.armature_from_pose, node_from_mesh);
    let part = |x: f64| if x.abs() < ROUNDING_MAX { 0.0 } else { x };
    let mut specs: Vec<BoneSpec> = Vec::with_capacity(armature.bones.len());
    for bone in &armature.bones {
        let parent = bone.parent.and_then(|parent| Some((specs.get(parent)?, armature.bones.get(parent)?)));
        let (armature_from_carried, armature_from_rest) = match parent {
            Some((spec, parent)) => {
                let parent_from_rest = rest(parent).inverse() * rest(bone);
                (posed(parent) * parent_from_rest, spec.armature_from_rest * parent_from_rest)
            }
            None => (rest(bone), rest(bone)),
        };
        let carried_from_posed = armature_from_carried.inverse() * posed(bone);
        let ik = bone.constraints.iter().find(|constraint| constraint.kind == INVERSE_KINEMATICS);
        let spec = BoneSpec {
            name: bone.name.clone(),
            parent: bone.parent,
            armature_from_rest,
            armature_from_bind: rest(bone),
            length: (node_from_mesh * (bone.tail - bone.head)).length(),
            free: bone.ik.locked.map(|locked| !locked),
            limits: limits(&bone.ik),
            stretch: bone.ik.stretch,
            ik_chain: ik.map_or(0, |ik| usize::try_from(ik.chain_length).unwrap_or(0)),
            ik_target: ik.and_then(|ik| ik.target.clone()),
            ik_distance: ik.is_some_and(|ik| ik.ik_type == DISTANCE),
            start: BoneConfiguration::REST,
        };
        let start = spec.configuration_at(carried_from_posed);
        let turn = DVec3::from_array(start.turn.to_array().map(part));
        let start = BoneConfiguration { turn, slide: part(start.slide) };
        // No joint can move a bone away from its rest position, so the remaining offset becomes part of the rest pose.
        let moved = carried_from_posed.translation - DVec3::Y * start.slide;
        let moved = Pose::from_translation(DVec3::from_array(moved.to_array().map(part)));
        specs.push(BoneSpec { start, armature_from_rest: armature_from_rest * moved, ..spec });
    }
    specs
}

/// The pose of a bone without the scale of the armature, so that the directions of its axes are kept.
fn pose(armature_from_bone: &DAffine3, node_from_mesh: DMat3) -> Pose {
    let axes = armature_from_bone.matrix3;
    let rotation = DQuat::from_mat3(&DMat3::from_cols(
        axes.x_axis.normalize_or(DVec3::X),
        axes.y_axis.normalize_or(DVec3::Y),
        axes.z_axis.normalize_or(DVec3::Z),
    ));
    Pose { translation: node_from_mesh * armature_from_bone.translation, rotation: rotation.normalize() }
}

/// Limits about each axis. Includes limits that are not in force, because clients can query them. Omits limits that
/// were never set, which are zero.
fn limits(ik: &IkSettings) -> [Option<[f64; 2]>; 3] {
    std::array::from_fn(|axis| {
        let [low, high] = [ik.min[axis], ik.max[axis]];
        let counts = if ik.limited[axis] { low <= high } else { low < high };
        counts.then_some([low, high])
    })
}
