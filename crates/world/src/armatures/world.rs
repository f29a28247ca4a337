//! Armatures as users of the world see them.

use super::{Armature, BoneSpec, Hook, Posture};
use crate::{NodeId, Quantity, World, WorldError, WorldEvent};

impl World {
    /// Gives a node an armature, in the posture that its bones start in.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when the node has one already, a bone has no name of its own or stands before its parent,
    /// or a number is not usable. The world is then as it was.
    pub fn add_armature(&mut self, node: NodeId, bones: Vec<BoneSpec>) -> Result<(), WorldError> {
        let name = self.name(node);
        if self.armatures.contains_key(&node) {
            return Err(WorldError::bad(name, "armature", "a second one", "one armature for a node"));
        }
        let armature = Armature::new(name, bones)?;
        self.armatures.insert(node, armature);
        Ok(())
    }

    /// The armature of a node.
    pub fn armature(&self, node: NodeId) -> Option<&Armature> {
        self.armatures.get(&node)
    }

    /// The nearest node with an armature: the given one, or one that it hangs on, at any height.
    pub fn armature_above(&self, node: NodeId) -> Option<NodeId> {
        std::iter::successors(Some(node), |&at| self.parent(at)).find(|at| self.armatures.contains_key(at))
    }

    /// Hangs a node, which hangs on one with an armature, on a bone of that armature, without moving it.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] when its parent has no such bone.
    pub fn hang_on_bone(&mut self, node: NodeId, bone: &str) -> Result<(), WorldError> {
        let parent = self.parent(node).and_then(|parent| self.armature(parent));
        let Some((armature, bone)) = parent.and_then(|armature| Some((armature, armature.find(bone)?)))
        else {
            return Err(WorldError::bad(self.name(node), "bone", bone, "a bone of the armature it hangs on"));
        };
        let bone_from_node = armature.armature_from_bone(bone).inverse() * self.parent_from(node);
        self.tree.settle(node);
        self.tree.node_mut(node).about.hook = Some(Hook { bone, bone_from_node });
        Ok(())
    }

    /// Puts the bones of the armature of a node into a posture, with everything that hangs on them. Limits are not
    /// looked at: see [`Armature::put`].
    ///
    /// A posture that is not finite, or is that of another armature, is ignored and reported.
    pub fn set_posture(&mut self, node: NodeId, posture: Posture) {
        let Some(armature) = self.armatures.get_mut(&node) else { return };
        if !armature.fits(&posture) {
            let what = Quantity::JointPosition;
            return self.new_events.push(WorldEvent::NotFinite { node, what });
        }
        if *armature.posture() != posture {
            armature.take(posture);
            self.follow_bones(node);
        }
    }

    /// Puts one joint of the armature of a node somewhere between its limits. [rad or m]
    ///
    /// A value that is not finite is ignored and reported.
    pub fn set_bone_joint(&mut self, node: NodeId, bone: usize, value: f64) {
        let Some(armature) = self.armatures.get(&node) else { return };
        let mut posture = armature.posture().clone();
        armature.put(&mut posture, bone, value);
        self.set_posture(node, posture);
    }

    /// Brings all armatures back to where they started.
    pub(crate) fn reset_armatures(&mut self) {
        let starts: Vec<(NodeId, Posture)> = self
            .armatures
            .iter()
            .map(|(&node, armature)| {
                (node, Posture(armature.bones().iter().map(|bone| bone.start).collect()))
            })
            .collect();
        for (node, start) in starts {
            self.set_posture(node, start);
        }
    }

    /// Puts what hangs on the bones of an armature where these are.
    fn follow_bones(&mut self, node: NodeId) {
        let Some(armature) = self.armatures.get(&node) else { return };
        let mut moved = Vec::new();
        for child in self.tree.node(node).about.children.clone() {
            if let Some(hook) = self.tree.node(child).about.hook {
                let armature_from_node = armature.armature_from_bone(hook.bone) * hook.bone_from_node;
                moved.extend(self.tree.teleport_in_parent(child, armature_from_node));
            }
        }
        self.physics.place(&self.tree, &moved);
        self.rays.touch(&moved);
        self.stretch_skins(node);
    }

    /// Lets a node that hangs on a bone stay where it was put on it.
    pub(crate) fn hook_again(&mut self, node: NodeId) {
        let Some(hook) = self.tree.node(node).about.hook else { return };
        let Some(armature) = self.parent(node).and_then(|parent| self.armature(parent)) else { return };
        let bone_from_node = armature.armature_from_bone(hook.bone).inverse() * self.parent_from(node);
        self.tree.node_mut(node).about.hook = Some(Hook { bone_from_node, ..hook });
    }
}
