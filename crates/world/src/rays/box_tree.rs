//! Trees of boxes over triangles and over things, in the layout the kernel walks through.

use std::time::Duration;

use glam::Vec3A;
use obvhs::BvhBuildParams;
use obvhs::aabb::Aabb;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::builder::build_bvh2;

use super::bounds::Bounds;

/// Where a walk goes on: at an inner node, or at a leaf of one item or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Branch {
    /// Number of the node, or of the first item of a leaf.
    pub(super) index: u32,
    /// Number of items of a leaf; 0 for an inner node.
    pub(super) count: u32,
}

/// An inner node: its two branches and their boxes, on one line of the cache.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Node {
    /// For each branch the low and the high corner of its box: x, y, z, x, y, z.
    pub(super) corners: [[f32; 6]; 2],
    pub(super) branches: [Branch; 2],
}

/// A tree of boxes. Items are numbered in the order of the leaves.
#[derive(Debug)]
pub(super) struct BoxTree {
    /// Parents come before their children.
    pub(super) nodes: Vec<Node>,
    /// `None` without items.
    pub(super) root: Option<Branch>,
    /// For each item, its number among the boxes the tree was built from.
    pub(super) order: Vec<u32>,
    pub(super) bounds: Bounds,
}

/// How leaves are cut: as deep as pays off when testing an item costs as much as two boxes.
fn parameters(items_per_leaf: u32) -> BvhBuildParams {
    BvhBuildParams { max_prims_per_leaf: items_per_leaf, ..BvhBuildParams::medium_build() }
}

impl BoxTree {
    /// A tree over boxes, with at most so many of them in a leaf.
    pub(super) fn build(boxes: &[Bounds], items_per_leaf: u32) -> BoxTree {
        let bounds = boxes.iter().fold(Bounds::EMPTY, |all, one| all.and(*one));
        if boxes.is_empty() {
            return BoxTree { nodes: Vec::new(), root: None, order: Vec::new(), bounds };
        }
        let aabbs: Vec<Aabb> =
            boxes.iter().map(|b| Aabb::new(Vec3A::from(b.low), Vec3A::from(b.high))).collect();
        let mut building_time = Duration::ZERO;
        let built = build_bvh2(&aabbs, parameters(items_per_leaf), &mut building_time);
        let mut tree = BoxTree { nodes: Vec::new(), root: None, order: Vec::new(), bounds };
        tree.take_over(&built);
        tree
    }

    /// Copies a built tree into depth-first order, in which a walk mostly goes forward in memory.
    fn take_over(&mut self, built: &Bvh2) {
        // What is still to be copied, and where its number belongs: a node and a side, or the root.
        let mut open = vec![(0_usize, None)];
        while let Some((at, place)) = open.pop() {
            let node = &built.nodes[at];
            let branch = if node.is_leaf() {
                let first = self.order.len() as u32;
                let items = node.first_index as usize..(node.first_index + node.prim_count) as usize;
                self.order.extend_from_slice(&built.primitive_indices[items]);
                Branch { index: first, count: node.prim_count }
            } else {
                let number = self.nodes.len();
                let children = [node.first_index as usize, node.first_index as usize + 1];
                self.nodes.push(Node {
                    corners: children.map(|child| {
                        let aabb = built.nodes[child].aabb();
                        let (low, high) = (aabb.min.into(), aabb.max.into());
                        Bounds { low, high }.corners()
                    }),
                    branches: [Branch { index: 0, count: 0 }; 2],
                });
                open.extend([1, 0].map(|side| (children[side], Some((number, side)))));
                Branch { index: number as u32, count: 0 }
            };
            match place {
                None => self.root = Some(branch),
                Some((number, side)) => self.nodes[number].branches[side] = branch,
            }
        }
    }

    /// Fits the boxes of all nodes to items that moved. `boxes` is in the order the tree was built from.
    pub(super) fn refit(&mut self, boxes: &[Bounds]) {
        for at in (0..self.nodes.len()).rev() {
            let mut node = self.nodes[at];
            for (branch, corners) in node.branches.iter().zip(&mut node.corners) {
                let bounds = self.bounds_of(*branch, boxes);
                *corners = bounds.corners();
            }
            self.nodes[at] = node;
        }
        self.bounds = self.root.map_or(Bounds::EMPTY, |root| self.bounds_of(root, boxes));
    }

    fn bounds_of(&self, branch: Branch, boxes: &[Bounds]) -> Bounds {
        let Branch { index, count } = branch;
        if count == 0 {
            let both = self.nodes[index as usize].corners.map(Bounds::of_corners);
            return both[0].and(both[1]);
        }
        let items = &self.order[index as usize..(index + count) as usize];
        items.iter().fold(Bounds::EMPTY, |all, &item| all.and(boxes[item as usize]))
    }

    /// What a random ray pays for a walk, up to a factor: the surface of all boxes. [m²]
    pub(super) fn cost(&self) -> f32 {
        self.nodes.iter().flat_map(|node| node.corners).map(|c| Bounds::of_corners(c).half_area()).sum()
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn cube(x: f32) -> Bounds {
        Bounds { low: Vec3::new(x, 0.0, 0.0), high: Vec3::new(x + 0.5, 1.0, 1.0) }
    }

    /// Checks that every box holds what is below it, and gives all items found.
    fn items(tree: &BoxTree, boxes: &[Bounds]) -> Vec<u32> {
        let mut found = Vec::new();
        let mut open: Vec<_> = tree.root.iter().map(|root| (*root, tree.bounds)).collect();
        while let Some((branch, around)) = open.pop() {
            let range = branch.index as usize..(branch.index + branch.count) as usize;
            for &item in &tree.order[range] {
                assert_eq!(around.and(boxes[item as usize]), around);
                found.push(item);
            }
            if branch.count == 0 {
                let node = &tree.nodes[branch.index as usize];
                for (below, corners) in node.branches.iter().zip(node.corners) {
                    assert_eq!(around.and(Bounds::of_corners(corners)), around);
                    open.push((*below, Bounds::of_corners(corners)));
                }
            }
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn a_tree_holds_every_item_once_inside_its_boxes_also_after_a_refit() {
        for count in [0, 1, 2, 3, 100] {
            let mut boxes: Vec<_> = (0..count).map(|i| cube(i as f32)).collect();
            let mut tree = BoxTree::build(&boxes, 4);
            assert_eq!(items(&tree, &boxes), (0..count).collect::<Vec<_>>());
            boxes.iter_mut().enumerate().for_each(|(i, b)| *b = cube(((i * 37) % 50) as f32));
            tree.refit(&boxes);
            assert_eq!(items(&tree, &boxes), (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn scattering_the_items_makes_a_refitted_tree_dear() {
        let mut boxes: Vec<_> = (0..100).map(|i| cube(i as f32)).collect();
        let mut tree = BoxTree::build(&boxes, 1);
        let fresh = tree.cost();
        boxes.iter_mut().enumerate().for_each(|(i, b)| *b = cube(((i * 37) % 100) as f32));
        tree.refit(&boxes);
        assert!(tree.cost() > 2.0 * fresh);
    }

    #[test]
    fn many_equal_boxes_are_no_problem() {
        let boxes = vec![cube(1.0); 1000];
        assert_eq!(items(&BoxTree::build(&boxes, 4), &boxes).len(), 1000);
    }
}
