//! RotorcraftWaypoint: flies a rotorcraft to a point.

mod services;

use morse_sim::prelude::*;
use morse_world::NodeId;

use super::rotorcraft::{AttitudeControl, Bank, Gains, fly, weight};
use super::status::Status;
use super::wrench::warn_without_body;

/// Where to fly, and which way to look there.
#[derive(Data, Clone)]
pub struct Goal {
    /// Position along X. Starts where the robot is. [m]
    x: f64,
    /// Position along Y. Starts where the robot is. [m]
    y: f64,
    /// Position along Z. Starts where the robot is. [m]
    z: f64,
    /// Heading, positive to the left of the X axis of the world. Starts as that of the robot. [rad]
    yaw: f64,
    /// Distance at which the goal counts as reached. [m]
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

    /// Where a robot is.
    fn set_pose(&mut self, pose: Pose) {
        (self.x, self.y, self.z) = pose.translation.into();
        self.yaw = pose.euler().yaw;
    }
}

/// Flies the robot to a point of the world and turns it to a heading there, as a rotorcraft does: it leans where it is to
/// speed up.
///
/// The robot's origin is led to the point; it has arrived when the actuator is nearer than `tolerance`. It then hovers,
/// unless `RemainAtDestination` is false: then it lets go, and falls.
#[derive(Actuator, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.rotorcraft_waypoint.RotorcraftWaypoint",
    title = "Rotorcraft Waypoint motion controller",
    data = Goal,
    builder(name = "RotorcraftWaypoint"),
    services
)]
pub struct RotorcraftWaypoint {
    /// Proportional gain, horizontal. [rad/m]
    #[property(name = "HorizontalPgain", default = 6.0_f64.to_radians())]
    horizontal_p: f64,
    /// Derivative gain, horizontal. [rad/(m/s)]
    #[property(name = "HorizontalDgain", default = 8.0_f64.to_radians())]
    horizontal_d: f64,
    /// Proportional gain, vertical. [N/m]
    #[property(name = "VerticalPgain", default = 8.0)]
    vertical_p: f64,
    /// Derivative gain, vertical. [N/(m/s)]
    #[property(name = "VerticalDgain", default = 8.0)]
    vertical_d: f64,
    /// Proportional gain of yaw. [1/s²]
    #[property(name = "YawPgain", default = 12.0)]
    yaw_p: f64,
    /// Derivative gain of yaw. [1/s]
    #[property(name = "YawDgain", default = 6.0)]
    yaw_d: f64,
    /// Proportional gain of roll and pitch. [1/s²]
    #[property(name = "RollPitchPgain", default = 9.7)]
    level_p: f64,
    /// Derivative gain of roll and pitch. [1/s]
    #[property(name = "RollPitchDgain", default = 2.0)]
    level_d: f64,
    /// Largest roll and pitch. [rad]
    #[property(name = "MaxBankAngle", default = 30.0_f64.to_radians(), min = 0, max = 1.5)]
    bank_max: f64,
    /// Keep correcting after arrival.
    #[property(name = "RemainAtDestination", default = true)]
    remain: bool,
    /// Name of a marker object moved to the goal.
    #[property(name = "Target", default = "wp_target")]
    target: String,
    control: AttitudeControl,
    status: Status,
    previous: DVec3,
    marker: Option<NodeId>,
}

impl Actuate for RotorcraftWaypoint {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Goal) -> Result<(), SetupError> {
        warn_without_body(setup);
        data.set_pose(setup.world.world_from(setup.robot));
        self.previous = data.point();
        // Most scenes have no marker, and need none.
        self.marker = setup.world.find(&self.target);
        Ok(())
    }

    fn act(&mut self, act: &mut Act<'_>, data: &mut Goal) {
        let goal = data.point();
        let is_new = std::mem::replace(&mut self.previous, goal) != goal;
        if !self.remain && self.status == Status::Arrived && !is_new {
            return;
        }
        if let Some(marker) = self.marker {
            let heading = Euler { yaw: data.yaw, ..Euler::default() };
            act.world.set_world_pose(marker, Pose::from_euler(goal, heading));
        }
        self.lead(act, data);
        if act.world_from_actuator().translation.distance(goal) <= data.tolerance {
            self.status = Status::Arrived;
            act.complete(Status::Arrived.word());
        } else {
            self.status = Status::Transit;
        }
    }

    fn interrupt(&mut self, call: &mut Call<'_, Goal>) {
        call.data.set_pose(call.world.world_from(call.robot));
    }
}

impl RotorcraftWaypoint {
    /// Pushes and turns the robot towards the goal.
    fn lead(&mut self, act: &mut Act<'_>, data: &Goal) {
        let world_from_robot = act.world_from_robot();
        let now = world_from_robot.euler();
        let error = data.point() - world_from_robot.translation;
        let velocity = act.world.linear_velocity(act.robot.node);

        let towards = self.horizontal_p * error - self.horizontal_d * velocity;
        let bank = Bank { max: self.bank_max };
        let [roll, pitch] = bank.towards(towards.x, towards.y, now.yaw);
        let climb = self.vertical_p * error.z - self.vertical_d * velocity.z;
        let thrust = (weight(act) / bank.lift(now) + climb).max(0.0);
        let gains = Gains::new([self.level_p, self.level_d], [self.yaw_p, self.yaw_d]);
        fly(act, &mut self.control, &gains, DVec3::new(roll, pitch, data.yaw), thrust);
    }
}
