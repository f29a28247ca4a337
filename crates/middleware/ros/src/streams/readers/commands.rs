//! Conversion of messages to fields of actuators.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_6};

use morse_scene::value::{Map, Value};
use morse_world::Pose;

use super::{Command, list};
use crate::frames::Frames;
use crate::header::Header;
use crate::messages::{ackermann_msgs, asctec_msgs, geometry_msgs, std_msgs};
use crate::streams::convert;

/// Full deflection of a stick of an AscTec remote control.
const STICK_MAX: f64 = 2047.0;
/// Full thrust of an AscTec remote control.
const THRUST_MAX: f64 = 4095.0;
/// Dead band of the yaw stick of an AscTec remote control.
const YAW_DEAD_BAND: f64 = 5.0;

/// Roll, pitch and yaw of a quaternion. [rad]
pub(super) fn attitude(q: &geometry_msgs::Quaternion) -> Command {
    let euler = convert::euler(q).ok_or("its quaternion is not a rotation")?;
    Ok(Map::from([("roll", euler.roll), ("pitch", euler.pitch), ("yaw", euler.yaw)]))
}

/// Position, roll, pitch and yaw.
pub(super) fn pose(pose: &geometry_msgs::Pose) -> Command {
    let mut command = attitude(&pose.orientation)?;
    let position = &pose.position;
    command.extend([("x", position.x), ("y", position.y), ("z", position.z)]);
    Ok(command)
}

/// The pose of a message in the world, by the frame of its header.
pub(super) fn pose_in_world<H: Header>(message: &geometry_msgs::PoseStamped<H>, frames: &Frames) -> Command {
    let world_from_frame = frames.map_from(message.header.frame_id())?;
    if world_from_frame == Pose::IDENTITY {
        return pose(&message.pose);
    }
    let euler = convert::euler(&message.pose.orientation).ok_or("its quaternion is not a rotation")?;
    let geometry_msgs::Point { x, y, z } = message.pose.position;
    let world_from_goal = world_from_frame * Pose::from_euler([x, y, z].into(), euler);
    let ([x, y, z], euler) = (world_from_goal.translation.to_array(), world_from_goal.euler());
    let angles = [("roll", euler.roll), ("pitch", euler.pitch), ("yaw", euler.yaw)];
    Ok([("x", x), ("y", y), ("z", z)].into_iter().chain(angles).collect())
}

pub(super) fn wrench(wrench: &geometry_msgs::Wrench) -> Map {
    let vector = |v: &geometry_msgs::Vector3| list([v.x, v.y, v.z]);
    Map::from([("force", vector(&wrench.force)), ("torque", vector(&wrench.torque))])
}

pub(super) fn twist_unicycle(twist: &geometry_msgs::Twist) -> Map {
    Map::from([("v", twist.linear.x), ("w", twist.angular.z)])
}

pub(super) fn twist_planar(twist: &geometry_msgs::Twist) -> Map {
    Map::from([("x", twist.linear.x), ("y", twist.linear.y), ("w", twist.angular.z)])
}

/// Roll and pitch rates are included as in MORSE 1.4; the actuator does not use them.
pub(super) fn twist_rotorcraft(twist: &geometry_msgs::Twist) -> Map {
    let geometry_msgs::Twist { linear, angular } = twist;
    Map::from([
        ("vx", linear.x),
        ("vy", linear.y),
        ("vz", linear.z),
        ("vroll", angular.x),
        ("vpitch", angular.y),
        ("vyaw", angular.z),
    ])
}

/// Like [`twist_rotorcraft`], with rates about the axes of REP 103. The actuator turns to the right at a positive rate.
pub(super) fn twist_rotorcraft_of_rep103(twist: &geometry_msgs::Twist) -> Map {
    let mut command = twist_rotorcraft(twist);
    command.insert("vyaw", -twist.angular.z);
    command
}

pub(super) fn attitude_array(array: &std_msgs::Float32MultiArray) -> Command {
    let &[roll, pitch, yaw, thrust, ..] = array.data.as_slice() else {
        return Err(format!("it has {} numbers, not roll, pitch, yaw and thrust", array.data.len()));
    };
    Ok([("roll", roll), ("pitch", pitch), ("yaw", yaw), ("thrust", thrust)]
        .into_iter()
        .map(|(name, number)| (name, f64::from(number)))
        .collect())
}

