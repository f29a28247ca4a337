//! Joint configurations of armatures.

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// The configuration of one bone, relative to its rest pose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct BoneConfiguration {
    /// The rotation about the bone's own x, y and z. [rad] With one free axis it is an angle; with y and either x or
    /// z, two successive angles, y last; with x and z, or with all three, a rotation vector.
    pub turn: DVec3,
    /// The slide along the bone's own y. [m]
    pub slide: f64,
}

impl BoneConfiguration {
    /// The rest configuration.
    pub const REST: BoneConfiguration = BoneConfiguration { turn: DVec3::ZERO, slide: 0.0 };

    pub(crate) fn is_finite(&self) -> bool {
        self.turn.is_finite() && self.slide.is_finite()
    }
}

/// The configuration of all bones of an armature, in the order of the bones.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct JointConfiguration(pub Vec<BoneConfiguration>);
