//! Laws of every state: poses, velocities and joints are finite and in range, and no body penetrates a body by more than its size.

use morse::{Simulation, Value};
use morse_world::{POSITION_MAX_M, RayKind, World};

/// Most distance of a part from the origin: a part is a chain of objects away from its root. [m]
const PART_POSITION_MAX_M: f64 = 100.0 * POSITION_MAX_M;
/// Most deviation of the length of a quaternion from 1.
const QUATERNION_ERROR: f64 = 1e-6;

/// Checks the state of a simulation.
///
/// # Errors
/// Names the node, joint or reading, and its value.
pub fn check(simulation: &Simulation, is_calm: bool) -> Result<(), String> {
    let world = simulation.world();
    for node in world.nodes() {
        let pose = world.world_from(node);
        let is_in_range = pose.translation.abs().max_element() <= PART_POSITION_MAX_M;
        if !pose.is_finite() || !is_in_range || (pose.rotation.length() - 1.0).abs() > QUATERNION_ERROR {
            return Err(format!("{} is at {pose:?}", world.name(node)));
        }
        if !world.velocities(node).iter().all(|velocity| velocity.is_finite()) {
            return Err(format!("{} has the velocities {:?}", world.name(node), world.velocities(node)));
        }
    }
    for joint in world.joints() {
        let numbers = [world.joint_position(joint), world.joint_velocity(joint)];
        let effort = world.joint_effort(joint).unwrap_or_default();
        if !numbers.iter().all(|number| number.is_finite()) || !effort.is_finite() {
            return Err(format!("{} has the state {numbers:?}, {effort}", world.joint_name(joint)));
        }
    }
    for (sensor, sample) in simulation.fresh_readings() {
        for (field, value) in sample.data.to_map().iter() {
            if holds_nan(value) {
                return Err(format!("{sensor} reads {field} = {value:?}"));
            }
        }
    }
    if is_calm { check_depths(simulation, world) } else { Ok(()) }
}

/// Whether a value has a number that is not a number. Distances may be infinite.
fn holds_nan(value: &Value) -> bool {
    match value {
        Value::Float(number) => number.is_nan(),
        Value::List(values) => values.iter().any(holds_nan),
        Value::Map(map) => map.iter().any(|(_, value)| holds_nan(value)),
        _ => false,
    }
}

fn check_depths(simulation: &Simulation, world: &World) -> Result<(), String> {
    if !simulation.clock().tick().is_multiple_of(20) {
        return Ok(());
    }
    for entity in simulation.entities() {
        let Some(node) = entity.node.filter(|node| world.has_body(*node)) else { continue };
        let Some([low, high]) = world.bounds(node, RayKind::Physics) else { continue };
        let size = (high - low).max_element();
        if let Some(penetration) = world.penetration(node)
            && penetration.depth > size
        {
            let other = world.name(penetration.other);
            return Err(format!(
                "{} is {} m deep in {other}, and {size} m large",
                entity.name, penetration.depth
            ));
        }
    }
    Ok(())
}
