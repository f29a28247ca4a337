//! Skeletons: bones from the armature data, limits and pose from the object.

use std::collections::{BTreeMap, BTreeSet};

use glam::DAffine3;

use crate::formats::blend::view::View;
use crate::model::{Armature, Bone, BoneConstraint, IkSettings};

const LOCK: [i64; 3] = [1, 2, 4];
const LIMIT: [i64; 3] = [8, 16, 32];
/// Bit of `flag` of a bone that deforms no vertices.
const NO_DEFORM: i64 = 1 << 12;
const INVERSE_KINEMATICS: i64 = 3;

/// The skeleton of an object.
pub(super) fn armature(object: &View<'_>, data: &View<'_>) -> Armature {
    let pose = object.follow_as("pose", "bPose");
    let channels = pose.map(|pose| pose.list("chanbase")).unwrap_or_default();
    let channels: BTreeMap<String, View<'_>> =
        channels.into_iter().map(|channel| (channel.text("name"), channel)).collect();
    let mut bones: Vec<Bone> = Vec::new();
    // Stack of bones still to be read; the next one is the last.
    let mut waiting: Vec<(View<'_>, Option<usize>)> =
        data.list("bonebase").into_iter().rev().map(|bone| (bone, None)).collect();
    let mut seen = BTreeSet::new();
    while let Some((view, parent)) = waiting.pop() {
        if !seen.insert(view.block) {
            continue;
        }
        let place = bones.len();
        bones.push(bone(&view, parent, &channels));
        waiting.extend(view.list("childbase").into_iter().rev().map(|child| (child, Some(place))));
    }
    Armature { name: data.id_name(), bones, ik_solver: pose.map_or(0, |pose| pose.int("iksolver") as i32) }
}

fn bone(bone: &View<'_>, parent: Option<usize>, channels: &BTreeMap<String, View<'_>>) -> Bone {
    let name = bone.text("name");
    let head = bone.vector("arm_head");
    // The matrix of a bone contains its rotation only.
    let mut rest = bone.matrix("arm_mat");
    rest.translation = head;
    let channel = channels.get(&name);
    let posed = channel.map(|channel| channel.matrix("pose_mat"));
    let is_pose = |matrix: &DAffine3| matrix.is_finite() && matrix.matrix3.determinant() != 0.0;
    Bone {
        parent,
        head,
        tail: bone.vector("arm_tail"),
        roll: bone.float("arm_roll"),
        length: bone.float("length"),
        armature_from_rest: rest,
        armature_from_pose: posed.filter(is_pose).unwrap_or(rest),
        deforms: !bone.bit("flag", NO_DEFORM),
        rotation_mode: channel.map_or(0, |channel| channel.int("rotmode") as i32),
        ik: channel.map(ik_settings).unwrap_or_default(),
        constraints: channel.map(|channel| constraints(channel)).unwrap_or_default(),
        name,
    }
}

fn constraints(channel: &View<'_>) -> Vec<BoneConstraint> {
    let constraints = channel.list("constraints").into_iter().map(|constraint| {
        let kind = constraint.int("type");
        let data = constraint.follow("data").filter(|_| kind == INVERSE_KINEMATICS);
        BoneConstraint {
            name: constraint.text("name"),
            kind: kind as i32,
            target: data.and_then(|data| data.follow_as("tar", "Object")).map(|target| target.id_name()),
            target_bone: data.map(|data| data.text("subtar")).filter(|bone| !bone.is_empty()),
            chain_length: data.map_or(0, |data| data.int("rootbone") as i32),
            ik_type: data.map_or(0, |data| data.int("type") as i32),
        }
    });
    constraints.collect()
}

fn ik_settings(channel: &View<'_>) -> IkSettings {
    IkSettings {
        locked: LOCK.map(|bit| channel.bit("ikflag", bit)),
        limited: LIMIT.map(|bit| channel.bit("ikflag", bit)),
        min: channel.floats("limitmin"),
        max: channel.floats("limitmax"),
        stretch: channel.float("ikstretch"),
    }
}
