//! Access of external components to the scene: answers queries and executes commands.

use glam::{DQuat, DVec3};
use morse_scene::description::{ServiceDescription, ServiceKind};
use morse_scene::value::{Map, Value};
use morse_world::{Euler, NodeId, World};

use crate::assemble::node_property::{property_of, value_of};
use crate::contract::drivetrain::WheelDrive;
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::external::host::SceneAccess;
use crate::external::query::Query;
use crate::external::world_command::WorldCommand;

/// Length of a ray that exceeds any scene. [m]
const RAY_M_MAX: f64 = 1e6;

/// The scene during an exchange.
pub(crate) struct Scene<'a> {
    pub(crate) simulation: &'a mut Simulation,
    /// Commands that are executed after all sensors have read the world; `None` executes them at once.
    pub(crate) later: Option<Vec<WorldCommand>>,
}

impl SceneAccess for Scene<'_> {
    fn answer(&mut self, query: &Query) -> Result<Value, String> {
        if let Query::Data { component } = query
            && let InstanceRef::Sensor(index) = self.instance(component)?
        {
            self.simulation.keep_awake(index);
        }
        match query {
            Query::Call { component, service, arguments, call, manager } => {
                let manager = manager.as_deref();
                return Ok(self.simulation.call_for_host(*call, manager, component, service, arguments));
            }
            Query::Interrupt { component } => {
                let instance = self.instance(component)?;
                return Ok(self.simulation.interrupt_for_host(instance));
            }
            Query::ActNative { component, data } => {
                let instance = self.instance(component)?;
                return self.simulation.act_native(instance, data);
            }
            _ => {}
        }
        let world = &self.simulation.world;
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
            Query::Ray { from, along, range_m, skip } => {
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
                let instance = self.instance(component)?;
                Value::Map(self.simulation.component(instance).data().to_map())
            }
            Query::Components => self.components(),
            Query::Services { component } => Value::Map(self.services(component)?),
            Query::Running { component } => {
                let instance = self.instance(component)?;
                Value::Bool(self.simulation.meta(instance).running.is_some())
            }
            Query::Call { .. } | Query::Interrupt { .. } | Query::ActNative { .. } => Value::Null,
            Query::Active { component } => Value::Bool(match self.instance(component)? {
                InstanceRef::Robot(_) => true,
                InstanceRef::Sensor(index) => self.simulation.sensors[index].active,
                InstanceRef::Actuator(index) => self.simulation.actuators[index].active,
            }),
        })
    }

    fn execute(&mut self, command: WorldCommand) -> Result<(), String> {
        match &mut self.later {
            Some(later) => {
                later.push(command);
                Ok(())
            }
            None => self.simulation.execute_command(command),
        }
    }
}

