//! Identifiers of components. A program looks a name up once, and then reads and commands by identifier in every tick.
//!
//! All simulations of the same scene document give a component the same identifier. It stays valid when other
//! components are added or removed, and is not reused after the component was removed.

use morse_scene::value::Map;
use morse_world::{NodeId, Pose};

use crate::contract::command::CommandError;
use crate::contract::data::Data;
use crate::engine::instance::{InstanceRef, Reading};
use crate::engine::simulation::Simulation;
use crate::engine::time::Time;
use crate::transport::stream::Sample;

/// A robot of a simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RobotId(usize);

/// A sensor of a simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SensorId(usize);

/// An actuator of a simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActuatorId(usize);

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
fn position<T>(instances: &[T], serial: usize, serial_of: impl Fn(&T) -> usize) -> Option<usize> {
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

/// Access by identifier. It takes constant time; after components were removed, the time grows with the logarithm of
/// the number of components.
///
/// # Panics
/// All methods except [`Simulation::has_component`] panic with the identifier of a removed component. With an
/// identifier from another scene they may panic or return values of another component.
impl Simulation {
    /// Whether the component exists; false after it was removed.
    #[must_use]
    pub fn has_component(&self, id: impl Into<ComponentId>) -> bool {
        match id.into() {
            ComponentId::Robot(RobotId(serial)) => position(&self.state.robots, serial, |it| it.meta.serial),
            ComponentId::Sensor(SensorId(serial)) => {
                position(&self.state.sensors, serial, |it| it.meta.serial)
            }
            ComponentId::Actuator(ActuatorId(serial)) => {
                position(&self.state.actuators, serial, |it| it.meta.serial)
            }
        }
        .is_some()
    }

    /// The component with this full name.
    #[must_use]
    pub fn component_id(&self, name: &str) -> Option<ComponentId> {
        self.model.instances.get(name).map(|&instance| id_of(self, instance))
    }

    /// The sensor with this full name.
    #[must_use]
    pub fn sensor_id(&self, name: &str) -> Option<SensorId> {
        self.component_id(name)?.sensor()
    }

    /// The actuator with this full name.
    #[must_use]
    pub fn actuator_id(&self, name: &str) -> Option<ActuatorId> {
        self.component_id(name)?.actuator()
    }

    /// The robot with this full name.
    #[must_use]
    pub fn robot_id(&self, name: &str) -> Option<RobotId> {
        self.component_id(name)?.robot()
    }

    /// All components by full name, in alphabetical order.
    pub fn component_ids(&self) -> impl Iterator<Item = (&str, ComponentId)> {
        self.model.instances.iter().map(|(name, &instance)| (name.as_str(), id_of(self, instance)))
    }

    /// The full name of a component.
    #[must_use]
    pub fn component_name(&self, id: impl Into<ComponentId>) -> &str {
        &self.state.meta(instance_of(self, id.into())).name
    }

    /// The robot that carries a component; for a robot, the robot itself. `None` for a sensor that is not on a robot.
    #[must_use]
    pub fn robot_of(&self, id: impl Into<ComponentId>) -> Option<RobotId> {
        let node = match instance_of(self, id.into()) {
            InstanceRef::Robot(index) => self.state.robots[index].meta.node,
            InstanceRef::Actuator(index) => self.state.robots[self.state.actuators[index].robot].meta.node,
            InstanceRef::Sensor(index) => self.state.sensors[index].robot,
        };
        let robot = self.state.robots.iter().find(|robot| robot.meta.node == node);
        robot.map(|robot| RobotId(robot.meta.serial))
    }

    /// The node of a component in [`Simulation::world`].
    #[must_use]
    pub fn component_node(&self, id: impl Into<ComponentId>) -> NodeId {
        self.state.meta(instance_of(self, id.into())).node
    }

    /// The pose of a component in the world.
    #[must_use]
    pub fn world_from_component(&self, id: impl Into<ComponentId>) -> Pose {
        self.state.world.world_from(self.component_node(id))
    }

    /// The local data of a component.
    #[must_use]
    pub fn component_data(&self, id: impl Into<ComponentId>) -> &dyn Data {
        self.state.shown_data(instance_of(self, id.into()))
    }

    /// The newest reading of a sensor. An on-demand sensor reads only while it has a listener: see
    /// [`Simulation::listen`].
    #[must_use]
    pub fn reading(&self, id: SensorId) -> SensorReading<'_> {
        let sensor = &self.state.sensors[sensor_index(self, id)];
        SensorReading {
            time: sensor.timestamp,
            stamp_ns: self.model.epoch.nanoseconds(sensor.timestamp),
            is_new: matches!(sensor.reading, Reading::Fresh { .. }),
            data: sensor.data(),
        }
    }

    /// The readings of the last tick, as in [`Simulation::fresh_readings`], with the identifiers of the sensors.
    pub fn fresh_sensors(&self) -> impl Iterator<Item = (SensorId, Sample<'_>)> {
        self.state
            .sensors
            .iter()
            .filter_map(|sensor| Some((SensorId(sensor.meta.serial), sensor.fresh(self.model.epoch)?)))
    }

    /// Applies a command to an actuator at once, as from a stream without modifiers.
    ///
    /// # Errors
    /// When a field is missing or has an invalid value. The last valid command then stays in force.
    pub fn command_actuator(&mut self, id: ActuatorId, command: &Map) -> Result<(), CommandError> {
        let index = actuator_index(self, id);
        let now = self.state.clock.now();
        let actuator = &mut self.state.actuators[index];
        let result = actuator.command(now, command);
        if let (Some(recorder), Ok(())) = (&mut self.engine.recorder, &result) {
            recorder.command(&actuator.meta.name, command);
        }
        if result.is_ok() {
            self.state.note_taken(index);
        }
        result
    }
}

fn id_of(simulation: &Simulation, instance: InstanceRef) -> ComponentId {
    let serial = simulation.state.meta(instance).serial;
    match instance {
        InstanceRef::Robot(_) => ComponentId::Robot(RobotId(serial)),
        InstanceRef::Sensor(_) => ComponentId::Sensor(SensorId(serial)),
        InstanceRef::Actuator(_) => ComponentId::Actuator(ActuatorId(serial)),
    }
}

/// The instance of a component. For a removed component, the index is out of bounds.
fn instance_of(simulation: &Simulation, id: ComponentId) -> InstanceRef {
    match id {
        ComponentId::Robot(RobotId(serial)) => {
            let index = position(&simulation.state.robots, serial, |robot| robot.meta.serial);
            InstanceRef::Robot(index.unwrap_or(usize::MAX))
        }
        ComponentId::Sensor(id) => InstanceRef::Sensor(sensor_index(simulation, id)),
        ComponentId::Actuator(id) => InstanceRef::Actuator(actuator_index(simulation, id)),
    }
}

fn sensor_index(simulation: &Simulation, SensorId(serial): SensorId) -> usize {
    position(&simulation.state.sensors, serial, |sensor| sensor.meta.serial).unwrap_or(usize::MAX)
}

fn actuator_index(simulation: &Simulation, ActuatorId(serial): ActuatorId) -> usize {
    position(&simulation.state.actuators, serial, |actuator| actuator.meta.serial).unwrap_or(usize::MAX)
}
