//! Several joints of one link, instead of links without mass and shape between them.

use std::collections::BTreeSet;

use super::link_tree::{Link, LinkJoint, LinkTree};
use crate::model::{Joint, JointKind, NodeId};

/// Whether a joint is the first or the second of the three that form a ball joint.
pub(super) fn is_ball_part(joint: &Joint) -> bool {
    joint.ball.is_some_and(|ball| ball.number < 2)
}

impl LinkTree<'_> {
    /// Gives the joints of links that only carry the next joint to the link that they carry; `may` selects the joints.
    pub(super) fn merge(&mut self, may: impl Fn(&Joint) -> bool) {
        let named = self.named_nodes();
        let mut is_merged = vec![false; self.links.len()];
        for index in 0..self.links.len() {
            let Some(parent) = self.links[index].parent else { continue };
            if !self.is_between(parent, index, &named)
                || !self.links[parent].joints.iter().all(|it| may(it.joint))
            {
                continue;
            }
            let link_from_carrier = self.links[index].parent_from_link.inverse();
            let of_carrier = self.links[parent].joints.iter().map(|it| LinkJoint {
                joint: it.joint,
                axis: link_from_carrier.transform_vector3(it.axis),
                anchor: link_from_carrier.transform_point3(it.anchor),
            });
            let joints: Vec<LinkJoint<'_>> =
                of_carrier.chain(self.links[index].joints.iter().cloned()).collect();
            let parent_from_link = self.links[parent].parent_from_link * self.links[index].parent_from_link;
            is_merged[parent] = true;
            let above = self.links[parent].parent;
            let link = &mut self.links[index];
            (link.parent, link.joints, link.parent_from_link) = (above, joints, parent_from_link);
        }
        self.retain(|index| !is_merged[index]);
    }

    /// Whether a link only connects the link above it with the one below it.
    fn is_between(&self, index: usize, below: usize, named: &BTreeSet<NodeId>) -> bool {
        let moves = |link: &Link<'_>| {
            !link.joints.is_empty() && link.joints.iter().all(|it| it.joint.kind != JointKind::Floating)
        };
        let link = &self.links[index];
        moves(link)
            && moves(&self.links[below])
            && link.inertial.is_none()
            && link.visuals.is_empty()
            && link.collisions.is_empty()
            && link.frames.is_empty()
            && !named.contains(&link.node)
            && self.children(index).count() == 1
    }

    /// The nodes that equalities hold.
    fn named_nodes(&self) -> BTreeSet<NodeId> {
        let ends = self.model.equalities.iter().filter_map(|equality| equality.kind.ends());
        ends.flatten().filter_map(|end| end.link).collect()
    }
}
