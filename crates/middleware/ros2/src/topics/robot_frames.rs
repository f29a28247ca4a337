//! The poses of robots in `map`, for robots without a stream that publishes a transform of `base_link`.

use std::collections::BTreeSet;

use morse_ros::Streams;
use morse_world::{NodeId, Pose, World};

use crate::transport_node::Ros2Node;

/// The robots whose poses are published.
#[derive(Default)]
pub struct RobotFrames {
    robots: Vec<Robot>,
    /// Names of all robots that were examined.
    seen: BTreeSet<String>,
}

struct Robot {
    name: String,
    node: NodeId,
    /// The frame `base_link` of the robot.
    frame: String,
}

impl RobotFrames {
    /// Adds the robots among `robots` that are in the world, are new, and have no place by a stream. All their streams must
    /// be open.
    pub fn add<'a>(
        &mut self,
        streams: &Streams<Ros2Node>,
        robots: impl Iterator<Item = &'a String>,
        world: &World,
    ) {
        for name in robots {
            let Some(node) = world.find(name).filter(|_| !self.seen.contains(name)) else { continue };
            self.seen.insert(name.clone());
            if let Some(frame) = streams.place_robot(name) {
                self.robots.push(Robot { name: name.clone(), node, frame });
            }
        }
    }

    /// Removes a robot.
    pub fn remove(&mut self, robot: &str) {
        self.robots.retain(|known| known.name != robot);
        self.seen.remove(robot);
    }

    /// Publishes the poses after a tick. `stamp_ns` is its time.
    pub fn publish(&self, streams: &Streams<Ros2Node>, stamp_ns: i64, world: &World) {
        if self.robots.is_empty() {
            return;
        }
        let pose = |robot: &Robot| world.world_from(robot.node);
        let poses: Vec<(&str, Pose)> =
            self.robots.iter().map(|robot| (robot.frame.as_str(), pose(robot))).collect();
        streams.send_robots(stamp_ns, &poses);
    }
}
