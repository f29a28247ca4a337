//! Waypoint: drives a robot to a point.

mod radar;
mod services;
mod steering;

use morse_sim::prelude::*;
use morse_world::NodeId;

use self::radar::{Radars, builder_radars};
use super::status::Status;

/// Where to go, how near and how fast.
#[derive(Data, Clone)]
#[data(kind = "waypoint")]
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
/// The robot turns on the spot until the goal is less than 60° off its heading, then drives at `speed` and turns at
/// half that number in rad/s, until the actuator is nearer than `tolerance` (in the plane, unless `FreeZ` is set). On
/// arrival it stops once and lets go, unless told to remain.
///
/// The radars look along the actuator's X axis, 3 m far, in cones of 5°, at every 21st tick, and notice any body. They
/// are felt out with nine rays each, so a thin pole at full distance may be missed. When the right one notices
/// something nearer than the goal the robot turns left, when the left one does it turns right; a goal nearer than the
/// radars see, or a body that has one of the properties in `Ignore`, makes it go straight on.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.waypoint.Waypoint",
    data = Goal,
    builder(name = "Waypoint", properties(Target = ""), options(radars = builder_radars())),
    services
)]
pub struct Waypoint {
    /// Turn away from what the radars see.
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
    /// Properties, joined by commas, of bodies that the radars ignore.
    #[property(name = "Ignore", default = "")]
    ignore: String,
    /// Velocity commands the body's velocity, Position displaces the robot.
    #[property(name = "ControlType", default = ControlType::Velocity)]
    control: ControlType,
    /// Keep correcting after arrival.
    #[property(name = "RemainAtDestination", default = false)]
    remain: bool,
    status: Status,
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

impl Actuate for Waypoint {
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

    fn act(&mut self, act: &mut Act<'_>, data: &mut Goal) {
        let goal = data.point();
        let is_new = std::mem::replace(&mut self.previous, goal) != goal;
        if !self.remain && self.status == Status::Arrived && !is_new {
            return;
        }
        if let Some(marker) = self.marker {
            let world_from_marker = act.world.world_from(marker);
            act.world.set_world_pose(marker, Pose { translation: goal, ..world_from_marker });
        }
        if self.distance(act, goal) <= data.tolerance {
            act.apply_speed(self.control, DVec3::ZERO, DVec3::ZERO);
            self.status = Status::Arrived;
            act.complete(Status::Arrived.word());
        } else if data.speed != 0.0 {
            self.status = Status::Transit;
            self.steer(act, data);
        }
    }

    fn interrupt(&mut self, call: &mut Call<'_, Goal>) {
        call.data.set_point(call.world.world_from(call.node).translation);
        call.data.speed = 0.0;
    }
}
