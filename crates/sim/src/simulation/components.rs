//! Access to the components of a simulation by name or by identifier: data, commands, properties, services.
//!
//! Access by identifier takes constant time; after components were removed, the time grows with the logarithm of the
//! number of components. Methods that take an identifier, except [`Simulation::has_component`], panic with the
//! identifier of a removed component. With an identifier from another scene they may panic or return values of another
//! component.

use morse_scene::value::{Map, Value};
use morse_world::{NodeId, Pose};

use crate::contract::command::{CommandError, CommandSchema};
use crate::contract::data::Data;
use crate::contract::outcome::{Answer, ServiceError};
use crate::engine::ids::{
    ActuatorId, ComponentId, RobotId, SensorId, SensorReading, actuator_index, id_of, instance_of, position,
    sensor_index,
};
use crate::engine::instance::{InstanceRef, Reading};
use crate::engine::simulation::Simulation;
use crate::engine::state::episode::{property_names, set_property_of};
use crate::engine::stream_description::{StreamDescription, describe_stream_of};
use crate::services::{all_services, dispatch_request};
use crate::transport::request::{RequestId, Respond};
use crate::transport::stream::{Publisher, Sample};

impl Simulation {
    /// The local data of a component; `None` when the component does not exist.
    #[must_use]
    pub fn data(&self, component: &str) -> Option<&dyn Data> {
        self.component_id(component).map(|id| self.component_data(id))
    }

    /// Publishes all further readings of a sensor to `publisher`, as to a stream. An on-demand sensor then reads.
    /// Returns whether the sensor exists.
    pub fn listen(&mut self, sensor: &str, publisher: Box<dyn Publisher>) -> bool {
        let Some(&InstanceRef::Sensor(index)) = self.model.instances.get(sensor) else { return false };
        self.state.sensors[index].connections.outgoing().publishers.push(publisher);
        self.model.plan.has_own_publishers = true;
        true
    }

    /// Applies a command to an actuator at once, as from a stream without modifiers.
    ///
    /// # Errors
    /// When the actuator does not exist, a field is missing or has an invalid value. The last valid command then stays
    /// in force.
    pub fn command(&mut self, actuator: &str, command: &Map) -> Result<(), CommandError> {
        let id = self.actuator_id(actuator).ok_or_else(|| CommandError::Unknown(actuator.to_owned()))?;
        self.command_actuator(id, command)
    }

    /// Checks a command without applying it.
    ///
    /// # Errors
    /// As for [`Simulation::command`].
    pub fn check_command(&self, actuator: &str, command: &Map) -> Result<(), CommandError> {
        let Some(&InstanceRef::Actuator(index)) = self.model.instances.get(actuator) else {
            return Err(CommandError::Unknown(actuator.to_owned()));
        };
        CommandSchema::of(self.state.actuators[index].component().data()).check(command)
    }

    /// The readings of the last tick after their modifiers, with the full names of their sensors, in scene order.
    /// Omits sensors that were not due, withheld their reading, or were skipped because their readings are not used.
    pub fn fresh_readings(&self) -> impl Iterator<Item = (&str, Sample<'_>)> {
        self.state
            .sensors
            .iter()
            .filter_map(|sensor| Some((sensor.meta.name.as_str(), sensor.fresh(self.model.epoch)?)))
    }

    /// Calls a service. Returns `None` for an asynchronous service; its later answer is discarded.
    pub fn call(&mut self, component: &str, service: &str, arguments: &[Value]) -> Option<Answer> {
        let (sender, receiver) = std::sync::mpsc::channel();
        let id = self.engine.gateway.next_id();
        self.call_with(id, component, service, arguments, Box::new(move |answer| drop(sender.send(answer))));
        receiver.try_recv().ok()
    }

    /// Calls a service. The answer comes through `respond`, at once or in a later tick.
    pub fn call_with(
        &mut self,
        id: RequestId,
        component: &str,
        service: &str,
        arguments: &[Value],
        respond: Respond,
    ) {
        let threads = self.threads();
        threads.install(|| dispatch_request(self, id, None, component, service, arguments, respond));
    }

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

    /// The description of a component for its streams; `None` when the component does not exist.
    #[must_use]
    pub fn describe_stream(&self, component: &str) -> Option<StreamDescription> {
        self.model.instances.get(component).map(|&instance| describe_stream_of(self, instance))
    }

    /// Whether a component is a sensor.
    #[must_use]
    pub fn is_sensor(&self, component: &str) -> bool {
        matches!(self.component_id(component), Some(ComponentId::Sensor(_)))
    }

    /// All services by component, in alphabetical order.
    #[must_use]
    pub fn services(&self) -> Vec<(String, Vec<String>)> {
        all_services(self)
    }

    /// Names of the properties of a component and of the parameters of its modifiers; `None` for an unknown component.
    #[must_use]
    pub fn property_names(&self, component: &str) -> Option<Vec<&str>> {
        property_names(self, component)
    }

    /// Sets a parameter of the modifiers of a component that have it, else a property of the component.
    ///
    /// # Errors
    /// When neither has such a property, or it does not take the value.
    pub fn set_property_of(
        &mut self,
        component: &str,
        name: &str,
        value: &Value,
    ) -> Result<(), ServiceError> {
        set_property_of(self, component, name, value)
    }

    /// Values of a component's properties by name; `None` when the component does not exist.
    #[must_use]
    pub fn component_properties(&self, component: &str) -> Option<Map> {
        self.model.instances.get(component).map(|&instance| self.state.property_values(instance))
    }
}
