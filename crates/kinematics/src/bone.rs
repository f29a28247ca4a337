//! Bones: rest pose, degrees of freedom and limits.

use std::f64::consts::PI;

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use crate::BoneConfiguration;
use crate::rotation;
use morse_geometry::Pose;

use crate::JointKind;

/// A bone. Its frame has its origin at the head and +y towards the tail.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoneSpec {
    /// Name, unique in the armature. The joint at the bone's head has the same name.
    pub name: String,
    /// Index of the parent bone, which comes before this one in the list.
    pub parent: Option<usize>,
    /// Rest pose in the armature frame.
    pub armature_from_rest: Pose,
    /// Bind pose for skins, in the armature frame.
    pub armature_from_bind: Pose,
    /// Distance from head to tail. [m]
    pub length: f64,
    /// Whether the bone can rotate about its own x, y and z.
    pub free: [bool; 3],
    /// Lowest and highest angle about each axis, where limited. [rad]
    pub limits: [Option<[f64; 2]>; 3],
    /// Maximum slide along its own y. A bone with a value above zero is prismatic. [m]
    pub stretch: f64,
    /// The number of bones that inverse kinematics moves for a goal at its tail, counted from this bone towards the
    /// root; 0 for all.
    pub ik_chain: usize,
    /// Name of the object that the bone's tail follows by inverse kinematics, if the model defines one.
    pub ik_target: Option<String>,
    /// Whether the model defines an inverse kinematics constraint that keeps the tail at a distance from a target.
    /// Such a constraint may have no target initially.
    pub ik_distance: bool,
    /// Initial configuration.
    pub start: BoneConfiguration,
}

impl BoneSpec {
    /// Creates a fixed bone at the origin of the armature.
    pub fn new(name: impl Into<String>) -> BoneSpec {
        BoneSpec {
            name: name.into(),
            parent: None,
            armature_from_rest: Pose::IDENTITY,
            armature_from_bind: Pose::IDENTITY,
            length: 0.0,
            free: [false; 3],
            limits: [None; 3],
            stretch: 0.0,
            ik_chain: 0,
            ik_target: None,
            ik_distance: false,
            start: BoneConfiguration::REST,
        }
    }

    /// The kind of the joint at the bone's head: prismatic if the bone slides, revolute if it rotates about any axis,
    /// otherwise fixed.
    pub fn joint_kind(&self) -> JointKind {
        if self.stretch > 0.0 {
            JointKind::Prismatic
        } else if self.axis().is_some() {
            JointKind::Revolute
        } else {
            JointKind::Fixed
        }
    }

    /// The index of the joint's rotation axis: the first free axis of x, y, z. `None` for a bone that does not rotate.
    pub fn axis(&self) -> Option<usize> {
        self.free.iter().position(|&free| free)
    }

    /// The axes about which the bone rotates; all false for a prismatic bone.
    pub(crate) fn turns(&self) -> [bool; 3] {
        if self.stretch > 0.0 { [false; 3] } else { self.free }
    }

    /// Smallest and largest value of the joint [rad or m]: a full circle for a rotation without limits, zero for a
    /// fixed bone.
    pub fn joint_limits(&self) -> [f64; 2] {
        match (self.joint_kind(), self.axis()) {
            (JointKind::Prismatic, _) => [0.0, self.stretch],
            (_, Some(axis)) => self.limits[axis].unwrap_or([-PI, PI]),
            (_, None) => [0.0, 0.0],
        }
    }

    /// The configuration nearest to a given pose. The pose is relative to the rest pose in the frame of the parent.
    pub fn configuration_at(&self, carried_from_bone: Pose) -> BoneConfiguration {
        let turn = rotation::components(carried_from_bone.rotation, self.turns());
        let slide = if self.stretch > 0.0 { carried_from_bone.translation.y } else { 0.0 };
        BoneConfiguration { turn, slide }
    }

    /// The pose of the bone relative to its rest pose in the frame of its parent.
    pub(crate) fn carried_from_bone(&self, configuration: BoneConfiguration) -> Pose {
        let turns = self.turns();
        let rotation =
            if turns == [false; 3] { DQuat::IDENTITY } else { rotation::rotation(configuration.turn, turns) };
        Pose { translation: DVec3::Y * configuration.slide, rotation }
    }

    pub(crate) fn is_usable(&self) -> bool {
        let limits = self.limits.iter().flatten();
        self.armature_from_rest.normalized().is_some()
            && self.armature_from_bind.normalized().is_some()
            && self.length.is_finite()
            && self.stretch.is_finite()
            && self.start.is_finite()
            && limits.into_iter().all(|[low, high]| low.is_finite() && high.is_finite() && low <= high)
    }
}
