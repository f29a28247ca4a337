//! The pseudo component `simulation`: robots, objects, and the end of the run.

use glam::DVec3;
use morse_scene::value::{Map, Value};
use morse_world::{Euler, NodeId, Pose};

use crate::contract::data::Field;
use crate::contract::service::{Arguments, Reason, ServiceError};
use crate::engine::control::{End, LogLevel};
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::engine::simulation::costs::mean_costs;
use crate::engine::simulation::despawning::DespawnError;
use crate::engine::simulation::entities::place;
use crate::engine::simulation::recording::{start_recording, stop_recording};
use crate::external::exchange::failing::is_orphaned;
use crate::services::bounds::{bounds_by_service, zones};
use crate::services::describe::describe_component;
use crate::services::devices::{hold_keys, move_joystick};
use crate::services::entities::{entities_by_service, set_entity_state_by_service, status};
use crate::services::listing::service_names;
use crate::services::spawn::{despawn_spawned, spawn_by_service, spawn_urdf_by_service, spawnables};
use crate::services::viewer_camera;
use crate::services::worlds::{load_world_by_service, unload_world_by_service, worlds_by_service};
use crate::transport::remote_robots::is_own;
use crate::transport::request::Respond;

pub(super) fn call(
    simulation: &mut Simulation,
    service: &str,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    match service {
        "list_robots" => Ok(list_robots(simulation)),
        "details" => Ok(details(simulation)),
        "describe_component" => describe_component(simulation, &arguments.take::<String>(0)?),
        "costs" => Ok(mean_costs(simulation)),
        "activate" => set_active(simulation, &arguments.take::<String>(0)?, true),
        "deactivate" => set_active(simulation, &arguments.take::<String>(0)?, false),
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
        "get_scene_objects" => Ok(scene_objects(simulation)),
        "set_object_visibility" => set_visibility(simulation, arguments),
        "set_object_dynamics" => set_dynamics(simulation, arguments),
        "set_object_position" => set_position(simulation, arguments),
        "set_log_level" => {
            set_log_level(simulation, &arguments.take::<String>(0)?, &arguments.take::<Value>(1)?)
        }
        "pull" => pull(simulation, arguments),
        "record_contact_forces" => {
            simulation.state.world.record_contact_forces();
            Ok(Value::Null)
        }
        "pause" => {
            simulation.pause();
            Ok(Value::Null)
        }
        "resume" => {
            simulation.resume();
            Ok(Value::Null)
        }
        "start_recording" => start_recording(simulation, &arguments.take::<String>(0)?),
        "stop_recording" => stop_recording(simulation),
        "spawn" => spawn_by_service(simulation, arguments),
        "spawn_urdf" => spawn_urdf_by_service(simulation, arguments),
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
        "despawn_spawned" => despawn_spawned(simulation),
        "spawnables" => Ok(spawnables(simulation)),
        "entities" => entities_by_service(simulation, arguments),
        "bounds" => bounds_by_service(simulation, arguments),
        "zones" => Ok(zones(simulation)),
        "set_entity_state" => set_entity_state_by_service(simulation, arguments),
        "hold_keys" => hold_keys(simulation, arguments),
        "move_joystick" => move_joystick(simulation, arguments),
        "status" => Ok(status(simulation)),
        "worlds" => worlds_by_service(simulation, arguments),
        "load_world" => load_world_by_service(simulation, arguments),
        "unload_world" => unload_world_by_service(simulation),
        "terminate" => {
            simulation.engine.controls.end = Some(End::Terminate);
            Ok(Value::Null)
        }
        camera => viewer_camera::call(simulation, camera, arguments)
            .unwrap_or_else(|| Err(ServiceError::Refused(format!("simulation has no service {camera}")))),
    }
}

/// Requests the driver to quit. The answer is sent after everything has been closed.
pub(super) fn quit(simulation: &mut Simulation, respond: Respond) {
    simulation.engine.controls.end = Some(End::Quit);
    simulation.engine.controls.quit_respond = Some(respond);
}

fn list_robots(simulation: &Simulation) -> Value {
    let own = simulation.state.robots.iter().filter(|robot| !robot.external);
    Value::List(own.map(|robot| Value::from(robot.meta.name.as_str())).collect())
}

pub(crate) fn set_active(
    simulation: &mut Simulation,
    component: &str,
    active: bool,
) -> Result<Value, ServiceError> {
    match simulation.model.instances.get(component) {
        Some(&instance) if !is_own(simulation, simulation.state.robot_node(instance)) => {
            return Err(ServiceError::Refused(format!(
                "Component '{component}' is on a robot of another simulator, and acts there"
            )));
        }
        Some(&instance) if active && is_orphaned(simulation, instance) => {
            return Err(ServiceError::Refused(format!(
                "Component '{component}' cannot act: the Python process that computed it has ended"
            )));
        }
        Some(&InstanceRef::Sensor(index)) => simulation.state.sensors[index].active = active,
        Some(&InstanceRef::Actuator(index)) => simulation.state.actuators[index].active = active,
        _ => {
            let verb = if active { "activate" } else { "deactivate" };
            return Err(ServiceError::Refused(format!("Component '{component}' not found. Can't {verb}")));
        }
    }
    Ok(Value::Null)
}

fn set_log_level(simulation: &mut Simulation, component: &str, level: &Value) -> Result<Value, ServiceError> {
    let text = match level {
        Value::Int(number) => number.to_string(),
        other => other.as_str().unwrap_or_default().to_owned(),
    };
    let parsed =
        LogLevel::parse(&text).ok_or_else(|| ServiceError::Refused(format!("Unknown level: '{text}'")))?;
    simulation.engine.controls.log_levels.push((component.to_owned(), parsed));
    Ok(Value::Null)
}

