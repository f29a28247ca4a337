//! Destination: moves a robot in a straight line to a point.

use morse_sim::prelude::*;

use crate::common::driving::status::Status;

/// A position in the world.
#[derive(Data, Clone, Default)]
#[data(kind = Point)]
pub struct Point {
    /// Position along X. Starts where the actuator is. [m]
    x: f64,
    /// Position along Y. Starts where the actuator is. [m]
    y: f64,
    /// Position along Z. Starts where the actuator is. [m]
    z: f64,
}

/// Moves the robot in a straight line to a point of the world, without turning it.
///
/// It moves at full speed until the actuator is nearer than `Tolerance` and then stops. On arrival it stops
/// controlling the robot, unless `RemainAtDestination` is set.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.destination.Destination",
    data = Point,
    builder(name = "Destination")
)]
pub struct Destination {
    /// Distance at which the goal counts as reached. [m]
    #[property(name = "Tolerance", default = 0.5, min = 0)]
    tolerance: f64,
    /// Cruise speed. [m/s]
    #[property(name = "Speed", default = 5.0, min = 0)]
    speed: f64,
    /// Velocity commands the body's velocity, Position displaces the robot.
    #[property(name = "ControlType", default = ControlType::Velocity)]
    control: ControlType,
    /// Keep correcting after arrival.
    #[property(name = "RemainAtDestination", default = false)]
    remain: bool,
    status: Status,
    previous: DVec3,
}

impl Actuator for Destination {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Point) -> Result<(), SetupError> {
        let here = setup.world.world_from(setup.node).translation;
        *data = Point { x: here.x, y: here.y, z: here.z };
        self.previous = here;
        Ok(())
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
