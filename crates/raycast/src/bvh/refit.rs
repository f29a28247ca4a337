//! A BVH over moving boxes. It is refitted after moves, and rebuilt if refitting has made it too costly for rays.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use crate::bvh::binary::BinaryBvh;
use crate::bvh::bounds::Bounds;
use crate::bvh::collapse::RayCosts;
use crate::bvh::subtrees::{Subtree, Subtrees};
use crate::bvh::{Branch, Node, PacketBvh};

/// A refitted tree is rebuilt if its cost for rays exceeds the cost after the last build by this factor.
const REBUILD_COST_RATIO: f64 = 1.5;
/// Costs of rays in a tree over instances. Instances differ; the cost of most is about that of a node.
const COSTS: RayCosts = RayCosts { node: 1.0, more_items: 1.0, items_per_leaf: 1 };
/// Number of subtrees per parallel task. Smaller tasks do not pay off: waking a thread takes as long as four subtrees.
const SUBTREES_PER_TASK: usize = 4;
/// All nodes are refitted if at least one in this many items has moved.
const FIT_ALL_FROM_ONE_IN: usize = 4;
/// Marker for "no node".
const NONE: u32 = u32::MAX;

/// A tree with one item per leaf, the boxes of the items, and the parent of each node and item.
#[derive(Debug, Clone)]
pub(crate) struct RefitBvh {
    pub(crate) tree: PacketBvh,
    /// For each item in leaf order, the index of its box.
    pub(crate) order: Vec<u32>,
    boxes: Vec<Bounds>,
    /// For each box, the node of which its item is a branch.
    node_of_item: Vec<u32>,
    /// For each node, its parent.
    parent: Vec<u32>,
    /// The cost of a random ray, up to a factor: the sum of the surfaces of all boxes. [m²]
    cost: f64,
    cost_when_new: f64,
    /// For each node, whether it or a descendant must be refitted.
    is_unfit: Vec<bool>,
    subtrees: Subtrees,
}

impl RefitBvh {
    /// Builds a tree over boxes.
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
        let subtrees = Subtrees::of(&tree.nodes);
        RefitBvh { tree, order, boxes, node_of_item, parent, cost, cost_when_new: cost, is_unfit, subtrees }
    }

    /// Changes the box of an item. [`RefitBvh::fit`] must be called before rays are cast.
    #[inline]
    pub(crate) fn set(&mut self, item: usize, bounds: Bounds) {
        self.boxes[item] = bounds;
        self.mark(item);
    }

    /// The boxes of all items, for changes on several threads. [`RefitBvh::mark_moved`] must be called afterwards.
    pub(crate) fn boxes_mut(&mut self) -> &mut [Bounds] {
        &mut self.boxes
    }

    /// Marks items whose boxes have changed.
    pub(crate) fn mark_moved(&mut self, items: &[Vec<u32>]) {
        // Refitting an unchanged node has no effect and is cheaper than searching for the changed nodes among many.
        if items.iter().map(Vec::len).sum::<usize>() * FIT_ALL_FROM_ONE_IN >= self.boxes.len() {
            self.is_unfit.fill(true);
        } else {
            items.iter().flatten().for_each(|&item| self.mark(item as usize));
        }
    }

    #[inline]
    fn mark(&mut self, item: usize) {
        let mut node = self.node_of_item[item];
        while node != NONE && !self.is_unfit[node as usize] {
            self.is_unfit[node as usize] = true;
            node = self.parent[node as usize];
        }
    }

    /// Refits the tree to the boxes. Returns whether it was rebuilt, which changes the order of its leaves.
    pub(crate) fn fit(&mut self) -> bool {
        self.fit_subtrees(|subtrees, fit| subtrees.into_iter().map(fit).collect())
    }

    /// As [`RefitBvh::fit`], on the threads of the current rayon pool. The tree is bit-identical.
    pub(crate) fn fit_in_parallel(&mut self) -> bool {
        self.fit_subtrees(|subtrees, fit| {
            subtrees.into_par_iter().with_min_len(SUBTREES_PER_TASK).map(fit).collect()
        })
    }

    /// Refits subtrees and the nodes above them. `each` calls a function for each subtree and returns the results in order:
    /// the increase in cost. [m²]
    fn fit_subtrees(
        &mut self,
        each: impl for<'a> FnOnce(Vec<Subtree<'a>>, &(dyn Fn(Subtree<'a>) -> f64 + Sync)) -> Vec<f64>,
    ) -> bool {
        let RefitBvh { tree, order, boxes, is_unfit, subtrees, .. } = self;
        let bounds_of_item = |item: usize| boxes[order[item] as usize];
        let unfit = subtrees.unfit(&mut tree.nodes, is_unfit);
        let grown = each(unfit, &|mut subtree| subtree.fit(bounds_of_item));
        // The division into subtrees, and thus the sum, does not depend on the number of threads.
        self.cost += grown.iter().sum::<f64>();
        // Children have higher numbers than their parents.
        for &number in subtrees.above().iter().rev() {
            let at = number as usize;
            if std::mem::take(&mut is_unfit[at]) {
                let bounds_of = |branch: Branch| bounds_of(branch, &tree.nodes, 0, bounds_of_item);
                let (node, grown) = refitted(&tree.nodes[at], bounds_of);
                tree.nodes[at] = node;
                self.cost += grown;
            }
        }
        tree.bounds = tree.root.map_or(Bounds::EMPTY, |root| bounds_of(root, &tree.nodes, 0, bounds_of_item));
        let rebuild = self.cost > REBUILD_COST_RATIO * self.cost_when_new;
        if rebuild {
            *self = RefitBvh::new(std::mem::take(&mut self.boxes));
        }
        rebuild
    }
}

impl Subtree<'_> {
    /// Refits its nodes. Returns the increase in the cost of a random ray. [m²]
    fn fit(&mut self, bounds_of_item: impl Fn(usize) -> Bounds + Copy) -> f64 {
        let mut cost = 0.0;
        for at in (0..self.nodes.len()).rev() {
            if std::mem::take(&mut self.is_unfit[at]) {
                let bounds_of = |branch: Branch| bounds_of(branch, self.nodes, self.first, bounds_of_item);
                let (node, grown) = refitted(&self.nodes[at], bounds_of);
                self.nodes[at] = node;
                cost += grown;
            }
        }
        cost
    }
}

