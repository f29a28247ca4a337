//! Model parts that actuators rotate.

use morse_sim::prelude::*;
use morse_world::{NodeId, World};

/// Finds a part below a node.
///
/// # Errors
/// If the model lacks that part.
pub(crate) fn part(world: &World, node: NodeId, name: &str) -> Result<NodeId, SetupError> {
    world.part(node, name).ok_or_else(|| {
        SetupError::Missing(format!("the model of {} has no rotating part {name}", world.name(node)))
    })
}

/// Attaches the components mounted on a node to one of its parts, at their current poses. These are all children of
/// the node except `own` and `carrier`.
///
/// # Errors
/// If the part is a descendant of one of these children.
pub(crate) fn attach_components(
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

/// Rotates a part, with its children, about one of its own axes by an angle [rad].
pub(crate) fn rotate(world: &mut World, part: NodeId, axis: DVec3, angle: f64) {
    if angle != 0.0 {
        let parent_from_part = world.parent_from(part);
        let rotation = (parent_from_part.rotation * DQuat::from_axis_angle(axis, angle)).normalize();
        world.set_local_pose(part, Pose { rotation, ..parent_from_part });
    }
}
