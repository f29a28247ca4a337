//! The joints of robots: `joint_states` in each tick, and `robot_description` for clients that need links and frames.

mod joint;
mod link_frames;
mod names;
mod tree;
mod urdf;

use std::collections::BTreeSet;

use morse_world::World;

use crate::header::Header;
use crate::messages::sensor_msgs::JointState;
use crate::node_interface::{Node, NodeError, Profile, Sender, Version};
use crate::streams::Streams;
use joint::Joint;
use link_frames::LinkFrames;

/// Topic of the joint states. With several robots, the name of the robot precedes it.
const STATES: &str = "/joint_states";
/// Topic or parameter of the URDF. With several robots, the name of the robot precedes it.
const DESCRIPTION: &str = "/robot_description";

/// The joints of all robots that have moving joints.
pub struct RobotJoints<N: Node> {
    robots: Vec<Robot<N>>,
    /// Whether the transforms of their links are published.
    sends_links: bool,
    /// Names of all robots that were searched for joints.
    seen: BTreeSet<String>,
}

/// The URDF of a robot, for clients that need its links and frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// Name of the robot.
    pub robot: String,
    /// Absolute name of its topic or parameter.
    pub name: String,
    /// The text of its file, or a text with its joints.
    pub text: String,
}

type StateSender<N> = <N as Node>::Sender<JointState<<N as Node>::Header>>;

struct Robot<N: Node> {
    name: String,
    /// The moving joints.
    moving: Vec<MovingJoint>,
    /// `None` if a stream of the scene publishes this topic.
    states: Option<StateSender<N>>,
    /// The transforms of the links, if they are published.
    links: LinkFrames,
}

/// A moving joint and its last published position.
struct MovingJoint {
    joint: Joint,
    published: Option<f64>,
}

/// The text of the file of a robot, if all of its joints come from there; else a description of its joints.
fn description(world: &World, robot: &str, joints: &[Joint]) -> String {
    let of_file = world.find(robot).and_then(|node| world.description(node));
    match of_file.filter(|_| joints.iter().all(Joint::is_of_file)) {
        Some(text) => text.to_owned(),
        None => urdf::text(robot, joints),
    }
}

impl<N: Node> RobotJoints<N> {
    /// The joints of robots whose links have transforms or not.
    #[must_use]
    pub fn new(sends_links: bool) -> Self {
        Self { robots: Vec::new(), sends_links, seen: BTreeSet::new() }
    }

    /// Opens the topics of all new robots with moving joints, and returns their descriptions. A topic is not opened if a
    /// stream of the scene publishes it, and links do not get the names of frames of these streams. If the first call finds
    /// one robot, its topics have no robot name. In ROS 1, robots with armatures have the topics that MORSE 1.4 gave them.
    ///
    /// # Errors
    /// When the transport refuses, or a robot has a name that ROS forbids.
    pub fn open(
        &mut self,
        node: &N,
        streams: &Streams<N>,
        robots: &[String],
        world: &World,
    ) -> Result<Vec<Description>, NodeError> {
        let at_start = self.seen.is_empty();
        let robots: Vec<&String> = robots.iter().filter(|&robot| self.seen.insert(robot.clone())).collect();
        let joints = |robot: &&String| {
            // With several robots, `robot_state_publisher` adds this prefix to the links.
            let prefix = streams.frame_prefix(robot);
            let is_frame = |link: &str| streams.gives_frame(&format!("{prefix}{link}"));
            Some(((*robot).clone(), tree::joints_of(world, world.find(robot)?, &is_frame)))
        };
        let is_described = |joints: &[Joint]| match N::ROS {
            Version::Ros1 => joints.iter().any(|joint| joint.moves() && joint.is_of_file()),
            Version::Ros2 => joints.iter().any(Joint::moves),
        };
        let found: Vec<(String, Vec<Joint>)> =
            robots.iter().filter_map(joints).filter(|(_, joints)| is_described(joints)).collect();
        let mut descriptions = Vec::new();
        let alone = at_start && found.len() == 1;
        for (name, joints) in found {
            let topic = |base: &str| match alone {
                true => base.to_owned(),
                false => streams.topics().of(&name) + base,
            };
            let states = match topic(STATES) {
                topic if node.sends_to(&topic) => None,
                topic => Some(node.advertise(&topic, Profile::Reliable, 1)?),
            };
            let text = description(world, &name, &joints);
            let links = match self.sends_links {
                true => LinkFrames::open(streams, &name, &text, &joints)?,
                false => LinkFrames::default(),
            };
            descriptions.push(Description { robot: name.clone(), name: topic(DESCRIPTION), text });
            let moving = joints.into_iter().filter(Joint::moves);
            let moving = moving.map(|joint| MovingJoint { joint, published: None }).collect();
            self.robots.push(Robot { name, moving, states, links });
        }
        Ok(descriptions)
    }

    /// Closes the topics of a robot.
    pub fn remove(&mut self, robot: &str) {
        self.robots.retain(|known| known.name != robot);
        self.seen.remove(robot);
    }

    /// Publishes positions, velocities and efforts after a tick. `stamp_ns` is its time. Unknown velocities and efforts are NaN;
    /// if all are unknown, the list is empty.
    pub fn publish(&mut self, streams: &Streams<N>, stamp_ns: i64, world: &World) {
        for Robot { moving, states, links, .. } in &mut self.robots {
            links.publish(streams, stamp_ns, world);
            let Some(states) = states.as_mut().filter(|states| states.has_listeners()) else { continue };
            let mut message = JointState { header: Header::new(0, stamp_ns, ""), ..JointState::default() };
            for MovingJoint { joint, published } in moving {
                let reading = joint.read(world);
                let position = reading.after(*published);
                *published = Some(position);
                message.name.push(joint.name.clone());
                message.position.push(position);
                message.velocity.push(reading.velocity.unwrap_or(f64::NAN));
                message.effort.push(reading.effort.unwrap_or(f64::NAN));
            }
            for list in [&mut message.velocity, &mut message.effort] {
                if list.iter().all(|number| number.is_nan()) {
                    list.clear();
                }
            }
            states.send(&message);
        }
    }
}
