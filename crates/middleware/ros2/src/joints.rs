//! The joints of robots: `joint_states` in each tick, and `robot_description` for programs that need links and frames.

mod joint;
mod names;
mod tree;
mod urdf;

use std::collections::BTreeSet;

use morse_ros::messages::sensor_msgs::JointState;
use morse_ros::messages::std_msgs;
use morse_ros::{Header, Header2, Node, NodeError, Profile, Sender, Streams};
use morse_world::World;

use crate::node::Ros2Node;
use crate::node::sender::TopicSender;
use joint::Joint;

/// Topic of the positions; with several robots it is below the name of each.
const STATES: &str = "/joint_states";
/// Topic of the URDF text.
const DESCRIPTION: &str = "/robot_description";

/// The joints of all robots that have some.
#[derive(Default)]
pub struct RobotJoints {
    robots: Vec<Robot>,
    /// Names of all robots that were looked at.
    seen: BTreeSet<String>,
}

struct Robot {
    name: String,
    /// Those that move.
    moving: Vec<Moving>,
    /// `None` if a stream of the scene publishes this topic.
    states: Option<TopicSender<JointState<Header2>>>,
    /// Kept open for subscribers that come late.
    _description: Option<TopicSender<std_msgs::String>>,
}

/// A joint that moves, and the position that was published last.
struct Moving {
    joint: Joint,
    published: Option<f64>,
}

impl RobotJoints {
    /// Opens the topics of those new robots that have joints, and publishes their descriptions. A topic that a stream of
    /// the scene has already is left to that stream, and no link has the name of a frame of these streams. The only robot of the
    /// start has topics without its name.
    ///
    /// # Errors
    /// When the transport refuses, or a robot has a name that ROS forbids.
    pub fn open(
        &mut self,
        node: &Ros2Node,
        streams: &Streams<Ros2Node>,
        robots: &[String],
        world: &World,
    ) -> Result<(), NodeError> {
        let at_start = self.seen.is_empty();
        let robots: Vec<&String> = robots.iter().filter(|&robot| self.seen.insert(robot.clone())).collect();
        let joints = |robot: &&String| {
            // With several robots, `robot_state_publisher` has this in front of the links.
            let prefix = streams.frame_prefix(robot);
            let is_frame = |link: &str| streams.gives_frame(&format!("{prefix}{link}"));
            Some(((*robot).clone(), tree::joints_of(world, world.find(robot)?, &is_frame)))
        };
        let found: Vec<(String, Vec<Joint>)> =
            robots.iter().filter_map(joints).filter(|(_, joints)| joints.iter().any(Joint::moves)).collect();
        let alone = at_start && found.len() == 1;
        for (name, joints) in found {
            let topic = |base: &str| match alone {
                true => base.to_owned(),
                false => morse_ros::names::topic_of(&name) + base,
            };
            let states = match topic(STATES) {
                taken if node.sends_to(&taken) => None,
                free => Some(node.advertise(&free, Profile::Reliable, 1)?),
            };
            let description = match topic(DESCRIPTION) {
                taken if node.sends_to(&taken) => None,
                free => {
                    let mut sender: TopicSender<std_msgs::String> =
                        node.advertise(&free, Profile::TfStatic, 1)?;
                    sender.send(&std_msgs::String { data: urdf::text(&name, &joints) });
                    Some(sender)
                }
            };
            let moving = joints.into_iter().filter(Joint::moves);
            let moving = moving.map(|joint| Moving { joint, published: None }).collect();
            self.robots.push(Robot { name, moving, states, _description: description });
        }
        Ok(())
    }

    /// Closes the topics of a robot.
    pub fn remove(&mut self, robot: &str) {
        self.robots.retain(|known| known.name != robot);
        self.seen.remove(robot);
    }

    /// Publishes positions and velocities after a tick at this time. [ns] Velocities that are not known are NaN, and if
    /// none is known there are none.
    pub fn publish(&mut self, stamp_ns: i64, world: &World) {
        for Robot { moving, states, .. } in &mut self.robots {
            let Some(states) = states.as_mut().filter(|states| states.has_listeners()) else { continue };
            let mut message = JointState { header: Header2::new(0, stamp_ns, ""), ..JointState::default() };
            for Moving { joint, published } in moving {
                let reading = joint.read(world);
                let position = reading.after(*published);
                *published = Some(position);
                message.name.push(joint.name.clone());
                message.position.push(position);
                message.velocity.push(reading.velocity.unwrap_or(f64::NAN));
            }
            if message.velocity.iter().all(|velocity| velocity.is_nan()) {
                message.velocity.clear();
            }
            states.send(&message);
        }
    }
}
