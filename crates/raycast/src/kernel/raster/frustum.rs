//! The part of space that a tile of pixels sees, in the frame of the world or of an instance.

use glam::Vec3;

use crate::bvh::bounds::Bounds;
use crate::bvh::{Branch, Node};
use crate::ray_tile::RayTile;
use crate::simd::isa::{Lanes, Wide};

/// Growth of a tile for tests in pixel coordinates: more than their rounding errors. [pixels]
pub(super) const MARGIN: f32 = 0.25;
/// Growth of boxes, relative to the sizes of coordinates: several rounding errors of single precision.
const GROWTH: f32 = 4e-6;
/// Factor of squared distances to boxes that exceeds their rounding errors.
const SLACK: f32 = 1.0 - 1e-5;

/// Maps vectors from the camera to homogeneous pixel coordinates of a tile: the first pixel has its center at (0, 0, 1).
#[derive(Debug, Clone, Copy)]
pub(super) struct PixelAxes {
    pub(super) x: Vec3,
    pub(super) y: Vec3,
    /// Depth along the optical axis. [m]
    pub(super) z: Vec3,
}

impl PixelAxes {
    /// The axes of a tile, in the world.
    #[inline(always)]
    pub(super) fn of(tile: &RayTile) -> PixelAxes {
        let axis = |step: Vec3, first: f32| step / step.length_squared() - tile.forward * first;
        PixelAxes { x: axis(tile.right, tile.first.x), y: axis(tile.down, tile.first.y), z: tile.forward }
    }

    /// The axes in a rotated frame.
    #[inline(always)]
    pub(super) fn rotated(&self, rotation: impl Fn(Vec3) -> Vec3) -> PixelAxes {
        PixelAxes { x: rotation(self.x), y: rotation(self.y), z: rotation(self.z) }
    }

    /// Homogeneous pixel coordinates of a point relative to the camera.
    #[inline(always)]
    pub(super) fn place(&self, point: Vec3) -> Vec3 {
        Vec3::new(self.x.dot(point), self.y.dot(point), self.z.dot(point))
    }
}

/// A side of a frustum.
#[derive(Debug, Clone, Copy)]
struct Side {
    inwards: Vec3,
    /// Points inside have at least this coordinate along `inwards`.
    least: f32,
    /// Indices of the coordinates of the innermost corner of a box, as in [`Node::corners`].
    corner: [usize; 3],
}

/// The pyramid of a tile, for tests of boxes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frustum {
    /// Position of the camera. [m]
    origin: Vec3,
    sides: [Side; 4],
}

impl Frustum {
    /// The frustum in a frame with the camera at `origin` [m], for boxes whose coordinates have absolute values of at most
    /// `extent` [m].
    #[inline(always)]
    pub(super) fn new(axes: &PixelAxes, origin: Vec3, extent: f32) -> Frustum {
        let [last_x, last_y] = [RayTile::WIDTH, RayTile::HEIGHT].map(|count| (count - 1) as f32 + MARGIN);
        let growth = GROWTH * (origin.abs().max_element() + extent);
        let side = |inwards: Vec3| Side {
            inwards,
            least: inwards.dot(origin) - growth * inwards.abs().element_sum(),
            corner: std::array::from_fn(|axis| if inwards[axis] < 0.0 { axis } else { axis + 3 }),
        };
        let sides = [
            side(axes.x + axes.z * MARGIN),
            side(axes.z * last_x - axes.x),
            side(axes.y + axes.z * MARGIN),
            side(axes.z * last_y - axes.y),
        ];
        Frustum { origin, sides }
    }

    /// The branches of a node whose boxes are inside and at squared distances of at most `reach` [m²] from the camera, the
    /// farthest first, with a lower bound for their squared distance. Returns their number.
    #[inline(always)]
    pub(super) fn branches<W: Wide, const WAYS: usize>(
        &self,
        wide: W,
        node: &Node<WAYS>,
        reach: f32,
        found: &mut [(f32, Branch); WAYS],
    ) -> usize {
        let zero = wide.splat(0.0);
        let mut squares = zero;
        for axis in 0..3 {
            let (low, high) = (wide.row(&node.corners[axis]), wide.row(&node.corners[axis + 3]));
            let origin = wide.splat(self.origin[axis]);
            let aside = (low - origin).max(origin - high).max(zero);
            squares = squares + aside * aside;
        }
        let squares = squares * wide.splat(SLACK);
        let mut inside = squares.le(wide.splat(reach));
        for side in &self.sides {
            let [x, y, z] = side.corner;
            let (x, y, z) = (&node.corners[x.min(5)], &node.corners[y.min(5)], &node.corners[z.min(5)]);
            let along = wide.row(x) * wide.splat(side.inwards.x)
                + wide.row(y) * wide.splat(side.inwards.y)
                + wide.row(z) * wide.splat(side.inwards.z);
            inside = inside.and(wide.splat(side.least).le(along));
        }
        let mut inside = inside.bits() & ((1 << WAYS) - 1);
        if inside == 0 {
            return 0;
        }
        let squares = squares.array();
        let mut count = 0;
        while inside != 0 {
            let way = inside.trailing_zeros() as usize;
            inside &= inside - 1;
            if node.branches[way] == Branch::NONE {
                continue;
            }
            let square = squares[way];
            // Sorted by insertion: there are few.
            let mut place = count;
            while place > 0 && found[place - 1].0 < square {
                found[place] = found[place - 1];
                place -= 1;
            }
            found[place] = (square, node.branches[way]);
            count += 1;
        }
        count
    }
}

/// The range of pixels of a tile that a box may cover, as lowest column and row and highest column and row; `None` if the box
/// is outside. The box is relative to the camera.
#[inline(always)]
pub(super) fn pixels_of(axes: &PixelAxes, bounds: &Bounds) -> Option<[u32; 4]> {
    let mut low = [f32::INFINITY; 2];
    let mut high = [f32::NEG_INFINITY; 2];
    let size = (bounds.high - bounds.low).max_element() + bounds.reach();
    for number in 0..8 {
        let pick = |axis: usize| if number >> axis & 1 == 0 { bounds.low[axis] } else { bounds.high[axis] };
        let place = axes.place(Vec3::new(pick(0), pick(1), pick(2)));
        if place.z <= 1e-4 * size {
            return Some([0, 0, RayTile::WIDTH - 1, RayTile::HEIGHT - 1]);
        }
        for (axis, at) in [place.x / place.z, place.y / place.z].into_iter().enumerate() {
            low[axis] = low[axis].min(at);
            high[axis] = high[axis].max(at);
        }
    }
    pixel_range(low, high)
}

/// The pixels between two places; `None` if there are none in the tile.
#[inline(always)]
pub(super) fn pixel_range(low: [f32; 2], high: [f32; 2]) -> Option<[u32; 4]> {
    let [last_x, last_y] = [(RayTile::WIDTH - 1) as f32, (RayTile::HEIGHT - 1) as f32];
    // The first pixel at or after `low`, and the last at or before `high`.
    let [left, top] = [low[0], low[1]].map(|at| (at - MARGIN).max(0.0));
    let [right, bottom] = [(high[0] + MARGIN).min(last_x), (high[1] + MARGIN).min(last_y)];
    if !(left <= last_x && top <= last_y && right >= 0.0 && bottom >= 0.0) {
        return None;
    }
    let up = |at: f32| {
        let whole = at as u32;
        if (whole as f32) < at { whole + 1 } else { whole }
    };
    let range = [up(left), up(top), right as u32, bottom as u32];
    (range[0] <= range[2] && range[1] <= range[3]).then_some(range)
}
