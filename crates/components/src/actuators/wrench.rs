//! A force and a torque, as clients command them.

use morse_sim::prelude::*;

/// What pushes and turns a robot.
#[derive(Data, Clone, Default)]
#[data(kind = "wrench")]
pub struct Wrench {
    /// Force to apply. [N]
    pub(super) force: DVec3,
    /// Torque to apply. [N·m]
    pub(super) torque: DVec3,
}

/// Tells that an actuator which pushes will move nothing, if its robot has no body to push.
pub(super) fn warn_without_body(setup: &Setup<'_>) {
    if setup.world.mass(setup.robot) == 0.0 {
        tracing::warn!(
            "{}: its robot has no body that forces move, so it will not move; robots that move have the physics \
             type dynamic or rigid body",
            setup.name
        );
    }
}
