//! Where a node of a file goes in the model: into the world, below a node, or onto a bone.

use glam::DAffine3;

use crate::model::{Node, NodeId};

/// The result of reading a node: the parent of its children.
#[derive(Clone, Debug)]
pub(super) enum Place {
    World,
    Node(NodeId),
    Bone { armature: NodeId, name: String, bone: usize, armature_from_bone: DAffine3 },
}

impl Place {
    /// Adds a node with the pose `here_from_node` relative to this parent.
    pub(super) fn put(&self, node: &mut Node, here_from_node: DAffine3) {
        node.parent_from_node = here_from_node;
        match self {
            Place::World => {}
            Place::Node(parent) => node.parent = Some(*parent),
            Place::Bone { armature, name, armature_from_bone, .. } => {
                node.parent = Some(*armature);
                node.parent_bone = Some(name.clone());
                node.parent_from_node = *armature_from_bone * here_from_node;
            }
        }
    }
}
