//! Joints.

use crate::physics::joints::spec::in_range;
use crate::physics::joints::{Joint, JointDrive, JointId, JointLimits, JointSpec, Mechanism, Mimic};
use crate::{JointKind, NodeId, PhysicsType, Quantity, World, WorldError, WorldEvent};

/// See [`World::add_joint`].
pub(crate) fn add_joint(world: &mut World, mut spec: JointSpec) -> Result<JointId, WorldError> {
    spec.validate()?;
    let unknown = |node: &NodeId| !world.tree.contains(*node);
    if let Some(node) = [Some(spec.child), spec.parent].into_iter().flatten().find(unknown) {
        return Err(WorldError::bad(&spec.name, "node", node, "a node of this world"));
    }
    if world.find_joint(&spec.name).is_some() {
        return Err(WorldError::DuplicateJoint { name: spec.name });
    }
    let child = spec.child;
    if let Some(parent) = spec.parent
        && (parent == child || world.tree.hierarchy().is_above(child, parent))
    {
        return Err(WorldError::Cycle {
            child: world.name(child).to_owned(),
            parent: world.name(parent).to_owned(),
        });
    }
    if let Some(joint) = world.joint_of(child) {
        return Err(WorldError::SecondJoint {
            joint: spec.name,
            child: world.name(child).to_owned(),
            first: joint_name(world, joint).to_owned(),
        });
    }
    check_sides(world, &spec)?;
    let index = world.physics.vacant_joints.first().copied();
    let id = JointId(index.unwrap_or(world.physics.joints.len() as u32));
    if let Some(mimic) = spec.mimic {
        let leader = world.physics.joints.get(mimic.leader.index());
        let Some(leader) = leader.filter(|leader| leader.moves() && spec.kind != JointKind::Fixed) else {
            return Err(WorldError::bad(&spec.name, "mimic", mimic, "an existing joint that can move"));
        };
        spec.position = mimic.multiplier * leader.position + mimic.offset;
        if !world.physics.can_follow(&world.tree, spec.parent, mimic.leader) {
            let allowed = "a joint of the same mechanism, or of a mechanism on the same ground";
            return Err(WorldError::bad(&spec.name, "mimic", mimic, allowed));
        }
    }
    let mut joint = Joint::new(&spec);
    joint.set_position(joint.start);
    world.physics.joints_by_name.insert(joint.name.clone(), id);
    match world.physics.vacant_joints.pop_first() {
        Some(_) => world.physics.joints[id.index()] = joint,
        None => world.physics.joints.push(joint),
    }
    let moves = spec.kind != JointKind::Fixed;
    let above = world.tree.anchor(child);
    world.tree.set_parent(child, spec.parent, moves);
    world.tree.node_mut(child).joint = Some(id);
    let subtree = world.tree.subtree(child);
    for &node in &subtree {
        world.physics.attach_shapes(&world.tree, node);
    }
    world.rays.mark_reparented(&subtree);
    place_child(world, id);
    for anchor in [above, world.tree.anchor(child)] {
        world.physics.update_mass(&world.tree, anchor);
    }
    for node in subtree {
        world.tree.node_mut(node).details.world_from_node_at_start = world.tree.world_from(node);
    }
    if moves {
        world.physics.lower_sleep_threshold(child);
    }
    world.physics.stale = true;
    Ok(id)
}

/// Whether a joint can connect its two sides.
fn check_sides(world: &World, spec: &JointSpec) -> Result<(), WorldError> {
    let is_rigid = |node| world.physics.body(node).is_some_and(|body| body.physics == PhysicsType::RigidBody);
    let carrier = spec.parent.map(|parent| world.tree.anchor(parent));
    let moving = carrier.filter(|&anchor| world.tree.node(anchor).free);
    let child = (spec.kind != JointKind::Fixed).then_some(spec.child);
    match [child, moving].into_iter().flatten().find(|&node| !is_rigid(node)) {
        Some(node) => {
            Err(WorldError::NotJointable { joint: spec.name.clone(), node: world.name(node).to_owned() })
        }
        None => Ok(()),
    }
}

