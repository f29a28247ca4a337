//! Parts of models that actuators rotate.

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

/// Finds a part below a node.
///
/// # Errors
/// When its model lacks that part.
pub(crate) fn part(world: &World, node: NodeId, name: &str) -> Result<NodeId, SetupError> {
    world.part(node, name).ok_or_else(|| {
        SetupError::Missing(format!("the model of {} has no part {name}, which turns", world.name(node)))
    })
}

/// Moves all other children of a node to one of its parts, keeping their poses.
///
/// # Errors
/// When the part is a descendant of one of these children.
pub(crate) fn hang_others(
    world: &mut World,
    node: NodeId,
    own: NodeId,
    carrier: NodeId,
) -> Result<(), SetupError> {
    for child in world.children(node).to_vec() {
        if child != own && child != carrier {
            world.attach(child, carrier)?;
        }
    }
    Ok(())
}

/// Rotates a part, with its children, about one of its own axes. [rad]
pub(crate) fn turn(world: &mut World, part: NodeId, axis: DVec3, angle: f64) {
    if angle != 0.0 {
        let parent_from_part = world.parent_from(part);
        let rotation = (parent_from_part.rotation * DQuat::from_axis_angle(axis, angle)).normalize();
        world.set_local_pose(part, Pose { rotation, ..parent_from_part });
    }
}
