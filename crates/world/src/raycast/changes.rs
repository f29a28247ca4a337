//! Marks of nodes that were moved, hidden or shown, for each ray kind whose scene is out of date.

use morse_raycast::{RayKind, RayKinds};

use crate::NodeId;

/// Marks of changed nodes. A scene is updated when the next ray of its kind is cast.
#[derive(Debug, Clone)]
pub(super) struct Changes {
    /// By node index, the ray kinds whose scenes are out of date.
    marks: Vec<RayKinds>,
    /// The union of all marks.
    any: RayKinds,
}

impl Default for Changes {
    fn default() -> Changes {
        Changes { marks: Vec::new(), any: RayKinds::NONE }
    }
}

impl Changes {
    /// Marks a node, and the nodes anchored to it, for these ray kinds.
    pub(super) fn mark(&mut self, node: NodeId, kinds: RayKinds) {
        let at = node.index();
        if self.marks.len() <= at {
            self.marks.resize(at + 1, RayKinds::NONE);
        }
        self.marks[at] = self.marks[at].union(kinds);
        self.any = self.any.union(kinds);
    }

    /// The marks of `node_count` nodes, for callers that set marks directly.
    pub(super) fn marks(&mut self, node_count: usize) -> &mut [RayKinds] {
        if self.marks.len() < node_count {
            self.marks.resize(node_count, RayKinds::NONE);
        }
        self.any = RayKinds::ALL;
        &mut self.marks
    }

    /// Whether any node is marked for a ray kind.
    pub(super) fn any(&self, kind: RayKind) -> bool {
        self.any.contains(kind)
    }

    /// Whether a node is marked for a ray kind.
    #[inline]
    pub(super) fn is_marked(&self, node: NodeId, kind: RayKind) -> bool {
        self.marks.get(node.index()).is_some_and(|mark| mark.contains(kind))
    }

    /// Removes the marks for a ray kind after its scene was updated.
    pub(super) fn clear(&mut self, kind: RayKind) {
        self.marks.iter_mut().for_each(|mark| *mark = mark.without(kind));
        self.any = self.any.without(kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NodeSpec;
    use crate::tree::node_tree::Tree;

    #[test]
    fn marks_of_each_ray_kind_are_independent() {
        let mut tree = Tree::default();
        let [one, other] = ["one", "other"].map(|name| tree.add(&NodeSpec::new(name), false).unwrap());
        let mut changes = Changes::default();
        assert!(!changes.any(RayKind::Physics) && !changes.is_marked(other, RayKind::Visual));
        changes.mark(other, RayKinds::ALL);
        changes.clear(RayKind::Physics);
        assert!(!changes.any(RayKind::Physics) && !changes.is_marked(other, RayKind::Physics));
        assert!(changes.any(RayKind::Visual) && changes.is_marked(other, RayKind::Visual));
        changes.mark(one, RayKinds::VISUAL);
        assert!(!changes.is_marked(one, RayKind::Physics) && changes.is_marked(one, RayKind::Visual));
        changes.clear(RayKind::Visual);
        assert!(!changes.any(RayKind::Visual));
        changes.marks(2)[one.index()] = RayKinds::ALL;
        assert!(changes.any(RayKind::Physics) && changes.is_marked(one, RayKind::Physics));
        assert!(!changes.is_marked(other, RayKind::Visual));
    }
}
