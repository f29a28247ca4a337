//! One armature: its bones, how they stand, and where that puts them.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::{BonePosture, BoneSpec, Posture};
use crate::{JointKind, Pose, WorldError};

/// By what a node hangs on a bone of its parent.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Hook {
    pub(crate) bone: usize,
    pub(crate) bone_from_node: Pose,
}

/// Bones in a chain or a tree, in the frame of the node that they belong to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Armature {
    bones: Vec<BoneSpec>,
    /// Each at rest in what it continues, or in the armature.
    parent_from_rest: Vec<Pose>,
    posture: Posture,
    armature_from_bone: Vec<Pose>,
}

impl Armature {
    /// An armature in the posture that its bones start in. `name` is told in errors.
    pub(super) fn new(name: &str, bones: Vec<BoneSpec>) -> Result<Armature, WorldError> {
        for (index, bone) in bones.iter().enumerate() {
            let bad = |what: &str, value: &dyn std::fmt::Debug, allowed| {
                Err(WorldError::bad(name, format!("{what} of bone '{}'", bone.name), value, allowed))
            };
            if bones[..index].iter().any(|other| other.name == bone.name) {
                return bad("name", &bone.name, "a name that no other bone has");
            }
            if bone.parent.is_some_and(|parent| parent >= index) {
                return bad("parent", &bone.parent, "a bone that stands before it");
            }
            if !bone.is_usable() {
                return bad("a number", bone, "finite numbers and limits in order");
            }
        }
        let rest = |bone: &BoneSpec| bone.armature_from_rest.normalised().unwrap_or_default();
        let parent_from_rest = |bone: &BoneSpec| match bone.parent {
            Some(parent) => rest(&bones[parent]).inverse() * rest(bone),
            None => rest(bone),
        };
        let parent_from_rest = bones.iter().map(parent_from_rest).collect();
        let posture = Posture(bones.iter().map(|bone| bone.start).collect());
        let mut armature = Armature { bones, parent_from_rest, posture, armature_from_bone: Vec::new() };
        armature.armature_from_bone = armature.stand(&armature.posture);
        Ok(armature)
    }

    /// Its bones; parents stand before their children.
    pub fn bones(&self) -> &[BoneSpec] {
        &self.bones
    }

    /// The place of the bone of that name among the bones.
    pub fn find(&self, bone: &str) -> Option<usize> {
        self.bones.iter().position(|known| known.name == bone)
    }

    /// How its bones stand.
    pub fn posture(&self) -> &Posture {
        &self.posture
    }

    /// The value of the joint of a bone [rad or m]; zero for one that does not move.
    pub fn value(&self, bone: usize) -> f64 {
        self.value_in(&self.posture, bone)
    }

    /// As [`Armature::value`], in another posture.
    pub fn value_in(&self, posture: &Posture, bone: usize) -> f64 {
        let BonePosture { turn, slide } = posture.0[bone];
        match (self.bones[bone].joint_kind(), self.bones[bone].axis()) {
            (JointKind::Prismatic, _) => slide,
            (_, Some(axis)) => turn[axis],
            (_, None) => 0.0,
        }
    }

    /// Puts the value of the joint of a bone [rad or m] into a posture, as near as its limits allow.
    pub fn put(&self, posture: &mut Posture, bone: usize, value: f64) {
        let [low, high] = self.bones[bone].joint_limits();
        let value = value.clamp(low, high);
        match (self.bones[bone].joint_kind(), self.bones[bone].axis()) {
            (JointKind::Prismatic, _) => posture.0[bone].slide = value,
            (_, Some(axis)) => posture.0[bone].turn[axis] = value,
            (_, None) => {}
        }
    }

    /// Where a bone stands, by its head.
    pub fn armature_from_bone(&self, bone: usize) -> Pose {
        self.armature_from_bone[bone]
    }

    /// Where a bone ends: the axes are its own.
    pub fn armature_from_tail(&self, bone: usize) -> Pose {
        self.armature_from_bone[bone] * self.bone_from_tail(bone)
    }

    pub(super) fn bone_from_tail(&self, bone: usize) -> Pose {
        Pose::from_translation(DVec3::Y * self.bones[bone].length)
    }

    /// Where the bones stand in a posture, each by its head.
    pub fn stand(&self, posture: &Posture) -> Vec<Pose> {
        let mut stand: Vec<Pose> = Vec::with_capacity(self.bones.len());
        for index in 0..self.bones.len() {
            let carried = self.armature_from_carried(&stand, index);
            stand.push(carried * self.bones[index].carried_from_bone(posture.0[index]));
        }
        stand
    }

    /// Where the parent of a bone carries it, before its own joint.
    pub(super) fn armature_from_carried(&self, stand: &[Pose], bone: usize) -> Pose {
        match self.bones[bone].parent {
            Some(parent) => stand[parent] * self.parent_from_rest[bone],
            None => self.parent_from_rest[bone],
        }
    }

    pub(super) fn fits(&self, posture: &Posture) -> bool {
        posture.0.len() == self.bones.len() && posture.0.iter().all(BonePosture::is_finite)
    }

    /// Takes a posture that fits.
    pub(super) fn take(&mut self, posture: Posture) {
        self.armature_from_bone = self.stand(&posture);
        self.posture = posture;
    }

    /// Its numbers that can change, bit by bit.
    pub(crate) fn state_bits(&self, feed: &mut impl FnMut(u64)) {
        for bone in &self.posture.0 {
            bone.turn.to_array().into_iter().chain([bone.slide]).for_each(|number| feed(number.to_bits()));
        }
    }
}
