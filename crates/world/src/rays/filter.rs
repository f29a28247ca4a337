//! Which nodes a ray can meet.

use crate::{NodeId, World};

/// What a ray is sent out for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RayKind {
    /// To find obstacles: meets the shapes of bodies that others collide with.
    #[default]
    Physics,
    /// To see: meets what nodes look like, whether others collide with it or not. A hidden node is not seen.
    Visual,
}

impl RayKind {
    /// Its bit in the kinds of a thing.
    pub(super) fn bit(self) -> u8 {
        match self {
            RayKind::Physics => 1,
            RayKind::Visual => 2,
        }
    }
}

/// A set of nodes of one world.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeSet {
    words: Vec<u64>,
}

impl NodeSet {
    /// Adds a node.
    pub fn insert(&mut self, node: NodeId) {
        let word = node.index() / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (node.index() % 64);
    }

    /// Whether a node is in it.
    pub fn contains(&self, node: NodeId) -> bool {
        self.words.get(node.index() / 64).is_some_and(|word| word >> (node.index() % 64) & 1 == 1)
    }
}

impl FromIterator<NodeId> for NodeSet {
    fn from_iter<T: IntoIterator<Item = NodeId>>(nodes: T) -> NodeSet {
        let mut set = NodeSet::default();
        nodes.into_iter().for_each(|node| set.insert(node));
        set
    }
}

/// Which nodes the rays of a batch can meet. The default: every body that is an obstacle.
#[derive(Debug, Clone, Copy, Default)]
pub struct RayFilter<'a> {
    /// What the rays are sent out for.
    pub kind: RayKind,
    /// Rays pass the shapes of this node, or, if it has no body, those of its parent: a sensor does not see
    /// the robot it sits on.
    pub skip: Option<NodeId>,
    /// Rays meet these nodes only: those of [`World::tagged`], for one.
    pub only: Option<&'a NodeSet>,
    /// Rays pass these nodes. [`World::whole`] makes such a set.
    pub except: Option<&'a NodeSet>,
}

/// A filter with the question of the parent answered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gate<'a> {
    kind: u8,
    skip: Option<NodeId>,
    only: Option<&'a NodeSet>,
    except: Option<&'a NodeSet>,
}

impl<'a> Gate<'a> {
    pub(super) fn new(world: &World, filter: &RayFilter<'a>) -> Gate<'a> {
        let known = filter.skip.filter(|node| node.index() < world.nodes().len());
        let skip = known.and_then(|node| {
            if world.has_body(node) {
                Some(node)
            } else {
                world.parent(node).filter(|&above| world.has_body(above))
            }
        });
        Gate { kind: filter.kind.bit(), skip, only: filter.only, except: filter.except }
    }

    /// Whether rays can meet a thing of these kinds that belongs to that node.
    #[inline(always)]
    pub(super) fn lets_meet(&self, node: NodeId, kinds: u8) -> bool {
        kinds & self.kind != 0
            && self.skip != Some(node)
            && self.only.is_none_or(|only| only.contains(node))
            && self.except.is_none_or(|except| !except.contains(node))
    }
}

impl World {
    /// A node with everything that hangs on it, for a [`RayFilter`].
    pub fn whole(&self, node: NodeId) -> NodeSet {
        self.tree.subtree(node).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_knows_its_nodes_and_no_others() {
        let set: NodeSet = [3, 64, 200].map(NodeId).into_iter().collect();
        let found: Vec<_> = (0..1000).filter(|&node| set.contains(NodeId(node))).collect();
        assert_eq!(found, [3, 64, 200]);
        assert!(!NodeSet::default().contains(NodeId(0)));
    }
}
