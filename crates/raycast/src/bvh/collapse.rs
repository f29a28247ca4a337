//! Collapses binary trees to trees with several branches per node, at the minimum cost for rays.
//!
//! For each node of the binary tree, from the bottom up, the minimum cost of replacing it by one branch, by two branches and
//! so on is computed (Ylitie, Karras and Laine, "Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs",
//! 2017).

use crate::bvh::binary::{BinaryBvh, BinaryNode, Halves};
use crate::bvh::branch_order::BranchOrder;

/// Cost model of a tree for random rays, and the size limit of leaves. The unit is the cost of a leaf with one item.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RayCosts {
    /// Cost of an inner node.
    pub(crate) node: f32,
    /// Cost of each item of a leaf after the first.
    pub(crate) more_items: f32,
    /// Maximum number of items in a leaf, unless a leaf of the binary tree has more.
    pub(crate) items_per_leaf: usize,
}

/// The cheapest ways to replace the nodes of a binary tree by branches.
pub(super) struct Collapse<'a, const WAYS: usize> {
    binary: &'a BinaryBvh,
    /// For each node of the binary tree, its replacements.
    ways: Vec<Replacement<WAYS>>,
}

/// The cheapest replacements of a binary node by branches of a wide node above it.
#[derive(Debug, Clone, Copy)]
struct Replacement<const WAYS: usize> {
    /// Minimum cost with at most one branch, at most two branches, and so on.
    costs: [f32; WAYS],
    /// For each maximum number of branches, the number that replaces the first half; zero if fewer branches cost the same.
    first_half: [u8; WAYS],
    /// If the node becomes a wide node: the number of its branches that replaces the first half. Zero for a leaf.
    own_first_half: u8,
}

/// Nodes of a binary tree that become the branches of a wide node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts<const WAYS: usize> {
    pub(super) numbers: [usize; WAYS],
    pub(super) count: usize,
    pub(super) branch_order: BranchOrder<WAYS>,
}

impl<'a, const WAYS: usize> Collapse<'a, WAYS> {
    pub(super) fn new(binary: &'a BinaryBvh, costs: RayCosts) -> Collapse<'a, WAYS> {
        let mut ways = vec![Replacement::leaf(0.0); binary.nodes.len()];
        // Children have higher numbers than their parents.
        for (number, node) in binary.nodes.iter().enumerate().rev() {
            ways[number] = Replacement::new(node, &ways, costs);
        }
        Collapse { binary, ways }
    }

    /// Whether a node becomes a leaf if it becomes a branch.
    pub(super) fn is_leaf(&self, number: usize) -> bool {
        self.ways[number].own_first_half == 0
    }

    /// The binary nodes that become the branches of a wide node.
    pub(super) fn parts(&self, number: usize) -> Parts<WAYS> {
        let mut parts = Parts { numbers: [0; WAYS], count: 0, branch_order: BranchOrder([[0; WAYS]; 4]) };
        if let Some(halves) = &self.binary.nodes[number].halves {
            self.add_halves(halves, self.ways[number].own_first_half.into(), WAYS, &mut parts);
        }
        parts
    }

    /// Adds the replacements of two halves. Returns the added branches as bits.
    fn add_halves(&self, halves: &Halves, first: usize, branches: usize, parts: &mut Parts<WAYS>) -> u8 {
        let low = self.add(halves.numbers[0], first, parts);
        let high = self.add(halves.numbers[1], branches - first, parts);
        for (way, behind) in parts.branch_order.0.iter_mut().enumerate() {
            let (near, far) = if way >> halves.axis & 1 == 0 { (low, high) } else { (high, low) };
            for (which, behind) in behind.iter_mut().enumerate() {
                *behind |= if near >> which & 1 == 1 { far } else { 0 };
            }
        }
        low | high
    }

    /// Adds the replacement of a node by at most `branches` branches. Returns the added branches as bits.
    fn add(&self, number: usize, mut branches: usize, parts: &mut Parts<WAYS>) -> u8 {
        let replacement = &self.ways[number];
        while branches > 1 && replacement.first_half[branches - 1] == 0 {
            branches -= 1;
        }
        match &self.binary.nodes[number].halves {
            Some(halves) if branches > 1 => {
                self.add_halves(halves, replacement.first_half[branches - 1].into(), branches, parts)
            }
            _ => {
                let place = parts.count;
                parts.numbers[place] = number;
                parts.count += 1;
                1 << place
            }
        }
    }
}

impl<const WAYS: usize> Replacement<WAYS> {
    fn leaf(cost: f32) -> Self {
        Replacement { costs: [cost; WAYS], first_half: [0; WAYS], own_first_half: 0 }
    }

    fn new(node: &BinaryNode, ways: &[Self], ray_costs: RayCosts) -> Self {
        let surface = node.bounds.half_area();
        let leaf = surface * (1.0 + ray_costs.more_items * (node.count - 1) as f32);
        let Some(halves) = node.halves else {
            return Replacement::leaf(leaf);
        };
        let [one, other] = halves.numbers.map(|half| &ways[half].costs);
        // The minimum cost of both halves with a number of branches, and the number of branches for the first half.
        let shared = |branches: usize| {
            let cost = |first: usize| one[first - 1] + other[branches - first - 1];
            let first = (1..branches).min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or(1);
            (cost(first), first as u8)
        };
        let mut best = Replacement::leaf(leaf);
        let (below, own_first_half) = shared(WAYS);
        let node_cost = surface * ray_costs.node + below;
        let as_leaf = node.count <= ray_costs.items_per_leaf && leaf <= node_cost;
        (best.costs[0], best.own_first_half) = if as_leaf { (leaf, 0) } else { (node_cost, own_first_half) };
        for branches in 2..=WAYS {
            let before = best.costs[branches - 2];
            let (cost, first) = shared(branches);
            (best.costs[branches - 1], best.first_half[branches - 1]) =
                if cost < before { (cost, first) } else { (before, 0) };
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::bvh::SingleBvh;
    use crate::bvh::bounds::Bounds;

    #[test]
    fn nodes_and_leaves_are_well_filled_if_items_cost_nothing() {
        let cube = |i: u32| {
            let low = Vec3::new((i % 17) as f32, (i / 17 % 17) as f32, (i / 289) as f32);
            Bounds { low, high: low + 0.9 }
        };
        let boxes: Vec<_> = (0..17 * 17 * 17).map(cube).collect();
        let costs = RayCosts { node: 1.0, more_items: 0.0, items_per_leaf: 8 };
        let tree = SingleBvh::collapse(&BinaryBvh::build(&boxes, 4), costs);
        let branches: Vec<_> = tree.nodes.iter().flat_map(|node| node.branches()).collect();
        let leaves = branches.iter().filter(|(branch, _)| branch.count() > 0).count();
        assert!(branches.len() > 6 * tree.nodes.len(), "{} in {}", branches.len(), tree.nodes.len());
        assert!(boxes.len() > 4 * leaves, "{leaves}");
    }
}
