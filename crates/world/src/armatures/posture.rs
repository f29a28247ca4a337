//! Postures: how the bones of an armature stand.

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// How one bone stands, relative to its rest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct BonePosture {
    /// Its turn about its own x, y and z. One free axis: an angle. y after x or z: two angles in a row. x with z, or all
    /// three: a rotation vector. [rad]
    pub turn: DVec3,
    /// How far it has slid along its own y. [m]
    pub slide: f64,
}

impl BonePosture {
    /// As at rest.
    pub const REST: BonePosture = BonePosture { turn: DVec3::ZERO, slide: 0.0 };

    pub(super) fn is_finite(&self) -> bool {
        self.turn.is_finite() && self.slide.is_finite()
    }
}

/// How all bones of an armature stand, in their order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Posture(pub Vec<BonePosture>);
