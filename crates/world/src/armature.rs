//! Armatures of nodes: skeletons that a user poses, and the nodes attached to their bones.
//!
//! An armature belongs to a node, and its bones are in the frame of that node. No forces act on it. A user sets its
//! configuration, and the nodes attached to its bones follow with their shapes and visuals. Joints between bodies that
//! physics moves are in `physics::joints`.

use morse_kinematics::{Armature, BoneSpec, IkSolver, JointConfiguration, SkeletonError};

use crate::tree::node_tree::BoneAttachment;
use crate::{NodeId, Quantity, World, WorldError, WorldEvent};

/// # Armatures: skeletons of bones on nodes
impl World {
    /// Adds an armature to a node, in the initial configuration of its bones.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the node already has an armature, the name of a bone is not unique, a bone comes before
    /// its parent, or a number is invalid. The world is then unchanged.
    pub fn add_armature(&mut self, node: NodeId, bones: Vec<BoneSpec>) -> Result<(), WorldError> {
        let name = self.name(node);
        if self.armatures.contains_key(&node) {
            return Err(WorldError::bad(name, "armature", "a second armature", "one armature for a node"));
        }
        let armature = Armature::new(bones).map_err(|SkeletonError { what, value, allowed }| {
            WorldError::BadValue { name: name.to_owned(), what, value, allowed }
        })?;
        self.armatures.insert(node, armature);
        Ok(())
    }

    /// Sets the solver that determines the weights of unreachable goals of a node's armature. Does nothing for a node
    /// without an armature.
    pub fn set_ik_solver(&mut self, node: NodeId, ik_solver: IkSolver) {
        if let Some(armature) = self.armatures.get_mut(&node) {
            armature.set_ik_solver(ik_solver);
        }
    }

    /// The armature of a node.
    pub fn armature(&self, node: NodeId) -> Option<&Armature> {
        self.armatures.get(&node)
    }

    /// The nearest node with an armature: the given node or one of its ancestors.
    pub fn armature_above(&self, node: NodeId) -> Option<NodeId> {
        std::iter::successors(Some(node), |&at| self.parent(at)).find(|at| self.armatures.contains_key(at))
    }

    /// Attaches a node to a bone of its parent's armature, without moving the node.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the parent has no armature with this bone.
    pub fn attach_to_bone(&mut self, node: NodeId, bone: &str) -> Result<(), WorldError> {
        let parent = self.parent(node).and_then(|parent| self.armature(parent));
        let Some((armature, bone)) = parent.and_then(|armature| Some((armature, armature.find(bone)?)))
        else {
            return Err(WorldError::bad(self.name(node), "bone", bone, "a bone of its parent's armature"));
        };
        let bone_from_node = armature.armature_from_bone(bone).inverse() * self.parent_from(node);
        self.tree.merge_visual_rotation(node);
        self.tree.node_mut(node).details.bone_attachment = Some(BoneAttachment { bone, bone_from_node });
        Ok(())
    }

    /// The index of the bone of its parent's armature to which a node is attached.
    pub fn bone_of(&self, node: NodeId) -> Option<usize> {
        self.tree.node(node).details.bone_attachment.as_ref().map(|attachment| attachment.bone)
    }

    /// Sets the configuration of the armature of a node and moves everything attached to its bones. Limits are not
    /// checked: see [`Armature::set_value_in`].
    ///
    /// A configuration that is not finite or does not fit the armature is ignored and logged.
    pub fn set_configuration(&mut self, node: NodeId, configuration: JointConfiguration) {
        let Some(armature) = self.armatures.get_mut(&node) else { return };
        if !armature.fits(&configuration) {
            let what = Quantity::JointPosition;
            return self.new_events.push(WorldEvent::NotFinite { node, what });
        }
        if *armature.configuration() != configuration {
            armature.set_configuration(configuration);
            self.follow_bones(node);
        }
    }

    /// Sets the value of one joint of a node's armature, clamped to its limits. [rad or m]
    ///
    /// A value that is not finite is ignored and logged.
    pub fn set_bone_joint(&mut self, node: NodeId, bone: usize, value: f64) {
        let Some(armature) = self.armatures.get(&node) else { return };
        let mut configuration = armature.configuration().clone();
        armature.set_value_in(&mut configuration, bone, value);
        self.set_configuration(node, configuration);
    }

    /// Resets all armatures to their start configuration.
    pub(crate) fn reset_armatures(&mut self) {
        let starts: Vec<(NodeId, JointConfiguration)> = self
            .armatures
            .iter()
            .map(|(&node, armature)| {
                (node, JointConfiguration(armature.bones().iter().map(|bone| bone.start).collect()))
            })
            .collect();
        for (node, start) in starts {
            self.set_configuration(node, start);
        }
    }

    /// Moves the nodes attached to the bones of an armature with the bones.
    fn follow_bones(&mut self, node: NodeId) {
        let Some(armature) = self.armatures.get(&node) else { return };
        let mut moved = Vec::new();
        for child in self.tree.node(node).details.children.clone() {
            if let Some(attachment) = self.tree.node(child).details.bone_attachment {
                let armature_from_node =
                    armature.armature_from_bone(attachment.bone) * attachment.bone_from_node;
                moved.extend(self.tree.teleport_in_parent(child, armature_from_node));
            }
        }
        self.physics.write_poses(&self.tree, &moved);
        self.rays.touch(&moved);
        self.invalidate_skins(node);
    }

    /// Records the current pose of a node relative to its bone after the node was moved.
    pub(crate) fn reattach(&mut self, node: NodeId) {
        let Some(attachment) = self.tree.node(node).details.bone_attachment else { return };
        let Some(armature) = self.parent(node).and_then(|parent| self.armature(parent)) else { return };
        let bone_from_node = armature.armature_from_bone(attachment.bone).inverse() * self.parent_from(node);
        self.tree.node_mut(node).details.bone_attachment =
            Some(BoneAttachment { bone_from_node, ..attachment });
    }
}
