//! The scene as hosted components reach it: what they may know, and what they may do.

use glam::{DQuat, DVec3};
use morse_scene::value::{Map, Value};
use morse_world::{Euler, NodeId, PropertyValue, World};

use super::{Deed, Question, Surroundings};
use crate::simulation::Simulation;
use crate::unit::UnitRef;

/// Length of a ray that goes as far as anything is. [m]
const RAY_M_MAX: f64 = 1e6;

/// The scene during an exchange.
pub(crate) struct Scene<'a> {
    pub(crate) simulation: &'a mut Simulation,
    /// What is to be done when everybody has read the world; `None`: at once.
    pub(crate) later: Option<Vec<Deed>>,
}

impl Surroundings for Scene<'_> {
    fn answer(&mut self, question: &Question) -> Result<Value, String> {
        let world = &self.simulation.world;
        Ok(match question {
            Question::Nodes => {
                let scene = world.nodes().filter(|&node| !world.is_internal(node));
                Value::List(scene.map(|node| Value::from(world.name(node))).collect())
            }
            Question::Node { node } => describe(world, find(world, node)?),
            Question::Part { below, name } => {
                let part = world.part(find(world, below)?, name);
                part.map_or(Value::Null, |part| Value::from(world.name(part)))
            }
            Question::Pose { node, local } => {
                let node = find(world, node)?;
                let pose = if *local { world.parent_from(node) } else { world.world_from(node) };
                numbers(pose.translation.to_array().into_iter().chain(pose.rotation.to_array()))
            }
            Question::Velocity { node } => {
                let [linear, angular] = world.velocities(find(world, node)?);
                Value::List(vec![vector(linear), vector(angular)])
            }
            Question::Ray { from, along, range_m, skip } => {
                let skip = skip.as_deref().map(|name| find(world, name)).transpose()?;
                let range_m = range_m.min(RAY_M_MAX);
                match world.cast_ray((*from).into(), (*along).into(), range_m, skip) {
                    Some(hit) => Value::List(vec![
                        Value::from(world.name(hit.node)),
                        vector(hit.point),
                        vector(hit.normal),
                    ]),
                    None => Value::Null,
                }
            }
            Question::Zones { point, name, kind } => {
                let point = DVec3::from(*point);
                let is_meant = |zone: &&morse_world::Zone| {
                    zone.contains(point)
                        && name.as_ref().is_none_or(|name| *name == zone.name)
                        && kind.as_ref().is_none_or(|kind| *kind == zone.kind)
                };
                let zones = world.zones().iter().filter(is_meant);
                Value::List(zones.map(|zone| Value::from(zone.name.as_str())).collect())
            }
            Question::Data { component } => {
                let unit = self.unit(component)?;
                Value::Map(self.simulation.cell(unit).data().to_map())
            }
            Question::Components => self.components(),
            Question::Active { component } => Value::Bool(match self.unit(component)? {
                UnitRef::Robot(_) => true,
                UnitRef::Sensor(index) => self.simulation.sensors[index].active,
                UnitRef::Actuator(index) => self.simulation.actuators[index].active,
            }),
        })
    }

    fn carry_out(&mut self, deed: Deed) -> Result<(), String> {
        match &mut self.later {
            Some(later) => {
                later.push(deed);
                Ok(())
            }
            None => self.simulation.do_deed(deed),
        }
    }
}

impl Scene<'_> {
    fn unit(&self, name: &str) -> Result<UnitRef, String> {
        let unit = self.simulation.units.get(name).copied();
        unit.ok_or_else(|| format!("there is no robot, sensor or actuator {name:?}"))
    }

    fn components(&self) -> Value {
        let simulation = &*self.simulation;
        let entries = simulation.units.iter().map(|(name, &unit)| {
            let head = simulation.head(unit);
            let robot = simulation.world.name(simulation.robot_node(unit));
            let what = Map::from([
                ("class", Value::from(head.description.class.as_str())),
                ("kind", Value::from(head.description.kind.name())),
                ("robot", Value::from(robot)),
            ]);
            (name.clone(), Value::Map(what))
        });
        Value::Map(entries.collect())
    }
}

