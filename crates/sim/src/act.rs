//! What an actuator acts with: the world, its robot, and the ways of moving a robot.

use glam::{DQuat, DVec3};
use morse_scene::value::Value;
use morse_world::{NodeId, Pose, World};
use serde::{Deserialize, Serialize};

use crate::cell::RobotTraits;
use crate::devices::Devices;
use crate::push::{Axes, Push};
use crate::service::Completion;
use crate::time::Time;
use crate::wheels::WheelDrive;

/// How a speed is applied to a robot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ControlType {
    /// The body's velocity is set; physics has the last word.
    #[default]
    Velocity,
    /// The robot is displaced at each activation, whatever is in its way.
    Position,
}

crate::choice!(ControlType { Velocity, Position });

/// A robot, to the actuators it carries.
#[derive(Debug, Clone, Copy)]
pub struct RobotHandle {
    /// Its node in the world.
    pub node: NodeId,
    /// How speeds are applied to it.
    pub traits: RobotTraits,
}

impl RobotHandle {
    /// Moves the robot along its own axes: with speeds [m/s, rad/s] for `Velocity`, by distances [m, rad] for `Position`.
    /// See [`Act::apply_speed`].
    pub(crate) fn apply_speed(self, world: &mut World, control: ControlType, linear: DVec3, angular: DVec3) {
        let balance = self.traits.no_gravity && world.has_body(self.node);
        if balance {
            self.balance(world);
        }
        match control {
            ControlType::Position => {
                if balance {
                    world.set_linear_velocity(self.node, DVec3::ZERO);
                }
                world.move_local(self.node, linear, angular);
            }
            ControlType::Velocity => self.set_velocity(world, linear, angular),
        }
    }

    fn set_velocity(self, world: &mut World, linear: DVec3, angular: DVec3) {
        let world_from_robot = world.world_from(self.node).rotation;
        let (linear, angular) = (world_from_robot * linear, world_from_robot * angular);
        if self.traits.ground {
            world.set_planar_velocities(self.node, linear, angular);
        } else {
            world.set_velocities(self.node, linear, angular);
        }
    }

    /// See [`Act::force_pose`].
    pub(crate) fn force_pose(self, world: &mut World, position: Option<DVec3>, orientation: Option<DQuat>) {
        let mut pose = world.world_from(self.node);
        pose.translation = position.unwrap_or(pose.translation);
        pose.rotation = orientation.unwrap_or(pose.rotation);
        if world.has_body(self.node) {
            self.balance(world);
            world.set_linear_velocity(self.node, DVec3::ZERO);
        }
        world.set_world_pose(self.node, pose);
    }

    /// Holds the robot's weight during the coming tick.
    fn balance(self, world: &mut World) {
        let weight = world.gravity() * world.mass(self.node);
        world.apply_force(self.node, -weight);
    }
}

/// What an actuator has in its hands during one activation.
pub struct Act<'a> {
    /// Simulated time.
    pub now: Time,
    /// The world.
    pub world: &'a mut World,
    /// The actuator's node.
    pub node: NodeId,
    /// The robot that carries it.
    pub robot: RobotHandle,
    /// How the wheels of the robot are driven, if it stands on wheels.
    pub wheels: Option<&'a WheelDrive>,
    /// How often the actuator acts, per simulated second.
    pub rate_hz: f64,
    /// Keys and sticks of whoever is at the machine.
    pub devices: &'a Devices,
    /// Whether the actuator has moved the robot, or set how it moves.
    pub(crate) moves: &'a mut bool,
    pub(crate) push: &'a mut Option<Push>,
    pub(crate) completion: &'a mut Option<Completion>,
}

impl Act<'_> {
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
    /// `Velocity` sets the body's velocity, which then obeys physics: friction, contacts, and for a ground robot the
    /// vertical speed and the roll and pitch rates it already has. `Position` displaces the robot by what it would
    /// cover until the next activation.
    pub fn apply_speed(&mut self, control: ControlType, linear: DVec3, angular: DVec3) {
        *self.moves = true;
        let (linear, angular) = match control {
            ControlType::Position => (linear / self.rate_hz, angular / self.rate_hz),
            ControlType::Velocity => (linear, angular),
        };
        self.robot.apply_speed(self.world, control, linear, angular);
    }

    /// Pushes the centre of mass of the robot with `force` [N] and turns it with `torque` [N m], both along `axes`, until
    /// the next activation. Numbers that are not finite push nothing, and are reported by the world.
    pub fn push(&mut self, axes: Axes, force: DVec3, torque: DVec3) {
        let push = Push { axes, force, torque };
        push.apply(self.world, self.robot.node);
        *self.push = Some(push);
    }

    /// Drives the wheels of a robot with a differential drive, until they are driven otherwise: forward speed [m/s]
    /// and turn rate [rad/s], positive to the left. Speeds that no wheel can have change nothing, and are logged.
    pub fn set_wheel_speeds(&mut self, v: f64, w: f64) {
        *self.moves = true;
        if let Some(WheelDrive::Differential(drive)) = self.wheels
            && self.world.wheels(self.robot.node).len() > 0
            && let Err(error) = drive.drive(self.world, self.robot.node, v, w)
        {
            tracing::warn!("{error}");
        }
    }

    /// Steers [rad], pushes and brakes the wheels of a car, until told otherwise. What no car can do changes nothing,
    /// and is logged.
    pub fn drive_car(&mut self, steering: f64, engine: f64, brake: f64) {
        *self.moves = true;
        if let Some(WheelDrive::Car(car)) = self.wheels
            && self.world.wheels(self.robot.node).len() > 0
            && let Err(error) = car.drive(self.world, self.robot.node, steering, engine, brake)
        {
            tracing::warn!("{error}");
        }
    }

    /// Displaces the robot, and gives it velocities along the axes that it has then. [m/s, rad/s]
    pub fn displace(&mut self, old_from_new: Pose, linear: DVec3, angular: DVec3) {
        *self.moves = true;
        let robot = self.robot.node;
        let world_from_new = self.world.world_from(robot) * old_from_new;
        self.world.set_world_pose(robot, world_from_new);
        let [linear, angular] = [linear, angular].map(|vector| world_from_new.transform_vector(vector));
        self.world.set_velocities(robot, linear, angular);
    }

    /// Puts the robot at `position` and `orientation` in the world, where given, and stops its linear motion.
    pub fn force_pose(&mut self, position: Option<DVec3>, orientation: Option<DQuat>) {
        *self.moves = true;
        self.robot.force_pose(self.world, position, orientation);
    }

    /// Ends the running asynchronous service of the actuator with `value`. Without one, nothing happens.
    pub fn complete(&mut self, value: impl Into<Value>) {
        *self.completion = Some(Completion::Success(value.into()));
    }
}
