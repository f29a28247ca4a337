//! Poses, velocities and forces of nodes.

use glam::DVec3;

use crate::armature;
use crate::physics::body::origin::on_the_ground;
use crate::physics::convert::{fits, is_near, is_slow, turns_slowly};
use crate::physics::joints::joint_access;
use crate::{DriveCommand, DrivenContact, Euler, NodeId, Pose, Quantity, World, WorldEvent};

/// See [`World::set_world_pose`].
pub(crate) fn set_world_pose(world: &mut World, id: NodeId, world_from_node: Pose) {
    if let Some(pose) = usable(world, id, world_from_node) {
        teleport(world, id, pose);
    }
}

/// See [`World::pin`].
pub(crate) fn pin(world: &mut World, id: NodeId, world_from_node: Pose) {
    if let Some(pose) = usable(world, id, world_from_node) {
        teleport(world, id, pose);
        world.physics.pin(id);
        world.held_drives.release(id);
    }
}

/// As [`World::set_world_pose`], with a validated pose.
pub(crate) fn teleport(world: &mut World, id: NodeId, world_from_node: Pose) {
    let moved = world.tree.teleport(id, world_from_node);
    armature::reattach(world, id);
    world.physics.write_poses(&world.tree, &moved);
    world.physics.wake_coupled(&world.tree, &moved);
    world.rays.touch(&moved);
}

/// See [`World::set_local_pose`].
pub(crate) fn set_local_pose(world: &mut World, id: NodeId, parent_from_node: Pose) {
    let moved = place_in_parent(world, id, parent_from_node);
    if !moved.is_empty() {
        world.physics.wake_coupled(&world.tree, &moved);
    }
}

/// Places a node without a body in the frame of its parent, and wakes nothing. Returns the moved nodes; none if the pose is out of range.
pub(crate) fn place_in_parent(world: &mut World, id: NodeId, parent_from_node: Pose) -> Vec<NodeId> {
    let Some(pose) = usable(world, id, parent_from_node) else { return Vec::new() };
    let moved = world.tree.teleport_in_parent(id, pose);
    armature::reattach(world, id);
    world.physics.write_poses(&world.tree, &moved);
    world.rays.touch(&moved);
    moved
}

/// See [`World::move_local`].
pub(crate) fn move_local(world: &mut World, id: NodeId, translation: DVec3, rotation_rpy: DVec3) {
    let turn = Euler { roll: rotation_rpy.x, pitch: rotation_rpy.y, yaw: rotation_rpy.z };
    let old_from_new = Pose::from_euler(translation, turn);
    if world.tree.node(id).parent.is_some() {
        set_local_pose(world, id, world.tree.parent_from(id) * old_from_new);
    } else {
        set_world_pose(world, id, world.tree.world_from(id) * old_from_new);
    }
}

/// See [`World::linear_velocity`].
pub(crate) fn linear_velocity(world: &World, id: NodeId) -> DVec3 {
    world.velocities(id)[0]
}

/// See [`World::set_linear_velocity`].
pub(crate) fn set_linear_velocity(world: &mut World, id: NodeId, velocity_in_world: DVec3) {
    if accept_if(world, id, is_slow(velocity_in_world), Quantity::Velocity)
        && !joint_access::is_held(world, id)
    {
        world.held_drives.release(id);
        world.physics.set_linear_velocity(&world.tree, id, velocity_in_world);
        world.tree.note_motion(id);
    }
}

/// See [`World::set_velocities`].
pub(crate) fn set_velocities(world: &mut World, id: NodeId, linear_in_world: DVec3, angular_in_world: DVec3) {
    world.held_drives.release(id);
    change_velocities(world, id, [linear_in_world, angular_in_world], false, |_, new| new);
}

/// See [`World::set_planar_velocities`].
pub(crate) fn set_planar_velocities(
    world: &mut World,
    id: NodeId,
    linear_in_world: DVec3,
    angular_in_world: DVec3,
) {
    world.held_drives.release(id);
    change_velocities(world, id, [linear_in_world, angular_in_world], false, on_the_ground);
}

pub(crate) fn apply_drive(world: &mut World, id: NodeId, command: DriveCommand) {
    let world_from_node = world.tree.world_from(id).rotation;
    let contact = world.settings.driven;
    let (velocities, rolls) = (command.in_world(world_from_node, contact), contact == DrivenContact::Rolls);
    match command.on_ground {
        true => change_velocities(world, id, velocities, rolls, on_the_ground),
        false => change_velocities(world, id, velocities, rolls, |_, new| new),
    }
}

/// Sets velocities computed by a function of the old and the new velocities. Values that are not finite are ignored.
fn change_velocities(
    world: &mut World,
    id: NodeId,
    new: [DVec3; 2],
    rolls: bool,
    among: impl FnOnce([DVec3; 2], [DVec3; 2]) -> [DVec3; 2],
) {
    let [linear, angular] = new;
    let finite = [is_slow(linear), turns_slowly(angular)]
        .map(|usable| accept_if(world, id, usable, Quantity::Velocity));
    if finite.contains(&true) && !joint_access::is_held(world, id) {
        let wakes = new != [DVec3::ZERO; 2];
        world.physics.change_velocities(&world.tree, id, wakes, rolls, |old| {
            let new = [0, 1].map(|which| if finite[which] { new[which] } else { old[which] });
            among(old, new)
        });
        if !world.physics.sleeps(id) {
            world.tree.note_motion(id);
        }
    }
}

/// See [`World::apply_force`].
pub(crate) fn apply_force(world: &mut World, id: NodeId, force_in_world: DVec3) {
    if accept(world, id, force_in_world, Quantity::Force) {
        world.physics.push(id, force_in_world, true);
    }
}

/// Whether a vector is finite. If not, logs an event.
pub(crate) fn accept(world: &mut World, node: NodeId, vector: DVec3, what: Quantity) -> bool {
    accept_if(world, node, fits(vector), what)
}

/// Whether a quantity is usable. If not, logs an event.
fn accept_if(world: &mut World, node: NodeId, usable: bool, what: Quantity) -> bool {
    if !usable {
        world.new_events.push(WorldEvent::NotFinite { node, what });
    }
    usable
}

fn usable(world: &mut World, node: NodeId, pose: Pose) -> Option<Pose> {
    let usable = pose.normalized().filter(is_near);
    if usable.is_none() {
        world.new_events.push(WorldEvent::NotFinite { node, what: Quantity::Pose });
    }
    usable.filter(|_| !joint_access::is_held(world, node))
}
