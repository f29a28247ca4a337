//! Bounding volume hierarchies (BVH) over triangles and over instances, with four branches a node, in the layout of the
//! kernel.

pub(crate) mod bounds;
pub(crate) mod refit;
pub(crate) mod sah;

use crate::bvh::bounds::Bounds;
use crate::bvh::sah::SahSplit;

/// From this depth on sets are split at the median, which ends after 32 more splits: the depth is bounded for any boxes.
const SAH_DEPTH_MAX: usize = 64;
/// Visiting a node costs a ray as much as testing this many items.
const TRAVERSAL_COST: f32 = 1.0;

/// A child of a node: an inner node, or a leaf of one item or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Branch(u32);

impl Branch {
    /// The branch of a node that has fewer than it could: no node has the root below it.
    pub(super) const NONE: Branch = Branch(0);
    /// Bits that hold the number of items of a leaf.
    const COUNT_BITS: u32 = 3;
    /// Items in a leaf at most.
    const MOST: usize = (1 << Branch::COUNT_BITS) - 1;

    /// With a number of items as in [`Branch::count`].
    fn new(index: usize, count: usize) -> Branch {
        assert!(
            index < 1 << (32 - Branch::COUNT_BITS) && count <= Branch::MOST,
            "more items than a BVH can hold"
        );
        Branch((index as u32) << Branch::COUNT_BITS | count as u32)
    }

    /// Number of the node, or of the first item of a leaf.
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        (self.0 >> Branch::COUNT_BITS) as usize
    }

    /// Number of items of a leaf; 0 for an inner node.
    #[inline(always)]
    pub(super) fn count(self) -> usize {
        self.0 as usize & Branch::MOST
    }
}

/// Branches of a node at most.
pub(super) const WAYS: usize = 4;

/// An inner node: its branches and their boxes, on two lines of the cache.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Node {
    /// The coordinates of the low and the high corners of the boxes, x, y, z, x, y, z, and each of them for all branches. No
    /// ray meets the box of a branch that is not there.
    pub(super) corners: [[f32; WAYS]; 6],
    pub(super) branches: [Branch; WAYS],
    /// For each of the eight ways rays can go along the axes, and each branch, which other branches are behind it: four
    /// bits for each branch, the first lowest. It is a guess, which gets worse as instances move.
    pub(super) behind: [u16; 8],
}

impl Node {
    /// The branches that are there, with their boxes.
    #[inline]
    pub(super) fn branches(&self) -> impl Iterator<Item = (Branch, Bounds)> {
        let there = self.branches.into_iter().take_while(|branch| *branch != Branch::NONE);
        there.zip(self.boxes())
    }

    /// The boxes of all branches; empty for those that are not there.
    #[inline]
    pub(super) fn boxes(&self) -> [Bounds; WAYS] {
        std::array::from_fn(|which| Bounds::of_corners(self.corners.map(|coordinates| coordinates[which])))
    }

    /// Gives the branches other boxes.
    #[inline]
    pub(super) fn set_boxes(&mut self, boxes: [Bounds; WAYS]) {
        let corners = boxes.map(|bounds| bounds.corners());
        self.corners = std::array::from_fn(|coordinate| corners.map(|corners| corners[coordinate]));
    }

    /// The box around those of all branches.
    #[inline]
    pub(super) fn bounds(&self) -> Bounds {
        let [low_x, low_y, low_z, high_x, high_y, high_z] = self.corners;
        let least = |numbers: [f32; WAYS]| numbers.into_iter().fold(f32::INFINITY, f32::min);
        let greatest = |numbers: [f32; WAYS]| numbers.into_iter().fold(f32::NEG_INFINITY, f32::max);
        let (low, high) = ([low_x, low_y, low_z].map(least), [high_x, high_y, high_z].map(greatest));
        Bounds { low: low.into(), high: high.into() }
    }
}

/// A BVH. Items are numbered in the order of the leaves.
#[derive(Debug, Clone)]
pub(super) struct Bvh {
    /// In depth-first order, in which a traversal mostly goes forward in memory.
    pub(super) nodes: Vec<Node>,
    /// `None` without items.
    pub(super) root: Option<Branch>,
    /// For each item, its number among the boxes the tree was built from.
    pub(super) order: Vec<u32>,
    pub(super) bounds: Bounds,
}

/// A set of items, to be split as long as the surface area heuristic says so.
#[derive(Clone, Copy)]
struct Open {
    first: usize,
    end: usize,
    bounds: Bounds,
    depth: usize,
    /// Whether it is known that it is not to be split.
    whole: bool,
    /// The node and the number of the branch it is; `None` for the root.
    place: Option<(usize, usize)>,
}

impl Bvh {
    /// A tree over boxes, with at most so many of them in a leaf, seven at most.
    pub(super) fn build(boxes: &[Bounds], items_per_leaf: usize) -> Bvh {
        let bounds = around(boxes);
        let order = (0..boxes.len() as u32).collect();
        let mut tree = Bvh { nodes: Vec::new(), root: None, order, bounds };
        let mut open = Vec::new();
        if !boxes.is_empty() {
            open.push(Open { first: 0, end: boxes.len(), bounds, depth: 0, whole: false, place: None });
        }
        while let Some(set) = open.pop() {
            let (parts, orders) = tree.parts(set, boxes, items_per_leaf);
            let branch = if parts.len() == 1 {
                Branch::new(set.first, set.end - set.first)
            } else {
                let number = tree.nodes.len();
                let (corners, branches) = ([[0.0; WAYS]; 6], [Branch::NONE; WAYS]);
                let mut node = Node { corners, branches, behind: orders.map(behind) };
                node.set_boxes(std::array::from_fn(|which| {
                    parts.get(which).map_or(Bounds::EMPTY, |part| part.bounds)
                }));
                tree.nodes.push(node);
                let placed = parts.into_iter().enumerate();
                open.extend(placed.map(|(which, part)| Open { place: Some((number, which)), ..part }).rev());
                Branch::new(number, 0)
            };
            match set.place {
                None => tree.root = Some(branch),
                Some((number, which)) => tree.nodes[number].branches[which] = branch,
            }
        }
        tree
    }

