//! Skeletons: a node for each bone, and a skin that lists them.

use std::collections::BTreeMap;

use glam::DAffine3;
use serde_json::{Value, json};

use crate::formats::gltf::write::Export;
use crate::formats::gltf::write::nodes::place;
use crate::model::{Bone, NodeId, NodeKind};

/// Blender's number of the constraint for inverse kinematics.
const IK: i32 = 3;

/// Number of the node of each bone, and its pose in the armature, by the node of the armature and its name.
pub(super) type BoneNodes<'m> = BTreeMap<(NodeId, &'m str), (usize, DAffine3)>;

impl<'m> Export<'m> {
    /// Adds the bones of all armatures behind the other nodes.
    pub(super) fn bones(
        &mut self,
        nodes: &mut Vec<Value>,
        children: &mut Vec<Vec<usize>>,
    ) -> (BoneNodes<'m>, Vec<Value>) {
        let model = self.model;
        let (mut found, mut skins) = (BoneNodes::new(), Vec::new());
        for (id, node) in model.nodes() {
            let NodeKind::Armature(armature) = node.kind else { continue };
            let armature = &model.armatures[armature.index()];
            let first = nodes.len();
            for (index, bone) in armature.bones.iter().enumerate() {
                let above = bone.parent.map(|parent| armature.bones[parent].armature_from_pose);
                let parent_from_bone = above.unwrap_or_default().inverse() * bone.armature_from_pose;
                let mut value = json!({"name": bone.name, "extras": {"morse_joint": joint(bone)}});
                place(&mut value, &parent_from_bone);
                nodes.push(value);
                children.push(Vec::new());
                children[bone.parent.map_or(id.index(), |parent| first + parent)].push(first + index);
                found.insert((id, bone.name.as_str()), (first + index, bone.armature_from_pose));
            }
            if !armature.bones.is_empty() {
                let joints: Vec<usize> = (first..nodes.len()).collect();
                skins.push(json!({"name": armature.name, "joints": joints}));
            }
            if armature.bones.iter().any(|bone| bone.constraints.iter().any(|one| one.target.is_some())) {
                self.omit("targets of inverse kinematics are left out", &node.name);
            }
        }
        (found, skins)
    }
}

/// The record `morse_joint` of a bone.
fn joint(bone: &Bone) -> Value {
    let names = ['x', 'y', 'z'];
    let ik = &bone.ik;
    let dof: Vec<char> = (0..3).filter(|&axis| !ik.locked[axis]).map(|axis| names[axis]).collect();
    let limited = (0..3).find(|&axis| ik.limited[axis] && !ik.locked[axis]);
    let mut record = json!({"kind": "free", "dof": dof, "length": bone.length});
    if ik.stretch > 0.0 {
        record["kind"] = json!("prismatic");
        record["limits"] = json!([0.0, ik.stretch]);
    } else if let Some(axis) = limited {
        record["kind"] = json!("revolute");
        record["axis"] = json!(names[axis]);
        record["limits"] = json!([ik.min[axis], ik.max[axis]]);
    }
    if bone.constraints.iter().any(|constraint| constraint.kind == IK && constraint.target.is_none()) {
        record["ik"] = json!(true);
    }
    record
}
