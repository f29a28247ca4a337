//! Commanded force and torque.

use morse_sim::prelude::*;

/// A force and a torque on a robot.
#[derive(Data, Clone, Default)]
#[data(kind = Wrench)]
pub struct Wrench {
    /// Force to apply. [N]
    pub(crate) force: DVec3,
    /// Torque to apply. [N·m]
    pub(crate) torque: DVec3,
}

/// Warns that a force has no effect on a robot without a dynamic body.
pub(crate) fn warn_without_body(setup: &Setup<'_>) {
    if setup.world.mass(setup.robot) == 0.0 {
        tracing::warn!(
            "{}: its robot has no body that forces move, so it will not move; robots that move have the physics \
             type dynamic or rigid body",
            setup.name
        );
    }
}
