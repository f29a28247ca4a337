//! Destination: moves a robot in a straight line to a point.

use morse_sim::prelude::*;

use crate::common::driving::status::Status;

/// Goal position, in the world frame.
#[derive(Data, Clone, Default)]
#[data(kind = Point)]
pub struct Point {
    /// Position along X. The initial value is the position of the actuator. [m]
    x: f64,
    /// Position along Y. The initial value is the position of the actuator. [m]
    y: f64,
    /// Position along Z. The initial value is the position of the actuator. [m]
    z: f64,
}

/// Moves the robot in a straight line to a point of the world, without turning it.
///
/// The robot moves at `Speed` until the actuator is nearer to the point than `Tolerance`, and then stops. On arrival the
/// actuator stops controlling the robot, unless `RemainAtDestination` is set.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.destination.Destination",
    data = Point,
    drives(goal),
    builder(name = "Destination")
)]
pub struct Destination {
    /// Distance from the actuator to the goal at which the goal counts as reached. [m]
    #[property(name = "Tolerance", default = 0.5, min = 0)]
    tolerance: f64,
    /// Cruise speed. [m/s]
    #[property(name = "Speed", default = 5.0, min = 0)]
    speed: f64,
    /// `Velocity` commands the velocity of the body; `Position` displaces the robot.
    #[property(name = "ControlType", default = ControlType::Velocity)]
    control: ControlType,
    /// Whether the actuator keeps the robot at the goal after arrival.
    #[property(name = "RemainAtDestination", default = false)]
    remain: bool,
    status: Status,
    previous: DVec3,
}

impl Actuator for Destination {
    fn needs_moving_body(&self) -> bool {
        self.control == ControlType::Velocity
    }

    fn start(&mut self, setup: &Setup<'_>, data: &mut Point) -> Result<(), SetupError> {
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, data: &mut Point) {
        let here = begin.world.world_from(begin.node).translation;
        *data = Point { x: here.x, y: here.y, z: here.z };
        self.previous = here;
    }

    fn is_under_way(&self, data: &Self::Data) -> bool {
        self.previous != DVec3::new(data.x, data.y, data.z) || self.status == Status::Transit
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Point) {
        let destination = DVec3::new(data.x, data.y, data.z);
        let is_new = std::mem::replace(&mut self.previous, destination) != destination;
        if !self.remain && self.status == Status::Stop && !is_new {
            return;
        }
        let to_destination = destination - act.world_from_actuator().translation;
        let velocity_in_world = if to_destination.length() > self.tolerance {
            self.status = Status::Transit;
            to_destination.normalize() * self.speed
        } else {
            self.status = Status::Stop;
            DVec3::ZERO
        };
        let robot_from_world = act.world_from_robot().rotation.conjugate();
        act.apply_speed(self.control, robot_from_world * velocity_in_world, DVec3::ZERO);
    }

    fn reset(&mut self, call: &mut Call<'_, Point>) {
        let here = call.world.world_from(call.node).translation;
        *call.data = Point { x: here.x, y: here.y, z: here.z };
    }
}
