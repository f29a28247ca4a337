//! Division of a tree into disjoint subtrees for parallel changes.

use std::ops::Range;

use crate::bvh::Node;

/// Maximum number of nodes of a subtree.
const NODES_MAX: usize = 256;

/// A division of a tree into subtrees and the nodes above them.
#[derive(Debug, Clone)]
pub(super) struct Subtrees {
    /// For each subtree, in order: the numbers of its nodes, its top node first.
    ranges: Vec<Range<usize>>,
    /// The numbers of the nodes above all subtrees, in order.
    above: Vec<u32>,
}

/// Mutable access to a subtree.
pub(super) struct Subtree<'a> {
    /// The number of its first node.
    pub(super) first: usize,
    pub(super) nodes: &'a mut [Node<4>],
    /// For each node, whether it or a descendant must be refitted.
    pub(super) is_unfit: &'a mut [bool],
}

impl Subtrees {
    /// Divides a tree, given its nodes in depth-first order.
    pub(super) fn of(nodes: &[Node<4>]) -> Subtrees {
        // For each node, the number of nodes in its subtree.
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

    /// The subtrees that must be refitted, in order. `is_unfit` has a flag for every node of the tree; the ancestors of an
    /// unfit node must be unfit too.
    pub(super) fn unfit<'a>(&self, nodes: &'a mut [Node<4>], is_unfit: &'a mut [bool]) -> Vec<Subtree<'a>> {
        let (mut nodes, mut is_unfit, mut passed) = (nodes, is_unfit, 0);
        let mut subtrees = Vec::new();
        for range in &self.ranges {
            let own_nodes = take_range(&mut nodes, range.start - passed, range.len());
            let own_flags = take_range(&mut is_unfit, range.start - passed, range.len());
            passed = range.end;
            if own_flags.first() == Some(&true) {
                subtrees.push(Subtree { first: range.start, nodes: own_nodes, is_unfit: own_flags });
            }
        }
        subtrees
    }
}

/// Splits off `count` items after the first `passed` items. Afterwards `items` begins behind them.
fn take_range<'a, T>(items: &mut &'a mut [T], passed: usize, count: usize) -> &'a mut [T] {
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
    fn every_node_is_in_one_subtree_with_its_descendants_or_above_all_subtrees() {
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
