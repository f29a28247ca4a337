//! Readers, which turn messages into commands of actuators.

mod commands;

use std::sync::atomic::{AtomicBool, Ordering};

use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::{Inbox, Keep, StreamSpec};

use super::options::Options;
use super::{LOG, Streams};
use crate::mapping::Input;
use crate::message::Message;
use crate::messages::{ackermann_msgs, asctec_msgs, geometry_msgs, sensor_msgs, std_msgs, trajectory_msgs};
use crate::node_interface::{Node, Profile, Version};

/// Default mass of a car. [kg]
const CAR_MASS_KG: f64 = 1000.0;

/// The command decoded from a message, or the reason of its refusal.
type Command = Result<Map, String>;

/// A reader that is being opened.
struct Reader<'a, N: Node> {
    streams: &'a Streams<N>,
    component: &'a str,
    topic: String,
    profile: Profile,
    inbox: Inbox,
}

/// Opens the reader of a stream and returns its subscriptions.
pub(super) fn open<N: Node>(
    streams: &Streams<N>,
    spec: &StreamSpec<'_>,
    input: Input,
    inbox: Inbox,
) -> Result<Vec<N::Handle>, String> {
    let options = Options::of_reader(spec, input, N::ROS);
    let topic = options.topic(&streams.topics.of(spec.component))?;
    // MORSE 1.4 drops messages until the component has taken the first one. ROS 2 keeps the newest message.
    let keep = match N::ROS {
        Version::Ros1 => Keep::First,
        Version::Ros2 => Keep::Newest,
    };
    let inbox = inbox.keeping(keep).partial();
    let message = match (input.info().message, options.flag("stamped")?) {
        ("geometry_msgs/Twist", Some(true)) => "geometry_msgs/TwistStamped",
        (message, _) => message,
    };
    streams.endpoints.add(spec.component, &topic, message);
    let profile = options.profile(Profile::Reliable)?;
    let reader = Reader { streams, component: spec.component, topic, profile, inbox };
    let flag = spec.fields.first().map_or("", |field| field.name);
    let subscription = match input {
        Input::Ackermann => {
            let mass_kg = options.positive("mass")?.unwrap_or(CAR_MASS_KG);
            reader.open(move |m: ackermann_msgs::AckermannDrive| commands::ackermann(&m, mass_kg))
        }
        Input::AttitudeArray if N::ROS == Version::Ros1 => {
            reader.open(|m: std_msgs::Float32MultiArray| commands::attitude_array(&m))
        }
        Input::AttitudeArray => {
            let is_set = |name| spec.properties.get(name).is_some_and(Value::is_truthy);
            let zero = match is_set("UseAngleAgainstNorth") && !is_set("YawRateControl") {
                true => commands::YawZero::North,
                false => commands::YawZero::WorldX,
            };
            reader.open(move |m: std_msgs::Float32MultiArray| commands::attitude_array_of_rep103(&m, zero))
        }
        Input::Bool if flag.is_empty() => Err(format!("{} has no field to switch", spec.component)),
        Input::Bool => reader.open(move |m: std_msgs::Bool| Ok(Map::from([(flag, m.data)]))),
        Input::CtrlInput => {
            reader.open(|m: asctec_msgs::CtrlInput<N::Header>| Ok(commands::remote_control(&m)))
        }
        Input::Joints => return reader.open_joints(JointQuantity::of(spec)),
        Input::Json => reader.open(|m: std_msgs::String| commands::json(&m.data)),
        Input::KukaJoints => {
            reader.open(|m: sensor_msgs::JointState<N::Header>| commands::kuka_joints(&m.position))
        }
        Input::LogText => reader.open_log(),
        Input::PanTilt => {
            reader.open(|m: geometry_msgs::Vector3| Ok(Map::from([("pan", m.y), ("tilt", m.z)])))
        }
        Input::Point => {
            reader.open(|m: geometry_msgs::Point| Ok(Map::from([("x", m.x), ("y", m.y), ("z", m.z)])))
        }
        Input::Pose => reader.open(|m: geometry_msgs::Pose| commands::pose(&m)),
        Input::Pose2D => {
            reader.open(|m: geometry_msgs::Pose2D| Ok(Map::from([("x", m.x), ("y", m.y), ("z", m.theta)])))
        }
        // MORSE 1.4 ignores the frame.
        Input::PoseStamped if N::ROS == Version::Ros1 => {
            reader.open(|m: geometry_msgs::PoseStamped<N::Header>| commands::pose(&m.pose))
        }
        Input::PoseStamped => {
            let frames = streams.frames();
            reader.open(move |m: geometry_msgs::PoseStamped<N::Header>| commands::pose_in_world(&m, &frames))
        }
        Input::Quaternion => reader.open(|m: geometry_msgs::Quaternion| commands::attitude(&m)),
        Input::BoatThrust => reader.open(|m: std_msgs::Float32MultiArray| commands::boat_thrust(&m)),
        Input::RotorSpeeds => reader.open(|m: std_msgs::Float32MultiArray| commands::rotor_speeds(&m)),
        Input::TwistPlanar => return reader.open_twist(options.flag("stamped")?, commands::twist_planar),
        Input::TwistRotorcraft => {
            let decode = match N::ROS {
                Version::Ros1 => commands::twist_rotorcraft,
                Version::Ros2 => commands::twist_rotorcraft_of_rep103,
            };
            return reader.open_twist(options.flag("stamped")?, decode);
        }
        Input::TwistUnicycle => return reader.open_twist(options.flag("stamped")?, commands::twist_unicycle),
        Input::Wrench => reader.open(|m: geometry_msgs::Wrench| Ok(commands::wrench(&m))),
    };
    Ok(vec![subscription?])
}

