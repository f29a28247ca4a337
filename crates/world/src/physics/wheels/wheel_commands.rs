//! Wheels.

use crate::physics::body::control;
use crate::physics::wheels::spec::WheelSpec;
use crate::physics::wheels::wheel::{Drive, ShownWheel, Wheel, WheelNode, WheelState};
use crate::{NodeId, World, WorldError};

/// Maximum target rate of a wheel. [rad/s]
const RATE_MAX_RAD_PER_S: f64 = 1e6;
/// Maximum force or torque of a drive. [N, N m]
const FORCE_MAX: f64 = 1e12;

/// See [`World::add_wheels`].
pub(crate) fn add_wheels(
    world: &mut World,
    chassis: NodeId,
    wheels: Vec<WheelSpec>,
) -> Result<(), WorldError> {
    let name = world.name(chassis).to_owned();
    if !world.physics.body(chassis).is_some_and(|body| body.physics.moves()) {
        let allowed = "a node with a body that physics moves";
        return Err(WorldError::bad(&name, "chassis of wheels", "a node that does not move", allowed));
    }
    let wheels = wheels.iter().map(|wheel| wheel.checked(&name)).collect::<Result<Vec<_>, _>>()?;
    if let Some(stray) = wheels
        .iter()
        .filter_map(|wheel| wheel.node)
        .find(|&node| !world.tree.hierarchy().is_above(chassis, node))
    {
        let stray = world.name(stray).to_owned();
        return Err(WorldError::bad(&name, "node of a wheel", stray, "a node below the chassis"));
    }
    for spec in wheels {
        world.physics.add_mass(&world.tree, chassis, spec.mass, spec.mount);
        let shown = spec.node.and_then(|node| show_wheel(world, chassis, node));
        world.wheels.carriages.entry(chassis).or_default().wheels.push(Wheel::new(spec, shown));
    }
    world.wheels.invalidate_node_sets();
    Ok(())
}

/// Makes a descendant of a chassis show a wheel.
fn show_wheel(world: &mut World, chassis: NodeId, node: NodeId) -> Option<WheelNode> {
    let parent = world.parent(node)?;
    if world.is_free(node) {
        // If the node has a body, it becomes part of the chassis.
        control::attach(world, node, parent).ok()?;
    }
    world.physics.disable_collisions(node);
    let chassis_from_world = world.tree.world_from(chassis).inverse();
    Some(WheelNode {
        node,
        parent_from_chassis: world.tree.world_from(parent).inverse() * world.tree.world_from(chassis),
        chassis_from_node_at_start: (chassis_from_world * world.tree.world_from(node)).rotation,
    })
}

/// See [`World::wheels`].
pub(crate) fn wheels(world: &World, chassis: NodeId) -> impl ExactSizeIterator<Item = WheelState> {
    let carriage = world.wheels.carriages.get(&chassis);
    carriage.map_or(&[][..], |carriage| &carriage.wheels).iter().map(Wheel::state)
}

/// See [`World::shown_wheels`].
pub(crate) fn shown_wheels(world: &World, chassis: NodeId) -> impl Iterator<Item = ShownWheel<'_>> {
    let carriage = world.wheels.carriages.get(&chassis);
    let wheels = carriage.map_or(&[][..], |carriage| &carriage.wheels);
    wheels.iter().enumerate().filter_map(|(number, wheel)| {
        let shown = wheel.shown?;
        let chassis_from_node = shown.chassis_from_node_at_start;
        Some(ShownWheel { number, spec: &wheel.spec, node: shown.node, chassis_from_node })
    })
}

/// See [`World::drive_wheel`].
pub(crate) fn drive_wheel(
    world: &mut World,
    chassis: NodeId,
    number: usize,
    rate: f64,
    torque_max: f64,
) -> Result<(), WorldError> {
    check(world, chassis, "rate of a wheel", rate, RATE_MAX_RAD_PER_S)?;
    check(world, chassis, "torque of a motor", torque_max, FORCE_MAX)?;
    set_drive(world, chassis, number, |_| Drive { torque: 0.0, target: rate, torque_max: torque_max.abs() })
}

/// See [`World::roll_wheel`].
pub(crate) fn roll_wheel(
    world: &mut World,
    chassis: NodeId,
    number: usize,
    speed: f64,
    torque_max: f64,
) -> Result<(), WorldError> {
    let carriage = world.wheels.carriages.get(&chassis);
    let wheel = carriage.and_then(|carriage| carriage.wheels.get(number));
    let radius = wheel.map_or(1.0, |wheel| wheel.spec.radius);
    drive_wheel(world, chassis, number, speed / radius, torque_max)
}

/// See [`World::push_wheel`].
pub(crate) fn push_wheel(
    world: &mut World,
    chassis: NodeId,
    number: usize,
    engine: f64,
    brake: f64,
) -> Result<(), WorldError> {
    check(world, chassis, "force of an engine", engine, FORCE_MAX)?;
    check(world, chassis, "force of a brake", brake, FORCE_MAX)?;
    set_drive(world, chassis, number, |radius| Drive {
        torque: engine * radius,
        target: 0.0,
        torque_max: brake.abs() * radius,
    })
}

/// See [`World::steer_wheel`].
pub(crate) fn steer_wheel(
    world: &mut World,
    chassis: NodeId,
    number: usize,
    angle: f64,
) -> Result<(), WorldError> {
    check(world, chassis, "steering angle of a wheel", angle, RATE_MAX_RAD_PER_S)?;
    let wheel = wheel_mut(world, chassis, number)?;
    if wheel.steering != angle {
        wheel.steering = angle;
        world.physics.wake(chassis);
    }
    Ok(())
}

fn set_drive(
    world: &mut World,
    chassis: NodeId,
    number: usize,
    drive: impl FnOnce(f64) -> Drive,
) -> Result<(), WorldError> {
    let wheel = wheel_mut(world, chassis, number)?;
    let drive = drive(wheel.spec.radius);
    if wheel.drive != drive {
        wheel.drive = drive;
        world.physics.wake(chassis);
    }
    Ok(())
}

fn wheel_mut(world: &mut World, chassis: NodeId, number: usize) -> Result<&mut Wheel, WorldError> {
    let count = world.wheels(chassis).len();
    let missing = WorldError::NoWheel { name: world.tree.node(chassis).details.name.clone(), number, count };
    let carriage = world.wheels.carriages.get_mut(&chassis);
    carriage.and_then(|carriage| carriage.wheels.get_mut(number)).ok_or(missing)
}

/// Checks a number in a command for a wheel.
fn check(world: &World, chassis: NodeId, what: &str, value: f64, most: f64) -> Result<(), WorldError> {
    if value.abs() <= most {
        return Ok(());
    }
    Err(WorldError::bad(world.name(chassis), what, value, "a finite number in a realistic range"))
}
