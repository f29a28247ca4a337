//! The wheels of a robot from a file, as joints: their places, their radius and their distance.

use morse_sim::prelude::*;
use morse_world::{JointId, JointKind, NodeId, RayKind, World};

use crate::common::model_parts::robot_joints;
use crate::common::model_parts::robot_joints::RobotJoint;

/// Smallest component of the axis of a wheel across the robot.
const ACROSS: f64 = 0.9;

/// The wheels of a differential drive, as properties of a component.
#[derive(Clone, PropertyGroup, Serialize, Deserialize)]
pub(crate) struct WheelProperties {
    /// Names of the joints of the left wheels, with commas between them.
    #[property(name = "LeftWheels", default = String::new())]
    pub(crate) left: String,
    /// Names of the joints of the right wheels, with commas between them.
    #[property(name = "RightWheels", default = String::new())]
    pub(crate) right: String,
    /// Distance between the left and the right wheels; 0 measures it in the file. [m]
    #[property(name = "WheelSeparation", default = 0.0, min = 0, max = 1000)]
    pub(crate) separation_m: f64,
    /// Radius of the wheels; 0 measures it in the file. [m]
    #[property(name = "WheelRadius", default = 0.0, min = 0, max = 1000)]
    pub(crate) radius_m: f64,
}

/// The joint of a wheel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Wheel {
    pub(crate) joint: JointId,
    /// 1 if a positive velocity drives forward, else -1.
    pub(crate) forward: f64,
    /// Position of its center in the frame of the robot at the start, forward and to the left. [m]
    pub(crate) place_m: [f64; 2],
}

/// The wheels of a differential drive.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct WheelJoints {
    pub(crate) left: Vec<Wheel>,
    pub(crate) right: Vec<Wheel>,
    /// Radius of the wheels. [m]
    pub(crate) radius_m: f64,
    /// Distance between the left and the right wheels. [m]
    pub(crate) separation_m: f64,
}

impl WheelJoints {
    /// Finds the wheels of a robot.
    ///
    /// # Errors
    /// If a side has no wheel, a name is unknown, a joint does not turn about an axis across the robot, or a dimension is not
    /// given and cannot be measured.
    pub(crate) fn find(
        world: &World,
        robot: NodeId,
        wheels: &WheelProperties,
    ) -> Result<WheelJoints, SetupError> {
        let (left, left_places) = side(world, robot, &wheels.left, "LeftWheels")?;
        let (right, right_places) = side(world, robot, &wheels.right, "RightWheels")?;
        let mean = |places: &[Place], of: fn(&Place) -> f64| {
            places.iter().map(of).sum::<f64>() / places.len() as f64
        };
        let apart = mean(&left_places, |place| place.y_m) - mean(&right_places, |place| place.y_m);
        let separation_m = if wheels.separation_m > 0.0 { wheels.separation_m } else { apart };
        if apart <= 0.0 {
            return Err(SetupError::Invalid(format!(
                "its left wheels ({}) are not to the left of its right wheels ({}): exchange them",
                wheels.left, wheels.right
            )));
        }
        let measured = mean(&[left_places, right_places].concat(), |place| place.radius_m);
        let radius_m = if wheels.radius_m > 0.0 { wheels.radius_m } else { measured };
        if radius_m <= 0.0 {
            return Err(SetupError::Missing(
                "its wheels have no collision shapes to measure: set the property WheelRadius".to_owned(),
            ));
        }
        Ok(WheelJoints { left, right, radius_m, separation_m })
    }

    /// Angular velocities of the left and the right wheels for a forward speed [m/s] and a turn rate [rad/s]. [rad/s]
    pub(crate) fn rates(&self, v: f64, w: f64) -> [f64; 2] {
        [-0.5, 0.5].map(|side| (v + side * w * self.separation_m) / self.radius_m)
    }

    /// The distance that the wheels of each side have rolled, forward positive. [m]
    pub(crate) fn rolled(&self, world: &World) -> [f64; 2] {
        [&self.left, &self.right].map(|wheels| {
            let turned =
                wheels.iter().map(|wheel| wheel.forward * world.joint_position(wheel.joint)).sum::<f64>();
            turned / wheels.len().max(1) as f64 * self.radius_m
        })
    }
}

/// The place of a wheel in its robot.
#[derive(Clone, Copy)]
struct Place {
    /// Position to the left. [m]
    y_m: f64,
    /// Radius of its shapes; 0 without shapes. [m]
    radius_m: f64,
}

fn side(
    world: &World,
    robot: NodeId,
    names: &str,
    property: &str,
) -> Result<(Vec<Wheel>, Vec<Place>), SetupError> {
    let known = robot_joints::named(world, robot, "")?;
    if names.split(',').all(|name| name.trim().is_empty()) {
        let known: Vec<&str> = known.iter().map(|joint| joint.name.as_str()).collect();
        return Err(SetupError::Missing(format!(
            "its property {property} must name the joints of its wheels; the joints are {}",
            known.join(", ")
        )));
    }
    let joints = robot_joints::named(world, robot, names)?;
    let found: Result<Vec<_>, SetupError> =
        joints.iter().map(|joint| wheel(world, robot, joint, property)).collect();
    Ok(found?.into_iter().unzip())
}

fn wheel(
    world: &World,
    robot: NodeId,
    joint: &RobotJoint,
    property: &str,
) -> Result<(Wheel, Place), SetupError> {
    let (child, name) = (world.joint_child(joint.id), &joint.name);
    let robot_from_child = world.world_from(robot).inverse() * world.world_from(child);
    let axis = robot_from_child.rotation * world.joint_axis(joint.id);
    if world.joint_kind(joint.id) == JointKind::Prismatic || axis.y.abs() < ACROSS {
        return Err(SetupError::Invalid(format!(
            "{property}: joint {name} does not turn about an axis across its robot, so it is not that of a wheel"
        )));
    }
    let center = robot_from_child.transform_point(world.joint_anchor(joint.id));
    let place = Place {
        y_m: center.y,
        radius_m: world.bounds(child, RayKind::Physics).map_or(0.0, |[low, high]| (high.z - low.z) / 2.0),
    };
    Ok((Wheel { joint: joint.id, forward: axis.y.signum(), place_m: [center.x, center.y] }, place))
}
