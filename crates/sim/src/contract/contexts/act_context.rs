//! The context of an actuator: the world, its robot, and functions that move the robot.

use glam::{DQuat, DVec3};
use morse_scene::value::Value;
use morse_world::{DriveCommand, NodeId, Pose, World, WorldError};
use serde::{Deserialize, Serialize};

use crate::contract::component::robot_traits::RobotTraits;
use crate::contract::contexts::drivetrain::WheelDrive;
use crate::contract::contexts::held_wrench::{Axes, HeldWrench};
use crate::contract::outcome::Completion;
use crate::engine::devices::Devices;
use crate::engine::time::Time;

/// Method by which a speed is applied to a robot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ControlType {
    /// The velocity of the body is set; physics then acts on it.
    #[default]
    Velocity,
    /// The robot is displaced at each activation, regardless of obstacles.
    Position,
}

crate::choice!(ControlType { Velocity, Position });

/// Velocities of a robot along its own axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Twist {
    /// Linear velocity. [m/s]
    pub linear: DVec3,
    /// Angular velocity. [rad/s]
    pub angular: DVec3,
}

/// A robot as seen by its actuators.
#[derive(Debug, Clone, Copy)]
pub struct RobotHandle {
    /// Node of the robot in the world.
    pub node: NodeId,
    /// Settings for the application of speeds.
    pub traits: RobotTraits,
}

impl RobotHandle {
    /// Moves the robot along its own axes: with speeds [m/s, rad/s] for `Velocity`, by distances [m, rad] for
    /// `Position`. The next call follows after `ticks`. See [`ActContext::apply_speed`]. Returns true if nothing was done,
    /// because the speeds are zero and the robot sleeps.
    pub(crate) fn apply_speed(
        self,
        world: &mut World,
        control: ControlType,
        linear: DVec3,
        angular: DVec3,
        ticks: u16,
    ) -> bool {
        // Shortcut: most robots of a large scene stand still.
        if linear == DVec3::ZERO && angular == DVec3::ZERO && world.is_asleep(self.node) {
            return true;
        }
        let balance = self.traits.no_gravity && world.has_body(self.node);
        if balance {
            world.balance_weight(self.node);
        }
        match control {
            ControlType::Position => {
                if balance {
                    world.set_linear_velocity(self.node, DVec3::ZERO);
                }
                world.move_local(self.node, linear, angular);
            }
            ControlType::Velocity => world.drive(self.node, self.command(Twist { linear, angular }, ticks)),
        }
        false
    }

    /// The command to the world that drives the robot for some ticks.
    pub(crate) fn command(self, twist: Twist, ticks: u16) -> DriveCommand {
        let Twist { linear, angular } = twist;
        DriveCommand { linear, angular, on_ground: self.traits.ground, ticks }
    }

    /// See [`ActContext::force_pose`].
    pub(crate) fn force_pose(self, world: &mut World, position: Option<DVec3>, orientation: Option<DQuat>) {
        let mut pose = world.world_from(self.node);
        pose.translation = position.unwrap_or(pose.translation);
        pose.rotation = orientation.unwrap_or(pose.rotation);
        world.pin(self.node, pose);
    }
}

/// Number of ticks from an activation to the next, for a number of activations per second [Hz] and a length of a tick [s].
pub(crate) fn ticks_between(rate_hz: f64, tick_s: f64) -> u16 {
    // Without the rounding error of a rate that divides that of the simulation.
    (1.0 / (rate_hz * tick_s) - 0.01).ceil().clamp(1.0, f64::from(u16::MAX)) as u16
}

/// Effects of one activation of an actuator on its robot.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Effects {
    /// Whether the actuator has moved the robot or set its motion.
    pub(crate) moves: bool,
    /// Whether the last call applied a speed of zero to a sleeping robot, which has no effect.
    pub(crate) stays: bool,
    /// The velocities that the last call applied with [`ControlType::Velocity`].
    pub(crate) velocity: Option<Twist>,
}

/// Context of one activation of an actuator.
pub struct ActContext<'a> {
    /// Simulated time.
    pub now: Time,
    /// The world.
    pub world: &'a mut World,
    /// The actuator's node.
    pub node: NodeId,
    /// The robot that carries it.
    pub robot: RobotHandle,
    /// Drive of the wheels of the robot, if it has simulated wheels.
    pub wheels: Option<&'a WheelDrive>,
    /// Number of activations of the actuator per simulated second. [Hz]
    pub rate_hz: f64,
    /// Keyboard and joystick state.
    pub devices: &'a Devices,
    pub(crate) effects: &'a mut Effects,
    /// Number of times that the world refused what the actuator did.
    pub(crate) refusals: &'a mut u64,
    pub(crate) push: &'a mut Option<HeldWrench>,
    pub(crate) completion: &'a mut Option<Completion>,
}

