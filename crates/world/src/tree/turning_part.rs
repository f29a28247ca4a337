//! Descriptions of model parts that turn about an axis, such as visual wheels and the parts of a pan-tilt unit. Programs that
//! list the joints of a robot use them; the poses of the nodes hold the current angles.

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use crate::{NodeId, Pose, normalise_angle};

/// The description of a part that turns about one axis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TurningPart {
    /// Display name; may differ from the name of the node.
    pub name: String,
    /// The node of the object to which the part belongs.
    pub owner: NodeId,
    /// The axis in the frame of the part; unit vector.
    pub axis: DVec3,
    /// The pose in the parent at angle zero.
    pub parent_from_zero: Pose,
    /// Lowest and highest angle; `None` for unlimited rotation. [rad]
    pub limits: Option<[f64; 2]>,
}

impl TurningPart {
    /// The angle within ±π for a pose in the parent. [rad]
    #[must_use]
    pub fn angle(&self, parent_from_part: Pose) -> f64 {
        angle_about(self.axis, self.parent_from_zero.rotation.inverse() * parent_from_part.rotation)
    }
}

/// The angle of a rotation about an axis, within ±π. Rotation about other axes is ignored. [rad]
#[must_use]
pub fn angle_about(axis: DVec3, rotation: DQuat) -> f64 {
    normalise_angle(2.0 * libm::atan2(rotation.xyz().dot(axis), rotation.w))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NodeSpec, PhysicsSettings, World};

    #[test]
    fn angle_is_measured_about_the_axis_from_zero_and_is_saved() {
        let mut world = World::new(PhysicsSettings::default());
        let robot = world.add_node(NodeSpec::new("robot")).unwrap();
        let zero =
            Pose { rotation: DQuat::from_euler(glam::EulerRot::XYZ, 1.5, 0.2, -0.4), ..Pose::IDENTITY };
        let wheel = world.add_node(NodeSpec::new("wheel").on(robot).at(zero)).unwrap();
        assert_eq!(world.turning_part(wheel), None);
        let part = TurningPart {
            name: "left wheel".to_owned(),
            owner: robot,
            axis: DVec3::NEG_Z,
            parent_from_zero: world.parent_from(wheel),
            limits: None,
        };
        world.set_turning_part(wheel, part.clone());
        let angle = |world: &World| world.turning_part(wheel).unwrap().angle(world.parent_from(wheel));
        assert!(angle(&world).abs() < 1e-12);
        world.rotate_about_z(wheel, -2.0);
        assert!((angle(&world) - 2.0).abs() < 1e-12);
        world.rotate_about_z(wheel, -2.0);
        assert!((angle(&world) - (4.0 - std::f64::consts::TAU)).abs() < 1e-12);
        let saved = world.save().unwrap();
        let mut other = World::new(PhysicsSettings::default());
        other.restore(&saved).unwrap();
        assert_eq!(other.turning_part(wheel), Some(&part));
    }
}
