//! Bounding volume hierarchies (BVH) over triangles and over instances, with four or eight branches per node, in the memory
//! layout of the kernel.

pub(crate) mod binary;
pub(crate) mod bounds;
pub(crate) mod branch_order;
pub(crate) mod collapse;
pub(crate) mod refit;
pub(crate) mod sah;
pub(crate) mod subtrees;

use std::ops::Range;

use crate::bvh::binary::BinaryBvh;
use crate::bvh::bounds::Bounds;
use crate::bvh::branch_order::BranchOrder;
use crate::bvh::collapse::{Collapse, Parts, RayCosts};

/// A child of a node: an inner node, or a leaf with at least one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Branch(u32);

impl Branch {
    /// An unused branch of a node. Its index is that of the root, which is never a child.
    pub(super) const NONE: Branch = Branch(0);
    /// Number of bits that hold the item count of a leaf.
    const COUNT_BITS: u32 = 4;
    /// Maximum number of items in a leaf.
    const MOST: usize = (1 << Branch::COUNT_BITS) - 1;

    /// Creates a branch with an item count as in [`Branch::count`].
    fn new(index: usize, count: usize) -> Branch {
        assert!(
            index < 1 << (32 - Branch::COUNT_BITS) && count <= Branch::MOST,
            "more items than a BVH can hold"
        );
        Branch((index as u32) << Branch::COUNT_BITS | count as u32)
    }

    /// Index of the node, or of the first item of a leaf.
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        (self.0 >> Branch::COUNT_BITS) as usize
    }

    /// Index and item count in one word.
    pub(super) fn word(self) -> u32 {
        self.0
    }

    /// Item count of a leaf; 0 for an inner node.
    #[inline(always)]
    pub(super) fn count(self) -> usize {
        self.0 as usize & Branch::MOST
    }
}

/// An inner node: its branches and their boxes. It fills whole cache lines: two for four branches, four for eight branches.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Node<const WAYS: usize> {
    /// Low and high corners of the boxes: x, y, z, x, y, z, each for all branches. The box of an unused branch is empty, so
    /// that no ray meets it.
    pub(super) corners: [[f32; WAYS]; 6],
    pub(super) branches: [Branch; WAYS],
    pub(super) branch_order: BranchOrder<WAYS>,
}

impl<const WAYS: usize> Node<WAYS> {
    /// The used branches with their boxes.
    #[inline]
    pub(super) fn branches(&self) -> impl Iterator<Item = (Branch, Bounds)> {
        let there = self.branches.into_iter().take_while(|branch| *branch != Branch::NONE);
        there.zip(self.boxes())
    }

    /// The boxes of all branches; empty for unused branches.
    #[inline]
    pub(super) fn boxes(&self) -> [Bounds; WAYS] {
        std::array::from_fn(|which| Bounds::of_corners(self.corners.map(|coordinates| coordinates[which])))
    }

    /// Replaces the boxes of the branches.
    #[inline]
    pub(super) fn set_boxes(&mut self, boxes: [Bounds; WAYS]) {
        let corners = boxes.map(|bounds| bounds.corners());
        self.corners = std::array::from_fn(|coordinate| corners.map(|corners| corners[coordinate]));
    }

    /// The bounding box of all branches.
    #[inline]
    pub(super) fn bounds(&self) -> Bounds {
        let [low_x, low_y, low_z, high_x, high_y, high_z] = self.corners;
        let least = |numbers: [f32; WAYS]| numbers.into_iter().fold(f32::INFINITY, f32::min);
        let greatest = |numbers: [f32; WAYS]| numbers.into_iter().fold(f32::NEG_INFINITY, f32::max);
        let (low, high) = ([low_x, low_y, low_z].map(least), [high_x, high_y, high_z].map(greatest));
        Bounds { low: low.into(), high: high.into() }
    }
}

/// A BVH with `WAYS` branches per node. Items are numbered in the order of the leaves.
#[derive(Debug, Clone)]
pub(super) struct Bvh<const WAYS: usize> {
    /// Nodes in depth-first order, so that a traversal mostly moves forward in memory.
    pub(super) nodes: Vec<Node<WAYS>>,
    /// The root; `None` without items.
    pub(super) root: Option<Branch>,
    pub(super) bounds: Bounds,
}

/// A BVH for ray packets, which are tested against one box at a time, and for trees that change.
pub(super) type PacketBvh = Bvh<4>;
/// A BVH for single rays, which are tested against all boxes of a node at once.
pub(super) type SingleBvh = Bvh<8>;

