//! Mimic joints: the joints that a new joint may follow.

use crate::NodeId;
use crate::physics::joints::JointId;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;

impl Physics {
    /// Whether a new joint on `parent` can follow a leader: both belong to one mechanism, or stand on the same ground.
    pub(super) fn can_follow(&self, tree: &Tree, parent: Option<NodeId>, leader: JointId) -> bool {
        let leader_root = self.mechanism_root(tree, self.joints[leader.index()].child);
        let ground = self.ground(tree, leader_root);
        match parent.and_then(|parent| self.carrier(tree, parent)) {
            Some(carrier) => {
                let own_root = self.mechanism_root(tree, carrier);
                own_root == leader_root || ground.is_some() && self.ground(tree, own_root) == ground
            }
            None => ground == Some(parent.map(|parent| tree.anchor(parent))),
        }
    }

    /// The node on which the topmost body of a mechanism stands, or the world; `None` if it moves freely.
    #[allow(clippy::option_option, reason = "the outer option is whether the mechanism stands on anything")]
    fn ground(&self, tree: &Tree, root: NodeId) -> Option<Option<NodeId>> {
        let foot = tree.node(root).joint?;
        Some(self.joints[foot.index()].parent.map(|parent| tree.anchor(parent)))
    }
}
