//! Armatures of nodes: skeletons that a user poses, and the nodes attached to their bones.
//!
//! An armature belongs to a node, and its bones are in the frame of that node. No forces act on it. A user sets its
//! configuration, and the nodes attached to its bones follow with their shapes and visuals. Joints between bodies that
//! physics moves are in `physics::joints`.

use morse_kinematics::{Armature, BoneSpec, JointConfiguration, SkeletonError};

use crate::tree::node_tree::BoneAttachment;
use crate::visuals::visual_access;
use crate::{NodeId, Quantity, World, WorldError, WorldEvent};

/// See [`World::add_armature`].
pub(crate) fn add_armature(world: &mut World, node: NodeId, bones: Vec<BoneSpec>) -> Result<(), WorldError> {
    let name = world.name(node);
    if world.armatures.contains_key(&node) {
        return Err(WorldError::bad(name, "armature", "a second armature", "one armature for a node"));
    }
    let armature = Armature::new(bones).map_err(|SkeletonError { what, value, allowed }| {
        WorldError::BadValue { name: name.to_owned(), what, value, allowed }
    })?;
    world.armatures.insert(node, armature);
    Ok(())
}

/// See [`World::attach_to_bone`].
pub(crate) fn attach_to_bone(world: &mut World, node: NodeId, bone: &str) -> Result<(), WorldError> {
    let parent = world.parent(node).and_then(|parent| world.armature(parent));
    let Some((armature, bone)) = parent.and_then(|armature| Some((armature, armature.find(bone)?))) else {
        return Err(WorldError::bad(world.name(node), "bone", bone, "a bone of its parent's armature"));
    };
    let bone_from_node = armature.armature_from_bone(bone).inverse() * world.tree.parent_from(node);
    world.tree.merge_visual_rotation(node);
    world.tree.node_mut(node).details.bone_attachment = Some(BoneAttachment { bone, bone_from_node });
    Ok(())
}

/// See [`World::set_configuration`].
pub(crate) fn set_configuration(world: &mut World, node: NodeId, configuration: JointConfiguration) {
    let Some(armature) = world.armatures.get_mut(&node) else { return };
    if !armature.fits(&configuration) {
        let what = Quantity::JointPosition;
        return world.new_events.push(WorldEvent::NotFinite { node, what });
    }
    if *armature.configuration() != configuration {
        armature.set_configuration(configuration);
        follow_bones(world, node);
    }
}

/// Resets all armatures to their start configuration.
pub(crate) fn reset_armatures(world: &mut World) {
    let starts: Vec<(NodeId, JointConfiguration)> = world
        .armatures
        .iter()
        .map(|(&node, armature)| {
            (node, JointConfiguration(armature.bones().iter().map(|bone| bone.start).collect()))
        })
        .collect();
    for (node, start) in starts {
        set_configuration(world, node, start);
    }
}

/// Moves the nodes attached to the bones of an armature with the bones.
fn follow_bones(world: &mut World, node: NodeId) {
    let Some(armature) = world.armatures.get(&node) else { return };
    let mut moved = Vec::new();
    for child in world.tree.node(node).details.children.clone() {
        if let Some(attachment) = world.tree.node(child).details.bone_attachment {
            let armature_from_node = armature.armature_from_bone(attachment.bone) * attachment.bone_from_node;
            moved.extend(world.tree.teleport_in_parent(child, armature_from_node));
        }
    }
    world.physics.write_poses(&world.tree, &moved);
    world.rays.touch(&moved);
    visual_access::invalidate_skins(world, node);
}

/// Records the current pose of a node relative to its bone after the node was moved.
pub(crate) fn reattach(world: &mut World, node: NodeId) {
    let Some(attachment) = world.tree.node(node).details.bone_attachment else { return };
    let Some(armature) = world.parent(node).and_then(|parent| world.armature(parent)) else { return };
    let bone_from_node =
        armature.armature_from_bone(attachment.bone).inverse() * world.tree.parent_from(node);
    world.tree.node_mut(node).details.bone_attachment = Some(BoneAttachment { bone_from_node, ..attachment });
}
