//! The state of a simulation: everything that a step changes and that later steps depend on.

use morse_world::World;

use crate::engine::devices::Devices;
use crate::engine::instance::{ActuatorInstance, RobotInstance, SensorInstance};
use crate::engine::time::clock::Clock;

/// Everything that a step changes and that later steps depend on.
pub(crate) struct State {
    pub(crate) clock: Clock,
    pub(crate) world: World,
    pub(crate) robots: Vec<RobotInstance>,
    pub(crate) sensors: Vec<SensorInstance>,
    pub(crate) actuators: Vec<ActuatorInstance>,
    pub(crate) devices: Devices,
}
