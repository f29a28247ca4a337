//! Parts of models that actuators turn.

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

/// A part below a node.
///
/// # Errors
/// When its model lacks that part.
pub(crate) fn part(world: &World, node: NodeId, name: &str) -> Result<NodeId, SetupError> {
    world.part(node, name).ok_or_else(|| {
        SetupError(format!("the model of {} has no part {name}, which turns", world.name(node)))
    })
}

/// Hangs what else is on a node on one of its parts; where it is, it stays.
///
/// # Errors
/// When the part hangs on one of these things.
pub(crate) fn hang_others(
    world: &mut World,
    node: NodeId,
    own: NodeId,
    carrier: NodeId,
) -> Result<(), SetupError> {
    for child in world.children(node).to_vec() {
        if child != own && child != carrier {
            world.attach(child, carrier).map_err(|error| SetupError(error.to_string()))?;
        }
    }
    Ok(())
}

/// Turns a part about one of its own axes, with all that hangs on it. [rad]
pub(crate) fn turn(world: &mut World, part: NodeId, axis: DVec3, angle: f64) {
    if angle != 0.0 {
        let parent_from_part = world.parent_from(part);
        let rotation = (parent_from_part.rotation * DQuat::from_axis_angle(axis, angle)).normalize();
        world.set_local_pose(part, Pose { rotation, ..parent_from_part });
    }
}
