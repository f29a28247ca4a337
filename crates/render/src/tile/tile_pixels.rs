//! The pixels of a tile in columns, in the order of its rays.
//!
//! The only `unsafe` calls a function that is compiled for instructions which the processor was just found to have. Such a
//! function has no other requirement.
#![allow(unsafe_code, reason = "instructions detected at run time; the proof is above")]

use glam::{Vec3, Vec3A};
use morse_world::{NodeId, RayTile, TileHits};

use crate::prepared_camera::{PinholeRays, PixelRay, PreparedCamera};
use crate::shading::vectorized::vectorized;

/// Entries beyond the last ray, so that sixteen entries can be used from any ray on.
const MORE: usize = 16;

/// A value of each ray.
pub(crate) type RayColumn = [f32; RayTile::COUNT + MORE];

/// The pixels of a tile in progress.
pub(crate) struct TilePixels {
    /// The ray through the center of each pixel.
    pub(crate) start: [RayColumn; 3],
    pub(crate) direction: [RayColumn; 3],
    /// Depth per meter along each ray.
    pub(crate) ahead: RayColumn,
    /// The distance along each ray to its last surface, or from which it is cast next. [m]
    pub(crate) from: RayColumn,
    pub(crate) rgb: [RayColumn; 3],
    /// Transmittance of the surfaces so far: the weight of the next surface.
    pub(crate) transmittance: RayColumn,
    /// Depth and node of the first surface with an opacity above one half.
    pub(crate) depth: RayColumn,
    /// The number of its node, as in [`Parts::nodes`](crate::shading::parts::Parts::nodes); 0 while there is none.
    pub(crate) nodes: [u32; RayTile::COUNT + MORE],
    /// Normal of that surface, if normals are recorded.
    pub(crate) normals: [[f32; 3]; RayTile::COUNT],
    /// Rays that are cast next.
    pub(crate) is_active: [bool; RayTile::COUNT + MORE],
    /// Number of rays that are cast next.
    pub(crate) active: usize,
    /// Rays that a mirror has reflected: they begin at the mirror.
    pub(crate) is_mirrored: [bool; RayTile::COUNT],
    /// The color of the mirror of such a ray, which it has where it reflects nothing.
    pub(crate) unmirrored: [Vec3A; RayTile::COUNT],
    /// Whether there are such rays.
    pub(crate) has_mirrored: bool,
    /// Indices of the pixels behind a lens.
    index: [u32; RayTile::COUNT],
    /// The column of the image in which the tile begins, and its rows and columns inside of the image.
    pub(crate) first_column: u32,
    pub(crate) rows: u32,
    pub(crate) columns: u32,
}

impl TilePixels {
    pub(crate) fn new() -> Box<TilePixels> {
        let none = [0.0; RayTile::COUNT + MORE];
        Box::new(TilePixels {
            start: [none; 3],
            direction: [none; 3],
            ahead: none,
            from: none,
            rgb: [none; 3],
            transmittance: none,
            depth: none,
            nodes: [0; RayTile::COUNT + MORE],
            normals: [[0.0; 3]; RayTile::COUNT],
            is_active: [false; RayTile::COUNT + MORE],
            active: 0,
            is_mirrored: [false; RayTile::COUNT],
            unmirrored: [Vec3A::ZERO; RayTile::COUNT],
            has_mirrored: false,
            index: [0; RayTile::COUNT],
            first_column: 0,
            rows: 0,
            columns: 0,
        })
    }

    /// Initializes the pixels of a tile of an image of this size.
    pub(crate) fn begin(
        &mut self,
        camera: &PreparedCamera,
        [first_column, first_row]: [u32; 2],
        size: [u32; 2],
        has_normals: bool,
    ) {
        self.first_column = first_column;
        self.columns = size[0].saturating_sub(first_column).min(RayTile::WIDTH);
        self.rows = size[1].saturating_sub(first_row).min(RayTile::HEIGHT);
        for column in &mut self.rgb {
            column.fill(0.0);
        }
        self.from.fill(0.0);
        self.transmittance.fill(1.0);
        self.depth.fill(f32::INFINITY);
        self.nodes.fill(0);
        if has_normals {
            self.normals.fill([0.0; 3]);
        }
        self.active = 0;
        if std::mem::take(&mut self.has_mirrored) {
            self.is_mirrored.fill(false);
            self.start.iter_mut().for_each(|column| column.fill(0.0));
        }
        let pinhole = camera.pinhole_rays([first_column, first_row]);
        if let Some(rays) = &pinhole {
            aim(self, rays);
            if [self.columns, self.rows] == [RayTile::WIDTH, RayTile::HEIGHT] {
                self.is_active[..RayTile::COUNT].fill(true);
                self.active = RayTile::COUNT;
                return;
            }
        }
        for ray in 0..RayTile::COUNT {
            let [x, y] = RayTile::pixel(ray as u32);
            let mut is_active = y < self.rows && x < self.columns;
            if is_active && pinhole.is_none() {
                let pixel_ray = camera.pixel_ray(first_column + x, first_row + y);
                self.set(ray, &pixel_ray);
                // The direction is zero outside of the image circle of a lens.
                is_active = pixel_ray.direction != Vec3::ZERO;
            }
            self.is_active[ray] = is_active;
            self.active += usize::from(is_active);
        }
    }