impl ActContext<'_> {
    /// Pose of the actuator in the world.
    #[must_use]
    pub fn world_from_actuator(&self) -> Pose {
        self.world.world_from(self.node)
    }

    /// Pose of the robot in the world.
    #[must_use]
    pub fn world_from_robot(&self) -> Pose {
        self.world.world_from(self.robot.node)
    }

    /// Moves the robot with `linear` [m/s] and `angular` [rad/s], both along the robot's axes.
    ///
    /// `Velocity` sets the body's velocity. Physics then acts on it: friction, contacts, and for a ground robot the
    /// current vertical speed, roll rate and pitch rate. `Position` displaces the robot by the distance until the
    /// next activation.
    pub fn apply_speed(&mut self, control: ControlType, linear: DVec3, angular: DVec3) {
        self.effects.moves = true;
        let (linear, angular) = match control {
            ControlType::Position => (linear / self.rate_hz, angular / self.rate_hz),
            ControlType::Velocity => {
                self.effects.velocity = Some(Twist { linear, angular });
                (linear, angular)
            }
        };
        let ticks = ticks_between(self.rate_hz, self.world.settings().tick_s);
        self.effects.stays = self.robot.apply_speed(self.world, control, linear, angular, ticks);
    }

    /// Applies `force` [N] at the robot's center of mass and `torque` [N m], both along `axes`, until the next
    /// activation. Non-finite values have no effect and are reported by the world.
    pub fn push(&mut self, axes: Axes, force: DVec3, torque: DVec3) {
        let push = HeldWrench { axes, force, torque };
        push.apply(self.world, self.robot.node);
        *self.push = Some(push);
    }

    /// Drives the wheels of a differential-drive robot until the next command: forward speed [m/s] and turn rate
    /// [rad/s], positive to the left. Speeds beyond the range of a wheel have no effect and are logged.
    pub fn set_wheel_speeds(&mut self, v: f64, w: f64) {
        self.effects.moves = true;
        if let Some(WheelDrive::Differential(drive)) = self.wheels
            && self.world.wheels(self.robot.node).len() > 0
            && let Err(error) = drive.drive(self.world, self.robot.node, v, w)
        {
            self.note_refusal(&error);
        }
    }

    /// Sets the steering [rad], engine and brake of a car until the next command. Values out of range have no effect
    /// and are logged.
    pub fn drive_car(&mut self, steering: f64, engine: f64, brake: f64) {
        self.effects.moves = true;
        if let Some(WheelDrive::Car(car)) = self.wheels
            && self.world.wheels(self.robot.node).len() > 0
            && let Err(error) = car.drive(self.world, self.robot.node, steering, engine, brake)
        {
            self.note_refusal(&error);
        }
    }

    /// Logs the first error of the actuator, and counts all.
    pub fn note_refusal(&mut self, error: &WorldError) {
        if *self.refusals == 0 {
            tracing::warn!("{}: {error}", self.world.name(self.node));
        }
        *self.refusals += 1;
    }

    /// Lets the wheels of the robot roll freely: no motor and no brake acts on them.
    pub fn release_wheels(&mut self) {
        let count = self.world.wheels(self.robot.node).len();
        for number in 0..count {
            // The wheel exists, and zero is a valid force.
            let _ = self.world.push_wheel(self.robot.node, number, 0.0, 0.0);
        }
    }

    /// Displaces the robot by `old_from_new` and sets its velocities along its new axes. [m/s, rad/s]
    pub fn displace(&mut self, old_from_new: Pose, linear: DVec3, angular: DVec3) {
        self.effects.moves = true;
        let robot = self.robot.node;
        let world_from_new = self.world.world_from(robot) * old_from_new;
        self.world.set_world_pose(robot, world_from_new);
        let [linear, angular] = [linear, angular].map(|vector| world_from_new.transform_vector(vector));
        self.world.set_velocities(robot, linear, angular);
    }

    /// Moves the robot to `position` and `orientation` in the world, where given, with zero velocity. It keeps exactly
    /// this pose during the coming tick.
    pub fn force_pose(&mut self, position: Option<DVec3>, orientation: Option<DQuat>) {
        self.effects.moves = true;
        self.robot.force_pose(self.world, position, orientation);
    }

    /// Ends the running asynchronous service of the actuator with a failure. Has no effect if no service is running.
    pub fn fail(&mut self, reason: impl Into<String>) {
        *self.completion = Some(Completion::Failed(reason.into()));
    }

    /// Completes the running asynchronous service of the actuator with `value`. Has no effect if no service is
    /// running.
    pub fn complete(&mut self, value: impl Into<Value>) {
        *self.completion = Some(Completion::Success(value.into()));
    }
}
