//! Axis-aligned boxes in the world frame.

use glam::DVec3;
use morse_world::{NodeId, RayKind, World};

/// An object this many times wider than high, and at least [`PLATE_M`] wide, is a ground plate.
const FLAT: f64 = 40.0;
/// Minimum width of a ground plate. [m]
const PLATE_M: f64 = 5.0;

/// An axis-aligned box in the world frame. [m]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    pub low: DVec3,
    pub high: DVec3,
}

impl Extent {
    pub fn and(self, other: Extent) -> Extent {
        Extent { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub fn center(&self) -> DVec3 {
        (self.low + self.high) / 2.0
    }

    pub fn size(&self) -> DVec3 {
        self.high - self.low
    }

    pub fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|number| {
            let pick = |axis: usize| if number >> axis & 1 == 0 { self.low[axis] } else { self.high[axis] };
            DVec3::new(pick(0), pick(1), pick(2))
        })
    }

    pub fn is_plate(&self) -> bool {
        let size = self.size();
        let width = size.x.max(size.y);
        width > PLATE_M && width > FLAT * size.z
    }

    /// The box around the visible parts of a node and its descendants.
    pub fn of(world: &World, node: NodeId) -> Option<Extent> {
        let own = world.bounds(node, RayKind::Visual).map(|[low, high]| Extent { low, high });
        let below = world.children(node).iter().filter_map(|&child| Extent::of(world, child));
        own.into_iter().chain(below).reduce(Extent::and)
    }
}
