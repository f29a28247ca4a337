//! Splits boxes in two again and again by the surface area heuristic: the tree that wider ones are collapsed from.

use crate::bvh::bounds::Bounds;
use crate::bvh::sah::SahSplit;

/// From this depth on sets are split at the median, which ends after 32 more splits.
const SAH_DEPTH_MAX: usize = 64;
/// Nodes above a leaf at most, for any boxes; no more in a tree with more branches a node.
pub(crate) const DEPTH_MAX: usize = SAH_DEPTH_MAX + 32;
/// Visiting a node costs a ray as much as testing this many items.
const TRAVERSAL_COST: f32 = 1.0;

/// A tree with two branches a node. Items are numbered in the order of the leaves.
#[derive(Debug)]
pub(crate) struct BinaryBvh {
    /// The root first; empty without items.
    pub(super) nodes: Vec<BinaryNode>,
    /// For each item, its number among the boxes the tree was built from.
    pub(crate) order: Vec<u32>,
    pub(crate) bounds: Bounds,
}

/// A set of items, and what it was split into.
#[derive(Debug, Clone, Copy)]
pub(super) struct BinaryNode {
    pub(super) bounds: Bounds,
    /// Number of its first item.
    pub(super) first: usize,
    /// Number of its items.
    pub(super) count: usize,
    /// `None` for a leaf.
    pub(super) halves: Option<Halves>,
}

/// Two nodes that share the items of another one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Halves {
    /// Along which the items of the first half have lower centres.
    pub(super) axis: usize,
    pub(super) numbers: [usize; 2],
}

impl BinaryBvh {
    /// A tree over boxes, with at most so many of them in a leaf.
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

    /// Splits the items of a node; `None` if rays are better served by a leaf.
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
