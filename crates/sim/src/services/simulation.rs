//! The pseudo component `simulation`: robots, objects, and the end of the run.

use glam::DVec3;
use morse_scene::description::ServiceDescription;
use morse_scene::value::{Map, Value};
use morse_world::{Euler, NodeId, Pose};

use crate::contract::data::Field;
use crate::contract::service::{Arguments, Reason, ServiceError};
use crate::engine::control::{End, LogLevel};
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::engine::simulation::despawning::DespawnError;
use crate::services::{base, viewer_camera};
use crate::transport::request::{PSEUDO_COMPONENTS, Respond};

pub(super) fn call(
    simulation: &mut Simulation,
    service: &str,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    match service {
        "list_robots" => Ok(simulation.list_robots()),
        "details" => Ok(simulation.details()),
        "describe_component" => simulation.describe_component(&arguments.take::<String>(0)?),
        "costs" => Ok(simulation.mean_costs()),
        "activate" => simulation.set_active(&arguments.take::<String>(0)?, true),
        "deactivate" => simulation.set_active(&arguments.take::<String>(0)?, false),
        "reset_objects" => {
            simulation.reset_objects();
            Ok(Value::from("Objects restored to initial position"))
        }
        "suspend_dynamics" => {
            simulation.state.world.suspend_all();
            Ok(Value::from("Physics is suspended"))
        }
        "restore_dynamics" => {
            simulation.state.world.restore_all();
            Ok(Value::from("Physics is resumed"))
        }
        "get_scene_objects" => Ok(simulation.scene_objects()),
        "set_object_visibility" => simulation.set_visibility(arguments),
        "set_object_dynamics" => simulation.set_dynamics(arguments),
        "set_object_position" => simulation.set_position(arguments),
        "set_log_level" => {
            simulation.set_log_level(&arguments.take::<String>(0)?, &arguments.take::<Value>(1)?)
        }
        "pause" => {
            simulation.pause();
            Ok(Value::Null)
        }
        "resume" => {
            simulation.resume();
            Ok(Value::Null)
        }
        "start_recording" => simulation.start_recording(&arguments.take::<String>(0)?),
        "stop_recording" => simulation.stop_recording(),
        "spawn" => simulation.spawn_by_service(arguments),
        "spawn_urdf" => simulation.spawn_urdf_by_service(arguments),
        "despawn" => {
            let name: String = arguments.take(0)?;
            simulation.despawn(&name).map_err(|error| match error {
                DespawnError::Unknown { .. } => {
                    ServiceError::RefusedFor { reason: Reason::NotFound, message: error.to_string() }
                }
                _ => ServiceError::Refused(error.to_string()),
            })?;
            Ok(Value::Null)
        }
        "despawn_spawned" => simulation.despawn_spawned(),
        "spawnables" => Ok(simulation.spawnables()),
        "entities" => simulation.entities_by_service(arguments),
        "bounds" => simulation.bounds_by_service(arguments),
        "zones" => Ok(simulation.zones()),
        "set_entity_state" => simulation.set_entity_state_by_service(arguments),
        "hold_keys" => simulation.hold_keys(arguments),
        "move_joystick" => simulation.move_joystick(arguments),
        "status" => Ok(simulation.status()),
        "worlds" => simulation.worlds_by_service(arguments),
        "load_world" => simulation.load_world_by_service(arguments),
        "unload_world" => simulation.unload_world_by_service(),
        "terminate" => {
            simulation.engine.controls.end = Some(End::Terminate);
            Ok(Value::Null)
        }
        camera => viewer_camera::call(simulation, camera, arguments)
            .unwrap_or_else(|| Err(ServiceError::Refused(format!("simulation has no service {camera}")))),
    }
}

impl Simulation {
    /// Requests the driver to quit. The answer is sent after everything has been closed.
    pub(super) fn quit(&mut self, respond: Respond) {
        self.engine.controls.end = Some(End::Quit);
        self.engine.controls.quit_respond = Some(respond);
    }

    fn list_robots(&self) -> Value {
        let own = self.state.robots.iter().filter(|robot| !robot.external);
        Value::List(own.map(|robot| Value::from(robot.meta.name.as_str())).collect())
    }

