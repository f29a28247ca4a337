//! Commanded force and torque.

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
