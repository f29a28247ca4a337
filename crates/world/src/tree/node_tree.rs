//! Storage of the nodes of a world: names, parents and properties. Poses are computed in [`poses`](super::poses).

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::tree::poses::anchored_pose::AnchoredPose;
use crate::tree::poses::visual_rotation::VisualRotations;
use crate::tree::turning_part::TurningPart;
use crate::{JointId, NodeId, NodeSpec, Pose, Properties, PropertyValue, WorldError};

/// The anchor stored for a vacant index.
const VACANT: NodeId = NodeId { index: u32::MAX, generation: u32::MAX };

/// The attachment of a node to a bone of its parent.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct BoneAttachment {
    pub(crate) bone: usize,
    pub(crate) bone_from_node: Pose,
}

/// The data of a node that each tick reads, without body and pose. The remaining data is stored separately in `NodeDetails`, so
/// that more nodes fit in the cache.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Node {
    pub(crate) parent: Option<NodeId>,
    /// The joint that moves the node.
    pub(crate) joint: Option<JointId>,
    /// Whether physics moves the node independently of its parent.
    pub(crate) free: bool,
    /// Whether the node is visible.
    pub(crate) visible: bool,
    pub(crate) details: Box<NodeDetails>,
}

/// The data of a node that ticks do not read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct NodeDetails {
    pub(crate) name: String,
    pub(crate) children: Vec<NodeId>,
    pub(crate) properties: Properties,
    pub(crate) internal: bool,
    /// The generation of its identifier.
    generation: u32,
    pub(crate) scale: DVec3,
    /// The bone of its parent to which it is attached.
    pub(crate) bone_attachment: Option<BoneAttachment>,
    /// The description of the node as a turning part.
    pub(crate) turning: Option<TurningPart>,
    /// The text that describes the robot of the node, which is not saved.
    #[serde(skip)]
    pub(crate) description: Option<std::sync::Arc<str>>,
    /// The initial pose, restored by a reset.
    pub(crate) world_from_node_at_start: Pose,
    /// For a follower, or an anchor without a parent: its pose in the parent or world. For a free child: its initial pose.
    pub(super) parent_from_node: Pose,
}

/// All nodes, in the order of adding: parents come before their children until one is attached elsewhere.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Tree {
    /// Nodes by index. Entries of vacant indices are unused.
    pub(crate) nodes: Vec<Node>,
    /// Anchors and poses of the nodes, by index.
    pub(crate) poses: Vec<AnchoredPose>,
    /// The nodes in the order of adding.
    order: Vec<NodeId>,
    /// Indices of removed nodes that are below the largest index in use.
    vacant: BTreeSet<u32>,
    /// The number of removals so far.
    removals: u32,
    /// The number of nodes added so far.
    additions: u64,
    by_name: BTreeMap<String, NodeId>,
    /// For each property name, the nodes that have the property, in the order of adding.
    by_property: BTreeMap<String, Vec<NodeId>>,
    /// For each anchor, a counter that changes whenever it or its followers may have moved. The last entries may be missing.
    #[serde(skip)]
    pub(crate) motion_counts: Vec<u64>,
    /// For each follower, the motion count at which its pose relative to its anchor was set. The last entries may be missing.
    #[serde(skip)]
    pub(super) placement_counts: Vec<u64>,
    /// The largest motion count.
    #[serde(skip)]
    pub(crate) motions: u64,
    /// The visual rotation of followers without children.
    pub(crate) visual_rotations: VisualRotations,
}

impl Tree {
    /// Adds a validated node.
    pub(crate) fn add(&mut self, spec: &NodeSpec, free: bool) -> Result<NodeId, WorldError> {
        if self.by_name.contains_key(&spec.name) {
            return Err(WorldError::DuplicateName { name: spec.name.clone() });
        }
        if let Some(parent) = spec.parent.filter(|&parent| !self.contains(parent)) {
            return Err(WorldError::UnknownParent {
                name: spec.name.clone(),
                parent: parent.index,
                count: self.nodes.len(),
            });
        }
        let index = self.vacant.first().copied().unwrap_or(self.nodes.len() as u32);
        let id = NodeId { index, generation: self.removals };
        let parent_from_node = spec.parent_from_node.normalized().unwrap_or(spec.parent_from_node);
        if let Some(parent) = spec.parent {
            self.merge_visual_rotation(parent);
        }
        let world_from_node = match spec.parent {
            Some(parent) => self.world_from(parent) * parent_from_node,
            None => parent_from_node,
        };
        let pose = AnchoredPose { anchor: id, pose: world_from_node };
        let node = Node {
            parent: spec.parent,
            joint: None,
            free,
            visible: true,
            details: Box::new(NodeDetails {
                name: spec.name.clone(),
                children: Vec::new(),
                properties: spec.properties.clone(),
                internal: spec.internal,
                generation: id.generation,
                scale: spec.scale,
                bone_attachment: None,
                turning: None,
                description: None,
                world_from_node_at_start: world_from_node,
                parent_from_node,
            }),
        };
        match self.vacant.pop_first() {
            Some(_) => (self.nodes[id.index()], self.poses[id.index()]) = (node, pose),
            None => {
                self.nodes.push(node);
                self.poses.push(pose);
            }
        }
        self.order.push(id);
        self.additions += 1;
        self.by_name.insert(spec.name.clone(), id);
        for property in spec.properties.keys() {
            self.by_property.entry(property.clone()).or_default().push(id);
        }
        if let Some(parent) = spec.parent {
            self.nodes[parent.index()].details.children.push(id);
        }
        self.reanchor_subtree(id);
        Ok(id)
    }

