//! Poses of the nodes of a tree, and changes of poses.
//!
//! Every node has an *anchor*: the node itself if physics moves it or if it has no parent, otherwise the anchor of its
//! parent. Only anchors store a pose in the world. All other nodes, the *followers*, store a pose relative to their anchor,
//! so that a moving body carries its sensors at no cost and without rounding.

use crate::tree::node_tree::Tree;
use crate::tree::poses::anchored_pose::AnchoredPose;
use crate::{NodeId, Pose, StoredPose};

impl Tree {
    fn placed(&self, id: NodeId) -> &AnchoredPose {
        &self.poses[id.index()]
    }

    fn pose_mut(&mut self, id: NodeId) -> &mut Pose {
        &mut self.poses[id.index()].pose
    }

    pub(crate) fn anchor(&self, id: NodeId) -> NodeId {
        self.placed(id).anchor
    }

    pub(crate) fn anchor_from(&self, id: NodeId) -> Pose {
        let &AnchoredPose { anchor, pose } = self.placed(id);
        let anchor_from_node = if anchor == id { Pose::IDENTITY } else { pose };
        self.visual_rotations.turned(id, anchor_from_node)
    }

    pub(crate) fn is_anchor(&self, id: NodeId) -> bool {
        self.anchor(id) == id
    }

    pub(crate) fn world_from(&self, id: NodeId) -> Pose {
        let &AnchoredPose { anchor, pose } = self.placed(id);
        if anchor == id {
            return pose;
        }
        self.placed(anchor).pose * self.visual_rotations.turned(id, pose)
    }

    pub(crate) fn parent_from(&self, id: NodeId) -> Pose {
        let &AnchoredPose { anchor, pose } = self.placed(id);
        let node = self.node(id);
        match node.parent {
            Some(parent) if anchor == id => self.world_from(parent).inverse() * pose,
            Some(_) => self.visual_rotations.turned(id, node.details.parent_from_node),
            None => pose,
        }
    }

    pub(crate) fn stored_pose(&self, id: NodeId) -> StoredPose {
        let &AnchoredPose { anchor, pose } = self.placed(id);
        if anchor == id {
            return StoredPose::in_world(pose);
        }
        let node = self.node(id);
        let angle_rad = self.visual_rotations.angle(id);
        // The same pose, without access to data that ticks do not read.
        let is_on_anchor = node.parent == Some(anchor);
        let pose = if is_on_anchor { pose } else { node.details.parent_from_node };
        StoredPose { pose, is_in_world: false, angle_rad }
    }

    /// Sets the pose of one anchor, as computed by physics. Only its followers move with it.
    pub(crate) fn set_anchor_pose(&mut self, anchor: NodeId, world_from_anchor: Pose) {
        debug_assert!(self.is_anchor(anchor), "only anchors have a pose");
        *self.pose_mut(anchor) = world_from_anchor;
    }

    /// Records that the pose or velocity of the anchor of a node, or of its followers, may have changed.
    pub(crate) fn note_motion(&mut self, id: NodeId) {
        let anchor = self.anchor(id).index();
        self.motions += 1;
        set_count(&mut self.motion_counts, anchor, self.nodes.len(), self.motions);
    }

    /// Updates the motion counts of all nodes.
    pub(crate) fn count_all(&mut self) {
        if self.motion_counts.len() < self.nodes.len() {
            self.motion_counts.resize(self.nodes.len(), 0);
        }
    }

    /// A number that changes whenever the pose or velocity of a node may have changed.
    pub(crate) fn motion_count(&self, id: NodeId) -> u64 {
        self.motion_counts.get(self.anchor(id).index()).copied().unwrap_or_default()
    }

