//! Forces and torques that an actuator applies to its robot until its next activation.

use glam::{DQuat, DVec3};
use morse_world::{NodeId, World};
use serde::{Deserialize, Serialize};

/// Axes along which a force and a torque are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axes {
    /// Axes of the robot: the force turns with the robot, like the thrust of an engine.
    Robot,
    /// Axes of the world.
    World,
}

/// A force at the center of mass of a robot, and a torque.
///
/// Physics takes forces per tick. An actuator with a lower rate than physics would apply them in some ticks only. The
/// engine therefore repeats the force in the other ticks, so that its effect does not depend on the actuator's rate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct HeldWrench {
    pub(crate) axes: Axes,
    /// [N]
    pub(crate) force: DVec3,
    /// [N m]
    pub(crate) torque: DVec3,
}

impl HeldWrench {
    /// Applies the force and the torque during the coming tick.
    pub(crate) fn apply(&self, world: &mut World, robot: NodeId) {
        let world_from_axes = match self.axes {
            Axes::Robot => world.world_from(robot).rotation,
            Axes::World => DQuat::IDENTITY,
        };
        // A zero force is not applied, because that would wake a body at rest.
        if self.force != DVec3::ZERO {
            world.apply_force(robot, world_from_axes * self.force);
        }
        if self.torque != DVec3::ZERO {
            world.apply_torque(robot, world_from_axes * self.torque);
        }
    }
}
