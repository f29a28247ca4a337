//! Eight triangles of a leaf in pixel coordinates, to find the pixels that each may cover.

use glam::Vec3;

use crate::kernel::packet::splat;
use crate::kernel::raster::frustum::{MARGIN, PixelAxes, pixel_range};
use crate::mesh::{TRIANGLES_PER_BLOCK, TriangleBlock};
use crate::ray_tile::RayTile;
use crate::simd::isa::{Lanes, Wide};

/// Factor of distances that exceeds their rounding errors.
const FARTHER: f32 = 1.0 + 1e-5;

type Eight = [f32; TRIANGLES_PER_BLOCK];
/// Rounding of homogeneous coordinates, relative to the size of the terms.
const ROUNDING: f32 = 1e-6;

/// The volume of a triangle with a useful bound for its depth exceeds its rounding error by this factor.
const PLANE: f32 = 1000.0;
/// Factor of inverse depths that exceeds the rounding errors of such a volume and of distances.
const NEARER: f32 = 1.01;

/// The triangles of a block that may be in a tile, in its pixel coordinates.
pub(super) struct PlacedBlock {
    /// Lowest and highest places of the corners; of no meaning for triangles that may reach behind the camera. [pixels]
    low: [Eight; 2],
    high: [Eight; 2],
    /// Lower bound for the depth of each triangle. [m]
    nearest: Eight,
    /// Upper bound for the distance of each triangle. [m]
    farthest: Eight,
    /// As [`Edges::lines`].
    lines: [[Eight; 3]; 3],
    /// As [`Edges::nearness`].
    nearness: [Eight; 3],
    /// A bit for each triangle whose lines are certain, and one for each with a useful `nearness`.
    has_edges: u32,
    has_nearness: u32,
    /// A bit for each triangle that may be in the tile.
    pub(super) seen: u32,
}

/// The edges of a triangle in pixel coordinates. A pixel is inside if all three functions of its place are positive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edges {
    /// Coefficients of x, y and 1, with a tolerance added to the last.
    pub(super) lines: [[f32; 3]; 3],
    /// Coefficients of x, y and 1 of an upper bound for the inverse of the depth of the plane [1/m]; `None` if the triangle is
    /// seen too flat for a useful bound.
    pub(super) nearness: Option<[f32; 3]>,
}

/// A line in homogeneous coordinates, and the sizes of the terms from which it is computed.
type Line<L> = ([L; 3], [L; 3]);

/// Vectors of eight triangles as arrays.
#[inline(always)]
fn arrays<L: Lanes>([x, y, z]: [L; 3]) -> [Eight; 3] {
    [eight(x), eight(y), eight(z)]
}

#[inline(always)]
fn eight<L: Lanes>(lanes: L) -> Eight {
    let all = lanes.array();
    let mut first = [0.0; TRIANGLES_PER_BLOCK];
    first.copy_from_slice(&all[..TRIANGLES_PER_BLOCK]);
    first
}

