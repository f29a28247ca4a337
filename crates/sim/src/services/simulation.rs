//! The pseudo component `simulation`: the robots, the objects, the end.

use glam::DVec3;
use morse_scene::value::{Map, Value};
use morse_scene::wiring::Direction;
use morse_world::{Euler, NodeId, Pose};

use super::{SUPERVISION, base};
use crate::control::{End, LogLevel};
use crate::data::Field;
use crate::request::Respond;
use crate::service::{Arguments, ServiceError};
use crate::simulation::Simulation;
use crate::unit::UnitRef;

pub(super) fn call(
    simulation: &mut Simulation,
    service: &str,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    match service {
        "list_robots" => Ok(simulation.list_robots()),
        "details" => Ok(simulation.details()),
        "activate" => simulation.set_active(&arguments.take::<String>(0)?, true),
        "deactivate" => simulation.set_active(&arguments.take::<String>(0)?, false),
        "reset_objects" => {
            simulation.world.reset();
            Ok(Value::from("Objects restored to initial position"))
        }
        "suspend_dynamics" => {
            simulation.world.suspend_all();
            Ok(Value::from("Physics is suspended"))
        }
        "restore_dynamics" => {
            simulation.world.restore_all();
            Ok(Value::from("Physics is resumed"))
        }
        "get_scene_objects" => Ok(simulation.scene_objects()),
        "set_object_visibility" => simulation.set_visibility(arguments),
        "set_object_dynamics" => simulation.set_dynamics(arguments),
        "set_object_position" => simulation.set_position(arguments),
        "set_log_level" => {
            simulation.set_log_level(&arguments.take::<String>(0)?, &arguments.take::<Value>(1)?)
        }
        "terminate" => {
            simulation.controls.end = Some(End::Terminate);
            Ok(Value::Null)
        }
        camera => Err(ServiceError::Refused(format!(
            "{camera} needs the camera of a viewer, and this simulator has no viewer yet"
        ))),
    }
}

impl Simulation {
    /// Asks for the end; the answer goes out when everything has been closed.
    pub(super) fn quit(&mut self, respond: Respond) {
        self.controls.end = Some(End::Quit);
        self.controls.quit_respond = Some(respond);
    }

    fn list_robots(&self) -> Value {
        let own = self.robots.iter().filter(|robot| !robot.external);
        Value::List(own.map(|robot| Value::from(robot.head.name.as_str())).collect())
    }

    pub(crate) fn set_active(&mut self, component: &str, active: bool) -> Result<Value, ServiceError> {
        match self.units.get(component) {
            Some(&unit) if !self.is_own(self.robot_node(unit)) => {
                return Err(ServiceError::Refused(format!(
                    "Component '{component}' is on a robot of another simulator, and acts there"
                )));
            }
            Some(&unit) if active && self.is_orphaned(unit) => {
                return Err(ServiceError::Refused(format!(
                    "Component '{component}' cannot act: the Python process that computed it has ended"
                )));
            }
            Some(&UnitRef::Sensor(index)) => self.sensors[index].active = active,
            Some(&UnitRef::Actuator(index)) => self.actuators[index].active = active,
            _ => {
                let verb = if active { "activate" } else { "deactivate" };
                return Err(ServiceError::Refused(format!(
                    "Component '{component}' not found. Can't {verb}"
                )));
            }
        }
        Ok(Value::Null)
    }

    fn set_log_level(&mut self, component: &str, level: &Value) -> Result<Value, ServiceError> {
        let text = match level {
            Value::Int(number) => number.to_string(),
            other => other.as_str().unwrap_or_default().to_owned(),
        };
        let parsed = LogLevel::parse(&text)
            .ok_or_else(|| ServiceError::Refused(format!("Unknown level: '{text}'")))?;
        self.controls.log_levels.push((component.to_owned(), parsed));
        Ok(Value::Null)
    }

    fn object(&self, arguments: &Arguments<'_>) -> Result<NodeId, ServiceError> {
        let name: String = arguments.take(0)?;
        self.world
            .find(&name)
            .ok_or_else(|| ServiceError::Refused(format!("Object '{name}' does not appear in the scene.")))
    }

    fn set_visibility(&mut self, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
        let object = self.object(arguments)?;
        let visible: Value = arguments.take(1)?;
        self.world.set_visible(object, visible.is_truthy(), arguments.take::<Value>(2)?.is_truthy());
        Ok(visible)
    }

    fn set_dynamics(&mut self, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
        let object = self.object(arguments)?;
        let state: Value = arguments.take(1)?;
        if state.is_truthy() {
            self.world.restore_dynamics(object);
        } else {
            self.world.suspend_dynamics(object);
        }
        Ok(state)
    }

