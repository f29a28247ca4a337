//! The state of each node for digests and recordings.

use crate::{NodeId, StoredPose, World};

/// The state of a node, without its properties.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeState {
    /// Identifier of the node.
    pub node: NodeId,
    /// Parent of the node; `None` for a root.
    pub parent: Option<NodeId>,
    /// Pose in the parent, or in the world without a parent.
    pub stored: StoredPose,
    /// Whether the node is visible.
    pub is_visible: bool,
    /// Whether physics moves the node independently of its parent.
    pub is_free: bool,
}

impl NodeState {
    /// The state as bits.
    #[must_use]
    pub fn bits(&self) -> [u64; 10] {
        let StoredPose { pose, is_in_world, angle_rad } = self.stored;
        let (t, r) = (pose.translation, pose.rotation);
        let flags = [self.is_visible, self.is_free, is_in_world];
        let flags = flags.into_iter().fold(0, |bits, flag| bits << 1 | u64::from(flag));
        let parent = self.parent.map_or(u64::MAX, |parent| u64::from(parent.index));
        let numbers = [t.x, t.y, t.z, r.x, r.y, r.z, r.w, angle_rad].map(f64::to_bits);
        let [x, y, z, i, j, k, w, angle] = numbers;
        [flags, parent, x, y, z, i, j, k, w, angle]
    }
}

/// See [`World::copy_nodes`].
pub(crate) fn copy_nodes(world: &World, states: &mut Vec<NodeState>) {
    states.extend(world.tree.ids().map(|id| {
        let node = world.tree.node(id);
        let stored = world.tree.stored_pose(id);
        let stored = match node.parent {
            // Physics moves both the node and its parent.
            Some(_) if stored.is_in_world => {
                StoredPose { pose: world.tree.parent_from(id), is_in_world: false, angle_rad: 0.0 }
            }
            _ => stored,
        };
        NodeState { node: id, parent: node.parent, stored, is_visible: node.visible, is_free: node.free }
    }));
}