impl PlacedBlock {
    /// Places the triangles of a block, seen from `origin` [m]. `None` if none of them is in the tile.
    #[inline(always)]
    pub(super) fn new<W: Wide>(
        wide: W,
        axes: &PixelAxes,
        origin: Vec3,
        block: &TriangleBlock,
    ) -> Option<PlacedBlock> {
        let zero = wide.splat(0.0);
        let origin = splat(wide, origin.to_array());
        let along =
            [splat(wide, axes.x.to_array()), splat(wide, axes.y.to_array()), splat(wide, axes.z.to_array())];
        let (a, size_a) = place(wide, &block.corners[0], &origin, &along);
        let (b, size_b) = place(wide, &block.corners[1], &origin, &along);
        let (c, size_c) = place(wide, &block.corners[2], &origin, &along);
        // Of two values of which one is NaN, `max` and `min` return the second.
        let size = size_c.max(size_b.max(size_a.max(zero)));
        let [last_x, last_y] = [RayTile::WIDTH, RayTile::HEIGHT].map(|count| (count - 1) as f32 + MARGIN);
        let (margin, last_x, last_y) = (wide.splat(MARGIN), wide.splat(last_x), wide.splat(last_y));
        let least = wide.splat(f32::NEG_INFINITY);
        let mut most = [least; 5];
        let mut nearest = wide.splat(f32::INFINITY);
        for [x, y, z] in [a, b, c] {
            nearest = z.min(nearest);
            let beside = margin * z;
            most[0] = (x + beside).max(most[0]);
            most[1] = (last_x * z - x).max(most[1]);
            most[2] = (y + beside).max(most[2]);
            most[3] = (last_y * z - y).max(most[3]);
            most[4] = z.max(most[4]);
        }
        // A triangle is outside if all its corners are on the outer side of a side of the frustum. Unused places, which are
        // NaN, leave the initial values.
        let across = zero.le(most[0]).and(zero.le(most[1]));
        let down = zero.le(most[2]).and(zero.le(most[3]));
        let mut seen = across.and(down).and(zero.lt(most[4])).bits();
        if seen == 0 {
            return None;
        }
        let nearest = nearest - wide.splat(2.0 * ROUNDING) * size;
        let (ab, bc, ca) = (line(a, b), line(b, c), line(c, a));
        // Six times the volume between the camera and a triangle, and the size of the terms from which it is computed.
        let volume = bc.0[0] * a[0] + bc.0[1] * a[1] + bc.0[2] * a[2];
        let terms = bc.1[0] * a[0].abs() + bc.1[1] * a[1].abs() + bc.1[2] * a[2].abs();
        // The sign that makes the edges positive inside.
        let side = zero.lt(volume).select(wide.splat(1.0), wide.splat(-1.0));
        let is_certain = (wide.splat(4.0 * ROUNDING) * terms).lt(volume.abs());
        let lines = [grown(wide, ab, side), grown(wide, bc, side), grown(wide, ca, side)];
        // The edges of most large triangles that reach behind the camera have the whole tile on their outer side.
        let beyond = is_tile_outside(wide, &lines[0])
            .or(is_tile_outside(wide, &lines[1]))
            .or(is_tile_outside(wide, &lines[2]));
        seen &= !is_certain.and(beyond).bits();
        if seen == 0 {
            return None;
        }
        // A pixel p, in homogeneous coordinates, is the sum of the corners with the weights line(p) / volume. The depth of the
        // plane there is the inverse of the sum of the weights.
        let scale = wide.splat(NEARER) / volume.abs();
        let nearness = [
            (lines[0][0] + lines[1][0] + lines[2][0]) * scale,
            (lines[0][1] + lines[1][1] + lines[2][1]) * scale,
            (lines[0][2] + lines[1][2] + lines[2][2]) * scale,
        ];
        let has_nearness = (wide.splat(PLANE * ROUNDING) * terms).lt(volume.abs());
        let one = wide.splat(1.0);
        let (at_a, at_b, at_c) = (one / a[2], one / b[2], one / c[2]);
        let (ax, bx, cx) = (a[0] * at_a, b[0] * at_b, c[0] * at_c);
        let (ay, by, cy) = (a[1] * at_a, b[1] * at_b, c[1] * at_c);
        Some(PlacedBlock {
            low: [eight(ax.min(bx.min(cx))), eight(ay.min(by.min(cy)))],
            high: [eight(ax.max(bx.max(cx))), eight(ay.max(by.max(cy)))],
            nearest: eight(nearest),
            farthest: eight(size * wide.splat(FARTHER)),
            lines: [arrays(lines[0]), arrays(lines[1]), arrays(lines[2])],
            nearness: arrays(nearness),
            has_edges: is_certain.bits(),
            has_nearness: has_nearness.bits(),
            seen,
        })
    }

    /// Upper bound for the distance of a triangle. [m]
    #[inline(always)]
    pub(super) fn farthest(&self, lane: usize) -> f32 {
        self.farthest[lane % TRIANGLES_PER_BLOCK]
    }

    /// Lower bound for the depth of a triangle. [m]
    #[inline(always)]
    pub(super) fn nearest(&self, lane: usize) -> f32 {
        self.nearest[lane % TRIANGLES_PER_BLOCK]
    }

    /// The range of pixels that a triangle may cover, as lowest column and row and highest column and row; `None` if it covers
    /// no center of a pixel.
    #[inline(always)]
    pub(super) fn pixels(&self, lane: usize) -> Option<[u32; 4]> {
        let lane = lane % TRIANGLES_PER_BLOCK;
        if self.nearest[lane] <= 0.0 {
            // It may reach behind the camera.
            return Some([0, 0, RayTile::WIDTH - 1, RayTile::HEIGHT - 1]);
        }
        pixel_range([self.low[0][lane], self.low[1][lane]], [self.high[0][lane], self.high[1][lane]])
    }

