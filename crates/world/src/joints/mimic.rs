//! Making one mechanism of two, so that a joint can follow another.
//!
//! The engine couples joints of one mechanism only. Mechanisms on the same ground are apart for speed; those that
//! stand on one base in the engine are one.

use super::JointId;
use crate::NodeId;
use crate::physics::Physics;
use crate::tree::Tree;

impl Physics {
    /// Lets a joint that is to be fixed to a parent follow another one. Gives the joint with which it has to stand, if
    /// any; `None` when one moves on the other's ground, and the two can never be one mechanism.
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

    /// The joint whose base a mechanism stands on, and what that stands on; `None` when the root moves freely.
    fn foot(&self, tree: &Tree, root: NodeId) -> Option<(JointId, Option<NodeId>)> {
        let foot = tree.node(root).joint?;
        let joint = &self.joints[foot.index()];
        Some((joint.stands_with.unwrap_or(foot), joint.parent.map(|parent| tree.anchor(parent))))
    }
}