fn object(simulation: &Simulation, arguments: &Arguments<'_>) -> Result<NodeId, ServiceError> {
    let name: String = arguments.take(0)?;
    simulation
        .state
        .world
        .find(&name)
        .ok_or_else(|| ServiceError::Refused(format!("Object '{name}' does not appear in the scene.")))
}

fn set_visibility(simulation: &mut Simulation, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
    let object = object(simulation, arguments)?;
    let visible: Value = arguments.take(1)?;
    simulation.state.world.set_visible(object, visible.is_truthy(), arguments.take::<Value>(2)?.is_truthy());
    Ok(visible)
}

fn set_dynamics(simulation: &mut Simulation, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
    let object = object(simulation, arguments)?;
    let state: Value = arguments.take(1)?;
    if state.is_truthy() {
        simulation.state.world.restore_dynamics(object);
    } else {
        simulation.state.world.suspend_dynamics(object);
    }
    Ok(state)
}

fn set_position(simulation: &mut Simulation, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
    let object = object(simulation, arguments)?;
    let translation: DVec3 = arguments.take(1)?;
    let angles: Option<DVec3> = arguments.take(2)?;
    let rotation = match angles {
        Some(angles) => Euler { roll: angles.x, pitch: angles.y, yaw: angles.z }.to_quat(),
        None => simulation.state.world.world_from(object).rotation,
    };
    place(simulation, object, Pose { translation, rotation })
        .map_err(|message| ServiceError::RefusedFor { reason: Reason::BadPose, message })?;
    Ok(Value::Null)
}

/// Time for which a pull lasts. [s]
const PULL_S: f64 = 0.25;

/// Pulls a point of an object or a link to a place for a quarter of a second.
fn pull(simulation: &mut Simulation, arguments: &Arguments<'_>) -> Result<Value, ServiceError> {
    let object = object(simulation, arguments)?;
    let (point, target): (DVec3, DVec3) = (arguments.take(1)?, arguments.take(2)?);
    let world = &mut simulation.state.world;
    let ticks = (PULL_S / world.settings().tick_s).ceil().max(1.0) as u32;
    let pulled = world.pull(object, point, target, ticks);
    pulled.map_err(|error| ServiceError::Refused(error.to_string())).map(|()| Value::Null)
}

/// `{name: [{children}, [x, y, z], [qx, qy, qz, qw]]}` of all objects, from the roots downwards, in world
/// coordinates.
fn scene_objects(simulation: &Simulation) -> Value {
    let roots = simulation.state.world.nodes().filter(|&node| simulation.state.world.parent(node).is_none());
    let visible = roots.filter(|&node| !simulation.state.world.is_internal(node));
    Value::Map(
        visible
            .map(|node| (simulation.state.world.name(node).to_owned(), scene_object(simulation, node)))
            .collect(),
    )
}

fn scene_object(simulation: &Simulation, node: NodeId) -> Value {
    let children = simulation.state.world.children(node).iter();
    let children = children
        .map(|&child| (simulation.state.world.name(child).to_owned(), scene_object(simulation, child)));
    let pose = simulation.state.world.world_from(node);
    let rotation = Field::Floats(&pose.rotation.to_array()).to_value();
    Value::List(vec![Value::Map(children.collect()), Field::Vector(pose.translation).to_value(), rotation])
}

/// The description of the scene from which clients build their proxies.
fn details(simulation: &Simulation) -> Value {
    let own = simulation.state.robots.iter().enumerate().filter(|(_, robot)| !robot.external);
    let robots = own.map(|(index, robot)| {
        let mut details = Map::new();
        details.insert("name", robot.meta.name.as_str());
        details.insert("type", robot.meta.class_name());
        let carried =
            simulation.model.instances.iter().filter(|&(_, &instance)| carries(simulation, index, instance));
        let components =
            carried.map(|(name, &instance)| (name.clone(), component_details(simulation, instance)));
        details.insert("components", Value::Map(components.collect()));
        insert_services(simulation, &mut details, InstanceRef::Robot(index), "services_interfaces");
        Value::Map(details)
    });
    let robots = Value::List(robots.collect());
    let environment = Value::from(simulation.model.environment.as_str());
    let entries = [("robots".to_owned(), robots), ("environment".to_owned(), environment)];
    Value::Map(entries.into_iter().collect())
}

/// Whether the robot with index `robot` carries a component.
fn carries(simulation: &Simulation, robot: usize, instance: InstanceRef) -> bool {
    match instance {
        InstanceRef::Robot(_) => false,
        InstanceRef::Sensor(index) => {
            simulation.state.sensors[index].robot == simulation.state.robots[robot].meta.node
        }
        InstanceRef::Actuator(index) => simulation.state.actuators[index].robot == robot,
    }
}

fn component_details(simulation: &Simulation, instance: InstanceRef) -> Value {
    let meta = simulation.state.meta(instance);
    let mut details = Map::new();
    details.insert("type", meta.class_name());
    insert_services(simulation, &mut details, instance, "service_interfaces");
    if !meta.streams.is_empty() {
        let streams = meta.streams.iter().map(|stream| {
            let direction = Value::Text(stream.direction.to_string());
            Value::List(vec![Value::from(stream.manager.as_str()), direction])
        });
        details.insert("stream_interfaces", Value::List(streams.collect()));
    }
    Value::Map(details)
}

fn insert_services(simulation: &Simulation, details: &mut Map, instance: InstanceRef, interfaces_key: &str) {
    let meta = simulation.state.meta(instance);
    if meta.managers.is_empty() {
        return;
    }
    let texts = |names: Vec<String>| Value::List(names.into_iter().map(Value::Text).collect());
    details.insert("services", texts(service_names(simulation, instance)));
    details.insert(interfaces_key, texts(meta.managers.clone()));
}