    /// The edges of a triangle; `None` if it is seen almost edge-on, so that its sides cannot be distinguished.
    #[inline(always)]
    pub(super) fn edges(&self, lane: usize) -> Option<Edges> {
        let lane = lane % TRIANGLES_PER_BLOCK;
        let of = |[x, y, rest]: &[Eight; 3]| [x[lane], y[lane], rest[lane]];
        let [ab, bc, ca] = &self.lines;
        (self.has_edges >> lane & 1 != 0).then(|| Edges {
            lines: [of(ab), of(bc), of(ca)],
            nearness: (self.has_nearness >> lane & 1 != 0).then(|| of(&self.nearness)),
        })
    }
}

/// The homogeneous pixel coordinates of a corner of eight triangles along some axes, and the size of their coordinates relative to
/// the camera. [m]
#[inline(always)]
fn place<W: Wide>(
    wide: W,
    corner: &[Eight; 3],
    origin: &[W::Lanes; 3],
    along: &[[W::Lanes; 3]; 3],
) -> ([W::Lanes; 3], W::Lanes) {
    let x = wide.row(&corner[0]) - origin[0];
    let y = wide.row(&corner[1]) - origin[1];
    let z = wide.row(&corner[2]) - origin[2];
    let [across, down, ahead] = along;
    let placed = [
        across[0] * x + across[1] * y + across[2] * z,
        down[0] * x + down[1] * y + down[2] * z,
        ahead[0] * x + ahead[1] * y + ahead[2] * z,
    ];
    (placed, x.abs() + y.abs() + z.abs())
}

/// Lines with a sign, moved outwards by their rounding errors.
#[inline(always)]
fn grown<W: Wide>(wide: W, (line, terms): Line<W::Lanes>, side: W::Lanes) -> [W::Lanes; 3] {
    let [across, down] = [RayTile::WIDTH as f32, RayTile::HEIGHT as f32];
    let terms = terms[0] * wide.splat(across) + terms[1] * wide.splat(down) + terms[2];
    [line[0] * side, line[1] * side, line[2] * side + wide.splat(ROUNDING) * terms]
}

/// Mask of the lines that have all pixels of the tile on their negative side.
#[inline(always)]
fn is_tile_outside<W: Wide>(wide: W, [x, y, rest]: &[W::Lanes; 3]) -> W::Lanes {
    let zero = wide.splat(0.0);
    let [right, bottom] = [RayTile::WIDTH, RayTile::HEIGHT].map(|count| (count - 1) as f32 + MARGIN);
    let column = zero.lt(*x).select(wide.splat(right), wide.splat(-MARGIN));
    let row = zero.lt(*y).select(wide.splat(bottom), wide.splat(-MARGIN));
    // False for NaN.
    (*x * column + *y * row + *rest).lt(zero)
}

/// Whether all pixels between two places, as lowest and highest column and row, are on the negative side of a line.
#[inline(always)]
fn is_outside([x, y, rest]: [f32; 3], [left, top, right, bottom]: [f32; 4]) -> bool {
    let column = if x > 0.0 { right + MARGIN } else { left - MARGIN };
    let row = if y > 0.0 { bottom + MARGIN } else { top - MARGIN };
    // False for NaN.
    x * column + y * row + rest < 0.0
}

/// The lines through two points each in homogeneous coordinates.
#[inline(always)]
fn line<L: Lanes>(a: [L; 3], b: [L; 3]) -> Line<L> {
    let ([yz, zy], [zx, xz], [xy, yx]) =
        ([a[1] * b[2], a[2] * b[1]], [a[2] * b[0], a[0] * b[2]], [a[0] * b[1], a[1] * b[0]]);
    let terms = [yz.abs() + zy.abs(), zx.abs() + xz.abs(), xy.abs() + yx.abs()];
    ([yz - zy, zx - xz, xy - yx], terms)
}

impl Edges {
    /// Whether the triangle may cover a center of the pixels between two places, as lowest and highest column and row.
    #[inline(always)]
    pub(super) fn may_cover(&self, pixels: [f32; 4]) -> bool {
        let [a, b, c] = self.lines;
        !(is_outside(a, pixels) | is_outside(b, pixels) | is_outside(c, pixels))
    }
}
