//! Builds a binary tree over boxes by recursive splits with the surface area heuristic (SAH). Wider trees are collapsed from
//! it.

use crate::bvh::bounds::Bounds;
use crate::bvh::sah::SahSplit;

/// At this depth and below, sets are split at the median, which ends after at most 32 splits.
const SAH_DEPTH_MAX: usize = 64;
/// Maximum number of nodes above a leaf, for any boxes. It also holds for collapsed trees.
pub(crate) const DEPTH_MAX: usize = SAH_DEPTH_MAX + 32;
/// Cost of visiting a node, relative to the cost of testing an item.
const TRAVERSAL_COST: f32 = 1.0;

/// A binary tree. Items are numbered in the order of the leaves.
#[derive(Debug)]
pub(crate) struct BinaryBvh {
    /// Nodes, the root first; empty without items.
    pub(super) nodes: Vec<BinaryNode>,
    /// For each item, its index among the boxes from which the tree was built.
    pub(crate) order: Vec<u32>,
    pub(crate) bounds: Bounds,
}

/// A node: a set of items and its two halves.
#[derive(Debug, Clone, Copy)]
pub(super) struct BinaryNode {
    pub(super) bounds: Bounds,
    /// Index of its first item.
    pub(super) first: usize,
    /// Number of its items.
    pub(super) count: usize,
    /// The children; `None` for a leaf.
    pub(super) halves: Option<Halves>,
}

/// Two nodes between which the items of their parent are divided.
#[derive(Debug, Clone, Copy)]
pub(super) struct Halves {
    /// The split axis: the items of the first half have lower centers along it.
    pub(super) axis: usize,
    pub(super) numbers: [usize; 2],
}

impl BinaryBvh {
    /// Builds a tree over boxes with at most `items_per_leaf` boxes in a leaf.
    pub(crate) fn build(boxes: &[Bounds], items_per_leaf: usize) -> BinaryBvh {
        let bounds = boxes.iter().fold(Bounds::EMPTY, |all, one| all.and(*one));
        let order = (0..boxes.len() as u32).collect();
        let mut tree = BinaryBvh { nodes: Vec::new(), order, bounds };
        if boxes.is_empty() {
            return tree;
        }
        tree.nodes.push(BinaryNode { bounds, first: 0, count: boxes.len(), halves: None });
        let mut open = vec![(0, 0)];
        while let Some((number, depth)) = open.pop() {
            let node = tree.nodes[number];
            let Some(split) = tree.split(&node, depth, boxes, items_per_leaf) else {
                continue;
            };
            let numbers = [tree.nodes.len(), tree.nodes.len() + 1];
            let (low, high) = (split.count, node.count - split.count);
            for (first, count) in [(node.first, low), (node.first + low, high)] {
                let items = &tree.order[first..first + count];
                let bounds = items.iter().fold(Bounds::EMPTY, |all, &item| all.and(boxes[item as usize]));
                tree.nodes.push(BinaryNode { bounds, first, count, halves: None });
            }
            tree.nodes[number].halves = Some(Halves { axis: split.axis, numbers });
            open.extend(numbers.map(|number| (number, depth + 1)));
        }
        tree
    }

    /// Splits the items of a node; `None` if a leaf is cheaper for rays.
    fn split(
        &mut self,
        node: &BinaryNode,
        depth: usize,
        boxes: &[Bounds],
        items_per_leaf: usize,
    ) -> Option<SahSplit> {
        let items = &mut self.order[node.first..node.first + node.count];
        if items.len() < 2 {
            return None;
        }
        let best = if depth < SAH_DEPTH_MAX { SahSplit::best(items, boxes) } else { None };
        let split = best.unwrap_or_else(|| SahSplit::middle(items, boxes));
        let surface = node.bounds.half_area();
        let fits = items.len() <= items_per_leaf;
        if fits && surface * items.len() as f32 <= split.cost + TRAVERSAL_COST * surface {
            return None;
        }
        split.part(items, boxes);
        Some(split)
    }
}
