//! Trees of boxes over triangles and over things, in the layout the kernel walks through.

use super::bounds::Bounds;
use super::split::Cut;

/// From this depth on sets are cut in the middle, which ends after 32 more cuts: walks stay short whatever the boxes.
const FREE_DEPTH: usize = 64;
/// Walking on to the branches of a node costs a ray as much as testing this many items.
const WALK_COST: f32 = 1.0;

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
    /// In depth-first order, in which a walk mostly goes forward in memory.
    pub(super) nodes: Vec<Node>,
    /// `None` without items.
    pub(super) root: Option<Branch>,
    /// For each item, its number among the boxes the tree was built from.
    pub(super) order: Vec<u32>,
    pub(super) bounds: Bounds,
}

/// A set that is still to be cut.
struct Open {
    first: usize,
    end: usize,
    bounds: Bounds,
    depth: usize,
    /// The node and side its branch belongs to; `None` for the root.
    place: Option<(usize, usize)>,
}

impl BoxTree {
    /// A tree over boxes, with at most so many of them in a leaf.
    pub(super) fn build(boxes: &[Bounds], items_per_leaf: usize) -> BoxTree {
        let bounds = around(boxes);
        let order = (0..boxes.len() as u32).collect();
        let mut tree = BoxTree { nodes: Vec::new(), root: None, order, bounds };
        let mut open = Vec::new();
        if !boxes.is_empty() {
            open.push(Open { first: 0, end: boxes.len(), bounds, depth: 0, place: None });
        }
        while let Some(set) = open.pop() {
            let branch = match tree.cut(&set, boxes, items_per_leaf) {
                None => Branch { index: set.first as u32, count: (set.end - set.first) as u32 },
                Some(halves) => {
                    let number = tree.nodes.len();
                    tree.nodes.push(Node {
                        corners: [halves[0].bounds.corners(), halves[1].bounds.corners()],
                        branches: [Branch { index: 0, count: 0 }; 2],
                    });
                    let [first, second] = halves;
                    open.push(Open { place: Some((number, 1)), ..second });
                    open.push(Open { place: Some((number, 0)), ..first });
                    Branch { index: number as u32, count: 0 }
                }
            };
            match set.place {
                None => tree.root = Some(branch),
                Some((number, side)) => tree.nodes[number].branches[side] = branch,
            }
        }
        tree
    }

    /// Both halves of a set; `None` if rays are better served by a leaf.
    fn cut(&mut self, set: &Open, boxes: &[Bounds], items_per_leaf: usize) -> Option<[Open; 2]> {
        let items = &mut self.order[set.first..set.end];
        if items.len() < 2 {
            return None;
        }
        let best = if set.depth < FREE_DEPTH { Cut::best(items, boxes) } else { None };
        let cut = best.unwrap_or_else(|| Cut::middle(items, boxes));
        let surface = set.bounds.half_area();
        if items.len() <= items_per_leaf && surface * items.len() as f32 <= cut.cost + WALK_COST * surface {
            return None;
        }
        cut.part(items, boxes);
        let middle = set.first + cut.count;
        Some([(set.first, middle), (middle, set.end)].map(|(first, end)| {
            let bounds = self.bounds_of_items(first, end, boxes);
            Open { first, end, bounds, depth: set.depth + 1, place: None }
        }))
    }

    /// The box around the items from `first` to before `end`.
    pub(super) fn bounds_of_items(&self, first: usize, end: usize, boxes: &[Bounds]) -> Bounds {
        self.order[first..end].iter().fold(Bounds::EMPTY, |all, &item| all.and(boxes[item as usize]))
    }
}

fn around(boxes: &[Bounds]) -> Bounds {
    boxes.iter().fold(Bounds::EMPTY, |all, one| all.and(*one))
}

#[cfg(test)]
pub(super) mod tests {
    use glam::Vec3;

    use super::*;

    fn cube(x: f32) -> Bounds {
        Bounds { low: Vec3::new(x, 0.0, 0.0), high: Vec3::new(x + 0.5, 1.0, 1.0) }
    }

    /// Checks that every box holds what is below it, and gives all items found and the depth of the tree.
    pub(in super::super) fn items(tree: &BoxTree, boxes: &[Bounds]) -> (Vec<u32>, usize) {
        let (mut found, mut depth) = (Vec::new(), 0);
        let mut open: Vec<_> = tree.root.iter().map(|root| (*root, tree.bounds, 0)).collect();
        while let Some((branch, around, at)) = open.pop() {
            depth = depth.max(at);
            let range = branch.index as usize..(branch.index + branch.count) as usize;
            for &item in &tree.order[range] {
                assert_eq!(around.and(boxes[item as usize]), around);
                found.push(item);
            }
            if branch.count == 0 {
                let node = &tree.nodes[branch.index as usize];
                for (below, corners) in node.branches.iter().zip(node.corners) {
                    assert_eq!(around.and(Bounds::of_corners(corners)), around);
                    open.push((*below, Bounds::of_corners(corners), at + 1));
                }
            }
        }
        found.sort_unstable();
        (found, depth)
    }

    #[test]
    fn a_tree_holds_every_item_once_inside_its_boxes() {
        for count in [0, 1, 2, 3, 100, 700] {
            let boxes: Vec<_> = (0..count).map(|i| cube(i as f32)).collect();
            let tree = BoxTree::build(&boxes, 4);
            assert_eq!(items(&tree, &boxes).0, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn many_equal_boxes_are_no_problem() {
        let boxes = vec![cube(1.0); 5000];
        let (found, depth) = items(&BoxTree::build(&boxes, 4), &boxes);
        assert_eq!(found.len(), 5000);
        assert!(depth < 20);
    }

    #[test]
    fn boxes_that_each_hold_the_next_ones_do_not_make_a_tree_too_deep() {
        let boxes: Vec<_> = (0..3000)
            .map(|i| {
                let size = 1e30 * 0.96_f32.powi(i);
                Bounds { low: Vec3::splat(0.0), high: Vec3::splat(size) }
            })
            .collect();
        let (found, depth) = items(&BoxTree::build(&boxes, 1), &boxes);
        assert_eq!(found.len(), 3000);
        assert!(depth <= FREE_DEPTH + 32, "{depth}");
    }
}
