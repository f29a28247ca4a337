//! Forces and torques that an actuator holds on its robot from one activation to the next.

use glam::{DQuat, DVec3};
use morse_world::{NodeId, World};
use serde::{Deserialize, Serialize};

/// The axes along which a push acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axes {
    /// Those of the robot: the push turns with it, as the thrust of its engines does.
    Robot,
    /// Those of the world.
    World,
}

/// A force on the centre of mass of a robot, and a torque.
///
/// Physics takes forces tick by tick. An actuator that acts less often than physics advances would push at some ticks only;
/// its push is repeated at the others, so that a newton is a newton at any frequency.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Push {
    pub(crate) axes: Axes,
    /// [N]
    pub(crate) force: DVec3,
    /// [N m]
    pub(crate) torque: DVec3,
}

impl Push {
    /// Pushes the robot during the coming tick.
    pub(crate) fn apply(&self, world: &mut World, robot: NodeId) {
        let world_from_axes = match self.axes {
            Axes::Robot => world.world_from(robot).rotation,
            Axes::World => DQuat::IDENTITY,
        };
        // Nothing is no push: a robot at rest may stay asleep.
        if self.force != DVec3::ZERO {
            world.apply_force(robot, world_from_axes * self.force);
        }
        if self.torque != DVec3::ZERO {
            world.apply_torque(robot, world_from_axes * self.torque);
        }
    }
}
