//! Free zones of bodies in planar motion: vertical cylinders, stored in a grid.

use std::collections::BTreeMap;

use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

use crate::NodeId;

/// Size of a cell of the grid. [m]
const CELL_M: f64 = 4.0;
/// Maximum radius of a zone. [m]
const RADIUS_MAX_M: f64 = 2.0 * CELL_M;
/// Maximum absolute value of coordinates; single precision is insufficient beyond. [m]
const FAR_M: f64 = 1e6;

/// A vertical cylinder.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Zone {
    pub(super) middle: DVec2,
    pub(super) radius: f64,
    /// Lowest and highest points. [m]
    pub(super) heights: [f64; 2],
}

impl Zone {
    /// The lowest and the highest corner of its bounding box.
    pub(super) fn corners(&self) -> [DVec3; 2] {
        let [lowest, highest] = self.heights;
        [(self.middle - self.radius).extend(lowest), (self.middle + self.radius).extend(highest)]
    }

    /// Whether the grid can hold it.
    pub(super) fn fits(&self) -> bool {
        self.radius <= RADIUS_MAX_M && self.middle.abs().max_element() <= FAR_M
    }

    pub(super) fn overlaps(&self, other: &Zone) -> bool {
        let within = self.radius + other.radius;
        self.heights[0] <= other.heights[1]
            && other.heights[0] <= self.heights[1]
            && self.middle.distance_squared(other.middle) < within * within
    }

    /// Whether an axis-aligned box overlaps it.
    pub(super) fn overlaps_box(&self, [least, most]: [DVec3; 2]) -> bool {
        let nearest = self.middle.clamp(least.truncate(), most.truncate());
        least.z <= self.heights[1]
            && most.z >= self.heights[0]
            && self.middle.distance_squared(nearest) < self.radius * self.radius
    }

    fn cells(&self) -> impl Iterator<Item = [i32; 2]> {
        cells(self.middle - self.radius, self.middle + self.radius)
    }
}

/// The size of a body that moves along the ground: a vertical cylinder about its center of mass that always contains it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Extent {
    pub(super) radius: f64,
    /// Lowest and highest points. [m]
    pub(super) heights: [f64; 2],
}

impl Extent {
    /// The cylinder that a body of this size needs for a free zone.
    pub(super) fn zone(self, FreeZone { middle, room }: FreeZone) -> Zone {
        Zone { middle, radius: self.radius + room, heights: self.heights }
    }
}

/// The area in which the center of mass of a body may move: a disk.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct FreeZone {
    pub(super) middle: DVec2,
    /// Maximum distance of the center of mass from the center of the disk. [m]
    pub(super) room: f64,
}

impl FreeZone {
    /// Creates a zone centered at a position.
    pub(super) fn about(place: DVec3, room: f64) -> FreeZone {
        FreeZone { middle: place.truncate(), room }
    }
}

/// The grid cells that a rectangle overlaps.
fn cells(least: DVec2, most: DVec2) -> impl Iterator<Item = [i32; 2]> {
    let cell = |at: f64| (at / CELL_M).floor() as i32;
    let (rows, columns) = (cell(least.y)..=cell(most.y), cell(least.x)..=cell(most.x));
    rows.flat_map(move |y| columns.clone().map(move |x| [x, y]))
}

/// The zones of all bodies in planar motion.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Zones(BTreeMap<[i32; 2], Vec<(NodeId, Zone)>>);

impl Zones {
    pub(super) fn insert(&mut self, owner: NodeId, zone: &Zone) {
        for cell in zone.cells() {
            self.0.entry(cell).or_default().push((owner, *zone));
        }
    }

    pub(super) fn remove(&mut self, owner: NodeId, zone: &Zone) {
        for cell in zone.cells() {
            if let Some(zones) = self.0.get_mut(&cell) {
                zones.retain(|(of, _)| *of != owner);
                if zones.is_empty() {
                    self.0.remove(&cell);
                }
            }
        }
    }

    /// The owner of a zone, other than `owner`'s, that overlaps a zone.
    pub(super) fn overlapping(&self, owner: NodeId, zone: &Zone) -> Option<NodeId> {
        let near = zone.cells().filter_map(|cell| self.0.get(&cell)).flatten();
        let mut others = near.filter(|(of, other)| *of != owner && zone.overlaps(other));
        others.next().map(|(of, _)| *of)
    }

    /// The owners of the zones that an axis-aligned box overlaps, given by its lowest and highest corner.
    pub(super) fn meeting(&self, reach: [DVec3; 2]) -> Vec<NodeId> {
        let [least, most] = reach.map(|corner| corner.truncate());
        let is_small = (most - least).max_element() <= 8.0 * CELL_M && least.abs().max_element() <= FAR_M;
        let near: Vec<_> = match is_small {
            true => cells(least, most).filter_map(|cell| self.0.get(&cell)).collect(),
            false => self.0.values().collect(),
        };
        let met = near.into_iter().flatten().filter(|(_, zone)| zone.overlaps_box(reach));
        let mut owners: Vec<NodeId> = met.map(|(owner, _)| *owner).collect();
        owners.sort_unstable();
        owners.dedup();
        owners
    }
}
