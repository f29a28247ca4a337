//! Bones: what they are at rest, and how they may move.

use std::f64::consts::PI;

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use super::posture::BonePosture;
use super::turning;
use crate::{JointKind, Pose};

/// A bone. Its own frame has the origin at its head and y along it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoneSpec {
    /// Unique name in its armature; the joint at its head has the same name.
    pub name: String,
    /// Index of the bone it continues, which stands before it.
    pub parent: Option<usize>,
    /// Its frame at rest, in that of the armature.
    pub armature_from_rest: Pose,
    /// Its frame in that of the armature where skins were stretched over it.
    pub armature_from_bind: Pose,
    /// From head to tail. [m]
    pub length: f64,
    /// Whether it turns about its own x, y and z.
    pub free: [bool; 3],
    /// Smallest and largest angle about each, where there are such. [rad]
    pub limits: [Option<[f64; 2]>; 3],
    /// How far it slides along its own y; more than zero makes it prismatic. [m]
    pub stretch: f64,
    /// How many bones move when inverse kinematics holds the end of this one somewhere, counted from it towards the
    /// root; 0 for all of them.
    pub ik_chain: usize,
    /// The name of what its end follows by inverse kinematics, where the model says so.
    pub ik_target: Option<String>,
    /// Whether inverse kinematics keeps its end at a distance from what it follows, as the model says; one that is to follow
    /// nothing yet waits for something.
    pub ik_distance: bool,
    /// How it stands at the start.
    pub start: BonePosture,
}

impl BoneSpec {
    /// A bone that does not move, at the origin of the armature.
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
            start: BonePosture::REST,
        }
    }

    /// How the joint at its head moves: prismatic when the bone slides, else revolute when it turns about any axis.
    pub fn joint_kind(&self) -> JointKind {
        if self.stretch > 0.0 {
            JointKind::Prismatic
        } else if self.axis().is_some() {
            JointKind::Revolute
        } else {
            JointKind::Fixed
        }
    }

    /// The axis about which its joint turns: the first that is free, of x, y, z; `None` for one that does not turn.
    pub fn axis(&self) -> Option<usize> {
        self.free.iter().position(|&free| free)
    }

    /// Axes about which it turns: none for one that slides.
    pub(super) fn turns(&self) -> [bool; 3] {
        if self.stretch > 0.0 { [false; 3] } else { self.free }
    }

    /// Smallest and largest value of its joint [rad or m]; a full circle for one that turns without limits, and zero for
    /// one that does not move.
    pub fn joint_limits(&self) -> [f64; 2] {
        match (self.joint_kind(), self.axis()) {
            (JointKind::Prismatic, _) => [0.0, self.stretch],
            (_, Some(axis)) => self.limits[axis].unwrap_or([-PI, PI]),
            (_, None) => [0.0, 0.0],
        }
    }

    /// The posture that stands nearest to a pose of the bone relative to where its parent carries it at rest.
    pub fn posture_at(&self, carried_from_bone: Pose) -> BonePosture {
        let turn = turning::components(carried_from_bone.rotation, self.turns());
        let slide = if self.stretch > 0.0 { carried_from_bone.translation.y } else { 0.0 };
        BonePosture { turn, slide }
    }

    /// Where the bone stands relative to where its parent carries it at rest.
    pub(super) fn carried_from_bone(&self, posture: BonePosture) -> Pose {
        let turns = self.turns();
        let rotation =
            if turns == [false; 3] { DQuat::IDENTITY } else { turning::rotation(posture.turn, turns) };
        Pose { translation: DVec3::Y * posture.slide, rotation }
    }

    pub(super) fn is_usable(&self) -> bool {
        let limits = self.limits.iter().flatten();
        self.armature_from_rest.normalised().is_some()
            && self.armature_from_bind.normalised().is_some()
            && self.length.is_finite()
            && self.stretch.is_finite()
            && self.start.is_finite()
            && limits.into_iter().all(|[low, high]| low.is_finite() && high.is_finite() && low <= high)
    }
}