    pub(crate) fn ids(&self) -> impl ExactSizeIterator<Item = NodeId> {
        self.order.iter().copied()
    }

    /// A number that changes whenever a node is added or removed.
    pub(crate) fn revision(&self) -> u64 {
        self.additions + u64::from(self.removals)
    }

    /// Whether a node is in the tree.
    pub(crate) fn contains(&self, id: NodeId) -> bool {
        let same = |node: &Node| self.anchor(id) != VACANT && node.details.generation == id.generation;
        self.nodes.get(id.index()).is_some_and(same)
    }

    /// The node with an index, if it is an anchor.
    pub(super) fn anchor_at(&self, index: usize) -> Option<NodeId> {
        self.poses.get(index).map(|pose| pose.anchor).filter(|anchor| anchor.index() == index)
    }

    /// The node with an index, if it follows an anchor.
    pub(super) fn follower_at(&self, index: usize) -> Option<NodeId> {
        let anchor = self.poses.get(index)?.anchor;
        let is_follower = anchor != VACANT && anchor.index() != index;
        is_follower.then(|| NodeId { index: index as u32, generation: self.nodes[index].details.generation })
    }

    /// Removes nodes. The children of a removed node must be removed with it.
    pub(crate) fn remove(&mut self, removed: &[NodeId]) {
        for &id in removed {
            self.visual_rotations.clear(id);
            let node = &mut self.nodes[id.index()];
            self.poses[id.index()].anchor = VACANT;
            (node.parent, node.joint, node.free) = (None, None, false);
            node.details.children = Vec::new();
            let properties = std::mem::take(&mut node.details.properties);
            self.by_name.remove(&std::mem::take(&mut node.details.name));
            for name in properties.keys() {
                if let Some(having) = self.by_property.get_mut(name) {
                    having.retain(|&other| other != id);
                    if having.is_empty() {
                        self.by_property.remove(name);
                    }
                }
            }
            self.vacant.insert(id.index);
        }
        self.order.retain(|&id| self.poses[id.index()].anchor != VACANT);
        while self.vacant.last().is_some_and(|&last| last as usize + 1 == self.nodes.len()) {
            self.vacant.pop_last();
            self.nodes.pop();
            self.poses.pop();
        }
        self.visual_rotations.truncate(self.nodes.len());
        self.removals += 1;
    }

    pub(crate) fn find(&self, name: &str) -> Option<NodeId> {
        self.by_name.get(name).copied()
    }

    pub(crate) fn rename(&mut self, id: NodeId, name: &str) -> Result<(), WorldError> {
        if self.find(name).is_some_and(|other| other != id) {
            return Err(WorldError::DuplicateName { name: name.to_owned() });
        }
        let old = std::mem::replace(&mut self.node_mut(id).details.name, name.to_owned());
        self.by_name.remove(&old);
        self.by_name.insert(name.to_owned(), id);
        Ok(())
    }

    /// Adds a property to a node, or replaces its value.
    pub(crate) fn set_property(&mut self, id: NodeId, name: &str, value: PropertyValue) {
        if self.node_mut(id).details.properties.insert(name.to_owned(), value).is_none() {
            let having = self.by_property.entry(name.to_owned()).or_default();
            having.insert(having.partition_point(|&other| other < id), id);
        }
    }

    /// The nodes that have a property of this name, in the order of adding.
    pub(crate) fn tagged(&self, name: &str) -> &[NodeId] {
        self.by_property.get(name).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The node and all its descendants, parents first.
    pub(crate) fn subtree(&self, id: NodeId) -> Vec<NodeId> {
        let mut found = vec![id];
        let mut next = 0;
        while next < found.len() {
            found.extend_from_slice(&self.node(found[next]).details.children);
            next += 1;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_parents_must_exist() {
        let mut tree = Tree::default();
        tree.add(&NodeSpec::new("arm"), false).unwrap();
        let again = tree.add(&NodeSpec::new("arm"), false);
        assert!(matches!(again, Err(WorldError::DuplicateName { .. })));
        let orphan = tree.add(&NodeSpec::new("x").on(NodeId::of_user_data(9)), false);
        assert!(matches!(orphan, Err(WorldError::UnknownParent { .. })));
    }
}
