//! Armatures of models: their bones, and what hangs on them.

use glam::{DAffine3, DMat3, DQuat, DVec3};
use morse_assets::model::{Armature, Bone, IkSettings, Model, NodeKind};
use morse_world::{BonePosture, BoneSpec, NodeId, Pose, World, WorldError};

use super::pieces::Piece;

/// Blender's number of constraints of inverse kinematics.
const INVERSE_KINEMATICS: i32 = 3;
/// Turns and slides of a file that are smaller than this are rounding of its single precision. [rad or m]
const NOTHING: f64 = 1e-5;

/// Gives the node of an armature its bones, and hangs the node of something that hangs on a bone there.
pub(super) fn equip(
    world: &mut World,
    model: &Model,
    piece: &Piece<'_>,
    node: NodeId,
    node_from_mesh: DMat3,
) -> Result<(), WorldError> {
    if let NodeKind::Armature(id) = piece.node.kind
        && let Some(armature) = model.armatures.get(id.index())
    {
        world.add_armature(node, bones(armature, node_from_mesh))?;
    }
    let Some(bone) = &piece.node.parent_bone else { return Ok(()) };
    let Some(armature) = world.parent(node).and_then(|parent| world.armature(parent)) else { return Ok(()) };
    // As in Blender, what hangs on a bone that is gone hangs on the armature.
    if armature.find(bone).is_some() { world.hang_on_bone(node, bone) } else { Ok(()) }
}

fn bones(armature: &Armature, node_from_mesh: DMat3) -> Vec<BoneSpec> {
    let rest = |bone: &Bone| pose(&bone.armature_from_rest, node_from_mesh);
    let posed = |bone: &Bone| pose(&bone.armature_from_pose, node_from_mesh);
    let part = |x: f64| if x.abs() < NOTHING { 0.0 } else { x };
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
        let spec = BoneSpec {
            name: bone.name.clone(),
            parent: bone.parent,
            armature_from_rest,
            length: (node_from_mesh * (bone.tail - bone.head)).length(),
            free: bone.ik.locked.map(|locked| !locked),
            limits: limits(&bone.ik),
            stretch: bone.ik.stretch,
            ik_chain: ik_chain(bone),
            start: BonePosture::REST,
        };
        let start = spec.posture_at(carried_from_posed);
        let turn = DVec3::from_array(start.turn.to_array().map(part));
        let start = BonePosture { turn, slide: part(start.slide) };
        // Where somebody moved a bone away from its rest, no joint moves it back.
        let moved = carried_from_posed.translation - DVec3::Y * start.slide;
        let moved = Pose::from_translation(DVec3::from_array(moved.to_array().map(part)));
        specs.push(BoneSpec { start, armature_from_rest: armature_from_rest * moved, ..spec });
    }
    specs
}

/// A frame of a bone, whose axes keep their directions whatever size the armature is shown in.
fn pose(armature_from_bone: &DAffine3, node_from_mesh: DMat3) -> Pose {
    let axes = armature_from_bone.matrix3;
    let rotation = DQuat::from_mat3(&DMat3::from_cols(
        axes.x_axis.normalize_or(DVec3::X),
        axes.y_axis.normalize_or(DVec3::Y),
        axes.z_axis.normalize_or(DVec3::Z),
    ));
    Pose { translation: node_from_mesh * armature_from_bone.translation, rotation: rotation.normalize() }
}

/// How many bones the first constraint of inverse kinematics moves.
fn ik_chain(bone: &Bone) -> usize {
    let constraint = bone.constraints.iter().find(|constraint| constraint.kind == INVERSE_KINEMATICS);
    constraint.and_then(|constraint| usize::try_from(constraint.chain_length).ok()).unwrap_or(0)
}

/// Limits about each axis. Those that are not in force are told to clients all the same, and so they count; but not
/// the ones that nobody ever set, which are zero.
fn limits(ik: &IkSettings) -> [Option<[f64; 2]>; 3] {
    std::array::from_fn(|axis| {
        let [low, high] = [ik.min[axis], ik.max[axis]];
        let counts = if ik.limited[axis] { low <= high } else { low < high };
        counts.then_some([low, high])
    })
}
