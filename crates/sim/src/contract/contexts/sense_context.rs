//! The context of a sensor: the world in this tick, and the poses of the sensor and its robot.

use glam::DVec3;
use morse_world::{NodeId, Pose, World};

use crate::contract::data::Data;
use crate::contract::outcome::Completion;
use crate::engine::random::Random;
use crate::engine::time::Time;

/// The newest reading of an input sensor, after its modifiers.
#[derive(Clone, Copy)]
pub struct InputReading<'a> {
    /// Full name of the sensor.
    pub name: &'a str,
    /// Time of the reading on the time scale of clients. [s]
    pub timestamp_s: f64,
    /// Data of the reading.
    pub data: &'a dyn Data,
}

/// Context of one reading of a sensor. The world is constant during sensing.
pub struct SenseContext<'a> {
    /// Simulated time.
    pub now: Time,
    /// The world.
    pub world: &'a World,
    /// The sensor's node.
    pub node: NodeId,
    /// The robot's node.
    pub robot: NodeId,
    /// Number of activations of the sensor per simulated second. [Hz]
    pub rate_hz: f64,
    /// Simulated time on the time scale of clients: seconds since 1970-01-01 UTC, or since the start if the scene
    /// requests that. [s]
    pub client_time_s: f64,
    /// Random numbers of this sensor in this tick.
    pub random: Random,
    /// The newest reading of each input sensor, in the order of
    /// [`Sensor::inputs`](crate::contract::component::Sensor::inputs).
    pub inputs: &'a [InputReading<'a>],
    /// Poses of the robot and of the sensor in the world. Copies, because sensors and streams need both, and they are
    /// far apart in the memory of the world.
    pub(crate) world_from_robot: Pose,
    pub(crate) world_from_sensor: Pose,
    pub(crate) completion: &'a mut Option<Completion>,
    pub(crate) withheld: &'a mut bool,
}

impl SenseContext<'_> {
    /// Pose of the sensor in the world.
    #[must_use]
    pub fn world_from_sensor(&self) -> Pose {
        self.world_from_sensor
    }

    /// Pose of the robot in the world.
    #[must_use]
    pub fn world_from_robot(&self) -> Pose {
        self.world_from_robot
    }

    /// Velocity of the robot's body along the world's axes; zero for a robot without a moving body. [m/s]
    #[must_use]
    pub fn robot_velocity_in_world(&self) -> DVec3 {
        self.world.linear_velocity(self.robot)
    }

    /// Angular velocity of the robot's body about the world's axes. [rad/s]
    #[must_use]
    pub fn robot_angular_velocity_in_world(&self) -> DVec3 {
        self.world.angular_velocity(self.robot)
    }

    /// Withholds the reading from modifiers and streams. `get_local_data` still returns it.
    pub fn withhold(&mut self) {
        *self.withheld = true;
    }

    /// Completes the running asynchronous service of the sensor. Has no effect if no service is running.
    pub fn complete(&mut self, completion: Completion) {
        *self.completion = Some(completion);
    }
}
