//! Joint configurations of armatures.

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// The configuration of one bone, relative to its rest pose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct BoneConfiguration {
    /// The rotation about its own x, y and z. One free axis: an angle. y after x or z: two successive angles. x with
    /// z, or all three: a rotation vector. [rad]
    pub turn: DVec3,
    /// The slide along its own y. [m]
    pub slide: f64,
}

impl BoneConfiguration {
    /// The rest configuration.
    pub const REST: BoneConfiguration = BoneConfiguration { turn: DVec3::ZERO, slide: 0.0 };

    pub(crate) fn is_finite(&self) -> bool {
        self.turn.is_finite() && self.slide.is_finite()
    }
}

/// The configuration of all bones of an armature, in their order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct JointConfiguration(pub Vec<BoneConfiguration>);
