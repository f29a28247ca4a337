//! Adding equalities, tendons and motors, and commanding motors.

use super::{Attachment, Equality, EqualityKind, Motor, MotorId, MotorSpec, MotorTarget, Tendon, TendonId};
use super::{TendonPath, Waypoint};
use crate::physics::joints::JointId;
use crate::physics::joints::spec::in_range;
use crate::{NodeId, World, WorldError};

/// See [`World::add_equality`].
pub(crate) fn add_equality(world: &mut World, equality: Equality) -> Result<(), WorldError> {
    let name = equality.name.clone();
    check_node(world, &name, equality.owner)?;
    match &equality.kind {
        EqualityKind::Connect { a, b } | EqualityKind::Weld { a, b, .. } => {
            [a, b].into_iter().try_for_each(|it| check_attachment(world, &name, it))?;
            let carriers = [a, b].map(|it| it.node.and_then(|node| world.physics.carrier(&world.tree, node)));
            if carriers[0] == carriers[1] {
                let allowed = "two bodies that move in relation to each other, or one and the world";
                return Err(WorldError::bad(&name, "sides", carriers, allowed));
            }
        }
        EqualityKind::Joint { joint, other, .. } => {
            check_joint(world, &name, *joint)?;
            other.iter().try_for_each(|other| check_joint(world, &name, *other))?;
            if *other == Some(*joint) {
                return Err(WorldError::bad(&name, "second joint", joint, "not the first joint"));
            }
        }
        EqualityKind::Tendon { tendon, other, .. } => {
            check_tendon(world, &name, *tendon)?;
            other.iter().try_for_each(|other| check_tendon(world, &name, *other))?;
            if *other == Some(*tendon) {
                return Err(WorldError::bad(&name, "second tendon", tendon, "not the first tendon"));
            }
        }
    }
    world.physics.couplings.equalities.push(equality);
    changed(world);
    Ok(())
}

/// See [`World::add_tendon`].
pub(crate) fn add_tendon(world: &mut World, tendon: Tendon) -> Result<TendonId, WorldError> {
    let name = tendon.name.clone();
    check_node(world, &name, tendon.owner)?;
    if world.physics.couplings.tendons.values().any(|known| known.name == name) {
        return Err(WorldError::bad(&name, "name", &name, "a name that no other tendon has"));
    }
    for value in [tendon.stiffness, tendon.damping, tendon.friction, tendon.armature] {
        check_number(&name, "stiffness, damping, friction or armature", value, value >= 0.0)?;
    }
    match &tendon.path {
        TendonPath::Fixed(members) => {
            members.iter().try_for_each(|(joint, _)| check_joint(world, &name, *joint))?;
        }
        TendonPath::Spatial(waypoints) => {
            for waypoint in waypoints {
                match waypoint {
                    Waypoint::Site(site) => check_attachment(world, &name, site)?,
                    Waypoint::Obstacle { frame, radius, side, .. } => {
                        check_attachment(world, &name, frame)?;
                        side.iter().try_for_each(|side| check_attachment(world, &name, side))?;
                        check_number(&name, "radius", *radius, *radius > 0.0)?;
                    }
                    Waypoint::Pulley { divisor } => check_number(&name, "divisor", *divisor, *divisor > 0.0)?,
                }
            }
        }
    }
    let tendons = &mut world.physics.couplings.tendons;
    let id = tendons.last_key_value().map_or(0, |(last, _)| last + 1);
    tendons.insert(id, tendon);
    changed(world);
    Ok(TendonId(id))
}

