//! Access of external components to the scene: answers queries and executes commands.

mod armatures;
mod calling;
pub(crate) mod executing;
mod meshes;
mod regions;

use glam::DVec3;
use morse_scene::description::{ServiceDescription, ServiceKind};
use morse_scene::value::{Map, Value};
use morse_world::{NodeId, Polygon, SpeedLimits, World};

use crate::assemble::node_property::value_of;
use crate::contract::property::PropertyType;
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::{SceneFunctions, Simulation};
use crate::engine::state::current::State;
use crate::external::exchange::acting::act_native;
use crate::external::message::query::Query;
use crate::external::scene_access::calling::{call_for_host, interrupt_for_host};
use crate::external::scene_access::executing::execute_command;
use crate::services::listing::pseudo_services;
use crate::services::other_services;

/// Maximum length of a ray, larger than any scene. [m]
const RAY_M_MAX: f64 = 1e6;

/// Functions that answer queries of a host and execute its commands.
pub(crate) const SCENE_FUNCTIONS: SceneFunctions = SceneFunctions { answer, execute: execute_command };

/// Answers a query of a host.
fn answer(simulation: &mut Simulation, host: usize, query: &Query) -> Result<Value, String> {
    if let Query::Data { component } = query
        && let InstanceRef::Sensor(index) = instance_named(simulation, component)?
    {
        simulation.state.keep_awake(index, simulation.model.epoch);
    }
    match query {
        Query::Call { component, service, arguments, call, manager } => {
            let manager = manager.as_deref();
            return Ok(call_for_host(simulation, host, *call, manager, component, service, arguments));
        }
        Query::Interrupt { component } => {
            let instance = instance_named(simulation, component)?;
            return Ok(interrupt_for_host(simulation, host, instance));
        }
        Query::ActNative { component, data, open } => {
            let instance = instance_named(simulation, component)?;
            return act_native(simulation, instance, data, open);
        }
        Query::EndObject { node } => {
            let ended = simulation.despawn(node).map(|()| Value::Null);
            return ended.map_err(|error| error.to_string());
        }
        _ => {}
    }
    let world = &simulation.state.world;
    Ok(match query {
        Query::Nodes => {
            let scene = world.nodes().filter(|&node| !world.is_internal(node));
            Value::List(scene.map(|node| Value::from(world.name(node))).collect())
        }
        Query::Node { node } => describe(world, find(world, node)?),
        Query::Part { below, name } => {
            let part = world.part(find(world, below)?, name);
            part.map_or(Value::Null, |part| Value::from(world.name(part)))
        }
        Query::Pose { node, local } => {
            let node = find(world, node)?;
            let pose = if *local { world.parent_from(node) } else { world.world_from(node) };
            numbers(pose.translation.to_array().into_iter().chain(pose.rotation.to_array()))
        }
        Query::Velocity { node } => {
            let [linear, angular] = world.velocities(find(world, node)?);
            Value::List(vec![vector(linear), vector(angular)])
        }
        Query::Ray { from, along, range_m, skip, polygon } => {
            let skip = skip.as_deref().map(|name| find(world, name)).transpose()?;
            let range_m = range_m.min(RAY_M_MAX);
            match world.cast_ray((*from).into(), (*along).into(), range_m, skip) {
                Some(hit) => {
                    let mut items =
                        vec![Value::from(world.name(hit.node)), vector(hit.point), vector(hit.normal)];
                    if *polygon {
                        items.push(world.polygon_of(&hit).map_or(Value::Null, |found| triangle(&found)));
                    }
                    Value::List(items)
                }
                None => Value::Null,
            }
        }
        Query::Armature { node } => armatures::describe(world, find(world, node)?),
        Query::Bone { node, bone } => armatures::describe_bone(world, node, bone)?,
        Query::Armatures => {
            let all = world.nodes().filter(|&node| world.armature(node).is_some());
            Value::List(all.map(|node| Value::from(world.name(node))).collect())
        }
        Query::Objects { node, region, property } => {
            let node = find(world, node)?;
            let own = robot_with(simulation, node);
            let found = regions::objects_in(world, node, own, *region, property)?;
            Value::List(found.into_iter().map(|node| Value::from(world.name(node))).collect())
        }
        Query::Devices => devices(simulation),
        Query::Zones { point, name, kind } => {
            let point = DVec3::from(*point);
            let is_meant = |zone: &&morse_world::Zone| {
                zone.contains(point)
                    && name.as_ref().is_none_or(|name| *name == zone.name)
                    && kind.as_ref().is_none_or(|kind| *kind == zone.kind)
            };
            let zones = world.zones().iter().filter(is_meant);
            Value::List(zones.map(|zone| Value::from(zone.name.as_str())).collect())
        }
        Query::Data { component } => {
            let instance = instance_named(simulation, component)?;
            Value::Map(simulation.state.shown_data(instance).to_map())
        }
        Query::Components => components(simulation),
        Query::Services { component } => Value::Map(services_of_component(simulation, component)?),
        Query::Running { component } => {
            let instance = instance_named(simulation, component)?;
            Value::Bool(simulation.state.meta(instance).running.is_some())
        }
        Query::Meshes { node } => meshes::describe(world, find(world, node)?),
        Query::Mesh { node, part } => meshes::surface(world, find(world, node)?, *part)?,
        Query::Call { .. } | Query::Interrupt { .. } | Query::ActNative { .. } | Query::EndObject { .. } => {
            Value::Null
        }
        Query::TopicConnections { topic } => {
            let host = simulation.engine.external.as_ref().and_then(|external| external.hosts.get(host));
            Value::from(host.map_or(0, |host| host.topics.connections(*topic)) as i64)
        }
        Query::Active { component } => Value::Bool(match instance_named(simulation, component)? {
            InstanceRef::Robot(_) => true,
            InstanceRef::Sensor(index) => simulation.state.sensors[index].active,
            InstanceRef::Actuator(index) => simulation.state.actuators[index].active,
        }),
    })
}

