//! RotorcraftWaypoint: flies a rotorcraft to a point.

mod rotorcraft_waypoint_services;

use morse_sim::prelude::*;
use morse_world::NodeId;

use crate::common::driving::final_pose::{FinalPose, POSITION_TOLERANCE_M, YAW_TOLERANCE_RAD};
use crate::common::driving::rotorcraft::{AttitudeControl, TiltControl};
use crate::common::driving::status::Status;

/// Speed of a rotorcraft that has the usual time to make progress. [m/s]
const SPEED_M_PER_S: f64 = 1.0;

/// Goal position and heading, in the world frame.
#[derive(Data, Clone)]
#[data(kind = PoseGoal)]
pub struct Goal {
    /// Position along X. The initial value is the position of the robot. [m]
    x: f64,
    /// Position along Y. The initial value is the position of the robot. [m]
    y: f64,
    /// Position along Z. The initial value is the position of the robot. [m]
    z: f64,
    /// Heading, from the X axis of the world, positive to the left. The initial value is the heading of the robot. [rad]
    yaw: f64,
    /// Distance from the actuator to the goal at which the goal counts as reached. [m]
    tolerance: f64,
}

impl Default for Goal {
    fn default() -> Self {
        Self { x: 0.0, y: 0.0, z: 0.0, yaw: 0.0, tolerance: 0.2 }
    }
}

impl Goal {
    fn point(&self) -> DVec3 {
        DVec3::new(self.x, self.y, self.z)
    }

    /// Sets the goal to a pose.
    fn set_pose(&mut self, pose: Pose) {
        (self.x, self.y, self.z) = pose.translation.into();
        self.yaw = pose.euler().yaw;
    }
}

/// Flies the robot to a point of the world and turns it to a heading. The robot tilts in the direction of acceleration,
/// as a rotorcraft does.
///
/// The robot's origin is controlled to the point. The robot has arrived when the actuator is nearer to the point than
/// `tolerance`. It then hovers; if `RemainAtDestination` is false, the actuator stops and the robot falls. If the goal
/// is cancelled, or the objects are reset, the robot hovers at its position, and the status is `Stop`.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.rotorcraft_waypoint.RotorcraftWaypoint",
    title = "Rotorcraft Waypoint motion controller",
    data = Goal,
    drives(goal),
    builder(name = "RotorcraftWaypoint"),
    services
)]
pub struct RotorcraftWaypoint {
    /// Proportional gain of the horizontal position: tilt per position error. [rad/m]
    #[property(name = "HorizontalPgain", default = 6.0_f64.to_radians())]
    horizontal_p: f64,
    /// Derivative gain of the horizontal position: tilt per velocity. [rad/(m/s)]
    #[property(name = "HorizontalDgain", default = 8.0_f64.to_radians())]
    horizontal_d: f64,
    /// Proportional gain of the height: thrust per height error. [N/m]
    #[property(name = "VerticalPgain", default = 8.0)]
    vertical_p: f64,
    /// Derivative gain of the height: thrust per climb rate. [N/(m/s)]
    #[property(name = "VerticalDgain", default = 8.0)]
    vertical_d: f64,
    #[property(flatten)]
    tilt: TiltControl,
    /// Whether the robot hovers at the goal after arrival.
    #[property(name = "RemainAtDestination", default = true)]
    remain: bool,
    /// Name of a marker object that the actuator moves to the goal. The object may be missing.
    #[property(name = "Target", default = "wp_target")]
    target: String,
    /// Distance from the actuator to the goal of `goto_pose` at which its position counts as reached. [m]
    #[property(name = "XYGoalTolerance", default = POSITION_TOLERANCE_M, min = 0)]
    position_tolerance: f64,
    /// Difference to the heading of the goal of `goto_pose` at which it counts as reached. [rad]
    #[property(name = "YawGoalTolerance", default = YAW_TOLERANCE_RAD, min = 0)]
    yaw_tolerance: f64,
    control: AttitudeControl,
    status: Status,
    /// The goal of `goto_pose`.
    final_pose: Option<FinalPose>,
    previous: DVec3,
    marker: Option<NodeId>,
}

impl Actuator for RotorcraftWaypoint {
    fn needs_moving_body(&self) -> bool {
        true
    }

    fn start(&mut self, setup: &Setup<'_>, data: &mut Goal) -> Result<(), SetupError> {
        self.begin(&setup.begin(), data);
        // The property has a default value, so a missing marker is not reported.
        self.marker = setup.world.find(&self.target);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, data: &mut Goal) {
        data.set_pose(begin.world.world_from(begin.robot));
        self.previous = data.point();
    }

    fn is_under_way(&self, data: &Self::Data) -> bool {
        self.previous != data.point() || self.status == Status::Transit
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Goal) {
        let goal = data.point();
        let is_new = std::mem::replace(&mut self.previous, goal) != goal;
        if !self.remain && self.status == Status::Arrived && !is_new {
            return;
        }
        if let Some(marker) = self.marker.filter(|&marker| act.world.contains(marker)) {
            let heading = Euler { yaw: data.yaw, ..Euler::default() };
            act.world.set_world_pose(marker, Pose::from_euler(goal, heading));
        }
        self.control_flight(act, data);
        if self.status == Status::Cancelled && !is_new {
            return;
        }
        // A command from a stream replaces the goal of `goto_pose`.
        self.final_pose = self.final_pose.filter(|pose| pose.point == goal);
        let is_turned = self.final_pose.is_none_or(|pose| {
            pose.yaw_error(act.world_from_robot().euler().yaw).abs() <= self.yaw_tolerance
        });
        if is_turned && act.world_from_actuator().translation.distance(goal) <= data.tolerance {
            self.status = Status::Arrived;
            act.complete(Status::Arrived.text());
        } else {
            let world_from_robot = act.world_from_robot();
            if let Some(pose) = &mut self.final_pose
                && self.status == Status::Transit
                && !pose.makes_progress(world_from_robot, SPEED_M_PER_S, act.rate_hz)
            {
                act.fail(pose.failure());
                self.hover_at(world_from_robot, data);
                return;
            }
            self.status = Status::Transit;
        }
    }

    fn interrupt(&mut self, call: &mut Call<'_, Goal>) {
        self.hover_at(call.world.world_from(call.robot), call.data);
    }
}

impl RotorcraftWaypoint {
    /// Drops the goal and hovers at a pose.
    fn hover_at(&mut self, world_from_robot: Pose, data: &mut Goal) {
        data.set_pose(world_from_robot);
        self.previous = data.point();
        self.status = Status::Cancelled;
        self.final_pose = None;
    }

    /// Applies thrust and torque towards the goal.
    fn control_flight(&mut self, act: &mut ActContext<'_>, data: &Goal) {
        let world_from_robot = act.world_from_robot();
        let error = data.point() - world_from_robot.translation;
        let velocity = act.world.linear_velocity(act.robot.node);

        let tilt = self.horizontal_p * error - self.horizontal_d * velocity;
        let climb = self.vertical_p * error.z - self.vertical_d * velocity.z;
        self.tilt.fly(act, &mut self.control, tilt, data.yaw, climb);
    }
}
