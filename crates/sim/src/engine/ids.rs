//! Identifiers of components. A program looks a name up once, and then reads and commands by identifier in every tick.
//!
//! All simulations of the same scene document give a component the same identifier. It stays valid when other
//! components are added or removed, and is not reused after the component was removed.

use crate::contract::data::Data;
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::engine::time::Time;

/// A robot of a simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RobotId(pub(crate) usize);

/// A sensor of a simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SensorId(pub(crate) usize);

/// An actuator of a simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActuatorId(pub(crate) usize);

/// A component of a simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ComponentId {
    /// A robot.
    Robot(RobotId),
    /// A sensor.
    Sensor(SensorId),
    /// An actuator.
    Actuator(ActuatorId),
}

impl ComponentId {
    /// The identifier of a robot; `None` for other components.
    #[must_use]
    pub fn robot(self) -> Option<RobotId> {
        if let Self::Robot(id) = self { Some(id) } else { None }
    }

    /// The identifier of a sensor; `None` for other components.
    #[must_use]
    pub fn sensor(self) -> Option<SensorId> {
        if let Self::Sensor(id) = self { Some(id) } else { None }
    }

    /// The identifier of an actuator; `None` for other components.
    #[must_use]
    pub fn actuator(self) -> Option<ActuatorId> {
        if let Self::Actuator(id) = self { Some(id) } else { None }
    }
}

impl From<RobotId> for ComponentId {
    fn from(id: RobotId) -> Self {
        Self::Robot(id)
    }
}

impl From<SensorId> for ComponentId {
    fn from(id: SensorId) -> Self {
        Self::Sensor(id)
    }
}

impl From<ActuatorId> for ComponentId {
    fn from(id: ActuatorId) -> Self {
        Self::Actuator(id)
    }
}

/// Index of an instance among those of its kind, which are sorted by serial number.
pub(crate) fn position<T>(instances: &[T], serial: usize, serial_of: impl Fn(&T) -> usize) -> Option<usize> {
    // The index equals the serial number until an earlier instance is removed.
    if instances.get(serial).is_some_and(|instance| serial_of(instance) == serial) {
        return Some(serial);
    }
    instances.binary_search_by_key(&serial, serial_of).ok()
}

/// The newest reading of a sensor after its modifiers.
pub struct SensorReading<'a> {
    /// Simulated time of the reading; zero before the first reading.
    pub time: Time,
    /// The same time on the time scale of clients. [ns]
    pub stamp_ns: i64,
    /// Whether the sensor read and published in the last tick.
    pub is_new: bool,
    /// Data of the reading.
    pub data: &'a dyn Data,
}

pub(crate) fn id_of(simulation: &Simulation, instance: InstanceRef) -> ComponentId {
    let serial = simulation.state.meta(instance).serial;
    match instance {
        InstanceRef::Robot(_) => ComponentId::Robot(RobotId(serial)),
        InstanceRef::Sensor(_) => ComponentId::Sensor(SensorId(serial)),
        InstanceRef::Actuator(_) => ComponentId::Actuator(ActuatorId(serial)),
    }
}

/// The instance of a component. For a removed component, the index is out of bounds.
pub(crate) fn instance_of(simulation: &Simulation, id: ComponentId) -> InstanceRef {
    match id {
        ComponentId::Robot(RobotId(serial)) => {
            let index = position(&simulation.state.robots, serial, |robot| robot.meta.serial);
            InstanceRef::Robot(index.unwrap_or(usize::MAX))
        }
        ComponentId::Sensor(id) => InstanceRef::Sensor(sensor_index(simulation, id)),
        ComponentId::Actuator(id) => InstanceRef::Actuator(actuator_index(simulation, id)),
    }
}

pub(crate) fn sensor_index(simulation: &Simulation, SensorId(serial): SensorId) -> usize {
    position(&simulation.state.sensors, serial, |sensor| sensor.meta.serial).unwrap_or(usize::MAX)
}

pub(crate) fn actuator_index(simulation: &Simulation, ActuatorId(serial): ActuatorId) -> usize {
    position(&simulation.state.actuators, serial, |actuator| actuator.meta.serial).unwrap_or(usize::MAX)
}
