//! The wheels and the steering joints of a car from a file.

use morse_sim::prelude::*;
use morse_world::{JointId, JointKind, NodeId, World};

use crate::common::model_parts::robot_joints;
use crate::common::model_parts::robot_joints::{Gains, RobotJoint};
use crate::common::model_parts::wheel_joints::{Wheel, WheelJoints, WheelProperties};

/// Smallest vertical component of the axis of a steering joint.
const UPRIGHT: f64 = 0.9;
/// Steering angle of a joint without limits. [rad]
const ANGLE_RAD: f64 = 0.6;
/// Smallest distance of the axles. [m]
const WHEELBASE_MIN_M: f64 = 0.01;

/// A joint that steers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SteeringJoint {
    pub(crate) joint: JointId,
    /// 1 if a positive position steers to the left, else -1.
    pub(crate) left: f64,
    /// Position to the left of the robot. [m]
    pub(crate) y_m: f64,
    pub(crate) gains: Gains,
}

/// A wheel that a motor drives.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct DrivenWheel {
    pub(crate) wheel: Wheel,
    pub(crate) is_steered: bool,
}

/// The wheels of a car: some joints steer, some wheels are driven.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SteeredWheels {
    pub(crate) steering: Vec<SteeringJoint>,
    pub(crate) driven: Vec<DrivenWheel>,
    /// Distance from the axle that does not steer to the one that does. [m]
    pub(crate) wheelbase_m: f64,
    /// Radius of the wheels. [m]
    pub(crate) radius_m: f64,
    /// Largest steering angle of the middle of the axle. [rad]
    pub(crate) angle_max_rad: f64,
    /// Position of the axle that does not steer, forward of the origin of the robot. [m]
    pub(crate) axle_x_m: f64,
}

impl SteeredWheels {
    /// Finds the wheels and the steering joints of a robot. `wheelbase_m` and `angle_max_rad` of 0 are measured in the file.
    ///
    /// # Errors
    /// If a joint is unknown or does not fit, or no axle remains that does not steer.
    pub(crate) fn find(
        world: &World,
        robot: NodeId,
        wheels: &WheelProperties,
        steering: &str,
        wheelbase_m: f64,
        angle_max_rad: f64,
    ) -> Result<SteeredWheels, SetupError> {
        if steering.split(',').all(|name| name.trim().is_empty()) {
            let known = robot_joints::named(world, robot, "")?;
            let known: Vec<&str> = known.iter().map(|joint| joint.name.as_str()).collect();
            return Err(SetupError::Missing(format!(
                "its property SteeringJoints must name the joints that steer; the joints are {}",
                known.join(", ")
            )));
        }
        let joints = robot_joints::named(world, robot, steering)?;
        let found = WheelJoints::find(world, robot, wheels)?;
        let is_steered = |wheel: &Wheel| {
            let child = world.joint_child(wheel.joint);
            joints.iter().any(|joint| world.subtree_set(world.joint_child(joint.id)).contains(child))
        };
        let driven: Vec<DrivenWheel> = (found.left.iter().chain(&found.right))
            .map(|wheel| DrivenWheel { wheel: *wheel, is_steered: is_steered(wheel) })
            .collect();
        let still: Vec<f64> =
            driven.iter().filter(|wheel| !wheel.is_steered).map(|wheel| wheel.wheel.place_m[0]).collect();
        if still.is_empty() {
            return Err(SetupError::Missing(
                "all of its driven wheels are steered: LeftWheels and RightWheels must also name wheels that do not steer"
                    .to_owned(),
            ));
        }
        let axle_x_m = still.iter().sum::<f64>() / still.len() as f64;
        let places: Vec<DVec3> = joints.iter().map(|joint| place(world, robot, joint)).collect();
        let steering: Result<Vec<SteeringJoint>, SetupError> = joints
            .iter()
            .zip(&places)
            .map(|(joint, place)| steering_joint(world, robot, joint, *place))
            .collect();
        let steering = steering?;
        let measured = places.iter().map(|place| place.x).sum::<f64>() / places.len() as f64 - axle_x_m;
        let wheelbase_m = if wheelbase_m > 0.0 { wheelbase_m.copysign(measured) } else { measured };
        if wheelbase_m.abs() < WHEELBASE_MIN_M {
            return Err(SetupError::Invalid(
                "its steering joints are above the axle that does not steer, so it cannot turn".to_owned(),
            ));
        }
        let widest = |joint: &RobotJoint| {
            let limits = world.joint_limits(joint.id);
            let widest = limits.upper.min(-limits.lower);
            if widest.is_finite() { widest } else { ANGLE_RAD }
        };
        let of_file = joints.iter().map(widest).fold(f64::INFINITY, f64::min);
        Ok(SteeredWheels {
            steering,
            driven,
            wheelbase_m,
            radius_m: found.radius_m,
            angle_max_rad: if angle_max_rad > 0.0 { angle_max_rad.min(of_file) } else { of_file },
            axle_x_m,
        })
    }

    /// Angle of a steering joint [rad] for a curvature [1/m] of the path of the axle that does not steer.
    pub(crate) fn angle(&self, joint: &SteeringJoint, curvature: f64) -> f64 {
        joint.left * libm::atan2(curvature * self.wheelbase_m, 1.0 - curvature * joint.y_m)
    }

    /// Rate of a wheel [rad/s] for a forward speed [m/s] and a curvature [1/m].
    pub(crate) fn rate(&self, driven: &DrivenWheel, speed: f64, curvature: f64) -> f64 {
        let [x, y] = driven.wheel.place_m;
        let along = 1.0 - curvature * y;
        let ratio = match driven.is_steered {
            true => libm::hypot(along, curvature * (x - self.axle_x_m)),
            false => along,
        };
        driven.wheel.forward * speed * ratio / self.radius_m
    }

    /// Curvature of the path [1/m] at the largest steering angle.
    pub(crate) fn curvature_max(&self) -> f64 {
        libm::tan(self.angle_max_rad.clamp(0.0, 1.5)) / self.wheelbase_m.abs()
    }
}

/// The place of a joint in the frame of its robot. [m]
fn place(world: &World, robot: NodeId, joint: &RobotJoint) -> DVec3 {
    let robot_from_child = world.world_from(robot).inverse() * world.world_from(world.joint_child(joint.id));
    robot_from_child.transform_point(world.joint_anchor(joint.id))
}

fn steering_joint(
    world: &World,
    robot: NodeId,
    joint: &RobotJoint,
    place: DVec3,
) -> Result<SteeringJoint, SetupError> {
    let robot_from_child = world.world_from(robot).inverse() * world.world_from(world.joint_child(joint.id));
    let axis = robot_from_child.rotation * world.joint_axis(joint.id);
    if world.joint_kind(joint.id) == JointKind::Prismatic || axis.z.abs() < UPRIGHT {
        return Err(SetupError::Invalid(format!(
            "SteeringJoints: joint {} does not turn about the vertical axis of its robot, so it does not steer",
            joint.name
        )));
    }
    let gains = Gains::of(robot_joints::load(world, robot, joint.id), None, None, None);
    Ok(SteeringJoint { joint: joint.id, left: axis.z.signum(), y_m: place.y, gains })
}