impl Simulation {
    /// Does to the scene what a hosted component wants.
    pub(crate) fn do_deed(&mut self, deed: Deed) -> Result<(), String> {
        let vec3 = DVec3::from;
        match deed {
            Deed::Speed { robot, kind, linear, angular } => {
                let robot = self.robot_named(&robot)?;
                self.robots[robot].handle().apply_speed(&mut self.world, kind, linear.into(), angular.into());
                return Ok(());
            }
            Deed::ForcePose { robot, position, orientation } => {
                let robot = self.robot_named(&robot)?;
                let orientation = orientation.map(DQuat::from_array);
                self.robots[robot].handle().force_pose(&mut self.world, position.map(vec3), orientation);
                return Ok(());
            }
            Deed::Active { component, active } => {
                return self
                    .set_active(&component, active)
                    .map_or_else(|error| Err(error.to_string()), |_| Ok(()));
            }
            _ => {}
        }
        let world = &mut self.world;
        match deed {
            Deed::Place { node, position, orientation, local } => {
                let node = find(world, &node)?;
                let mut pose = if local { world.parent_from(node) } else { world.world_from(node) };
                pose.translation = position.map_or(pose.translation, vec3);
                pose.rotation = orientation.map_or(pose.rotation, DQuat::from_array);
                if local { world.set_local_pose(node, pose) } else { world.set_world_pose(node, pose) }
            }
            Deed::Move { node, by, local } => {
                let node = find(world, &node)?;
                let mut pose = world.world_from(node);
                pose.translation += along(world, node, by, local);
                world.set_world_pose(node, pose);
            }
            Deed::Turn { node, by: [roll, pitch, yaw], local } => {
                let node = find(world, &node)?;
                let (mut pose, turn) = (world.world_from(node), Euler { roll, pitch, yaw }.to_quat());
                pose.rotation = if local { pose.rotation * turn } else { turn * pose.rotation };
                world.set_world_pose(node, pose);
            }
            Deed::LinearVelocity { node, value, local } => {
                let node = find(world, &node)?;
                world.set_linear_velocity(node, along(world, node, value, local));
            }
            Deed::AngularVelocity { node, value, local } => {
                let node = find(world, &node)?;
                world.set_angular_velocity(node, along(world, node, value, local));
            }
            Deed::Force { node, value, local } => {
                let node = find(world, &node)?;
                world.apply_force(node, along(world, node, value, local));
            }
            Deed::Torque { node, value, local } => {
                let node = find(world, &node)?;
                world.apply_torque(node, along(world, node, value, local));
            }
            Deed::Visible { node, visible, recursive } => {
                let node = find(world, &node)?;
                world.set_visible(node, visible, recursive);
            }
            Deed::Dynamics { node, moved } => {
                let node = find(world, &node)?;
                if moved { world.restore_dynamics(node) } else { world.suspend_dynamics(node) }
            }
            Deed::Parent { node, parent } => {
                let node = find(world, &node)?;
                match parent {
                    Some(parent) => {
                        let parent = find(world, &parent)?;
                        world.attach(node, parent).map_err(|error| error.to_string())?;
                    }
                    None => world.detach(node),
                }
            }
            Deed::Property { node, name, value } => {
                let node = find(world, &node)?;
                let value = property_value(value)?;
                world.set_property(node, &name, value);
            }
            Deed::Speed { .. } | Deed::ForcePose { .. } | Deed::Active { .. } => {}
        }
        Ok(())
    }

    /// Does what was left for later. Whoever wanted it knew the scene; a name may have become wrong since.
    pub(crate) fn do_deeds(&mut self, deeds: Vec<Deed>) {
        for deed in deeds {
            if let Err(error) = self.do_deed(deed) {
                tracing::warn!("{error}");
            }
        }
    }

    fn robot_named(&self, name: &str) -> Result<usize, String> {
        match self.units.get(name) {
            Some(&UnitRef::Robot(index)) => Ok(index),
            _ => Err(format!("there is no robot {name:?}")),
        }
    }
}

fn find(world: &World, name: &str) -> Result<NodeId, String> {
    world.find(name).ok_or_else(|| format!("there is no object {name:?} in the scene"))
}

/// A vector along the axes of a node, along those of the world.
fn along(world: &World, node: NodeId, vector: [f64; 3], local: bool) -> DVec3 {
    let vector = DVec3::from(vector);
    if local { world.world_from(node).transform_vector(vector) } else { vector }
}

fn describe(world: &World, node: NodeId) -> Value {
    let name = |node: NodeId| Value::from(world.name(node));
    let properties = world.properties(node).iter().map(|(key, value)| {
        let value = match value {
            PropertyValue::Bool(truth) => Value::Bool(*truth),
            PropertyValue::Int(number) => Value::Int(*number),
            PropertyValue::Float(number) => Value::Float(*number),
            PropertyValue::Text(text) => Value::Text(text.clone()),
        };
        (key.clone(), value)
    });
    let children = world.children(node).iter().map(|&child| name(child));
    Value::Map(Map::from([
        ("parent", world.parent(node).map_or(Value::Null, name)),
        ("children", Value::List(children.collect())),
        ("properties", Value::Map(properties.collect())),
        ("scale", vector(world.scale(node))),
        ("mass", Value::Float(world.mass(node))),
        ("has_body", Value::Bool(world.has_body(node))),
        ("visible", Value::Bool(world.is_visible(node))),
    ]))
}

fn property_value(value: Value) -> Result<PropertyValue, String> {
    Ok(match value {
        Value::Bool(truth) => PropertyValue::Bool(truth),
        Value::Int(number) => PropertyValue::Int(number),
        Value::Float(number) | Value::Timer(number) => PropertyValue::Float(number),
        Value::Text(text) => PropertyValue::Text(text),
        other => return Err(format!("a property cannot hold {}", other.type_name())),
    })
}

fn vector(vector: DVec3) -> Value {
    numbers(vector.to_array())
}

fn numbers(values: impl IntoIterator<Item = f64>) -> Value {
    Value::List(values.into_iter().map(Value::Float).collect())
}
