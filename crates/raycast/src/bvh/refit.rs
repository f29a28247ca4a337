//! A BVH over boxes that move: refitted after moves, rebuilt when refitting has made it too costly.

use crate::bvh::binary::BinaryBvh;
use crate::bvh::bounds::Bounds;
use crate::bvh::collapse::RayCosts;
use crate::bvh::{Branch, PacketBvh};

/// A refitted tree is rebuilt when it costs rays this many times what it cost when it was built.
const REBUILD_COST_RATIO: f64 = 1.5;
/// Instances are not alike; most cost about as much as a node.
const COSTS: RayCosts = RayCosts { node: 1.0, more_items: 1.0, items_per_leaf: 1 };
/// Stands for no node.
const NONE: u32 = u32::MAX;

/// A tree with one item in each leaf, the boxes of the items, and the way up from each of them.
#[derive(Debug, Clone)]
pub(crate) struct RefitBvh {
    pub(crate) tree: PacketBvh,
    /// For each item, as they are numbered in the leaves, the number of its box.
    pub(crate) order: Vec<u32>,
    boxes: Vec<Bounds>,
    /// For each item, the node whose branch it is.
    node_of_item: Vec<u32>,
    /// For each node, the node whose branch it is.
    parent: Vec<u32>,
    /// The cost of a random ray, up to a factor: the surface of all boxes. [m²]
    cost: f64,
    cost_when_new: f64,
    /// Nodes that do not fit any more.
    unfit: Vec<u32>,
    is_unfit: Vec<bool>,
}

impl RefitBvh {
    /// A new tree over boxes.
    pub(crate) fn new(boxes: Vec<Bounds>) -> RefitBvh {
        let binary = BinaryBvh::build(&boxes, 1);
        let (tree, order) = (PacketBvh::collapse(&binary, COSTS), binary.order);
        let mut node_of_item = vec![NONE; boxes.len()];
        let mut parent = vec![NONE; tree.nodes.len()];
        let mut cost = 0.0;
        for (number, node) in tree.nodes.iter().enumerate() {
            for (branch, bounds) in node.branches() {
                cost += f64::from(bounds.half_area());
                if branch.count() == 0 {
                    parent[branch.index()] = number as u32;
                } else {
                    node_of_item[order[branch.index()] as usize] = number as u32;
                }
            }
        }
        let is_unfit = vec![false; tree.nodes.len()];
        let cost_when_new = cost;
        RefitBvh {
            tree,
            order,
            boxes,
            node_of_item,
            parent,
            cost,
            cost_when_new,
            unfit: Vec::new(),
            is_unfit,
        }
    }

    /// Gives an item another box. [`RefitBvh::fit`] must follow before rays are cast.
    #[inline]
    pub(crate) fn set(&mut self, item: usize, bounds: Bounds) {
        self.boxes[item] = bounds;
        let mut node = self.node_of_item[item];
        while node != NONE && !self.is_unfit[node as usize] {
            self.is_unfit[node as usize] = true;
            self.unfit.push(node);
            node = self.parent[node as usize];
        }
    }

    /// Fits the tree to the boxes. Gives whether it was rebuilt, which changes the order of its leaves.
    pub(crate) fn fit(&mut self) -> bool {
        // Branches have higher numbers than what they are branches of.
        let mut unfit = std::mem::take(&mut self.unfit);
        unfit.sort_unstable_by(|a, b| b.cmp(a));
        for &number in &unfit {
            let at = number as usize;
            let node = &self.tree.nodes[at];
            let mut boxes = node.boxes();
            for (branch, bounds) in node.branches.into_iter().zip(&mut boxes) {
                if branch != Branch::NONE {
                    let fitting = self.bounds_of(branch);
                    self.cost += f64::from(fitting.half_area()) - f64::from(bounds.half_area());
                    *bounds = fitting;
                }
            }
            self.tree.nodes[at].set_boxes(boxes);
            self.is_unfit[at] = false;
        }
        unfit.clear();
        self.unfit = unfit;
        self.tree.bounds = self.tree.root.map_or(Bounds::EMPTY, |root| self.bounds_of(root));
        let rebuild = self.cost > REBUILD_COST_RATIO * self.cost_when_new;
        if rebuild {
            *self = RefitBvh::new(std::mem::take(&mut self.boxes));
        }
        rebuild
    }

    fn bounds_of(&self, branch: Branch) -> Bounds {
        if branch.count() == 0 {
            return self.tree.nodes[branch.index()].bounds();
        }
        self.boxes[self.order[branch.index()] as usize]
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::bvh::tests::items;

    fn cube(x: usize) -> Bounds {
        let low = Vec3::new(x as f32, 0.0, 0.0);
        Bounds { low, high: low + Vec3::new(0.5, 1.0, 1.0) }
    }

    #[test]
    fn boxes_fit_after_some_items_moved() {
        for count in [1, 2, 3, 100] {
            let mut tree = RefitBvh::new((0..count).map(cube).collect());
            for item in (0..count).step_by(7) {
                tree.set(item, cube(item + 1));
            }
            tree.fit();
            let (found, _) = items(&tree.tree, &tree.order, &tree.boxes);
            assert_eq!(found.len(), count);
            let whole = tree.boxes.iter().fold(Bounds::EMPTY, |all, one| all.and(*one));
            assert_eq!(tree.tree.bounds, whole);
        }
    }

    #[test]
    fn a_tree_is_built_anew_when_its_items_are_scattered_and_not_before() {
        let mut tree = RefitBvh::new((0..100).map(cube).collect());
        tree.set(3, cube(4));
        assert!(!tree.fit());
        (0..100).for_each(|item| tree.set(item, cube(item * 37 % 100)));
        assert!(tree.fit());
        assert_eq!(items(&tree.tree, &tree.order, &tree.boxes).0.len(), 100);
        assert!(!tree.fit());
    }
}