/// The node with the current boxes of its branches, and the increase of their surface. [m²]
fn refitted(node: &Node<4>, bounds_of: impl Fn(Branch) -> Bounds) -> (Node<4>, f64) {
    let (mut boxes, mut grown) = (node.boxes(), 0.0);
    for (branch, bounds) in node.branches.into_iter().zip(&mut boxes) {
        if branch != Branch::NONE {
            let fitting = bounds_of(branch);
            grown += f64::from(fitting.half_area()) - f64::from(bounds.half_area());
            *bounds = fitting;
        }
    }
    let mut fitted = *node;
    fitted.set_boxes(boxes);
    (fitted, grown)
}

/// The box of a branch. `nodes` begins with the node of number `first`.
fn bounds_of(
    branch: Branch,
    nodes: &[Node<4>],
    first: usize,
    bounds_of_item: impl Fn(usize) -> Bounds,
) -> Bounds {
    if branch.count() == 0 {
        return nodes[branch.index() - first].bounds();
    }
    bounds_of_item(branch.index())
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
    fn tree_fits_boxes_after_some_items_moved() {
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
    fn fit_in_parallel_gives_the_same_tree() {
        let mut alone = RefitBvh::new((0..3000).map(cube).collect());
        let mut shared = alone.clone();
        for moved in [1, 7, 400] {
            for tree in [&mut alone, &mut shared] {
                (0..3000).step_by(moved).for_each(|item| tree.set(item, cube(item + moved % 5)));
            }
            assert_eq!(alone.fit(), shared.fit_in_parallel());
            let corners =
                |tree: &RefitBvh| tree.tree.nodes.iter().map(|node| node.corners).collect::<Vec<_>>();
            assert_eq!(corners(&alone), corners(&shared));
            assert_eq!(alone.cost.to_bits(), shared.cost.to_bits());
            assert!(!alone.is_unfit.contains(&true) && !shared.is_unfit.contains(&true));
            let (found, _) = items(&shared.tree, &shared.order, &shared.boxes);
            assert_eq!(found.len(), 3000);
        }
    }

    #[test]
    fn tree_is_rebuilt_only_after_its_items_are_scattered() {
        let mut tree = RefitBvh::new((0..100).map(cube).collect());
        tree.set(3, cube(4));
        assert!(!tree.fit());
        (0..100).for_each(|item| tree.set(item, cube(item * 37 % 100)));
        assert!(tree.fit());
        assert_eq!(items(&tree.tree, &tree.order, &tree.boxes).0.len(), 100);
        assert!(!tree.fit());
    }
}
