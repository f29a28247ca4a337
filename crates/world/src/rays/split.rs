//! Where to cut a set of boxes in two, so that rays have the least to do.
//!
//! What a random ray pays for a set is the surface of its box times the items in it (the surface area heuristic);
//! a cut is as good as the sum of that over both halves is small. Small sets are tried at every place between two
//! items, large ones at evenly spread places.

use glam::Vec3;

use super::bounds::Bounds;

/// Places at which a large set is tried, along each axis.
const PLACES: usize = 32;
/// Sets up to this size are tried everywhere.
const SMALL: usize = 256;

/// Where a set is cut, and what rays then pay.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    /// Along which the items of the first half have lower centres.
    pub(super) axis: usize,
    /// Items in the first half: not none, not all.
    pub(super) count: usize,
    /// Items times surface, summed over both halves. [m²]
    pub(super) cost: f32,
    /// By how many items the halves differ.
    uneven: usize,
}

impl Cut {
    /// The best cut of at least two items; `None` when no place is better than another.
    pub(super) fn best(items: &mut [u32], boxes: &[Bounds]) -> Option<Cut> {
        if items.len() <= SMALL { try_everywhere(items, boxes) } else { try_places(items, boxes) }
    }

    fn new(axis: usize, count: usize, of: usize, cost: f32) -> Cut {
        Cut { axis, count, cost, uneven: of.abs_diff(2 * count) }
    }

    /// A cut in the middle of the longest side, whatever it costs.
    pub(super) fn middle(items: &[u32], boxes: &[Bounds]) -> Cut {
        let centres = Bounds::around(items.iter().map(|&item| boxes[item as usize].centre()));
        let size = (centres.high - centres.low).to_array();
        let axis = (0..3).max_by(|&a, &b| size[a].total_cmp(&size[b])).unwrap_or(0);
        Cut::new(axis, items.len() / 2, items.len(), f32::INFINITY)
    }

    /// Reorders items so that the first half comes first.
    pub(super) fn part(&self, items: &mut [u32], boxes: &[Bounds]) {
        items.select_nth_unstable_by(self.count, |a, b| order(*a, *b, self.axis, boxes));
    }
}

/// The order of items along an axis, complete so that every build gives the same tree.
fn order(a: u32, b: u32, axis: usize, boxes: &[Bounds]) -> std::cmp::Ordering {
    let centre = |item: u32| boxes[item as usize].centre()[axis];
    centre(a).total_cmp(&centre(b)).then(a.cmp(&b))
}

fn cheaper(one: Option<Cut>, other: Cut) -> Option<Cut> {
    let order = |one: &Cut| one.cost.total_cmp(&other.cost).then(one.uneven.cmp(&other.uneven));
    if one.is_some_and(|one| order(&one).is_le()) { one } else { Some(other) }
}

fn try_everywhere(items: &mut [u32], boxes: &[Bounds]) -> Option<Cut> {
    let mut best = None;
    // What the items from each place on cost.
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
            best = cheaper(best, Cut::new(axis, count, items.len(), cost));
        }
    }
    best
}

/// Items that stand between two places.
#[derive(Clone, Copy)]
struct Between {
    count: usize,
    bounds: Bounds,
}

impl Between {
    const NONE: Between = Between { count: 0, bounds: Bounds::EMPTY };

    fn and(self, other: Between) -> Between {
        Between { count: self.count + other.count, bounds: self.bounds.and(other.bounds) }
    }

    fn cost(&self) -> f32 {
        self.bounds.half_area() * self.count as f32
    }
}

fn try_places(items: &[u32], boxes: &[Bounds]) -> Option<Cut> {
    let centres = Bounds::around(items.iter().map(|&item| boxes[item as usize].centre()));
    let scale = Vec3::splat(PLACES as f32) / (centres.high - centres.low);
    let mut between = [[Between::NONE; PLACES]; 3];
    for &item in items {
        let bounds = boxes[item as usize];
        let place = ((bounds.centre() - centres.low) * scale).to_array();
        for (between, place) in between.iter_mut().zip(place) {
            // A side without length gives no number, which counts as zero: all items stand in one place.
            let at = &mut between[(place as usize).min(PLACES - 1)];
            *at = at.and(Between { count: 1, bounds });
        }
    }
    let mut best = None;
    for (axis, between) in between.iter().enumerate() {
        let mut behind = [Between::NONE; PLACES];
        let mut all = Between::NONE;
        for (behind, between) in behind.iter_mut().zip(between).rev() {
            all = all.and(*between);
            *behind = all;
        }
        let mut before = Between::NONE;
        for (between, behind) in between.iter().zip(&behind[1..]) {
            before = before.and(*between);
            if before.count > 0 && behind.count > 0 {
                let cost = before.cost() + behind.cost();
                best = cheaper(best, Cut::new(axis, before.count, items.len(), cost));
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
    fn sets_are_cut_at_the_gap_however_large_they_are() {
        for count in [10, 1000] {
            let near = (0..count).map(|i| cube(0.001 * i as f32, 0.0));
            let far = (0..count / 2).map(|i| cube(0.001 * i as f32, 9.0));
            let boxes: Vec<_> = far.chain(near).collect();
            let mut items: Vec<_> = (0..boxes.len() as u32).collect();
            let cut = Cut::best(&mut items, &boxes).unwrap();
            assert_eq!((cut.axis, cut.count), (1, count));
            cut.part(&mut items, &boxes);
            assert!(items[..count].iter().all(|&item| item >= count as u32 / 2));
        }
    }

    #[test]
    fn equal_boxes_can_still_be_cut() {
        for count in [2, 1000] {
            let boxes = vec![cube(1.0, 2.0); count];
            let mut items: Vec<_> = (0..count as u32).collect();
            let cut = Cut::best(&mut items, &boxes).unwrap_or(Cut::middle(&items, &boxes));
            assert!(cut.count > 0 && cut.count < count);
        }
    }
}