    pub(crate) fn set_active(&mut self, component: &str, active: bool) -> Result<Value, ServiceError> {
        match self.model.instances.get(component) {
            Some(&instance) if !self.is_own(self.state.robot_node(instance)) => {
                return Err(ServiceError::Refused(format!(
                    "Component '{component}' is on a robot of another simulator, and acts there"
                )));
            }
            Some(&instance) if active && self.is_orphaned(instance) => {
                return Err(ServiceError::Refused(format!(
                    "Component '{component}' cannot act: the Python process that computed it has ended"
                )));
            }
            Some(&InstanceRef::Sensor(index)) => self.state.sensors[index].active = active,
            Some(&InstanceRef::Actuator(index)) => self.state.actuators[index].active = active,
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
        self.engine.controls.log_levels.push((component.to_owned(), parsed));
        Ok(Value::Null)
    }

    fn object(&self, arguments: &Arguments<'_>) -> Result<NodeId, ServiceError> {
        let name: String = arguments.take(0)?;
        self.state
            .world
            .find(&name)
            .ok_or_else(|| ServiceError::Refused(format!("Object '{name}' does not appear in the scene.")))
    }

    fn set_visibility(&mut self, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
        let object = self.object(arguments)?;
        let visible: Value = arguments.take(1)?;
        self.state.world.set_visible(object, visible.is_truthy(), arguments.take::<Value>(2)?.is_truthy());
        Ok(visible)
    }

    fn set_dynamics(&mut self, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
        let object = self.object(arguments)?;
        let state: Value = arguments.take(1)?;
        if state.is_truthy() {
            self.state.world.restore_dynamics(object);
        } else {
            self.state.world.suspend_dynamics(object);
        }
        Ok(state)
    }

    fn set_position(&mut self, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
        let object = self.object(arguments)?;
        let translation: DVec3 = arguments.take(1)?;
        let angles: Option<DVec3> = arguments.take(2)?;
        let rotation = match angles {
            Some(angles) => Euler { roll: angles.x, pitch: angles.y, yaw: angles.z }.to_quat(),
            None => self.state.world.world_from(object).rotation,
        };
        self.state.world.set_world_pose(object, Pose { translation, rotation });
        Ok(Value::Null)
    }

    /// `{name: [{children}, [x, y, z], [qx, qy, qz, qw]]}` of all objects, from the roots downwards, in world
    /// coordinates.
    fn scene_objects(&self) -> Value {
        let roots = self.state.world.nodes().filter(|&node| self.state.world.parent(node).is_none());
        let visible = roots.filter(|&node| !self.state.world.is_internal(node));
        Value::Map(
            visible.map(|node| (self.state.world.name(node).to_owned(), self.scene_object(node))).collect(),
        )
    }

    fn scene_object(&self, node: NodeId) -> Value {
        let children = self.state.world.children(node).iter();
        let children =
            children.map(|&child| (self.state.world.name(child).to_owned(), self.scene_object(child)));
        let pose = self.state.world.world_from(node);
        let rotation = Field::Floats(&pose.rotation.to_array()).to_value();
        Value::List(vec![
            Value::Map(children.collect()),
            Field::Vector(pose.translation).to_value(),
            rotation,
        ])
    }

    /// The description of the scene from which clients build their proxies.
    fn details(&self) -> Value {
        let own = self.state.robots.iter().enumerate().filter(|(_, robot)| !robot.external);
        let robots = own.map(|(index, robot)| {
            let mut details = Map::new();
            details.insert("name", robot.meta.name.as_str());
            details.insert("type", robot.meta.class_name());
            let carried = self.model.instances.iter().filter(|&(_, &instance)| self.carries(index, instance));
            let components =
                carried.map(|(name, &instance)| (name.clone(), self.component_details(instance)));
            details.insert("components", Value::Map(components.collect()));
            self.insert_services(&mut details, InstanceRef::Robot(index), "services_interfaces");
            Value::Map(details)
        });
        let robots = Value::List(robots.collect());
        let environment = Value::from(self.model.environment.as_str());
        let entries = [("robots".to_owned(), robots), ("environment".to_owned(), environment)];
        Value::Map(entries.into_iter().collect())
    }

    /// Whether the robot with index `robot` carries a component.
    fn carries(&self, robot: usize, instance: InstanceRef) -> bool {
        match instance {
            InstanceRef::Robot(_) => false,
            InstanceRef::Sensor(index) => {
                self.state.sensors[index].robot == self.state.robots[robot].meta.node
            }
            InstanceRef::Actuator(index) => self.state.actuators[index].robot == robot,
        }
    }

    fn component_details(&self, instance: InstanceRef) -> Value {
        let meta = self.state.meta(instance);
        let mut details = Map::new();
        details.insert("type", meta.class_name());
        self.insert_services(&mut details, instance, "service_interfaces");
        if !meta.streams.is_empty() {
            let streams = meta.streams.iter().map(|stream| {
                let direction = Value::Text(stream.direction.to_string());
                Value::List(vec![Value::from(stream.manager.as_str()), direction])
            });
            details.insert("stream_interfaces", Value::List(streams.collect()));
        }
        Value::Map(details)
    }

    fn insert_services(&self, details: &mut Map, instance: InstanceRef, interfaces_key: &str) {
        let meta = self.state.meta(instance);
        if meta.managers.is_empty() {
            return;
        }
        let texts = |names: Vec<String>| Value::List(names.into_iter().map(Value::Text).collect());
        details.insert("services", texts(self.service_names(instance)));
        details.insert(interfaces_key, texts(meta.managers.clone()));
    }

    /// All services of a component: those of its class, those of its modifiers, and those that every component has.
    pub(crate) fn described_services(
        &self,
        instance: InstanceRef,
    ) -> impl Iterator<Item = &ServiceDescription> {
        let own = &self.state.meta(instance).description.services;
        let modifiers =
            self.state.modifiers(instance).iter().flat_map(|modifier| &modifier.description.services);
        let base = base::descriptions(matches!(instance, InstanceRef::Sensor(_)));
        let functions = self.engine.functions_of(&self.state.meta(instance).name);
        own.iter().chain(modifiers).chain(base).chain(functions)
    }

    /// Names of all services of a component, in alphabetical order.
    pub(crate) fn service_names(&self, instance: InstanceRef) -> Vec<String> {
        let mut names: Vec<String> =
            self.described_services(instance).map(|service| service.name.clone()).collect();
        names.sort();
        names
    }

    /// All services by component, in alphabetical order.
    #[must_use]
    pub fn services(&self) -> Vec<(String, Vec<String>)> {
        let exposed = self
            .model
            .instances
            .iter()
            .filter(|&(_, &instance)| !self.state.meta(instance).managers.is_empty());
        let mut all: Vec<_> =
            exposed.map(|(name, &instance)| (name.clone(), self.service_names(instance))).collect();
        all.extend(PSEUDO_COMPONENTS.map(|pseudo| (pseudo.to_owned(), self.services_of(pseudo))));
        all.sort();
        all
    }
}
