//! Mimic joints: merges two mechanisms, so that a joint of one can follow a joint of the other.
//!
//! rapier couples only joints of the same mechanism. For speed, mechanisms on the same ground are separate. Mechanisms that
//! share a base body are one mechanism in rapier.

use crate::NodeId;
use crate::physics::joints::JointId;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;

impl Physics {
    /// Prepares a new joint on `parent` to follow a leader. Returns the joint whose base it must share, if any; `None` if the
    /// two joints cannot belong to one mechanism because one moves on the ground of the other.
    #[allow(clippy::option_option, reason = "the outer option is whether the joint can follow its leader")]
    pub(super) fn follow(
        &mut self,
        tree: &Tree,
        parent: Option<NodeId>,
        leader: JointId,
    ) -> Option<Option<JointId>> {
        let leader_root = self.mechanism_root(tree, self.joints[leader.index()].child);
        let Some(carrier) = parent.and_then(|parent| self.carrier(tree, parent)) else {
            let (first, ground) = self.base_joint(tree, leader_root)?;
            return (ground == parent.map(|parent| tree.anchor(parent))).then_some(Some(first));
        };
        let own_root = self.mechanism_root(tree, carrier);
        if own_root == leader_root {
            return Some(None);
        }
        let (own, own_ground) = self.base_joint(tree, own_root)?;
        let (first, ground) = self.base_joint(tree, leader_root)?;
        if own_ground != ground {
            return None;
        }
        if own != first {
            for (index, joint) in self.joints.iter_mut().enumerate() {
                if index == own.index() || joint.shares_base_with == Some(own) {
                    joint.shares_base_with = Some(first);
                }
            }
        }
        Some(None)
    }

    /// The joint on whose base a mechanism stands, and the node below that base; `None` if the root moves freely.
    fn base_joint(&self, tree: &Tree, root: NodeId) -> Option<(JointId, Option<NodeId>)> {
        let foot = tree.node(root).joint?;
        let joint = &self.joints[foot.index()];
        Some((joint.shares_base_with.unwrap_or(foot), joint.parent.map(|parent| tree.anchor(parent))))
    }
}
