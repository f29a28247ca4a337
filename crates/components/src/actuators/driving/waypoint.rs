//! Waypoint: drives a robot to a point.

mod radar;
mod services;
mod steering;

use morse_sim::prelude::*;
use morse_world::NodeId;

use crate::actuators::driving::waypoint::radar::{Radars, builder_radars};
use crate::common::driving::status::Status;

/// Goal position, tolerance and speed.
#[derive(Data, Clone)]
#[data(kind = Waypoint)]
pub struct Goal {
    /// Position along X. Starts where the actuator is. [m]
    x: f64,
    /// Position along Y. Starts where the actuator is. [m]
    y: f64,
    /// Position along Z. Starts where the actuator is. [m]
    z: f64,
    /// Distance at which the goal counts as reached. [m]
    tolerance: f64,
    /// Cruise speed. [m/s]
    speed: f64,
}

/// Drives the robot to a point of the world, with two optional obstacle radars.
///
/// The robot turns on the spot until the goal is less than 60° off its heading. It then drives at `speed` and turns
/// at half that number in rad/s, until the actuator is nearer than `tolerance` (in the plane, unless `FreeZ` is set).
/// On arrival it stops once and releases control, unless told to remain. It stops in the same way when its goal is
/// cancelled, or ends with a reset of the objects; its status is then `Stop`.
///
/// The radars look along the actuator's X axis, 3 m far, in cones of 5°, at every 21st tick, and detect any body.
/// Each cone is sampled with nine rays, so a thin pole at full distance may be missed. When the right one detects an
/// obstacle nearer than the goal the robot turns left, when the left one does it turns right. It goes straight on
/// when the goal is nearer than the range of the radars, or when the body has one of the properties in `Ignore`.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.waypoint.Waypoint",
    data = Goal,
    builder(name = "Waypoint", properties(Target = ""), options(radars = builder_radars())),
    services
)]
pub struct Waypoint {
    /// Turn away from obstacles that the radars detect.
    #[property(name = "ObstacleAvoidance", default = true)]
    avoids_obstacles: bool,
    /// Follow the height of the goal too.
    #[property(name = "FreeZ", default = false)]
    free_z: bool,
    /// Heading error that is not corrected. [rad]
    #[property(name = "AngleTolerance", default = 10.0_f64.to_radians(), min = 0)]
    angle_tolerance: f64,
    /// Cruise speed at the start. [m/s]
    #[property(name = "Speed", default = 1.0, min = 0)]
    speed: f64,
    /// Name of a marker object that is moved to the goal.
    #[property(name = "Target", default = "")]
    target: String,
    /// Comma-separated properties of bodies that the radars ignore.
    #[property(name = "Ignore", default = "")]
    ignore: String,
    /// Velocity commands the body's velocity, Position displaces the robot.
    #[property(name = "ControlType", default = ControlType::Velocity)]
    control: ControlType,
    /// Keep correcting after arrival.
    #[property(name = "RemainAtDestination", default = false)]
    remain: bool,
    status: Status,
    /// Whether the robot must still be stopped after its goal was cancelled.
    brakes: bool,
    previous: DVec3,
    /// The speed before a stop, for `resume`.
    held_speed: Option<f64>,
    marker: Option<NodeId>,
    radars: Option<Radars>,
}

impl Default for Goal {
    fn default() -> Self {
        Self { x: 0.0, y: 0.0, z: 0.0, tolerance: 0.5, speed: 1.0 }
    }
}

impl Goal {
    fn point(&self) -> DVec3 {
        DVec3::new(self.x, self.y, self.z)
    }

    fn set_point(&mut self, point: DVec3) {
        (self.x, self.y, self.z) = point.into();
    }
}

impl Actuator for Waypoint {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Goal) -> Result<(), SetupError> {
        let here = setup.world.world_from(setup.node).translation;
        *data = Goal { speed: self.speed, ..Goal::default() };
        data.set_point(here);
        self.status = Status::Arrived;
        self.previous = here;
        self.radars = Radars::from_options(setup)?;
        self.marker = setup.world.find(&self.target);
        if self.marker.is_none() && !self.target.is_empty() {
            tracing::warn!("{}: no object is named {}, so no Target will be moved", setup.name, self.target);
        }
        Ok(())
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Goal) {
        let goal = data.point();
        let is_new = std::mem::replace(&mut self.previous, goal) != goal;
        let rests = match self.status {
            Status::Arrived => true,
            Status::Cancelled => !std::mem::take(&mut self.brakes),
            Status::Stop | Status::Transit => false,
        };
        if !self.remain && rests && !is_new {
            return;
        }
        if let Some(marker) = self.marker.filter(|&marker| act.world.contains(marker)) {
            let world_from_marker = act.world.world_from(marker);
            act.world.set_world_pose(marker, Pose { translation: goal, ..world_from_marker });
        }
        if self.status == Status::Cancelled && !is_new {
            act.apply_speed(self.control, DVec3::ZERO, DVec3::ZERO);
        } else if self.distance(act, goal) <= data.tolerance {
            act.apply_speed(self.control, DVec3::ZERO, DVec3::ZERO);
            self.status = Status::Arrived;
            act.complete(Status::Arrived.word());
        } else if data.speed != 0.0 {
            self.status = Status::Transit;
            self.steer(act, data);
        }
    }

    fn interrupt(&mut self, call: &mut Call<'_, Goal>) {
        let here = call.world.world_from(call.node).translation;
        call.data.set_point(here);
        call.data.speed = 0.0;
        self.previous = here;
        self.status = Status::Cancelled;
        self.brakes = true;
    }
}