fn instance_named(simulation: &Simulation, name: &str) -> Result<InstanceRef, String> {
    let instance = simulation.model.instances.get(name).copied();
    instance.ok_or_else(|| format!("there is no robot, sensor or actuator {name:?}"))
}

fn services_of_component(simulation: &Simulation, component: &str) -> Result<Map, String> {
    let all = match instance_named(simulation, component) {
        Ok(instance) => {
            let own = simulation.state.meta(instance).description.services.iter().cloned();
            own.chain(other_services(simulation, instance)).collect()
        }
        Err(problem) => {
            let pseudo = pseudo_services(simulation, component);
            let pseudo: Vec<ServiceDescription> = pseudo.into_iter().cloned().collect();
            if pseudo.is_empty() {
                return Err(problem);
            }
            pseudo
        }
    };
    let kind = |known: &ServiceDescription| match known.kind {
        ServiceKind::Sync => "sync",
        ServiceKind::Async => "async",
    };
    Ok(all.iter().map(|known| (known.name.clone(), Value::from(kind(known)))).collect())
}

/// The robot to which a node belongs; the node itself if it does not belong to a robot.
fn robot_with(simulation: &Simulation, node: NodeId) -> NodeId {
    let State { world, robots, .. } = &simulation.state;
    let mut above = std::iter::successors(Some(node), |&at| world.parent(at));
    above.find(|&at| robots.iter().any(|robot| robot.meta.node == at)).unwrap_or(node)
}

fn devices(simulation: &Simulation) -> Value {
    let devices = &simulation.state.devices;
    let axis = |(joystick, axis, position): (u8, u8, f64)| {
        let [joystick, axis] = [joystick, axis].map(|number| Value::from(i64::from(number)));
        Value::List(vec![joystick, axis, Value::Float(position)])
    };
    Value::Map(Map::from([
        ("keys", Value::List(devices.held().map(|key| key.to_value()).collect())),
        ("axes", Value::List(devices.axes().map(axis).collect())),
    ]))
}

fn components(simulation: &Simulation) -> Value {
    let entries = simulation.model.instances.iter().map(|(name, &instance)| {
        let meta = simulation.state.meta(instance);
        let robot = simulation.state.world.name(simulation.state.robot_node(instance));
        let external = match instance {
            InstanceRef::Robot(index) => simulation.state.robots[index].external,
            InstanceRef::Sensor(_) | InstanceRef::Actuator(_) => false,
        };
        let entry = Map::from([
            ("class", Value::from(meta.description.class.as_str())),
            ("kind", Value::from(meta.description.kind.name())),
            ("robot", Value::from(robot)),
            ("external", Value::Bool(external)),
        ]);
        (name.clone(), Value::Map(entry))
    });
    Value::Map(entries.collect())
}

pub(super) fn find(world: &World, name: &str) -> Result<NodeId, String> {
    world.find(name).ok_or_else(|| format!("there is no object {name:?} in the scene"))
}

fn describe(world: &World, node: NodeId) -> Value {
    let name = |node: NodeId| Value::from(world.name(node));
    let properties = world.properties(node).iter().map(|(key, value)| (key.clone(), value_of(value)));
    let children = world.children(node).iter().map(|&child| name(child));
    Value::Map(Map::from([
        ("parent", world.parent(node).map_or(Value::Null, name)),
        ("children", Value::List(children.collect())),
        ("properties", Value::Map(properties.collect())),
        ("scale", vector(world.scale(node))),
        ("mass", Value::Float(world.mass(node))),
        ("inertia", vector(world.local_inertia(node))),
        ("damping", numbers(world.damping(node))),
        ("speed_limits", speed_limits(world.speed_limits(node))),
        ("suspended", Value::Bool(world.is_suspended(node))),
        ("has_body", Value::Bool(world.has_body(node))),
        ("moves", Value::Bool(world.is_moved_by_physics(node))),
        ("visible", Value::Bool(world.is_visible(node))),
        ("color", color(world, node)),
    ]))
}

fn speed_limits(limits: SpeedLimits) -> Value {
    let SpeedLimits { linear_min, linear_max, angular_min, angular_max } = limits;
    Value::Map(Map::from([
        ("linear_min", Value::Float(linear_min)),
        ("linear_max", Value::Float(linear_max)),
        ("angular_min", Value::Float(angular_min)),
        ("angular_max", Value::Float(angular_max)),
    ]))
}

/// The triangle that a ray has hit.
fn triangle(found: &Polygon<'_>) -> Value {
    let vertices = found.vertices.into_iter().map(|vertex| Value::Int(i64::from(vertex)));
    Value::Map(Map::from([
        ("vertices", Value::List(vertices.collect())),
        ("slot", Value::from(found.slot as i64)),
        ("material", found.material.map_or(Value::Null, |material| Value::from(material.name.as_str()))),
        ("uv", found.uv.map_or(Value::Null, numbers)),
    ]))
}

/// Red, green, blue and opacity; white if the node has the colors of its materials.
fn color(world: &World, node: NodeId) -> Value {
    let rgb = world.color(node).unwrap_or([1.0; 3]);
    numbers(rgb.into_iter().chain([world.alpha(node)]).map(f64::from))
}

fn vector(vector: DVec3) -> Value {
    numbers(vector.to_array())
}

fn numbers(values: impl IntoIterator<Item = f64>) -> Value {
    Value::List(values.into_iter().map(Value::Float).collect())
}