impl<N: Node> Reader<'_, N> {
    /// Subscribes to the topic of the stream. `decode` turns a message into a command.
    fn open<M: Message>(&self, decode: impl Fn(M) -> Command + Send + 'static) -> Result<N::Handle, String> {
        self.open_at(&self.topic, decode)
    }

    fn open_at<M: Message>(
        &self,
        topic: &str,
        decode: impl Fn(M) -> Command + Send + 'static,
    ) -> Result<N::Handle, String> {
        let (inbox, component, warned) =
            (self.inbox.clone(), self.component.to_owned(), AtomicBool::new(false));
        let name = topic.to_owned();
        let handler = move |message: M| {
            let command = decode(message).and_then(|command| {
                inbox.check(&command).map_err(|error| error.to_string())?;
                Ok(command)
            });
            match command {
                Ok(command) => {
                    inbox.put(command);
                }
                // A faulty controller may send invalid commands at a high rate.
                Err(problem) if !warned.swap(true, Ordering::Relaxed) => tracing::warn!(
                    target: LOG,
                    "{component}: a command on {name} is refused: {problem}. The last good command stays in force. \
                     Further refused commands are not logged."
                ),
                Err(_) => {}
            }
        };
        let subscribed = self.streams.node.subscribe(topic, self.profile, Box::new(handler));
        subscribed.map_err(|error| error.to_string())
    }

    /// Subscribes to twists. In ROS 2, publishers use either type: Nav2 and drivers of ros2_control send stamped twists, other
    /// programs plain ones. So both are accepted, unless the option `stamped` selects one.
    fn open_twist(
        &self,
        stamped: Option<bool>,
        decode: fn(&geometry_msgs::Twist) -> Map,
    ) -> Result<Vec<N::Handle>, String> {
        let mut handles = Vec::new();
        if stamped != Some(true) {
            handles.push(self.open(move |m: geometry_msgs::Twist| Ok(decode(&m)))?);
        }
        if stamped.unwrap_or(N::ROS == Version::Ros2) {
            handles.push(self.open(move |m: geometry_msgs::TwistStamped<N::Header>| Ok(decode(&m.twist)))?);
        }
        Ok(handles)
    }

    /// Subscribes to commands of joints by name, to trajectories, of which only the last point is used, and to lists of commands
    /// in the order of the joints, as the group controllers of ros2_control have them.
    fn open_joints(&self, quantity: JointQuantity) -> Result<Vec<N::Handle>, String> {
        let states = self.open(move |m: sensor_msgs::JointState<N::Header>| {
            commands::joints(m.name, quantity.among([&m.position, &m.velocity, &m.effort]))
        })?;
        let trajectory = self.open_at(
            &format!("{}/joint_trajectory", self.topic),
            move |mut m: trajectory_msgs::JointTrajectory<N::Header>| {
                let last = m.points.pop().ok_or("the trajectory has no points")?;
                let values = quantity.among([&last.positions, &last.velocities, &last.effort]);
                commands::joints(m.joint_names, values)
            },
        )?;
        let names = self.inbox.open_names().to_vec();
        let group = self
            .open_at(&format!("{}/commands", self.topic), move |m: std_msgs::Float64MultiArray| {
                commands::joints(names.clone(), &m.data)
            })?;
        Ok(vec![states, trajectory, group])
    }

    /// Subscribes to texts and logs them, as MORSE 1.4 does.
    fn open_log(&self) -> Result<N::Handle, String> {
        let topic = self.topic.clone();
        let handler = move |message: std_msgs::String| {
            tracing::info!(target: LOG, "Received String message {} on topic {topic}", message.data);
        };
        let subscribed = self.streams.node.subscribe(&self.topic, self.profile, Box::new(handler));
        subscribed.map_err(|error| error.to_string())
    }
}

/// The list of a message of joints that has the commands of an actuator.
#[derive(Clone, Copy)]
enum JointQuantity {
    Position,
    Velocity,
    Effort,
}

impl JointQuantity {
    /// The quantity that an actuator commands.
    fn of(spec: &StreamSpec<'_>) -> Self {
        let command = spec.properties.get("Command").and_then(Value::as_str);
        match (spec.level, command) {
            ("effort", _) => Self::Effort,
            (_, Some("Velocity")) => Self::Velocity,
            _ => Self::Position,
        }
    }

    /// The list of this quantity, among positions, velocities and efforts; the positions if it is empty.
    fn among(self, [positions, velocities, efforts]: [&Vec<f64>; 3]) -> &[f64] {
        match self {
            Self::Velocity if !velocities.is_empty() => velocities,
            Self::Effort if !efforts.is_empty() => efforts,
            _ => positions,
        }
    }
}

/// A list value of numbers.
fn list(numbers: impl IntoIterator<Item = f64>) -> Value {
    Value::List(numbers.into_iter().map(Value::Float).collect())
}