/// See [`World::add_motor`].
pub(crate) fn add_motor(world: &mut World, spec: MotorSpec) -> Result<MotorId, WorldError> {
    let name = spec.name.clone();
    check_node(world, &name, spec.owner)?;
    if find_motor(world, &name).is_some() {
        return Err(WorldError::bad(&name, "name", &name, "a name that no other motor has"));
    }
    for value in [spec.stiffness, spec.damping, spec.damping_ratio.unwrap_or(0.0), spec.time_constant] {
        check_number(&name, "stiffness, damping or time constant", value, value >= 0.0)?;
    }
    for value in [spec.gain, spec.gain_by_length, spec.gain_by_velocity, spec.bias, spec.command] {
        check_number(&name, "gain, bias or command", value, true)?;
    }
    match &spec.target {
        MotorTarget::Joint { joint, gear } => {
            check_joint(world, &name, *joint)?;
            check_number(&name, "gear", *gear, true)?;
        }
        MotorTarget::Tendon { tendon, gear } => {
            check_tendon(world, &name, *tendon)?;
            check_number(&name, "gear", *gear, true)?;
        }
        MotorTarget::Site { site, reference, .. } => {
            check_attachment(world, &name, site)?;
            reference.iter().try_for_each(|reference| check_attachment(world, &name, reference))?;
            let carrier = site.node.and_then(|node| world.physics.carrier(&world.tree, node));
            if carrier.is_none() {
                return Err(WorldError::bad(&name, "site", site, "a place on a body that physics moves"));
            }
        }
        MotorTarget::Adhesion(node) => check_node(world, &name, *node)?,
        MotorTarget::Crank { crank, slider, rod, gear } => {
            [crank, slider].into_iter().try_for_each(|frame| check_attachment(world, &name, frame))?;
            check_number(&name, "rod", *rod, *rod > 0.0)?;
            check_number(&name, "gear", *gear, true)?;
        }
    }
    if let Some(muscle) = &spec.muscle {
        let [low, high] = muscle.range;
        check_number(&name, "range of the muscle", high - low, high > low)?;
        let is_in_order = muscle.length_min < 1.0 && muscle.length_max > 1.0;
        check_number(&name, "lengths of the muscle", muscle.length_max, is_in_order)?;
        for value in [
            muscle.force.unwrap_or(0.0),
            muscle.scale,
            muscle.velocity_max,
            muscle.passive_max,
            muscle.lengthening_max,
        ] {
            check_number(&name, "force or velocity of the muscle", value, value >= 0.0)?;
        }
    }
    let motors = &mut world.physics.couplings.motors;
    let id = motors.last_key_value().map_or(0, |(last, _)| last + 1);
    let command = spec.command;
    motors.insert(id, Motor { spec, is_on: false, command, activation: 0.0, effort: 0.0 });
    changed(world);
    Ok(MotorId(id))
}

/// See [`World::find_tendon`].
pub(crate) fn find_tendon(world: &World, name: &str) -> Option<TendonId> {
    let mut tendons = world.physics.couplings.tendons.iter();
    tendons.find(|(_, tendon)| tendon.name == name).map(|(id, _)| TendonId(*id))
}

/// See [`World::find_motor`].
pub(crate) fn find_motor(world: &World, name: &str) -> Option<MotorId> {
    let mut motors = world.physics.couplings.motors.iter();
    motors.find(|(_, motor)| motor.spec.name == name).map(|(id, _)| MotorId(*id))
}

/// See [`World::command_motor`].
pub(crate) fn command_motor(world: &mut World, id: MotorId, command: f64) {
    if !in_range(command) {
        return;
    }
    let Some(motor) = world.physics.couplings.motors.get_mut(&id.0) else { return };
    let is_new = !motor.is_on;
    if !is_new && motor.command == command {
        return;
    }
    (motor.is_on, motor.command) = (true, command);
    let mut nodes = Vec::new();
    motor.spec.target.nodes(&world.physics.joints, &mut nodes);
    if let MotorTarget::Tendon { tendon, .. } = &motor.spec.target {
        let tendon = world.physics.couplings.tendons.get(&tendon.0);
        tendon.iter().for_each(|tendon| tendon.nodes(&world.physics.joints, &mut nodes));
    }
    for node in nodes {
        let anchor = world.tree.anchor(node);
        world.physics.wake(anchor);
    }
    if is_new {
        changed(world);
    }
}

/// Notes that mechanisms and their models are out of date.
fn changed(world: &mut World) {
    world.physics.couplings.revision += 1;
    world.physics.stale = true;
}

fn check_node(world: &World, name: &str, node: NodeId) -> Result<(), WorldError> {
    if world.tree.contains(node) {
        return Ok(());
    }
    Err(WorldError::bad(name, "node", node, "a node of this world"))
}

fn check_attachment(world: &World, name: &str, attachment: &Attachment) -> Result<(), WorldError> {
    attachment.node.map_or(Ok(()), |node| check_node(world, name, node))?;
    if attachment.node_from_frame.normalized().is_none() {
        let allowed = "finite numbers and a rotation that is not zero";
        return Err(WorldError::bad(name, "pose", attachment.node_from_frame, allowed));
    }
    Ok(())
}

fn check_joint(world: &World, name: &str, joint: JointId) -> Result<(), WorldError> {
    if world.physics.joints.get(joint.index()).is_some_and(|joint| joint.moves()) {
        return Ok(());
    }
    Err(WorldError::bad(name, "joint", joint, "an existing joint that can move"))
}

fn check_tendon(world: &World, name: &str, tendon: TendonId) -> Result<(), WorldError> {
    if world.physics.couplings.tendons.contains_key(&tendon.0) {
        return Ok(());
    }
    Err(WorldError::bad(name, "tendon", tendon, "an existing tendon"))
}

fn check_number(name: &str, what: &str, value: f64, is_allowed: bool) -> Result<(), WorldError> {
    if is_allowed && in_range(value) {
        return Ok(());
    }
    Err(WorldError::bad(name, what, value, "a finite number in its range"))
}
