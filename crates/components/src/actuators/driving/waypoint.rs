//! Waypoint: drives a robot to a point and avoids obstacles.

mod radar;
mod steering;
mod waypoint_services;

use morse_sim::prelude::*;
use morse_world::NodeId;

use crate::actuators::driving::waypoint::radar::{Radars, builder_radars};
use crate::common::driving::final_pose::{FinalPose, POSITION_TOLERANCE_M, YAW_TOLERANCE_RAD};
use crate::common::driving::status::Status;

/// Goal position in the world frame, tolerance and speed.
#[derive(Data, Clone)]
#[data(kind = Waypoint)]
pub struct Goal {
    /// Position along X. The initial value is the position of the actuator. [m]
    x: f64,
    /// Position along Y. The initial value is the position of the actuator. [m]
    y: f64,
    /// Position along Z. The initial value is the position of the actuator. [m]
    z: f64,
    /// Distance from the actuator to the goal at which the goal counts as reached. [m]
    tolerance: f64,
    /// Cruise speed. [m/s]
    speed: f64,
}

/// Drives the robot to a point of the world, with two optional obstacle radars.
///
/// The robot turns on the spot until the goal is less than 60° off its heading. It then drives at `speed` [m/s] and turns
/// at half that number [rad/s], until the actuator is nearer to the goal than `tolerance`. The distance is measured in
/// the horizontal plane, unless `FreeZ` is set. On arrival the actuator stops the robot once and releases control,
/// unless `RemainAtDestination` is set. It also stops the robot when its goal is cancelled or the objects are reset; its
/// status is then `Stop`.
///
/// With `goto_pose` the robot then turns on the spot to the heading of the goal. That goal fails if the robot moves by
/// less than 0.5 m and 0.5 rad in 10 s, or in the double time that it needs for that at its speed.
///
/// By default the radars point along the actuator's X axis. They detect any body within 3 m in a cone of 5°, and update
/// every 21st tick. Each cone is sampled with nine rays, so a thin pole at full distance may be missed. If the right
/// radar detects a body, the robot turns left; if only the left one does, it turns right. The robot drives straight on
/// if the goal is nearer than the range of the radars, or if the body has one of the properties in `Ignore`.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.waypoint.Waypoint",
    data = Goal,
    drives(goal),
    builder(name = "Waypoint", properties(Target = ""), options(radars = builder_radars())),
    services
)]
pub struct Waypoint {
    /// Whether the robot turns away from obstacles that the radars detect.
    #[property(name = "ObstacleAvoidance", default = true)]
    avoids_obstacles: bool,
    /// Whether the robot also moves to the height of the goal.
    #[property(name = "FreeZ", default = false)]
    free_z: bool,
    /// Heading error below which the robot does not turn. [rad]
    #[property(name = "AngleTolerance", default = 10.0_f64.to_radians(), min = 0)]
    angle_tolerance: f64,
    /// Initial value of the commanded `speed`. [m/s]
    #[property(name = "Speed", default = 1.0, min = 0)]
    speed: f64,
    /// Name of a marker object that the actuator moves to the goal.
    #[property(name = "Target", default = "")]
    target: String,
    /// Comma-separated names of properties. The robot does not avoid bodies that have one of them.
    #[property(name = "Ignore", default = "")]
    ignore: String,
    /// `Velocity` commands the velocity of the body; `Position` displaces the robot.
    #[property(name = "ControlType", default = ControlType::Velocity)]
    control: ControlType,
    /// Whether the actuator keeps the robot at the goal after arrival.
    #[property(name = "RemainAtDestination", default = false)]
    remain: bool,
    /// Distance from the actuator to the goal of `goto_pose` at which its position counts as reached. [m]
    #[property(name = "XYGoalTolerance", default = POSITION_TOLERANCE_M, min = 0)]
    position_tolerance: f64,
    /// Difference to the heading of the goal of `goto_pose` at which it counts as reached. [rad]
    #[property(name = "YawGoalTolerance", default = YAW_TOLERANCE_RAD, min = 0)]
    yaw_tolerance: f64,
    status: Status,
    /// The goal of `goto_pose`.
    final_pose: Option<FinalPose>,
    /// Whether a cancelled goal still needs the command that stops the robot.
    stop_pending: bool,
    previous: DVec3,
    /// The speed before a stop, for `resume`. [m/s]
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
    fn needs_moving_body(&self) -> bool {
        self.control == ControlType::Velocity
    }

    fn start(&mut self, setup: &Setup<'_>, data: &mut Goal) -> Result<(), SetupError> {
        self.begin(&setup.begin(), data);
        self.radars = Radars::from_options(setup)?;
        self.marker = setup.world.find(&self.target);
        if self.marker.is_none() && !self.target.is_empty() {
            tracing::warn!("{}: no object is named {}, so no Target will be moved", setup.name, self.target);
        }
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, data: &mut Goal) {
        let here = begin.world.world_from(begin.node).translation;
        *data = Goal { speed: self.speed, ..Goal::default() };
        data.set_point(here);
        self.status = Status::Arrived;
        self.previous = here;
    }

    fn is_under_way(&self, data: &Self::Data) -> bool {
        self.previous != data.point() || matches!(self.status, Status::Stop | Status::Transit)
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Goal) {
        let goal = data.point();
        let is_new = std::mem::replace(&mut self.previous, goal) != goal;
        let has_stopped = match self.status {
            Status::Arrived => true,
            Status::Cancelled => !std::mem::take(&mut self.stop_pending),
            Status::Stop | Status::Transit => false,
        };
        if !self.remain && has_stopped && !is_new {
            return;
        }
        // A command from a stream replaces the goal of `goto_pose`.
        self.final_pose = self.final_pose.filter(|pose| pose.point == goal);
        if let Some(marker) = self.marker.filter(|&marker| act.world.contains(marker)) {
            let world_from_marker = act.world.world_from(marker);
            act.world.set_world_pose(marker, Pose { translation: goal, ..world_from_marker });
        }
        if self.status == Status::Cancelled && !is_new {
            act.apply_speed(self.control, DVec3::ZERO, DVec3::ZERO);
        } else if let Some(pose) = self.final_pose {
            if data.speed != 0.0 {
                self.approach(act, data, pose);
            }
        } else if self.distance(act, goal) <= data.tolerance {
            act.apply_speed(self.control, DVec3::ZERO, DVec3::ZERO);
            self.status = Status::Arrived;
            act.complete(Status::Arrived.text());
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
        self.stop_pending = true;
        self.final_pose = None;
    }
}
