//! Commanded force and torque, and a warning for robots without a dynamic body.

use morse_sim::prelude::*;

/// A force and a torque on a robot. The actuator defines their axes.
#[derive(Data, Clone, Default)]
#[data(kind = Wrench)]
pub struct Wrench {
    /// Force to apply. [N]
    pub(crate) force: DVec3,
    /// Torque to apply. [N·m]
    pub(crate) torque: DVec3,
}

/// Logs a warning if forces have no effect on the robot, because it has no dynamic body.
pub(crate) fn warn_without_body(setup: &Setup<'_>) {
    if setup.world.mass(setup.robot) == 0.0 {
        tracing::warn!(
            "{}: forces do not move its robot, which has no dynamic body; give the robot the physics type dynamic \
             or rigid body",
            setup.name
        );
    }
}
