//! Places of nodes and joints in the description of an island.

use super::model::Part;
use crate::physics::couplings::{Attachment, Placement};
use crate::physics::joints::JointId;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{NodeId, Pose};

/// The mechanisms of an island, in which places are looked for.
pub(super) struct IslandPlaces<'a> {
    pub(super) physics: &'a Physics,
    pub(super) tree: &'a Tree,
    pub(super) parts: &'a [Part<'a>],
}

impl Placement for IslandPlaces<'_> {
    fn moves(&self, node: NodeId) -> bool {
        if !self.tree.contains(node) {
            return false;
        }
        let anchor = self.tree.anchor(node);
        let is_child = |index: &usize| self.physics.joints[*index].child == anchor;
        let mechanisms = self.parts.iter().map(|part| part.mechanism);
        mechanisms.into_iter().any(|it| it.root == Some(anchor) || it.joints.iter().any(is_child))
    }

    fn frame(&self, attachment: &Attachment) -> Option<(Option<String>, Pose)> {
        let unit = |pose: Pose| pose.normalized().unwrap_or(pose);
        let node_from_frame = unit(attachment.node_from_frame);
        let Some(node) = attachment.node else { return Some((None, node_from_frame)) };
        if !self.tree.contains(node) {
            return None;
        }
        let anchor = self.tree.anchor(node);
        let anchor_from_frame = self.tree.anchor_from(node) * node_from_frame;
        for (number, part) in self.parts.iter().enumerate() {
            if part.mechanism.root == Some(anchor) {
                let center = self.physics.body(anchor)?.center;
                let pose = Pose::from_translation(-center) * anchor_from_frame;
                return Some((Some(format!("root {number}")), pose));
            }
            let mut joints = part.mechanism.joints.iter().enumerate();
            if let Some((place, index)) =
                joints.find(|(_, index)| self.physics.joints[**index].child == anchor)
            {
                let link_from_anchor = match part.balls[place] {
                    None => self.physics.joints[*index].child_from_axis.inverse(),
                    Some(_) => {
                        let center = self.physics.body(anchor)?.center;
                        part.link_from_center(place) * Pose::from_translation(-center)
                    }
                };
                return Some((Some(index.to_string()), link_from_anchor * anchor_from_frame));
            }
        }
        Some((None, self.tree.world_from(node) * node_from_frame))
    }

    fn joint(&self, joint: JointId) -> Option<String> {
        let index = joint.index();
        let is_here = self.parts.iter().any(|part| part.mechanism.joints.contains(&index));
        is_here.then(|| index.to_string())
    }
}
