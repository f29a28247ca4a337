//! Poses as they are stored: whoever shows them elsewhere copies them, and computes with them on another thread.

use glam::DQuat;

use crate::{NodeId, Pose, World};

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

impl World {
    /// Where a node is, without any computation.
    #[must_use]
    pub fn stored_pose(&self, id: NodeId) -> StoredPose {
        self.tree.stored_pose(id)
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::{NodeSpec, PhysicsSettings};

    #[test]
    fn stored_poses_are_those_that_are_computed() {
        let mut world = World::new(PhysicsSettings::default());
        let at = |x| Pose::from_translation(DVec3::new(x, 0.0, 0.5));
        let robot = world.add_node(NodeSpec::new("robot").at(at(1.0))).unwrap();
        let wheel = world.add_node(NodeSpec::new("wheel").on(robot).at(at(0.5))).unwrap();
        world.rotate_about_z(wheel, 0.3);
        assert_eq!(world.stored_pose(robot), StoredPose::in_world(at(1.0)));
        let stored = world.stored_pose(wheel);
        assert!(!stored.is_in_world && stored.angle_rad > 0.29);
        assert_eq!(stored.turned(), world.parent_from(wheel));
    }
}
