//! What was moved, hidden or shown in the world, and for which kinds of rays the scene has not followed yet.

use morse_raycast::{RayKind, RayKinds};

use crate::NodeId;

/// Marks of nodes. A scene follows them when the next ray of its kind is cast.
#[derive(Debug, Clone)]
pub(super) struct Changes {
    /// By node, the kinds of rays whose scenes have not followed.
    marks: Vec<RayKinds>,
    /// The kinds of all marks.
    any: RayKinds,
}

impl Default for Changes {
    fn default() -> Changes {
        Changes { marks: Vec::new(), any: RayKinds::NONE }
    }
}

impl Changes {
    /// Marks a node, and what has it as its anchor, for rays of these kinds.
    pub(super) fn mark(&mut self, node: NodeId, kinds: RayKinds) {
        let at = node.index();
        if self.marks.len() <= at {
            self.marks.resize(at + 1, RayKinds::NONE);
        }
        self.marks[at] = self.marks[at].union(kinds);
        self.any = self.any.union(kinds);
    }

    /// The marks of so many nodes, for those that mark some.
    pub(super) fn marks(&mut self, node_count: usize) -> &mut [RayKinds] {
        if self.marks.len() < node_count {
            self.marks.resize(node_count, RayKinds::NONE);
        }
        self.any = RayKinds::ALL;
        &mut self.marks
    }

    /// Whether there are marks for rays of a kind.
    pub(super) fn any(&self, kind: RayKind) -> bool {
        self.any.contains(kind)
    }

    /// Whether a node is marked for rays of a kind.
    #[inline]
    pub(super) fn concern(&self, node: NodeId, kind: RayKind) -> bool {
        self.marks.get(node.index()).is_some_and(|mark| mark.contains(kind))
    }

    /// Removes the marks for rays of a kind, whose scene has followed them.
    pub(super) fn followed(&mut self, kind: RayKind) {
        self.marks.iter_mut().for_each(|mark| *mark = mark.without(kind));
        self.any = self.any.without(kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NodeSpec;
    use crate::tree::nodes::Tree;

    #[test]
    fn each_kind_of_rays_follows_the_changes_on_its_own() {
        let mut tree = Tree::default();
        let [one, other] = ["one", "other"].map(|name| tree.add(&NodeSpec::new(name), false).unwrap());
        let mut changes = Changes::default();
        assert!(!changes.any(RayKind::Physics) && !changes.concern(other, RayKind::Visual));
        changes.mark(other, RayKinds::ALL);
        changes.followed(RayKind::Physics);
        assert!(!changes.any(RayKind::Physics) && !changes.concern(other, RayKind::Physics));
        assert!(changes.any(RayKind::Visual) && changes.concern(other, RayKind::Visual));
        changes.mark(one, RayKinds::VISUAL);
        assert!(!changes.concern(one, RayKind::Physics) && changes.concern(one, RayKind::Visual));
        changes.followed(RayKind::Visual);
        assert!(!changes.any(RayKind::Visual));
        changes.marks(2)[one.index()] = RayKinds::ALL;
        assert!(changes.any(RayKind::Physics) && changes.concern(one, RayKind::Physics));
        assert!(!changes.concern(other, RayKind::Visual));
    }
}
