//! The state of a simulation: everything that a step changes and that later steps depend on.

use morse_world::World;

use crate::engine::devices::Devices;
use crate::engine::instance::{ActuatorInstance, RobotInstance, SensorInstance};
use crate::engine::time::clock::Clock;

/// Everything that a step changes and that later steps depend on. A clone shares meshes and images, and has no streams and no
/// running services.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) clock: Clock,
    pub(crate) world: World,
    pub(crate) robots: Vec<RobotInstance>,
    pub(crate) sensors: Vec<SensorInstance>,
    pub(crate) actuators: Vec<ActuatorInstance>,
    pub(crate) devices: Devices,
}

impl State {
    /// Returns to an earlier clone of this state or of a state with the same components. The streams stay.
    pub(crate) fn rewind(&mut self, earlier: &Self) {
        self.clock = earlier.clock.clone();
        self.devices = earlier.devices.clone();
        self.world.rewind(&earlier.world);
        self.robots.clone_from(&earlier.robots);
        for (sensor, earlier) in self.sensors.iter_mut().zip(&earlier.sensors) {
            sensor.rewind(earlier);
        }
        for (actuator, earlier) in self.actuators.iter_mut().zip(&earlier.actuators) {
            actuator.rewind(earlier);
        }
    }

    /// Names of the components: robots, sensors, actuators.
    pub(crate) fn component_names(&self) -> impl Iterator<Item = &str> {
        let robots = self.robots.iter().map(|robot| &robot.meta.name);
        let sensors = self.sensors.iter().map(|sensor| &sensor.meta.name);
        let actuators = self.actuators.iter().map(|actuator| &actuator.meta.name);
        robots.chain(sensors).chain(actuators).map(String::as_str)
    }
}