    /// Moves a node and its descendants to a new pose. Returns the nodes that moved: the nodes of the subtree.
    pub(crate) fn teleport(&mut self, id: NodeId, world_from_node: Pose) -> Vec<NodeId> {
        let subtree = self.subtree(id);
        let new_from_old = world_from_node * self.world_from(id).inverse();
        // Free bodies below keep their pose relative to the node, except for rounding.
        for &at in subtree.iter().skip(1) {
            if self.node(at).free {
                let moved = new_from_old * self.placed(at).pose;
                *self.pose_mut(at) = moved.normalized().unwrap_or(moved);
                self.note_motion(at);
            }
        }
        if self.is_anchor(id) {
            self.set_anchor_pose(id, world_from_node);
            self.note_motion(id);
        } else if let Some(parent) = self.node(id).parent {
            let parent_from_node = self.world_from(parent).inverse() * world_from_node;
            self.visual_rotations.clear(id);
            self.node_mut(id).details.parent_from_node =
                parent_from_node.normalized().unwrap_or(parent_from_node);
            self.reanchor_subtree(id);
        }
        subtree
    }

    /// As [`Tree::teleport`], with the pose given in the parent. A follower stores exactly the given numbers.
    pub(crate) fn teleport_in_parent(&mut self, id: NodeId, parent_from_node: Pose) -> Vec<NodeId> {
        let Some(parent) = self.node(id).parent else {
            return self.teleport(id, parent_from_node);
        };
        if !self.is_anchor(id) && self.node(id).details.children.is_empty() {
            self.visual_rotations.clear(id);
            self.node_mut(id).details.parent_from_node = parent_from_node;
            self.reanchor_subtree(id);
            return vec![id];
        }
        let world_from_node = self.world_from(parent) * parent_from_node;
        let moved = self.teleport(id, world_from_node);
        if !self.is_anchor(id) {
            self.node_mut(id).details.parent_from_node = parent_from_node;
            self.reanchor_subtree(id);
        }
        moved
    }

    /// Sets the pose in the parent of a node that follows its parent. Returns whether the pose changed.
    pub(crate) fn set_follower_pose(&mut self, id: NodeId, parent_from_node: Pose) -> bool {
        let node = self.node(id);
        let moves = !node.free && node.parent.is_some() && self.parent_from(id) != parent_from_node;
        if moves {
            self.visual_rotations.clear(id);
            self.node_mut(id).details.parent_from_node = parent_from_node;
            self.reanchor_subtree(id);
        }
        moves
    }

    /// Whether a node simply follows its parent, and its rotation affects only visuals.
    pub(in crate::tree) fn turns_alone(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let held = node.joint.is_some() || node.details.bone_attachment.is_some();
        !node.free && !held && node.parent.is_some() && node.details.children.is_empty()
    }

    /// Merges the visual rotation of a node into its pose, so that other nodes can follow it.
    pub(crate) fn merge_visual_rotation(&mut self, id: NodeId) {
        let parent_from_node = self.parent_from(id);
        if self.visual_rotations.clear(id) {
            self.node_mut(id).details.parent_from_node = parent_from_node;
            self.reanchor_subtree(id);
        }
    }

    /// Attaches a node to a new parent, or to the world, without moving it.
    pub(crate) fn set_parent(&mut self, id: NodeId, parent: Option<NodeId>, free: bool) {
        self.merge_visual_rotation(id);
        if let Some(parent) = parent {
            self.merge_visual_rotation(parent);
        }
        let world_from_node = self.world_from(id);
        if let Some(old) = self.node(id).parent {
            self.node_mut(old).details.children.retain(|&child| child != id);
        }
        if let Some(new) = parent {
            self.node_mut(new).details.children.push(id);
        }
        let parent_from_node = match parent {
            Some(new) => self.world_from(new).inverse() * world_from_node,
            None => world_from_node,
        };
        let node = self.node_mut(id);
        node.parent = parent;
        node.free = free;
        node.joint = None;
        node.details.bone_attachment = None;
        node.details.parent_from_node = parent_from_node.normalized().unwrap_or(parent_from_node);
        // This pose remains if the node is now an anchor.
        *self.pose_mut(id) = world_from_node;
        self.reanchor_subtree(id);
    }

