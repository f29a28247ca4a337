//! Eight triangles of a leaf in pixel coordinates, to find the pixels that each may cover.

use glam::Vec3;

use crate::kernel::raster::frustum::{MARGIN, PixelAxes, pixel_range};
use crate::mesh::{TRIANGLES_PER_BLOCK, TriangleBlock};
use crate::ray_tile::RayTile;

/// Factor of distances that exceeds their rounding errors.
const FARTHER: f32 = 1.0 + 1e-5;

type Eight = [f32; TRIANGLES_PER_BLOCK];
/// Rounding of homogeneous coordinates, relative to the size of the terms.
const ROUNDING: f32 = 1e-6;

/// The volume of a triangle with a useful bound for its depth exceeds its rounding error by this factor.
const PLANE: f32 = 1000.0;
/// Factor of inverse depths that exceeds the rounding errors of such a volume and of distances.
const NEARER: f32 = 1.01;

/// Triangles in homogeneous pixel coordinates.
pub(super) struct PlacedBlock {
    /// For each corner: x, y and depth of all triangles.
    corners: [[Eight; 3]; 3],
    /// Lower bound for the depth of each triangle. [m]
    nearest: Eight,
    /// Upper bound for the distance of each triangle. [m]
    farthest: Eight,
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

#[inline(always)]
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline(always)]
fn less(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

impl PlacedBlock {
    /// Places the triangles of a block, seen from `origin` [m].
    #[inline(always)]
    pub(super) fn new(axes: &PixelAxes, origin: Vec3, block: &TriangleBlock) -> PlacedBlock {
        let mut corners = [[[0.0; TRIANGLES_PER_BLOCK]; 3]; 3];
        let mut size = [0.0; TRIANGLES_PER_BLOCK];
        for (placed, [x, y, z]) in corners.iter_mut().zip(&block.corners) {
            let [px, py, pz] = placed;
            for lane in 0..TRIANGLES_PER_BLOCK {
                let (x, y, z) = (x[lane] - origin.x, y[lane] - origin.y, z[lane] - origin.z);
                px[lane] = axes.x.x * x + axes.x.y * y + axes.x.z * z;
                py[lane] = axes.y.x * x + axes.y.y * y + axes.y.z * z;
                pz[lane] = axes.z.x * x + axes.z.y * y + axes.z.z * z;
                size[lane] = greater(x.abs() + y.abs() + z.abs(), size[lane]);
            }
        }
        let [last_x, last_y] = [RayTile::WIDTH, RayTile::HEIGHT].map(|count| (count - 1) as f32 + MARGIN);
        let mut nearest = [f32::INFINITY; TRIANGLES_PER_BLOCK];
        let mut most = [[f32::NEG_INFINITY; TRIANGLES_PER_BLOCK]; 5];
        for [x, y, z] in &corners {
            for lane in 0..TRIANGLES_PER_BLOCK {
                let (x, y, z) = (x[lane], y[lane], z[lane]);
                nearest[lane] = less(z, nearest[lane]);
                most[0][lane] = greater(x + MARGIN * z, most[0][lane]);
                most[1][lane] = greater(last_x * z - x, most[1][lane]);
                most[2][lane] = greater(y + MARGIN * z, most[2][lane]);
                most[3][lane] = greater(last_y * z - y, most[3][lane]);
                most[4][lane] = greater(z, most[4][lane]);
            }
        }
        let mut seen = 0;
        for lane in 0..TRIANGLES_PER_BLOCK {
            // A triangle is outside if all its corners are on the outer side of a side of the frustum. Unused places, which
            // are NaN, leave the initial values.
            let inside = (most[0][lane] >= 0.0)
                & (most[1][lane] >= 0.0)
                & (most[2][lane] >= 0.0)
                & (most[3][lane] >= 0.0)
                & (most[4][lane] > 0.0);
            nearest[lane] -= 2.0 * ROUNDING * size[lane];
            seen |= u32::from(inside) << lane;
        }
        let mut placed = PlacedBlock { corners, nearest, farthest: size, seen };
        if placed.seen != 0 {
            placed.seen &= !placed.outside();
        }
        placed
    }

    /// A bit for each triangle of which an edge has the whole tile on its outer side: most large triangles that reach behind the
    /// camera.
    #[inline(always)]
    fn outside(&self) -> u32 {
        let tile = [0.0, 0.0, (RayTile::WIDTH - 1) as f32, (RayTile::HEIGHT - 1) as f32];
        let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = &self.corners;
        let mut outside = [false; TRIANGLES_PER_BLOCK];
        for lane in 0..TRIANGLES_PER_BLOCK {
            let a = [ax[lane], ay[lane], az[lane]];
            let b = [bx[lane], by[lane], bz[lane]];
            let c = [cx[lane], cy[lane], cz[lane]];
            let (ab, bc, ca) = (line(a, b), line(b, c), line(c, a));
            let (side, is_certain) = side(a, bc);
            let beyond = is_outside(grown(ab, side), tile)
                | is_outside(grown(bc, side), tile)
                | is_outside(grown(ca, side), tile);
            outside[lane] = is_certain & beyond;
        }
        let mut bits = 0;
        for (lane, &outside) in outside.iter().enumerate() {
            bits |= u32::from(outside) << lane;
        }
        bits
    }

    /// Upper bound for the distance of a triangle. [m]
    #[inline(always)]
    pub(super) fn farthest(&self, lane: usize) -> f32 {
        self.farthest[lane % TRIANGLES_PER_BLOCK] * FARTHER
    }

    /// Lower bound for the depth of a triangle. [m]
    #[inline(always)]
    pub(super) fn nearest(&self, lane: usize) -> f32 {
        self.nearest[lane % TRIANGLES_PER_BLOCK]
    }

    #[inline(always)]
    fn corners(&self, lane: usize) -> [[f32; 3]; 3] {
        let lane = lane % TRIANGLES_PER_BLOCK;
        let corner = |[x, y, z]: &[Eight; 3]| [x[lane], y[lane], z[lane]];
        [corner(&self.corners[0]), corner(&self.corners[1]), corner(&self.corners[2])]
    }

    /// The range of pixels that a triangle may cover, as lowest column and row and highest column and row; `None` if it covers
    /// no center of a pixel.
    #[inline(always)]
    pub(super) fn pixels(&self, lane: usize) -> Option<[u32; 4]> {
        let corners = self.corners(lane);
        if self.nearest(lane) <= 0.0 {
            // It may reach behind the camera.
            return Some([0, 0, RayTile::WIDTH - 1, RayTile::HEIGHT - 1]);
        }
        let place = |[x, y, z]: [f32; 3]| {
            let inverse = 1.0 / z;
            [x * inverse, y * inverse]
        };
        let (a, b, c) = (place(corners[0]), place(corners[1]), place(corners[2]));
        let low = [less(a[0], less(b[0], c[0])), less(a[1], less(b[1], c[1]))];
        let high = [greater(a[0], greater(b[0], c[0])), greater(a[1], greater(b[1], c[1]))];
        pixel_range(low, high)
    }

    /// The edges of a triangle; `None` if it is seen almost edge-on, so that its sides cannot be distinguished.
    #[inline(always)]
    pub(super) fn edges(&self, lane: usize) -> Option<Edges> {
        let corners = self.corners(lane);
        let [a, b, c] = corners;
        let [ab, bc, ca] = [line(a, b), line(b, c), line(c, a)];
        let (side, is_certain) = side(a, bc);
        if !is_certain {
            return None;
        }
        let lines = [grown(ab, side), grown(bc, side), grown(ca, side)];
        // A pixel p, in homogeneous coordinates, is the sum of the corners with the weights line(p) / volume. The depth of the
        // plane there is the inverse of the sum of the weights.
        let (volume, tolerance) = volume(a, bc);
        let scale = NEARER / volume.abs();
        let nearness = (volume.abs() > PLANE * ROUNDING * tolerance)
            .then(|| [0, 1, 2].map(|part| (lines[0][part] + lines[1][part] + lines[2][part]) * scale));
        Some(Edges { lines, nearness })
    }
}

/// The sign that makes the edges of a triangle positive inside, and whether it is certain. `bc` is the line through the second
/// and third corner.
#[inline(always)]
fn side(a: [f32; 3], bc: Line) -> (f32, bool) {
    let (volume, tolerance) = volume(a, bc);
    // Not certain for NaN either.
    (if volume > 0.0 { 1.0 } else { -1.0 }, volume.abs() > 4.0 * ROUNDING * tolerance)
}

/// Six times the volume between the camera and a triangle, from its first corner and the line through the other two, and the size
/// of the terms from which it is computed.
#[inline(always)]
fn volume(a: [f32; 3], (bc, terms): Line) -> (f32, f32) {
    let volume = bc[0] * a[0] + bc[1] * a[1] + bc[2] * a[2];
    (volume, terms[0] * a[0].abs() + terms[1] * a[1].abs() + terms[2] * a[2].abs())
}

/// A line with a sign, moved outwards by its rounding error.
#[inline(always)]
fn grown((line, terms): Line, side: f32) -> [f32; 3] {
    let [across, down] = [RayTile::WIDTH as f32, RayTile::HEIGHT as f32];
    let rounding = ROUNDING * (terms[0] * across + terms[1] * down + terms[2]);
    [line[0] * side, line[1] * side, line[2] * side + rounding]
}

/// Whether all pixels between two places, as lowest and highest column and row, are on the negative side of a line.
#[inline(always)]
fn is_outside([x, y, rest]: [f32; 3], [left, top, right, bottom]: [f32; 4]) -> bool {
    let column = if x > 0.0 { right + MARGIN } else { left - MARGIN };
    let row = if y > 0.0 { bottom + MARGIN } else { top - MARGIN };
    // False for NaN.
    x * column + y * row + rest < 0.0
}

/// A line in homogeneous coordinates, and the sizes of the terms from which it is computed.
type Line = ([f32; 3], [f32; 3]);

/// The line through two points in homogeneous coordinates.
#[inline(always)]
fn line(a: [f32; 3], b: [f32; 3]) -> Line {
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
