//! Suspension of physics, reset, attaching and detaching.

use crate::armature;
use crate::physics::body::held_drives::HeldDrives;
use crate::physics::body::velocities;
use crate::physics::joints::joint_access;
use crate::{NodeId, World, WorldError};

/// Difference of poses by rounding. [m, and of the cosine of half an angle]
const SAME_PLACE: f64 = 1e-9;

/// See [`World::suspend_dynamics`].
pub(crate) fn suspend_dynamics(world: &mut World, id: NodeId) {
    set_suspended(world, id, true);
}

/// See [`World::restore_dynamics`].
pub(crate) fn restore_dynamics(world: &mut World, id: NodeId) {
    set_suspended(world, id, false);
}

fn set_suspended(world: &mut World, id: NodeId, suspended: bool) {
    for member in world.physics.mechanism_of(&world.tree, id) {
        world.physics.set_suspended(&world.tree, member, suspended);
    }
}

/// See [`World::reset`].
pub(crate) fn reset(world: &mut World) {
    for id in world.tree.ids().collect::<Vec<_>>() {
        let node = world.tree.node(id);
        if (node.parent.is_none() || node.free) && node.joint.is_none() {
            let start = node.details.world_from_node_at_start;
            velocities::teleport(world, id, start);
        }
    }
    world.physics.resume_halted(&world.tree);
    joint_access::reset_joints(world);
    armature::reset_armatures(world);
    return_placed_parts(world);
    for id in world.physics.movers().to_vec() {
        world.physics.stop(id);
    }
    world.wheels.stop();
    world.held_drives = HeldDrives::default();
}

/// Moves parts that stand on other nodes back to their place, if a client moved them.
fn return_placed_parts(world: &mut World) {
    let coupled = world.physics.couplings.groups(&world.physics.joints).concat();
    for id in world.tree.ids().collect::<Vec<_>>() {
        let node = world.tree.node(id);
        let stands = node.parent.is_some() && !node.free && node.joint.is_none();
        let is_held = node.details.bone_attachment.is_some();
        let acts = world.physics.body(id).is_some() || coupled.contains(&id);
        if !stands || is_held || !acts {
            continue;
        }
        let (start, now) = (node.details.world_from_node_at_start, world.tree.world_from(id));
        let is_same = now.translation.abs_diff_eq(start.translation, SAME_PLACE)
            && now.rotation.dot(start.rotation).abs() > 1.0 - SAME_PLACE;
        if !is_same {
            velocities::teleport(world, id, start);
        }
    }
}

/// See [`World::attach`].
pub(crate) fn attach(world: &mut World, child: NodeId, parent: NodeId) -> Result<(), WorldError> {
    if child == parent || world.tree.hierarchy().is_above(child, parent) {
        return Err(WorldError::Cycle {
            child: world.name(child).to_owned(),
            parent: world.name(parent).to_owned(),
        });
    }
    set_parent(world, child, Some(parent));
    Ok(())
}

/// See [`World::detach`].
pub(crate) fn detach(world: &mut World, child: NodeId) {
    set_parent(world, child, None);
}

fn set_parent(world: &mut World, child: NodeId, parent: Option<NodeId>) {
    let moves = |body: &crate::physics::body::state::Body| body.physics.moves();
    let free = parent.is_none() && world.physics.body(child).is_some_and(moves);
    let above = world.tree.anchor(child);
    world.physics.cut(&world.tree, child);
    world.tree.set_parent(child, parent, free);
    let moved = world.tree.subtree(child);
    for &id in &moved {
        world.physics.attach_shapes(&world.tree, id);
    }
    world.rays.mark_reparented(&moved);
    world.wheels.invalidate_node_sets();
    for anchor in [above, world.tree.anchor(child)] {
        world.physics.update_mass(&world.tree, anchor);
    }
    world.physics.stop(child);
    world.held_drives.release(child);
}