impl Scene<'_> {
    fn instance(&self, name: &str) -> Result<InstanceRef, String> {
        let instance = self.simulation.instances.get(name).copied();
        instance.ok_or_else(|| format!("there is no robot, sensor or actuator {name:?}"))
    }

    fn services(&self, component: &str) -> Result<Map, String> {
        let simulation = &*self.simulation;
        let all = match self.instance(component) {
            Ok(instance) => {
                let own = simulation.meta(instance).description.services.iter().cloned();
                own.chain(simulation.other_services(instance)).collect()
            }
            Err(problem) => {
                let pseudo = simulation.pseudo_services(component);
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

    fn components(&self) -> Value {
        let simulation = &*self.simulation;
        let entries = simulation.instances.iter().map(|(name, &instance)| {
            let meta = simulation.meta(instance);
            let robot = simulation.world.name(simulation.robot_node(instance));
            let what = Map::from([
                ("class", Value::from(meta.description.class.as_str())),
                ("kind", Value::from(meta.description.kind.name())),
                ("robot", Value::from(robot)),
            ]);
            (name.clone(), Value::Map(what))
        });
        Value::Map(entries.collect())
    }
}

impl Simulation {
    /// Executes a command of an external component.
    pub(crate) fn execute_command(&mut self, command: WorldCommand) -> Result<(), String> {
        let vec3 = DVec3::from;
        match command {
            WorldCommand::Speed { robot, kind, linear, angular } => {
                let robot = self.robot_named(&robot)?;
                self.robots[robot].handle().apply_speed(&mut self.world, kind, linear.into(), angular.into());
                return Ok(());
            }
            WorldCommand::ForcePose { robot, position, orientation } => {
                let robot = self.robot_named(&robot)?;
                let orientation = orientation.map(DQuat::from_array);
                self.robots[robot].handle().force_pose(&mut self.world, position.map(vec3), orientation);
                return Ok(());
            }
            WorldCommand::Wheels { robot, v, w } => {
                let robot = self.robot_named(&robot)?;
                return self.drive(robot, |drive, world, node| match drive {
                    WheelDrive::Differential(sides) => {
                        sides.drive(world, node, v, w).map_err(|e| e.to_string())
                    }
                    WheelDrive::Car(_) => Err("it is driven like a car, with steering and engine".to_owned()),
                });
            }
            WorldCommand::Steer { robot, steering, engine, brake } => {
                let robot = self.robot_named(&robot)?;
                return self.drive(robot, |drive, world, node| match drive {
                    WheelDrive::Car(car) => {
                        car.drive(world, node, steering, engine, brake).map_err(|error| error.to_string())
                    }
                    WheelDrive::Differential(_) => {
                        Err("it has a differential drive, and is not steered".to_owned())
                    }
                });
            }
            WorldCommand::ComponentProperty { component, name, value } => {
                return self.set_component_property(&component, &name, &value);
            }
            WorldCommand::Active { component, active } => {
                return self
                    .set_active(&component, active)
                    .map_or_else(|error| Err(error.to_string()), |_| Ok(()));
            }
            _ => {}
        }
        let world = &mut self.world;
        match command {
            WorldCommand::Place { node, position, orientation, local } => {
                let node = find(world, &node)?;
                let mut pose = if local { world.parent_from(node) } else { world.world_from(node) };
                pose.translation = position.map_or(pose.translation, vec3);
                pose.rotation = orientation.map_or(pose.rotation, DQuat::from_array);
                if local { world.set_local_pose(node, pose) } else { world.set_world_pose(node, pose) }
            }
            WorldCommand::Move { node, by, local } => {
                let node = find(world, &node)?;
                let mut pose = world.world_from(node);
                pose.translation += along(world, node, by, local);
                world.set_world_pose(node, pose);
            }
            WorldCommand::Turn { node, by: [roll, pitch, yaw], local } => {
                let node = find(world, &node)?;
                let (mut pose, step) = (world.world_from(node), Euler { roll, pitch, yaw }.to_quat());
                pose.rotation = if local { pose.rotation * step } else { step * pose.rotation };
                world.set_world_pose(node, pose);
            }
            WorldCommand::LinearVelocity { node, value, local } => {
                let node = find(world, &node)?;
                world.set_linear_velocity(node, along(world, node, value, local));
            }
            WorldCommand::AngularVelocity { node, value, local } => {
                let node = find(world, &node)?;
                world.set_angular_velocity(node, along(world, node, value, local));
            }
            WorldCommand::Force { node, value, local } => {
                let node = find(world, &node)?;
                world.apply_force(node, along(world, node, value, local));
            }
            WorldCommand::Torque { node, value, local } => {
                let node = find(world, &node)?;
                world.apply_torque(node, along(world, node, value, local));
            }
            WorldCommand::Visible { node, visible, recursive } => {
                let node = find(world, &node)?;
                world.set_visible(node, visible, recursive);
            }
            WorldCommand::Color { node, rgba: [red, green, blue, alpha] } => {
                let node = find(world, &node)?;
                world.set_color(node, Some([red, green, blue])).map_err(|error| error.to_string())?;
                world.set_alpha(node, alpha).map_err(|error| error.to_string())?;
            }
            WorldCommand::Dynamics { node, moved } => {
                let node = find(world, &node)?;
                if moved { world.restore_dynamics(node) } else { world.suspend_dynamics(node) }
            }
            WorldCommand::Parent { node, parent } => {
                let node = find(world, &node)?;
                match parent {
                    Some(parent) => {
                        let parent = find(world, &parent)?;
                        world.attach(node, parent).map_err(|error| error.to_string())?;
                    }
                    None => world.detach(node),
                }
            }
            WorldCommand::Property { node, name, value } => {
                let node = find(world, &node)?;
                world.set_property(node, &name, property_of(&value));
            }
            WorldCommand::Speed { .. }
            | WorldCommand::ForcePose { .. }
            | WorldCommand::Wheels { .. }
            | WorldCommand::Steer { .. }
            | WorldCommand::ComponentProperty { .. }
            | WorldCommand::Active { .. } => {}
        }
        Ok(())
    }

    /// Executes postponed commands. They were checked when they were issued; a name may have become invalid since.
    pub(crate) fn execute_commands(&mut self, commands: Vec<WorldCommand>) {
        for command in commands {
            if let Err(error) = self.execute_command(command) {
                tracing::warn!("{error}");
            }
        }
    }

    /// Drives the wheels of a robot.
    fn drive(
        &mut self,
        robot: usize,
        drive: impl FnOnce(&WheelDrive, &mut World, NodeId) -> Result<(), String>,
    ) -> Result<(), String> {
        let robot = &self.robots[robot];
        let name = &robot.meta.name;
        match &robot.wheels {
            Some(wheels) if self.world.wheels(robot.meta.node).len() > 0 => {
                drive(wheels, &mut self.world, robot.meta.node).map_err(|error| format!("{name}: {error}"))
            }
            _ => Err(format!("{name} stands on no wheels")),
        }
    }

    fn set_component_property(&mut self, component: &str, name: &str, value: &Value) -> Result<(), String> {
        let instance = self.instances.get(component).copied();
        let instance = instance.ok_or_else(|| format!("there is no component {component:?}"))?;
        let properties = &self.meta(instance).description.properties;
        let index = properties.iter().position(|property| property.name == name);
        let index = index.ok_or_else(|| format!("{component} has no property {name:?}"))?;
        let set = self.component_mut(instance).set_property(index, value);
        set.map_err(|mismatch| format!("{component}: {mismatch}"))
    }

    fn robot_named(&self, name: &str) -> Result<usize, String> {
        match self.instances.get(name) {
            Some(&InstanceRef::Robot(index)) => Ok(index),
            _ => Err(format!("there is no robot {name:?}")),
        }
    }
}

fn find(world: &World, name: &str) -> Result<NodeId, String> {
    world.find(name).ok_or_else(|| format!("there is no object {name:?} in the scene"))
}

/// A vector along the axes of a node if `local`, converted to the axes of the world.
fn along(world: &World, node: NodeId, vector: [f64; 3], local: bool) -> DVec3 {
    let vector = DVec3::from(vector);
    if local { world.world_from(node).transform_vector(vector) } else { vector }
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
        ("has_body", Value::Bool(world.has_body(node))),
        ("visible", Value::Bool(world.is_visible(node))),
        ("color", color(world, node)),
    ]))
}

/// Red, green, blue and opacity; white where the node has the colours of its materials.
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
