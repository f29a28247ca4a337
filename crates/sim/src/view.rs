//! What a sensor sees: the world as it stands in this tick, from where the sensor is.

use glam::DVec3;
use morse_world::{NodeId, Pose, World};

use crate::data::Data;
use crate::random::Random;
use crate::service::Completion;
use crate::time::Time;

/// The newest reading of another sensor, after its modifiers.
#[derive(Clone, Copy)]
pub struct JoinedReading<'a> {
    /// Full name of the sensor.
    pub name: &'a str,
    /// When it read, as clients see it. [s]
    pub timestamp_s: f64,
    /// What it read.
    pub data: &'a dyn Data,
}

/// The frozen world of a tick, seen by one sensor.
pub struct View<'a> {
    /// Simulated time.
    pub now: Time,
    /// The world.
    pub world: &'a World,
    /// The sensor's node.
    pub node: NodeId,
    /// The robot's node.
    pub robot: NodeId,
    /// How often the sensor acts, per simulated second.
    pub rate_hz: f64,
    /// Simulated time as clients see it: seconds since 1970-01-01 UTC, or since the start if the scene asks for that.
    pub client_time_s: f64,
    /// Random numbers of this sensor at this tick.
    pub random: Random,
    /// The newest reading of each sensor that this one joins, in the order in which it named them.
    pub joined: &'a [JoinedReading<'a>],
    pub(crate) completion: &'a mut Option<Completion>,
    pub(crate) withheld: &'a mut bool,
}

impl View<'_> {
    /// Pose of the sensor in the world.
    #[must_use]
    pub fn world_from_sensor(&self) -> Pose {
        self.world.world_from(self.node)
    }

    /// Pose of the robot in the world.
    #[must_use]
    pub fn world_from_robot(&self) -> Pose {
        self.world.world_from(self.robot)
    }

    /// Velocity of the robot's body along the world's axes. [m/s] Zero for a robot without a moving body.
    #[must_use]
    pub fn robot_velocity_in_world(&self) -> DVec3 {
        self.world.linear_velocity(self.robot)
    }

    /// Angular velocity of the robot's body about the world's axes. [rad/s]
    #[must_use]
    pub fn robot_angular_velocity_in_world(&self) -> DVec3 {
        self.world.angular_velocity(self.robot)
    }

    /// Keeps the reading from modifiers and streams: there is nothing to tell. `get_local_data` has it all the same.
    pub fn withhold(&mut self) {
        *self.withheld = true;
    }

    /// Ends the running asynchronous service of the sensor. Without one, nothing happens.
    pub fn complete(&mut self, completion: Completion) {
        *self.completion = Some(completion);
    }
}