impl<const WAYS: usize> Bvh<WAYS> {
    /// Collapses a binary tree. A leaf holds the items of one or several leaves of the binary tree, at most fifteen.
    pub(super) fn collapse(binary: &BinaryBvh, costs: RayCosts) -> Bvh<WAYS> {
        let collapse = Collapse::<WAYS>::new(binary, costs);
        let mut tree = Bvh { nodes: Vec::new(), root: None, bounds: binary.bounds };
        // Nodes of the binary tree with the node and branch number that each becomes; `None` for the root.
        let mut open: Vec<(usize, Option<(usize, usize)>)> = Vec::new();
        if !binary.nodes.is_empty() {
            open.push((0, None));
        }
        while let Some((number, place)) = open.pop() {
            let branch = if collapse.is_leaf(number) {
                Branch::new(binary.nodes[number].first, binary.nodes[number].count)
            } else {
                let Parts { numbers, count, branch_order } = collapse.parts(number);
                let mut node =
                    Node { corners: [[0.0; WAYS]; 6], branches: [Branch::NONE; WAYS], branch_order };
                let parts = &numbers[..count];
                node.set_boxes(std::array::from_fn(|which| {
                    parts.get(which).map_or(Bounds::EMPTY, |&part| binary.nodes[part].bounds)
                }));
                let number = tree.nodes.len();
                tree.nodes.push(node);
                open.extend(
                    parts.iter().enumerate().map(|(which, &part)| (part, Some((number, which)))).rev(),
                );
                Branch::new(number, 0)
            };
            match place {
                None => tree.root = Some(branch),
                Some((number, which)) => tree.nodes[number].branches[which] = branch,
            }
        }
        tree
    }

    /// Renumbers the leaves in the order of their items, as if each had a single item. Returns the item range of each leaf.
    pub(super) fn number_leaves(&mut self) -> Vec<Range<usize>> {
        let branches = self.nodes.iter_mut().flat_map(|node| &mut node.branches).chain(&mut self.root);
        let mut leaves: Vec<_> = branches.filter(|branch| branch.count() > 0).collect();
        leaves.sort_unstable_by_key(|leaf| leaf.index());
        let number = |(number, leaf): (usize, &mut Branch)| {
            let items = leaf.index()..leaf.index() + leaf.count();
            *leaf = Branch::new(number, 1);
            items
        };
        leaves.into_iter().enumerate().map(number).collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use glam::Vec3;

    use super::*;
    use crate::bvh::binary::DEPTH_MAX;

    fn cube(x: f32) -> Bounds {
        Bounds { low: Vec3::new(x, 0.0, 0.0), high: Vec3::new(x + 0.5, 1.0, 1.0) }
    }

    /// Checks that every box contains its descendants. Returns all items found and the depth of the tree.
    pub(in super::super) fn items<const WAYS: usize>(
        tree: &Bvh<WAYS>,
        order: &[u32],
        boxes: &[Bounds],
    ) -> (Vec<u32>, usize) {
        let (mut found, mut depth) = (Vec::new(), 0);
        let mut open: Vec<_> = tree.root.iter().map(|root| (*root, tree.bounds, 0)).collect();
        while let Some((branch, around, at)) = open.pop() {
            depth = depth.max(at);
            let range = branch.index()..branch.index() + branch.count();
            for &item in &order[range] {
                assert_eq!(around.and(boxes[item as usize]), around);
                found.push(item);
            }
            if branch.count() == 0 {
                for (below, bounds) in tree.nodes[branch.index()].branches() {
                    assert_eq!(around.and(bounds), around);
                    open.push((below, bounds, at + 1));
                }
            }
        }
        found.sort_unstable();
        (found, depth)
    }

    /// The results of [`items`] for trees over boxes with four and with eight branches per node.
    fn items_of(boxes: &[Bounds], items_per_leaf: usize) -> [(Vec<u32>, usize); 2] {
        let binary = BinaryBvh::build(boxes, items_per_leaf);
        let costs = RayCosts { node: 1.0, more_items: 0.5, items_per_leaf };
        let (four, eight) = (PacketBvh::collapse(&binary, costs), SingleBvh::collapse(&binary, costs));
        [items(&four, &binary.order, boxes), items(&eight, &binary.order, boxes)]
    }

    #[test]
    fn tree_contains_every_item_once_inside_its_boxes() {
        for count in [0, 1, 2, 3, 100, 700] {
            let boxes: Vec<_> = (0..count).map(|i| cube(i as f32)).collect();
            for (found, _) in items_of(&boxes, 4) {
                assert_eq!(found, (0..count).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn tree_over_equal_boxes_is_shallow() {
        let boxes = vec![cube(1.0); 5000];
        for (found, depth) in items_of(&boxes, 4) {
            assert_eq!(found.len(), 5000);
            assert!(depth < 20);
        }
    }

    #[test]
    fn nested_boxes_do_not_exceed_the_depth_limit() {
        let boxes: Vec<_> = (0..3000)
            .map(|i| {
                let size = 1e30 * 0.96_f32.powi(i);
                Bounds { low: Vec3::splat(0.0), high: Vec3::splat(size) }
            })
            .collect();
        for (found, depth) in items_of(&boxes, 1) {
            assert_eq!(found.len(), 3000);
            assert!(depth <= DEPTH_MAX, "{depth}");
        }
    }
}