/// See [`World::joint_name`].
pub(crate) fn joint_name(world: &World, id: JointId) -> &str {
    &joint(world, id).name
}

/// See [`World::joint_child`].
pub(crate) fn joint_child(world: &World, id: JointId) -> NodeId {
    joint(world, id).child
}

/// See [`World::joint_limits`].
pub(crate) fn joint_limits(world: &World, id: JointId) -> JointLimits {
    joint(world, id).limits
}

/// See [`World::joint_mimic`].
pub(crate) fn joint_mimic(world: &World, id: JointId) -> Option<Mimic> {
    joint(world, id).mimic
}

/// See [`World::drive_joint`].
pub(crate) fn drive_joint(world: &mut World, id: JointId, drive: JointDrive) {
    if !drive.is_usable() {
        return refuse(world, id, Quantity::JointDrive);
    }
    let joint = &mut world.physics.joints[id.index()];
    let servo = |drive: &JointDrive| matches!(drive, JointDrive::Position { .. });
    if !servo(&joint.drive) {
        joint.set_point = joint.position;
        joint.set_point_velocity = 0.0;
    }
    if joint.drive != drive {
        joint.drive = drive;
        world.physics.wake_joint(id);
    }
}

/// See [`World::set_joint_position`].
pub(crate) fn set_joint_position(world: &mut World, id: JointId, position: f64) {
    if !in_range(position) {
        return refuse(world, id, Quantity::JointPosition);
    }
    let joint = &mut world.physics.joints[id.index()];
    if joint.moves() {
        joint.set_position(position.clamp(joint.limits.lower, joint.limits.upper));
        world.physics.wake_joint(id);
        place_child(world, id);
    }
}

/// See [`World::set_joint_velocity`].
pub(crate) fn set_joint_velocity(world: &mut World, id: JointId, velocity: f64) {
    if !in_range(velocity) {
        return refuse(world, id, Quantity::Velocity);
    }
    let joint = &mut world.physics.joints[id.index()];
    if joint.moves() {
        joint.velocity = velocity;
        joint.velocity_before = velocity;
        world.physics.wake_joint(id);
    }
}

/// Resets all joints to their initial positions, at rest and without a drive.
pub(crate) fn reset_joints(world: &mut World) {
    world.physics.couplings.stop();
    world.physics.mechanisms.iter_mut().for_each(Mechanism::forget_accelerations);
    if !world.physics.couplings.is_empty() {
        world.physics.couplings.revision += 1;
        world.physics.stale = true;
    }
    for id in world.joints() {
        let joint = &mut world.physics.joints[id.index()];
        if joint.moves() {
            joint.set_position(joint.start);
            joint.velocity = 0.0;
            joint.velocity_before = 0.0;
            joint.drive = JointDrive::Free;
            world.physics.wake_joint(id);
            place_child(world, id);
        }
    }
}

/// Whether a joint moves a node. If so, logs the attempt to move the node directly.
pub(crate) fn is_held(world: &mut World, node: NodeId) -> bool {
    let held = world.tree.node(node).joint.is_some();
    if held {
        world.new_events.push(WorldEvent::HeldByJoint { node });
    }
    held
}

/// Moves the child of a joint to the position of the joint.
fn place_child(world: &mut World, id: JointId) {
    let joint = joint(world, id);
    let (child, pose) = (joint.child, joint.parent_from_child(joint.position));
    let moved = world.tree.teleport_in_parent(child, pose);
    world.physics.write_poses(&world.tree, &moved);
    world.rays.touch(&moved);
}

pub(crate) fn joint(world: &World, id: JointId) -> &Joint {
    &world.physics.joints[id.index()]
}

fn refuse(world: &mut World, id: JointId, what: Quantity) {
    let node = joint(world, id).child;
    world.new_events.push(WorldEvent::NotFinite { node, what });
}
