//! Poses as they are stored: whoever shows them elsewhere copies them, and computes with them on another thread.

use glam::DQuat;

use crate::Pose;

/// Where a node is, as the world stores it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoredPose {
    /// The pose in the world of a node that physics or a user places; else that in its parent.
    pub pose: Pose,
    /// Whether `pose` is in the world.
    pub is_in_world: bool,
    /// Rotation about its own Z axis, which comes on top. [rad]
    pub angle_rad: f64,
}

impl StoredPose {
    /// A pose in the world.
    #[must_use]
    pub fn in_world(pose: Pose) -> StoredPose {
        StoredPose { pose, is_in_world: true, angle_rad: 0.0 }
    }

    /// The pose with the rotation.
    #[must_use]
    pub fn turned(&self) -> Pose {
        match self.angle_rad {
            0.0 => self.pose,
            angle => self.pose * Pose { rotation: DQuat::from_rotation_z(angle), ..Pose::IDENTITY },
        }
    }
}
