//! Mimic joints: joins two mechanisms into one, so that a joint of one can follow a joint of the other.
//!
//! rapier couples only joints of one mechanism. For speed, mechanisms on the same ground are separate; those that
//! share a base body in rapier are one mechanism.

use crate::NodeId;
use crate::physics::joints::JointId;
use crate::physics::rapier_world::Physics;
use crate::tree::nodes::Tree;

impl Physics {
    /// Lets a joint that is to be attached to a parent follow another joint. Returns the joint whose base it has to
    /// share, if any; `None` if the two can never be one mechanism, because one moves on the other's ground.
    #[allow(clippy::option_option, reason = "the outer one says whether it can follow at all")]
    pub(super) fn follow(
        &mut self,
        tree: &Tree,
        parent: Option<NodeId>,
        leader: JointId,
    ) -> Option<Option<JointId>> {
        let leader_root = self.mechanism_root(tree, self.joints[leader.index()].child);
        let Some(carrier) = parent.and_then(|parent| self.carrier(tree, parent)) else {
            let (first, ground) = self.foot(tree, leader_root)?;
            return (ground == parent.map(|parent| tree.anchor(parent))).then_some(Some(first));
        };
        let own_root = self.mechanism_root(tree, carrier);
        if own_root == leader_root {
            return Some(None);
        }
        let (own, own_ground) = self.foot(tree, own_root)?;
        let (first, ground) = self.foot(tree, leader_root)?;
        if own_ground != ground {
            return None;
        }
        if own != first {
            for (index, joint) in self.joints.iter_mut().enumerate() {
                if index == own.index() || joint.stands_with == Some(own) {
                    joint.stands_with = Some(first);
                }
            }
        }
        Some(None)
    }

    /// The joint whose base a mechanism stands on, and the node below that base; `None` if the root moves freely.
    fn foot(&self, tree: &Tree, root: NodeId) -> Option<(JointId, Option<NodeId>)> {
        let foot = tree.node(root).joint?;
        let joint = &self.joints[foot.index()];
        Some((joint.stands_with.unwrap_or(foot), joint.parent.map(|parent| tree.anchor(parent))))
    }
}