    #[inline(always)]
    fn set(&mut self, ray: usize, pixel_ray: &PixelRay) {
        for axis in 0..3 {
            self.start[axis][ray] = pixel_ray.start[axis];
            self.direction[axis][ray] = pixel_ray.direction[axis];
        }
        self.ahead[ray] = pixel_ray.ahead;
        self.index[ray] = pixel_ray.index;
    }

    /// The ray of a pixel.
    pub(crate) fn pixel_ray(&self, ray: usize) -> PixelRay {
        let vector = |columns: &[RayColumn; 3]| Vec3::new(columns[0][ray], columns[1][ray], columns[2][ray]);
        PixelRay {
            start: vector(&self.start),
            direction: vector(&self.direction),
            ahead: self.ahead[ray],
            index: self.index[ray],
        }
    }

    /// Lets a ray go on from a point of a mirror [m, relative to the camera] with this unit normal and color, if it goes on at all.
    pub(crate) fn reflect(&mut self, ray: usize, point: Vec3, normal: Vec3, rgb: Vec3A) {
        if !self.is_active[ray] {
            return;
        }
        let PixelRay { direction, .. } = self.pixel_ray(ray);
        let reflected = direction - 2.0 * direction.dot(normal) * normal;
        // Off the mirror by more than the rounding error of the point.
        let start = point + normal * (1e-4 + 1e-6 * point.length());
        for axis in 0..3 {
            self.start[axis][ray] = start[axis];
            self.direction[axis][ray] = reflected[axis];
        }
        self.from[ray] = 0.0;
        self.is_mirrored[ray] = true;
        self.unmirrored[ray] = rgb;
        self.has_mirrored = true;
    }

    /// Records depth and node of a surface with an opacity above one half, unless there is one nearer.
    #[inline(always)]
    pub(crate) fn record(&mut self, ray: usize, node: u32) {
        if self.nodes[ray] == 0 {
            self.depth[ray] = self.from[ray] * self.ahead[ray];
            self.nodes[ray] = node;
        }
    }

    /// Records the normals of the surfaces whose nodes were recorded since the last call. The hits are those of the newest layer.
    pub(crate) fn record_normals(&mut self, hits: &TileHits<NodeId>) {
        for (ray, normal) in self.normals.iter_mut().enumerate() {
            if self.nodes[ray] != 0 && *normal == [0.0; 3] {
                *normal = [0, 1, 2].map(|axis| hits.normal[axis][ray]);
            }
        }
    }
}

/// Column and row of each ray in its tile.
const PLACES: [[f32; RayTile::COUNT]; 2] = {
    let mut places = [[0.0; RayTile::COUNT]; 2];
    let mut ray = 0;
    while ray < RayTile::COUNT {
        let [column, row] = RayTile::pixel(ray as u32);
        (places[0][ray], places[1][ray]) = (column as f32, row as f32);
        ray += 1;
    }
    places
};

vectorized! {
    /// Sets the rays of a pinhole camera: the same bits as [`PreparedCamera::pixel_ray`].
    aim = aim_in(pixels: &mut TilePixels, rays: &PinholeRays)
}

#[inline(always)]
fn aim_in(pixels: &mut TilePixels, rays: &PinholeRays) {
    let PinholeRays { forward, right, down, middle, first } = *rays;
    let [columns, rows] = &PLACES;
    let [dx, dy, dz] = &mut pixels.direction;
    for ray in 0..RayTile::COUNT {
        let across = first.x + columns[ray] + 0.5 - middle.x;
        let below = first.y + rows[ray] + 0.5 - middle.y;
        let x = forward.x + (right.x * across + down.x * below);
        let y = forward.y + (right.y * across + down.y * below);
        let z = forward.z + (right.z * across + down.z * below);
        let ahead = 1.0 / (x * x + y * y + z * z).sqrt();
        (dx[ray], dy[ray], dz[ray]) = (x * ahead, y * ahead, z * ahead);
        pixels.ahead[ray] = ahead;
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::View;

    #[test]
    fn rays_of_a_tile_equal_those_of_single_pixels_with_all_instruction_sets() {
        let pose = View::looking_at(DVec3::new(3.0, -4.0, 2.0), DVec3::new(0.0, 1.0, 0.5));
        let size = [641, 480];
        for view in [View::perspective(pose, size, 1.2), View::orthographic(pose, size, 7.0)] {
            let camera = PreparedCamera::new(&view);
            for first in [[0, 0], [96, 320], [640, 464]] {
                let mut pixels = TilePixels::new();
                pixels.begin(&camera, first, size, true);
                let mut plain = TilePixels::new();
                plain.begin(&camera, first, size, true);
                if let Some(rays) = camera.pinhole_rays(first) {
                    aim_in(&mut plain, &rays);
                }
                let mut count = 0;
                for ray in (0..RayTile::COUNT).filter(|&ray| pixels.is_active[ray]) {
                    let [x, y] = RayTile::pixel(ray as u32);
                    let expected = camera.pixel_ray(first[0] + x, first[1] + y);
                    for found in [pixels.pixel_ray(ray), plain.pixel_ray(ray)] {
                        let bits = |pixel_ray: &PixelRay| {
                            let [x, y, z] = pixel_ray.direction.to_array().map(f32::to_bits);
                            [x, y, z, pixel_ray.ahead.to_bits()]
                        };
                        assert_eq!((bits(&found), found.start), (bits(&expected), expected.start), "{x} {y}");
                    }
                    count += 1;
                }
                assert_eq!(pixels.active, count);
                assert_eq!(count, if first[0] == 640 { 16 } else { RayTile::COUNT });
            }
        }
    }
}
