//! Streams of actuators: convert a message to the fields of a command.

use glam::DQuat;
use mavlink::dialects::common::MavMessage;
use morse_scene::data_kind::DataKind;
use morse_scene::value::Map;
use morse_sim::transport::stream::StreamSpec;
use morse_world::Euler;

/// Distance at which a rotorcraft has reached a commanded position, as in MORSE 1.4. [m]
const TOLERANCE_M: f64 = 0.5;

/// The MAVLink message of an actuator's stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// The message `SET_ATTITUDE_TARGET`.
    AttitudeTarget,
    /// The message `SET_POSITION_TARGET_LOCAL_NED`.
    PositionTarget,
}

/// A command for the components of a MAVLink system.
#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    /// Type of streams that take the command.
    pub input: Input,
    /// Addressed system; 0 for all.
    pub target_system: u8,
    /// Values for fields of the actuator.
    pub fields: Map,
}

impl Input {
    /// All stream classes: class path, message, kind of the data.
    pub const ALL: [(&'static str, Self, DataKind); 2] = [
        (
            "morse.middleware.mavlink.read_attitude_target.AttitudeTarget",
            Self::AttitudeTarget,
            DataKind::AttitudeThrust,
        ),
        (
            "morse.middleware.mavlink.local_position_ned_to_waypoint.WaypointActuator",
            Self::PositionTarget,
            DataKind::PoseGoal,
        ),
    ];

    /// Looks up the class path of a stream.
    ///
    /// # Errors
    /// When the class is unknown, or does not fit the component's kind of data.
    pub fn of(spec: &StreamSpec<'_>) -> Result<Self, String> {
        let Some((class, input, kind)) = Self::ALL.iter().find(|(class, ..)| *class == spec.class) else {
            let known: Vec<&str> = Self::ALL.iter().map(|(class, ..)| *class).collect();
            return Err(format!("{} is not an actuator stream; there are {}", spec.class, known.join(", ")));
        };
        if *kind == spec.kind {
            return Ok(*input);
        }
        Err(format!("{class} gives data of kind {kind}, and {} takes {}", spec.component, spec.kind))
    }

    /// MAVLink name of the message.
    #[must_use]
    pub fn message_name(self) -> &'static str {
        match self {
            Self::AttitudeTarget => "SET_ATTITUDE_TARGET",
            Self::PositionTarget => "SET_POSITION_TARGET_LOCAL_NED",
        }
    }
}

impl Command {
    /// Converts a message to a command; `None` if the message is not for actuators.
    ///
    /// # Errors
    /// When the content of the message is invalid.
    #[must_use]
    pub fn of(message: &MavMessage) -> Option<Result<Self, String>> {
        match message {
            MavMessage::SET_ATTITUDE_TARGET(target) => {
                let [w, x, y, z] = target.q.map(f64::from);
                let rotation = DQuat::from_xyzw(x, y, z, w);
                if !(rotation.is_finite() && rotation.length_squared() > f64::EPSILON) {
                    return Some(Err("its quaternion is not a rotation".to_owned()));
                }
                let Euler { roll, pitch, yaw } = Euler::from_quat(rotation.normalize());
                let thrust = f64::from(target.thrust);
                Some(Ok(Self {
                    input: Input::AttitudeTarget,
                    target_system: target.target_system,
                    fields: Map::from([("roll", roll), ("pitch", pitch), ("yaw", yaw), ("thrust", thrust)]),
                }))
            }
            MavMessage::SET_POSITION_TARGET_LOCAL_NED(target) => {
                let [x, y, z] = [target.x, -target.y, -target.z].map(f64::from);
                Some(Ok(Self {
                    input: Input::PositionTarget,
                    target_system: target.target_system,
                    fields: Map::from([
                        ("x", x),
                        ("y", y),
                        ("z", z),
                        ("yaw", 0.0),
                        ("tolerance", TOLERANCE_M),
                    ]),
                }))
            }
            _ => None,
        }
    }
}
