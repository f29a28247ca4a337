//! Parent relations of nodes, without poses.

use crate::NodeId;
use crate::tree::node_tree::{Node, Tree};

/// The parents and joints of all nodes, by index.
#[derive(Clone, Copy)]
pub(crate) struct Hierarchy<'a>(pub(crate) &'a [Node]);

impl Tree {
    /// The parents and joints of all nodes, without poses.
    pub(crate) fn hierarchy(&self) -> Hierarchy<'_> {
        Hierarchy(&self.nodes)
    }
}

impl<'a> Hierarchy<'a> {
    pub(crate) fn node(self, id: NodeId) -> &'a Node {
        &self.0[id.index()]
    }

    /// Whether `ancestor` is an ancestor of `id`.
    pub(crate) fn is_above(self, ancestor: NodeId, id: NodeId) -> bool {
        std::iter::successors(self.node(id).parent, |&at| self.node(at).parent).any(|at| at == ancestor)
    }

    /// Whether `id` is `ancestor` or is connected to it by fixed joints only.
    pub(crate) fn is_welded_to(self, ancestor: NodeId, id: NodeId) -> bool {
        let above = |&at: &NodeId| {
            let node = self.node(at);
            node.parent.filter(|_| node.joint.is_some() && !node.free)
        };
        std::iter::successors(Some(id), above).any(|at| at == ancestor)
    }
}