    /// Recomputes the anchors and offsets of a node and its followers.
    pub(in crate::tree) fn reanchor_subtree(&mut self, id: NodeId) {
        if self.node(id).details.children.is_empty() {
            self.reanchor(id);
            return;
        }
        for at in self.subtree(id) {
            self.reanchor(at);
        }
    }

    /// Recomputes the anchor and offset of a node whose parent is up to date.
    fn reanchor(&mut self, id: NodeId) {
        let node = self.node(id);
        self.poses[id.index()] = match node.parent {
            Some(parent) if !node.free => {
                let above = self.placed(parent);
                let parent_from_node = node.details.parent_from_node;
                let is_on_anchor = above.anchor == parent;
                let pose = if is_on_anchor { parent_from_node } else { above.pose * parent_from_node };
                AnchoredPose { pose, ..*above }
            }
            _ => AnchoredPose { anchor: id, ..*self.placed(id) },
        };
        self.note_motion(id);
        set_count(&mut self.placement_counts, id.index(), self.nodes.len(), self.motions);
    }
}

/// Sets the motion count of a node index. The list grows to `node_count` entries if needed.
fn set_count(counts: &mut Vec<u64>, index: usize, node_count: usize, count: u64) {
    if counts.len() <= index {
        counts.resize(node_count, 0);
    }
    counts[index] = count;
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::NodeSpec;

    fn at(x: f64) -> Pose {
        Pose::from_translation(DVec3::new(x, 0.0, 0.0))
    }

    /// A robot that physics moves, with an arm, a hand on it, and a free ball attached to the hand.
    fn robot() -> (Tree, [NodeId; 4]) {
        let mut tree = Tree::default();
        let base = tree.add(&NodeSpec::new("base").at(at(1.0)), true).unwrap();
        let arm = tree.add(&NodeSpec::new("arm").on(base).at(at(0.5)), false).unwrap();
        let hand = tree.add(&NodeSpec::new("hand").on(arm).at(at(0.25)), false).unwrap();
        let ball = tree.add(&NodeSpec::new("ball").on(hand).at(at(0.125)), true).unwrap();
        (tree, [base, arm, hand, ball])
    }

    #[test]
    fn followers_move_with_their_anchor_and_free_nodes_do_not() {
        let (mut tree, [base, _, hand, ball]) = robot();
        tree.set_anchor_pose(base, at(11.0));
        assert_eq!(tree.world_from(hand), at(11.75));
        assert_eq!(tree.world_from(ball), at(1.875));
        assert_eq!(tree.parent_from(ball), at(-9.875));
    }

    #[test]
    fn teleport_moves_the_whole_subtree() {
        let (mut tree, [base, _, hand, ball]) = robot();
        let moved = tree.teleport(base, at(2.0));
        assert_eq!(moved.len(), 4);
        assert_eq!(tree.world_from(hand), at(2.75));
        assert_eq!(tree.world_from(ball), at(2.875));
    }

    #[test]
    fn follower_can_be_moved_in_its_parent() {
        let (mut tree, [_, arm, hand, _]) = robot();
        tree.teleport_in_parent(arm, at(0.7));
        assert_eq!(tree.parent_from(arm), at(0.7));
        assert_eq!(tree.world_from(hand), at(1.95));
    }

    #[test]
    fn new_parent_does_not_move_the_node() {
        let (mut tree, [base, _, hand, ball]) = robot();
        let before = tree.world_from(ball);
        tree.set_parent(ball, Some(hand), false);
        assert_eq!(tree.world_from(ball), before);
        assert_eq!(tree.anchor(ball), base);
        tree.set_parent(ball, None, true);
        assert_eq!(tree.world_from(ball), before);
        assert!(tree.is_anchor(ball));
        assert!(tree.node(hand).details.children.is_empty());
    }
}