/// Zero of the yaw angle in the command of a rotorcraft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum YawZero {
    /// The X axis of the world. Rates of yaw have the same sign.
    WorldX,
    /// North, from which the actuator measures the angle; a yaw of zero in ROS points east.
    North,
}

/// Like [`attitude_array`], with angles about the axes of REP 103. The angles of the actuator are those of a
/// north-east-down frame: positive pitch raises the nose, and positive yaw turns to the right.
pub(super) fn attitude_array_of_rep103(array: &std_msgs::Float32MultiArray, zero: YawZero) -> Command {
    let mut command = attitude_array(array)?;
    let number = |name: &str| command.get(name).and_then(Value::as_f64).unwrap_or_default();
    let (pitch, yaw) = (number("pitch"), number("yaw"));
    let east = match zero {
        YawZero::WorldX => 0.0,
        YawZero::North => FRAC_PI_2,
    };
    command.insert("pitch", -pitch);
    command.insert("yaw", east - yaw);
    Ok(command)
}

pub(super) fn rotor_speeds(array: &std_msgs::Float32MultiArray) -> Command {
    Ok(Map::from([("engines", list(array.data.iter().copied().map(f64::from)))]))
}

pub(super) fn boat_thrust(array: &std_msgs::Float32MultiArray) -> Command {
    let &[left, right, steer, ..] = array.data.as_slice() else {
        return Err(format!(
            "it has {} numbers, not the thrusts left and right, and an angle",
            array.data.len()
        ));
    };
    Ok([("left", left), ("right", right), ("steer", steer)]
        .map(|(name, number)| (name, f64::from(number)))
        .into())
}

/// Roll and pitch up to 30°, yaw rate up to 90°/s, thrust from 0 to 1.
pub(super) fn remote_control<H>(sticks: &asctec_msgs::CtrlInput<H>) -> Map {
    let angle = |stick: i16| f64::from(stick) / STICK_MAX * FRAC_PI_6;
    let yaw = f64::from(sticks.yaw);
    let yaw_rate = match yaw.abs() > YAW_DEAD_BAND {
        true => FRAC_PI_2 / STICK_MAX * (yaw - YAW_DEAD_BAND.copysign(yaw)),
        false => 0.0,
    };
    Map::from([
        ("pitch", angle(sticks.pitch)),
        ("roll", angle(sticks.roll)),
        ("yaw", yaw_rate),
        ("thrust", f64::from(sticks.thrust) / THRUST_MAX),
    ])
}

/// Steering angle, and the force that accelerates the mass. A negative force drives a MORSE car forward.
///
/// The speed in the message is ignored, since following it needs a controller.
pub(super) fn ackermann(drive: &ackermann_msgs::AckermannDrive, mass_kg: f64) -> Command {
    let force = 0.0 - f64::from(drive.acceleration) * mass_kg;
    Ok(Map::from([("steer", f64::from(drive.steering_angle)), ("force", force), ("brake", 0.0)]))
}

/// Commands of joints by name.
pub(super) fn joints(names: Vec<String>, values: &[f64]) -> Command {
    if names.len() != values.len() {
        return Err(format!("it has {} values for the joints {}", values.len(), names.join(", ")));
    }
    Ok(names.into_iter().zip(values.iter().copied()).collect())
}

/// Positions of the seven joints of a Kuka arm, in order.
pub(super) fn kuka_joints(positions: &[f64]) -> Command {
    if positions.len() < 7 {
        return Err(format!("it has {} positions, not 7", positions.len()));
    }
    Ok((1..=7).zip(positions).map(|(nth, &position)| (format!("kuka_{nth}"), position)).collect())
}

/// The fields of a JSON object.
pub(super) fn json(text: &str) -> Command {
    match serde_json::from_str(text) {
        Ok(Value::Map(command)) => Ok(command),
        Ok(other) => Err(format!("it is a JSON {}, not an object", other.type_name())),
        Err(error) => Err(format!("it is not JSON: {error}")),
    }
}