    /// What a set is split into for the branches of a node, and, for each way of rays along the axes, these from the
    /// far to the near; the set alone if
    /// rays are better served by a leaf.
    fn parts(
        &mut self,
        set: Open,
        boxes: &[Bounds],
        items_per_leaf: usize,
    ) -> (Vec<Open>, [[usize; WAYS]; 8]) {
        let mut parts = vec![set];
        let mut orders = [std::array::from_fn(|which| which); 8];
        while parts.len() < WAYS {
            // The one that most rays meet.
            let area = |which: &usize| parts[*which].bounds.half_area();
            let candidates = (0..parts.len()).filter(|&which| !parts[which].whole);
            let Some(which) = candidates.max_by(|a, b| area(a).total_cmp(&area(b))) else {
                break;
            };
            let Some((axis, [low, high])) = self.split(&parts[which], boxes, items_per_leaf) else {
                parts[which].whole = true;
                continue;
            };
            let added = parts.len();
            parts[which] = low;
            parts.push(high);
            for (way, order) in orders.iter_mut().enumerate() {
                let at = order.iter().position(|&it| it == which).unwrap_or(0);
                order.copy_within(at..added, at + 1);
                let far_and_near = if way >> axis & 1 == 0 { [added, which] } else { [which, added] };
                [order[at], order[at + 1]] = far_and_near;
            }
        }
        (parts, orders)
    }

    /// Both halves of a set, the one with lower centres along an axis first, and that axis; `None` if rays are better
    /// served by a leaf.
    fn split(&mut self, set: &Open, boxes: &[Bounds], items_per_leaf: usize) -> Option<(usize, [Open; 2])> {
        let items = &mut self.order[set.first..set.end];
        if items.len() < 2 {
            return None;
        }
        let best = if set.depth < SAH_DEPTH_MAX { SahSplit::best(items, boxes) } else { None };
        let split = best.unwrap_or_else(|| SahSplit::middle(items, boxes));
        let surface = set.bounds.half_area();
        let fits = items.len() <= items_per_leaf;
        if fits && surface * items.len() as f32 <= split.cost + TRAVERSAL_COST * surface {
            return None;
        }
        split.part(items, boxes);
        let middle = set.first + split.count;
        let halves = [(set.first, middle), (middle, set.end)].map(|(first, end)| {
            let bounds = self.bounds_of_items(first, end, boxes);
            Open { first, end, bounds, depth: set.depth + 1, whole: false, place: None }
        });
        Some((split.axis, halves))
    }

    /// The box around the items from `first` to before `end`.
    pub(super) fn bounds_of_items(&self, first: usize, end: usize, boxes: &[Bounds]) -> Bounds {
        self.order[first..end].iter().fold(Bounds::EMPTY, |all, &item| all.and(boxes[item as usize]))
    }
}

/// For branches from the far to the near, those behind each of them as in [`Node::behind`].
fn behind(order: [usize; WAYS]) -> u16 {
    let mut farther = 0;
    order.into_iter().fold(0, |all, which| {
        let all = all | farther << (WAYS * which);
        farther |= 1 << which;
        all
    })
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
    pub(in super::super) fn items(tree: &Bvh, boxes: &[Bounds]) -> (Vec<u32>, usize) {
        let (mut found, mut depth) = (Vec::new(), 0);
        let mut open: Vec<_> = tree.root.iter().map(|root| (*root, tree.bounds, 0)).collect();
        while let Some((branch, around, at)) = open.pop() {
            depth = depth.max(at);
            let range = branch.index()..branch.index() + branch.count();
            for &item in &tree.order[range] {
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

    #[test]
    fn a_tree_holds_every_item_once_inside_its_boxes() {
        for count in [0, 1, 2, 3, 100, 700] {
            let boxes: Vec<_> = (0..count).map(|i| cube(i as f32)).collect();
            let tree = Bvh::build(&boxes, 4);
            assert_eq!(items(&tree, &boxes).0, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn branches_know_which_others_are_behind_them_for_rays_of_every_way() {
        let boxes: Vec<_> = (0..4).map(|i| cube(i as f32)).collect();
        let node = Bvh::build(&boxes, 1).nodes[0];
        let centres = node.boxes().map(|bounds| bounds.centre().x);
        for (way, behind) in node.behind.into_iter().enumerate() {
            for (which, centre) in centres.iter().enumerate() {
                let farther = |other: &f32| if way & 1 == 0 { other > centre } else { other < centre };
                let expected = centres.iter().map(farther).rev().fold(0, |all, it| 2 * all + u16::from(it));
                assert_eq!(behind >> (WAYS * which) & 15, expected, "{way} {which}");
            }
        }
    }

    #[test]
    fn many_equal_boxes_are_no_problem() {
        let boxes = vec![cube(1.0); 5000];
        let (found, depth) = items(&Bvh::build(&boxes, 4), &boxes);
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
        let (found, depth) = items(&Bvh::build(&boxes, 1), &boxes);
        assert_eq!(found.len(), 3000);
        assert!(depth <= SAH_DEPTH_MAX + 32, "{depth}");
    }
}