    fn set_position(&mut self, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
        let object = self.object(arguments)?;
        let translation: DVec3 = arguments.take(1)?;
        let angles: Option<DVec3> = arguments.take(2)?;
        let rotation = match angles {
            Some(angles) => Euler { roll: angles.x, pitch: angles.y, yaw: angles.z }.to_quat(),
            None => self.world.world_from(object).rotation,
        };
        self.world.set_world_pose(object, Pose { translation, rotation });
        Ok(Value::Null)
    }

    /// `{name: [{children}, [x, y, z], [qx, qy, qz, qw]]}` of all objects, from the roots down.
    fn scene_objects(&self) -> Value {
        let roots = self.world.nodes().filter(|&node| self.world.parent(node).is_none());
        let visible = roots.filter(|&node| !self.world.is_internal(node));
        Value::Map(visible.map(|node| (self.world.name(node).to_owned(), self.scene_object(node))).collect())
    }

    fn scene_object(&self, node: NodeId) -> Value {
        let children = self.world.children(node).iter();
        let children = children.map(|&child| (self.world.name(child).to_owned(), self.scene_object(child)));
        let pose = self.world.world_from(node);
        let rotation = Field::Floats(&pose.rotation.to_array()).to_value();
        Value::List(vec![
            Value::Map(children.collect()),
            Field::Vector(pose.translation).to_value(),
            rotation,
        ])
    }

    /// The description of the scene that clients build their proxies from.
    fn details(&self) -> Value {
        let own = self.robots.iter().enumerate().filter(|(_, robot)| !robot.external);
        let robots = own.map(|(index, robot)| {
            let mut details = Map::new();
            details.insert("name", robot.head.name.as_str());
            details.insert("type", robot.head.class_name());
            let carried = self.units.iter().filter(|&(_, &unit)| self.carries(index, unit));
            let components = carried.map(|(name, &unit)| (name.clone(), self.component_details(unit)));
            details.insert("components", Value::Map(components.collect()));
            self.insert_services(&mut details, UnitRef::Robot(index), "services_interfaces");
            Value::Map(details)
        });
        let robots = Value::List(robots.collect());
        let environment = Value::from(self.environment.as_str());
        let entries = [("robots".to_owned(), robots), ("environment".to_owned(), environment)];
        Value::Map(entries.into_iter().collect())
    }

    /// Whether a component is on that robot.
    fn carries(&self, robot: usize, unit: UnitRef) -> bool {
        match unit {
            UnitRef::Robot(_) => false,
            UnitRef::Sensor(index) => self.sensors[index].robot == self.robots[robot].head.node,
            UnitRef::Actuator(index) => self.actuators[index].robot == robot,
        }
    }

    fn component_details(&self, unit: UnitRef) -> Value {
        let head = self.head(unit);
        let mut details = Map::new();
        details.insert("type", head.class_name());
        self.insert_services(&mut details, unit, "service_interfaces");
        if !head.streams.is_empty() {
            let streams = head.streams.iter().map(|(manager, direction)| {
                let direction = match direction {
                    Direction::In => "IN",
                    Direction::Out => "OUT",
                };
                Value::List(vec![Value::from(manager.as_str()), Value::from(direction)])
            });
            details.insert("stream_interfaces", Value::List(streams.collect()));
        }
        Value::Map(details)
    }

    fn insert_services(&self, details: &mut Map, unit: UnitRef, interfaces_key: &str) {
        let head = self.head(unit);
        if head.managers.is_empty() {
            return;
        }
        let texts = |names: Vec<String>| Value::List(names.into_iter().map(Value::Text).collect());
        details.insert("services", texts(self.service_names(unit)));
        details.insert(interfaces_key, texts(head.managers.clone()));
    }

    /// Names of all services of a component, in alphabetical order.
    pub(crate) fn service_names(&self, unit: UnitRef) -> Vec<String> {
        let own = &self.head(unit).description.services;
        let modifiers = self.modifiers(unit).iter().flat_map(|modifier| &modifier.description.services);
        let base = base::descriptions(matches!(unit, UnitRef::Sensor(_)));
        let mut names: Vec<String> =
            own.iter().chain(modifiers).chain(base).map(|s| s.name.clone()).collect();
        names.sort();
        names
    }

    /// Everything that can be called, by component, in alphabetical order.
    #[must_use]
    pub fn services(&self) -> Vec<(String, Vec<String>)> {
        let exposed = self.units.iter().filter(|&(_, &unit)| !self.head(unit).managers.is_empty());
        let mut all: Vec<_> = exposed.map(|(name, &unit)| (name.clone(), self.service_names(unit))).collect();
        for pseudo in super::PSEUDO_COMPONENTS {
            let mut names: Vec<String> = SUPERVISION
                .iter()
                .filter(|(component, _)| *component == pseudo)
                .map(|(_, description)| description.name.clone())
                .collect();
            if pseudo == "simulation" {
                names.extend(
                    self.middlewares.iter().flat_map(|m| m.simulation_services()).map(|&s| s.to_owned()),
                );
                names.sort();
            }
            all.push((pseudo.to_owned(), names));
        }
        all.sort();
        all
    }
}
