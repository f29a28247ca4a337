//! The joints of robots: `joint_states` in each tick, and `robot_description` for programs that need links and frames.

mod tree;
mod urdf;

use std::collections::BTreeSet;

use morse_ros::messages::sensor_msgs::JointState;
use morse_ros::messages::std_msgs;
use morse_ros::{Header, Header2, Node, NodeError, Profile, Sender, names};
use morse_world::World;

use crate::node::Ros2Node;
use crate::node::sender::TopicSender;
use tree::Joint;

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
    moving: Vec<Joint>,
    /// `None` if a stream of the scene publishes this topic.
    states: Option<TopicSender<JointState<Header2>>>,
    /// Kept open for subscribers that come late.
    _description: Option<TopicSender<std_msgs::String>>,
}

impl RobotJoints {
    /// Opens the topics of those new robots that have joints, and publishes their descriptions. A topic that a stream of
    /// the scene has already is left to that stream. The only robot of the start has topics without its name.
    ///
    /// # Errors
    /// When the transport refuses, or a robot has a name that ROS forbids.
    pub fn open(&mut self, node: &Ros2Node, robots: &[String], world: &World) -> Result<(), NodeError> {
        let at_start = self.seen.is_empty();
        let robots: Vec<&String> = robots.iter().filter(|&robot| self.seen.insert(robot.clone())).collect();
        let joints = |robot: &&String| Some(((*robot).clone(), tree::joints_of(world, world.find(robot)?)));
        let found: Vec<(String, Vec<Joint>)> =
            robots.iter().filter_map(joints).filter(|(_, joints)| joints.iter().any(Joint::moves)).collect();
        let alone = at_start && found.len() == 1;
        for (name, joints) in found {
            let topic = |base: &str| match alone {
                true => base.to_owned(),
                false => names::topic_of(&name) + base,
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
            let moving = joints.into_iter().filter(Joint::moves).collect();
            self.robots.push(Robot { name, moving, states, _description: description });
        }
        Ok(())
    }

    /// Closes the topics of a robot.
    pub fn remove(&mut self, robot: &str) {
        self.robots.retain(|known| known.name != robot);
        self.seen.remove(robot);
    }

    /// Publishes the positions after a tick at this time. [ns]
    pub fn publish(&mut self, stamp_ns: i64, world: &World) {
        for Robot { moving, states, .. } in &mut self.robots {
            let Some(states) = states.as_mut().filter(|states| states.has_listeners()) else { continue };
            states.send(&JointState {
                header: Header2::new(0, stamp_ns, ""),
                name: moving.iter().map(|joint| joint.name.clone()).collect(),
                position: moving.iter().map(|joint| joint.position(world)).collect(),
                ..JointState::default()
            });
        }
    }
}
