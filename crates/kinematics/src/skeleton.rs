//! Armatures: bones, their configuration, and forward kinematics.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use morse_geometry::Pose;

use crate::{BoneConfiguration, BoneSpec, IkSolver, JointConfiguration};

use crate::{JointKind, SkeletonError};

/// A chain or tree of bones. The armature frame is that of the node that it belongs to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Armature {
    bones: Vec<BoneSpec>,
    /// The rest pose of each bone in its parent's frame, or in the armature frame.
    parent_from_rest: Vec<Pose>,
    configuration: JointConfiguration,
    armature_from_bone: Vec<Pose>,
    ik_solver: IkSolver,
}

impl Armature {
    /// Creates an armature in the initial configuration of its bones.
    ///
    /// # Errors
    /// If two bones have the same name, a bone comes before its parent, or a number is invalid.
    pub fn new(bones: Vec<BoneSpec>) -> Result<Armature, SkeletonError> {
        for (index, bone) in bones.iter().enumerate() {
            let bad = |what: &str, value: &dyn std::fmt::Debug, allowed| {
                Err(SkeletonError {
                    what: format!("{what} of bone '{}'", bone.name),
                    value: format!("{value:?}"),
                    allowed,
                })
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
        let rest = |bone: &BoneSpec| bone.armature_from_rest.normalized().unwrap_or_default();
        let parent_from_rest = |bone: &BoneSpec| match bone.parent {
            Some(parent) => rest(&bones[parent]).inverse() * rest(bone),
            None => rest(bone),
        };
        let parent_from_rest = bones.iter().map(parent_from_rest).collect();
        let configuration = JointConfiguration(bones.iter().map(|bone| bone.start).collect());
        let armature_from_bone = Vec::new();
        let ik_solver = IkSolver::default();
        let mut armature = Armature { bones, parent_from_rest, configuration, armature_from_bone, ik_solver };
        armature.armature_from_bone = armature.bone_poses(&armature.configuration);
        Ok(armature)
    }

    /// The bones; parents come before their children.
    pub fn bones(&self) -> &[BoneSpec] {
        &self.bones
    }

    /// The solver that determines the weights of unreachable goals.
    pub fn ik_solver(&self) -> IkSolver {
        self.ik_solver
    }

    /// Sets the solver that determines the weights of unreachable goals.
    pub fn set_ik_solver(&mut self, ik_solver: IkSolver) {
        self.ik_solver = ik_solver;
    }

    /// The index of the bone with this name.
    pub fn find(&self, bone: &str) -> Option<usize> {
        self.bones.iter().position(|known| known.name == bone)
    }

    /// The current configuration.
    pub fn configuration(&self) -> &JointConfiguration {
        &self.configuration
    }

    /// The joint value of a bone [rad or m]; zero for a fixed bone.
    pub fn value(&self, bone: usize) -> f64 {
        self.value_in(&self.configuration, bone)
    }

    /// The joint value of a bone [rad or m] in the given configuration.
    pub fn value_in(&self, configuration: &JointConfiguration, bone: usize) -> f64 {
        let BoneConfiguration { turn, slide } = configuration.0[bone];
        match (self.bones[bone].joint_kind(), self.bones[bone].axis()) {
            (JointKind::Prismatic, _) => slide,
            (_, Some(axis)) => turn[axis],
            (_, None) => 0.0,
        }
    }

    /// Sets the joint value of a bone [rad or m] in a configuration, clamped to its limits.
    pub fn set_value_in(&self, configuration: &mut JointConfiguration, bone: usize, value: f64) {
        let [low, high] = self.bones[bone].joint_limits();
        let value = value.clamp(low, high);
        match (self.bones[bone].joint_kind(), self.bones[bone].axis()) {
            (JointKind::Prismatic, _) => configuration.0[bone].slide = value,
            (_, Some(axis)) => configuration.0[bone].turn[axis] = value,
            (_, None) => {}
        }
    }

    /// The current pose of a bone, at its head.
    pub fn armature_from_bone(&self, bone: usize) -> Pose {
        self.armature_from_bone[bone]
    }

    /// The current pose at the tail of a bone, with the axes of the bone.
    pub fn armature_from_tail(&self, bone: usize) -> Pose {
        self.armature_from_bone[bone] * self.bone_from_tail(bone)
    }

    pub(crate) fn bone_from_tail(&self, bone: usize) -> Pose {
        Pose::from_translation(DVec3::Y * self.bones[bone].length)
    }

    /// The poses of all bones in a configuration, at their heads.
    pub fn bone_poses(&self, configuration: &JointConfiguration) -> Vec<Pose> {
        let mut bone_poses: Vec<Pose> = Vec::with_capacity(self.bones.len());
        for index in 0..self.bones.len() {
            let carried = self.armature_from_carried(&bone_poses, index);
            bone_poses.push(carried * self.bones[index].carried_from_bone(configuration.0[index]));
        }
        bone_poses
    }

    /// The rest pose of a bone in the current frame of its parent.
    pub(crate) fn armature_from_carried(&self, bone_poses: &[Pose], bone: usize) -> Pose {
        match self.bones[bone].parent {
            Some(parent) => bone_poses[parent] * self.parent_from_rest[bone],
            None => self.parent_from_rest[bone],
        }
    }

    /// Whether a configuration has a finite value for each bone.
    pub fn fits(&self, configuration: &JointConfiguration) -> bool {
        configuration.0.len() == self.bones.len() && configuration.0.iter().all(BoneConfiguration::is_finite)
    }

    /// Sets the current configuration, for which [`Armature::fits`] must hold.
    pub fn set_configuration(&mut self, configuration: JointConfiguration) {
        self.armature_from_bone = self.bone_poses(&configuration);
        self.configuration = configuration;
    }

    /// Feeds the bits of its state to a hash function.
    pub fn state_bits(&self, feed: &mut impl FnMut(u64)) {
        for bone in &self.configuration.0 {
            bone.turn.to_array().into_iter().chain([bone.slide]).for_each(|number| feed(number.to_bits()));
        }
    }
}
