//! Executes commands of external components that change the scene.

use glam::{DQuat, DVec3};
use morse_scene::value::Value;
use morse_world::{AxisLimit, ConstraintSpec, Euler, NodeId, Pose, World};

use crate::assemble::node_property::property_of;
use crate::contract::contexts::act_context::ticks_between;
use crate::contract::contexts::drivetrain::WheelDrive;
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::engine::simulation::entities::place;
use crate::external::message::world_command::{SpeedLimit, WorldCommand};
use crate::external::scene_access::{armatures, find};
use crate::services::base;
use crate::services::simulation::set_active;

/// Executes a command of an external component.
pub(crate) fn execute_command(simulation: &mut Simulation, command: WorldCommand) -> Result<(), String> {
    let vec3 = DVec3::from;
    match command {
        WorldCommand::Speed { robot, kind, linear, angular } => {
            let robot = robot_named(simulation, &robot)?;
            // A command does not name its actuator: it lasts as long as that of the slowest.
            let rates = simulation.state.actuators.iter().filter(|it| it.robot == robot).map(|it| it.rate_hz);
            let rate_hz = rates.reduce(f64::min).unwrap_or(simulation.state.clock.rate_hz());
            let ticks = ticks_between(rate_hz, simulation.state.world.settings().tick_s);
            let handle = simulation.state.robots[robot].handle();
            handle.apply_speed(&mut simulation.state.world, kind, linear.into(), angular.into(), ticks);
            return Ok(());
        }
        WorldCommand::ForcePose { robot, position, orientation } => {
            let robot = robot_named(simulation, &robot)?;
            let orientation = orientation.map(DQuat::from_array);
            simulation.state.robots[robot].handle().force_pose(
                &mut simulation.state.world,
                position.map(vec3),
                orientation,
            );
            return Ok(());
        }
        WorldCommand::Wheels { robot, v, w } => {
            let robot = robot_named(simulation, &robot)?;
            return drive_robot(simulation, robot, |drive, world, node| match drive {
                WheelDrive::Differential(sides) => sides.drive(world, node, v, w).map_err(|e| e.to_string()),
                WheelDrive::Car(_) => Err("it is driven like a car, with steering and engine".to_owned()),
            });
        }
        WorldCommand::Steer { robot, steering, engine, brake } => {
            let robot = robot_named(simulation, &robot)?;
            return drive_robot(simulation, robot, |drive, world, node| match drive {
                WheelDrive::Car(car) => {
                    car.drive(world, node, steering, engine, brake).map_err(|error| error.to_string())
                }
                WheelDrive::Differential(_) => {
                    Err("it has a differential drive, and is not steered".to_owned())
                }
            });
        }
        WorldCommand::ComponentProperty { component, name, value } => {
            return set_component_property(simulation, &component, &name, &value);
        }
        WorldCommand::Active { component, active } => {
            return set_active(simulation, &component, active)
                .map_or_else(|error| Err(error.to_string()), |_| Ok(()));
        }
        _ => {}
    }
    let world = &mut simulation.state.world;
    match command {
        WorldCommand::Place { node, position, orientation, local } => {
            let node = find(world, &node)?;
            let mut pose = if local { world.parent_from(node) } else { world.world_from(node) };
            pose.translation = position.map_or(pose.translation, vec3);
            pose.rotation = orientation.map_or(pose.rotation, DQuat::from_array);
            if world.joint_of(node).is_some() {
                let above = world.parent(node).filter(|_| local);
                let pose = above.map_or(pose, |above| world.world_from(above) * pose);
                return place(simulation, node, pose);
            }
            if local { world.set_local_pose(node, pose) } else { world.set_world_pose(node, pose) }
        }
        WorldCommand::Move { node, by, local } => {
            let node = find(world, &node)?;
            let mut pose = world.world_from(node);
            pose.translation += along(world, node, by, local);
            return place(simulation, node, pose);
        }
        WorldCommand::Turn { node, by: [roll, pitch, yaw], local } => {
            let node = find(world, &node)?;
            let (mut pose, step) = (world.world_from(node), Euler { roll, pitch, yaw }.to_quat());
            pose.rotation = if local { pose.rotation * step } else { step * pose.rotation };
            return place(simulation, node, pose);
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
        WorldCommand::Impulse { node, point, value, local } => {
            let node = find(world, &node)?;
            let point =
                if local { world.world_from(node).transform_point(point.into()) } else { point.into() };
            world.apply_impulse(node, point, along(world, node, value, local));
        }
        WorldCommand::Damping { node, linear, angular } => {
            let node = find(world, &node)?;
            world.set_damping(node, linear, angular);
        }
        WorldCommand::SpeedLimit { node, which, value } => {
            let node = find(world, &node)?;
            let mut limits = world.speed_limits(node);
            *match which {
                SpeedLimit::LinearMin => &mut limits.linear_min,
                SpeedLimit::LinearMax => &mut limits.linear_max,
                SpeedLimit::AngularMin => &mut limits.angular_min,
                SpeedLimit::AngularMax => &mut limits.angular_max,
            } = value;
            world.set_speed_limits(node, limits);
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
        WorldCommand::Bone { node, bone, turn, orientation, slide } => {
            armatures::set_bone(world, &node, &bone, turn, orientation, slide)?;
        }
        WorldCommand::Reach { node, goals } => armatures::reach(world, &node, &goals)?,
        WorldCommand::Constrain { name, node, other, pivot, orientation, limits, collides } => {
            let one_from_constraint =
                Pose { translation: pivot.into(), rotation: DQuat::from_array(orientation) };
            let spec = ConstraintSpec {
                name,
                one: find(world, &node)?,
                other: other.as_deref().map(|other| find(world, other)).transpose()?,
                one_from_constraint,
                limits: limits.map(axis_limit),
                collides,
            };
            world.add_constraint(&spec).map_err(|error| error.to_string())?;
        }
        WorldCommand::LimitConstraint { name, axis, limit } => {
            let limit = axis_limit(limit);
            world.limit_constraint(&name, axis, limit).map_err(|error| error.to_string())?;
        }
        WorldCommand::RemoveConstraint { name } => {
            if !world.remove_constraint(&name) {
                return Err(format!("there is no constraint {name:?}"));
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

/// Executes postponed commands. They were checked when they were issued; a name may have become invalid since
/// then.
pub(crate) fn execute_commands(simulation: &mut Simulation, commands: Vec<WorldCommand>) {
    for command in commands {
        if let Err(error) = execute_command(simulation, command) {
            simulation.engine.warnings.warn("Python code", &error, || error.clone());
        }
    }
}

/// Drives the wheels of a robot.
fn drive_robot(
    simulation: &mut Simulation,
    robot: usize,
    drive: impl FnOnce(&WheelDrive, &mut World, NodeId) -> Result<(), String>,
) -> Result<(), String> {
    let robot = &simulation.state.robots[robot];
    let name = &robot.meta.name;
    match &robot.wheels {
        Some(wheels) if simulation.state.world.wheels(robot.meta.node).len() > 0 => {
            drive(wheels, &mut simulation.state.world, robot.meta.node)
                .map_err(|error| format!("{name}: {error}"))
        }
        _ => Err(format!("{name} has no simulated wheels")),
    }
}

fn set_component_property(
    simulation: &mut Simulation,
    component: &str,
    name: &str,
    value: &Value,
) -> Result<(), String> {
    let instance = simulation.model.instances.get(component).copied();
    let instance = instance.ok_or_else(|| format!("there is no component {component:?}"))?;
    let properties = &simulation.state.meta(instance).description.properties;
    if properties.iter().all(|property| property.name != name) {
        return Err(format!("{component} has no property {name:?}"));
    }
    let set = base::set_property(simulation, instance, name, value);
    set.map(drop).map_err(|error| format!("{component}: {error}"))
}

fn robot_named(simulation: &Simulation, name: &str) -> Result<usize, String> {
    match simulation.model.instances.get(name) {
        Some(&InstanceRef::Robot(index)) => Ok(index),
        _ => Err(format!("there is no robot {name:?}")),
    }
}

/// A vector along the axes of a node if `local`, converted to the axes of the world.
fn along(world: &World, node: NodeId, vector: [f64; 3], local: bool) -> DVec3 {
    let vector = DVec3::from(vector);
    if local { world.world_from(node).transform_vector(vector) } else { vector }
}

fn axis_limit(limit: Option<[f64; 2]>) -> AxisLimit {
    match limit {
        None => AxisLimit::Free,
        Some([low, high]) if low == high => AxisLimit::Locked,
        Some([low, high]) => AxisLimit::Between(low, high),
    }
}
