//! Splits a set of boxes in two by the surface area heuristic (SAH).
//!
//! The cost of a set for a random ray is the surface of its box times the number of its items. The best split minimizes the
//! sum of the costs of both halves. In small sets, every position between two items is tried; in large sets, the borders of
//! evenly spaced bins.

use glam::Vec3;

use crate::bvh::bounds::Bounds;

/// Number of bins of a large set along each axis.
const BINS: usize = 32;
/// Sets up to this size are tried at every position.
const SWEEP_MAX: usize = 256;

/// A split of a set, and its cost for rays.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SahSplit {
    /// The split axis: the items of the first half have lower centers along it.
    pub(crate) axis: usize,
    /// Number of items in the first half; at least one, and not all.
    pub(crate) count: usize,
    /// Number of items times surface, summed over both halves. [m²]
    pub(crate) cost: f32,
    /// Difference of the item counts of both halves.
    uneven: usize,
}

impl SahSplit {
    /// The best split of at least two items; `None` if all positions cost the same.
    pub(crate) fn best(items: &mut [u32], boxes: &[Bounds]) -> Option<SahSplit> {
        if items.len() <= SWEEP_MAX { sweep(items, boxes) } else { split_by_bins(items, boxes) }
    }

    fn new(axis: usize, count: usize, of: usize, cost: f32) -> SahSplit {
        SahSplit { axis, count, cost, uneven: of.abs_diff(2 * count) }
    }

    /// A split at the median along the longest side, regardless of cost.
    pub(crate) fn middle(items: &[u32], boxes: &[Bounds]) -> SahSplit {
        let centers = Bounds::around(items.iter().map(|&item| boxes[item as usize].center()));
        let size = (centers.high - centers.low).to_array();
        let axis = (0..3).max_by(|&a, &b| size[a].total_cmp(&size[b])).unwrap_or(0);
        SahSplit::new(axis, items.len() / 2, items.len(), f32::INFINITY)
    }

    /// Reorders items so that the first half comes first.
    pub(crate) fn part(&self, items: &mut [u32], boxes: &[Bounds]) {
        items.select_nth_unstable_by(self.count, |a, b| order(*a, *b, self.axis, boxes));
    }
}

/// The order of items along an axis. It is a total order, so that every build gives the same tree.
fn order(a: u32, b: u32, axis: usize, boxes: &[Bounds]) -> std::cmp::Ordering {
    let center = |item: u32| boxes[item as usize].center()[axis];
    center(a).total_cmp(&center(b)).then(a.cmp(&b))
}

fn cheaper(one: Option<SahSplit>, other: SahSplit) -> Option<SahSplit> {
    let order = |one: &SahSplit| one.cost.total_cmp(&other.cost).then(one.uneven.cmp(&other.uneven));
    if one.is_some_and(|one| order(&one).is_le()) { one } else { Some(other) }
}

fn sweep(items: &mut [u32], boxes: &[Bounds]) -> Option<SahSplit> {
    let mut best = None;
    // For each position, the cost of the items after it.
    let mut behind = vec![0.0; items.len()];
    for axis in 0..3 {
        items.sort_unstable_by(|a, b| order(*a, *b, axis, boxes));
        let mut bounds = Bounds::EMPTY;
        for (place, &item) in items.iter().enumerate().rev() {
            bounds = bounds.and(boxes[item as usize]);
            behind[place] = bounds.half_area() * (items.len() - place) as f32;
        }
        bounds = Bounds::EMPTY;
        for (&item, (count, &behind)) in items.iter().zip(behind.iter().enumerate().skip(1)) {
            bounds = bounds.and(boxes[item as usize]);
            let cost = bounds.half_area() * count as f32 + behind;
            best = cheaper(best, SahSplit::new(axis, count, items.len(), cost));
        }
    }
    best
}

/// The items of a bin.
#[derive(Clone, Copy)]
struct Bin {
    count: usize,
    bounds: Bounds,
}

impl Bin {
    const NONE: Bin = Bin { count: 0, bounds: Bounds::EMPTY };

    fn and(self, other: Bin) -> Bin {
        Bin { count: self.count + other.count, bounds: self.bounds.and(other.bounds) }
    }

    fn cost(&self) -> f32 {
        self.bounds.half_area() * self.count as f32
    }
}

fn split_by_bins(items: &[u32], boxes: &[Bounds]) -> Option<SahSplit> {
    let centers = Bounds::around(items.iter().map(|&item| boxes[item as usize].center()));
    let scale = Vec3::splat(BINS as f32) / (centers.high - centers.low);
    let mut bins = [[Bin::NONE; BINS]; 3];
    for &item in items {
        let bounds = boxes[item as usize];
        let place = ((bounds.center() - centers.low) * scale).to_array();
        for (bins, place) in bins.iter_mut().zip(place) {
            // A side of zero length gives NaN, which becomes bin 0: all items have the same center.
            let bin = &mut bins[(place as usize).min(BINS - 1)];
            *bin = bin.and(Bin { count: 1, bounds });
        }
    }
    let mut best = None;
    for (axis, bins) in bins.iter().enumerate() {
        let mut behind = [Bin::NONE; BINS];
        let mut all = Bin::NONE;
        for (behind, bin) in behind.iter_mut().zip(bins).rev() {
            all = all.and(*bin);
            *behind = all;
        }
        let mut before = Bin::NONE;
        for (bin, behind) in bins.iter().zip(&behind[1..]) {
            before = before.and(*bin);
            if before.count > 0 && behind.count > 0 {
                let cost = before.cost() + behind.cost();
                best = cheaper(best, SahSplit::new(axis, before.count, items.len(), cost));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(x: f32, y: f32) -> Bounds {
        Bounds { low: Vec3::new(x, y, 0.0), high: Vec3::new(x + 0.5, y + 0.5, 0.5) }
    }

    #[test]
    fn sets_of_any_size_are_split_at_the_gap() {
        for count in [10, 1000] {
            let near = (0..count).map(|i| cube(0.001 * i as f32, 0.0));
            let far = (0..count / 2).map(|i| cube(0.001 * i as f32, 9.0));
            let boxes: Vec<_> = far.chain(near).collect();
            let mut items: Vec<_> = (0..boxes.len() as u32).collect();
            let split = SahSplit::best(&mut items, &boxes).unwrap();
            assert_eq!((split.axis, split.count), (1, count));
            split.part(&mut items, &boxes);
            assert!(items[..count].iter().all(|&item| item >= count as u32 / 2));
        }
    }

    #[test]
    fn equal_boxes_can_still_be_split() {
        for count in [2, 1000] {
            let boxes = vec![cube(1.0, 2.0); count];
            let mut items: Vec<_> = (0..count as u32).collect();
            let split = SahSplit::best(&mut items, &boxes).unwrap_or(SahSplit::middle(&items, &boxes));
            assert!(split.count > 0 && split.count < count);
        }
    }
}
