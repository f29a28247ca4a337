//! Poses as stored by the world, for observers that copy them and process the copies on other threads.

use glam::DQuat;

use crate::Pose;

/// The pose of a node as stored by the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoredPose {
    /// The pose in the world for a node that physics or a user places, otherwise the pose in its parent.
    pub pose: Pose,
    /// Whether `pose` is the pose in the world.
    pub is_in_world: bool,
    /// Visual rotation about the node's own z axis, not included in `pose`. [rad]
    pub angle_rad: f64,
}

impl StoredPose {
    /// Creates a pose in the world without visual rotation.
    #[must_use]
    pub fn in_world(pose: Pose) -> StoredPose {
        StoredPose { pose, is_in_world: true, angle_rad: 0.0 }
    }

    /// The pose with the visual rotation applied.
    #[must_use]
    pub fn turned(&self) -> Pose {
        match self.angle_rad {
            0.0 => self.pose,
            angle => self.pose * Pose { rotation: DQuat::from_rotation_z(angle), ..Pose::IDENTITY },
        }
    }
}
