//! Parts of a tree that do not touch each other, for one thread each.

use std::ops::Range;

use crate::bvh::Node;

/// Nodes of a subtree at most.
const NODES_MAX: usize = 256;

/// A division of a tree: many subtrees, and the nodes above them.
#[derive(Debug, Clone)]
pub(super) struct Subtrees {
    /// The numbers of the nodes of each, the one at its top first; in order.
    ranges: Vec<Range<usize>>,
    /// The numbers of all other nodes, in order.
    above: Vec<u32>,
}

/// A subtree, to be changed.
pub(super) struct Subtree<'a> {
    /// The number of its first node.
    pub(super) first: usize,
    pub(super) nodes: &'a mut [Node<4>],
    /// For each node, whether it, or any below it, does not fit any more.
    pub(super) is_unfit: &'a mut [bool],
}

impl Subtrees {
    /// Of the nodes of a tree, in depth-first order.
    pub(super) fn of(nodes: &[Node<4>]) -> Subtrees {
        // For each node, how many there are from it downwards.
        let mut counts = vec![1; nodes.len()];
        for (number, node) in nodes.iter().enumerate().rev() {
            let inner = node.branches().filter(|(branch, _)| branch.count() == 0);
            counts[number] += inner.map(|(branch, _)| counts[branch.index()]).sum::<usize>();
        }
        let mut subtrees = Subtrees { ranges: Vec::new(), above: Vec::new() };
        let mut number = 0;
        while let Some(&count) = counts.get(number) {
            if count <= NODES_MAX {
                subtrees.ranges.push(number..number + count);
                number += count;
            } else {
                subtrees.above.push(number as u32);
                number += 1;
            }
        }
        subtrees
    }

    /// The numbers of the nodes above all subtrees, in order.
    pub(super) fn above(&self) -> &[u32] {
        &self.above
    }

    /// The subtrees that do not fit, in order. The flags are those of all nodes; nodes above one that is unfit are unfit.
    pub(super) fn unfit<'a>(&self, nodes: &'a mut [Node<4>], is_unfit: &'a mut [bool]) -> Vec<Subtree<'a>> {
        let (mut nodes, mut is_unfit, mut passed) = (nodes, is_unfit, 0);
        let mut subtrees = Vec::new();
        for range in &self.ranges {
            let own_nodes = taken(&mut nodes, range.start - passed, range.len());
            let own_flags = taken(&mut is_unfit, range.start - passed, range.len());
            passed = range.end;
            if own_flags.first() == Some(&true) {
                subtrees.push(Subtree { first: range.start, nodes: own_nodes, is_unfit: own_flags });
            }
        }
        subtrees
    }
}

/// Some items after so many others; what is before and of them is no longer in the slice then.
fn taken<'a, T>(items: &mut &'a mut [T], passed: usize, count: usize) -> &'a mut [T] {
    let (_, ahead) = std::mem::take(items).split_at_mut(passed);
    let (own, rest) = ahead.split_at_mut(count);
    *items = rest;
    own
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::bvh::PacketBvh;
    use crate::bvh::binary::BinaryBvh;
    use crate::bvh::bounds::Bounds;
    use crate::bvh::collapse::RayCosts;

    #[test]
    fn every_node_is_in_one_subtree_with_all_below_it_or_above_all() {
        let cube = |x: usize| Bounds { low: Vec3::X * x as f32, high: Vec3::X * x as f32 + 0.5 };
        let boxes: Vec<_> = (0..5000).map(cube).collect();
        let costs = RayCosts { node: 1.0, more_items: 1.0, items_per_leaf: 1 };
        let nodes = PacketBvh::collapse(&BinaryBvh::build(&boxes, 1), costs).nodes;
        let subtrees = Subtrees::of(&nodes);
        assert!(subtrees.ranges.len() > 4 && !subtrees.above().is_empty());
        for range in &subtrees.ranges {
            assert!(range.len() <= NODES_MAX);
            let inner = nodes[range.clone()].iter().flat_map(Node::branches);
            let mut inner = inner.filter(|(branch, _)| branch.count() == 0);
            assert!(inner.all(|(branch, _)| range.contains(&branch.index())));
        }
        let above = subtrees.above().iter().map(|&number| number as usize);
        let mut all: Vec<_> = subtrees.ranges.iter().cloned().flatten().chain(above).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..nodes.len()));
    }
}
