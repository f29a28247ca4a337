//! Composites surfaces and the sky into the pixels of a tile, sixteen rays at once.
//!
//! The only `unsafe` calls a function that is compiled for instructions which the processor was just found to have. Such a
//! function has no other requirement.
#![allow(unsafe_code, reason = "instructions detected at run time; the proof is above")]

use std::ops::Range;

use glam::Vec3A;
use morse_world::RayTile;

use crate::shading::columns::GROUP;
use crate::shading::surface_columns::SurfaceColumns;
use crate::shading::vectorized::vectorized;
use crate::tile::groups::GroupRun;
use crate::tile::tile_pixels::TilePixels;

/// Number of rays in a row of blocks of 4 x 4 pixels.
const BLOCK_ROW: usize = 4 * RayTile::WIDTH as usize;

/// Colors of the sky in a tile: for each row of blocks of 4 x 4 pixels, red, green and blue of the pixels of a block.
pub(super) type SkyBlocks = [[[f32; GROUP]; 3]; RayTile::HEIGHT as usize / 4];

vectorized! {
    /// Composites surface points behind which nothing is seen, of the node with a number.
    pub(super) cover = cover_with(pixels: &mut TilePixels, surfaces: &SurfaceColumns, node: u32)
}
vectorized! {
    /// As [`cover`], for the rays of runs, without colors.
    pub(super) cover_runs = cover_with_runs(pixels: &mut TilePixels, runs: &[GroupRun], node: u32)
}
vectorized! {
    /// Shows the sky behind the active ones of some rays.
    pub(super) show_sky = sky_behind(pixels: &mut TilePixels, rays: &Range<usize>, sky: &SkyBlocks)
}

/// The plain sky behind a ray of a tile.
pub(super) fn plain_sky(sky: &SkyBlocks, ray: usize) -> Vec3A {
    let block = sky.get(ray / BLOCK_ROW).copied().unwrap_or_default();
    Vec3A::from_array(block.map(|column| column[ray % GROUP]))
}

/// Sixteen entries of a column.
#[inline(always)]
fn sixteen<T>(column: &[T], first: usize) -> Option<&[T; GROUP]> {
    column.get(first..first + GROUP)?.try_into().ok()
}

#[inline(always)]
fn sixteen_mut<T>(column: &mut [T], first: usize) -> Option<&mut [T; GROUP]> {
    column.get_mut(first..first + GROUP)?.try_into().ok()
}

#[inline(always)]
fn cover_with(pixels: &mut TilePixels, surfaces: &SurfaceColumns, node: u32) {
    for segment in &surfaces.segments {
        for done in (0..segment.count).step_by(GROUP) {
            let (row, ray, count) = (segment.row + done, segment.ray + done, (segment.count - done) as u32);
            let Some(weights) = sixteen(&pixels.transmittance, ray).copied() else { continue };
            for (column, colors) in pixels.rgb.iter_mut().zip(&surfaces.light.diffuse) {
                let (Some(sums), Some(colors)) = (sixteen_mut(column, ray), sixteen(colors, row)) else {
                    continue;
                };
                for lane in 0..GROUP {
                    let sum = sums[lane] + weights[lane] * colors[lane];
                    sums[lane] = if (lane as u32) < count { sum } else { sums[lane] };
                }
            }
            close(pixels, ray, count, node);
        }
    }
}

#[inline(always)]
fn cover_with_runs(pixels: &mut TilePixels, runs: &[GroupRun], node: u32) {
    for run in runs {
        for ray in (run.first..run.end).step_by(GROUP) {
            close(pixels, ray, (run.end - ray) as u32, node);
        }
    }
}

/// Records the node of up to sixteen rays, unless there is one nearer, and ends the rays.
#[inline(always)]
fn close(pixels: &mut TilePixels, ray: usize, count: u32, node: u32) {
    let (Some(from), Some(ahead)) = (sixteen(&pixels.from, ray), sixteen(&pixels.ahead, ray)) else { return };
    let (Some(depth), Some(nodes)) =
        (sixteen_mut(&mut pixels.depth, ray), sixteen_mut(&mut pixels.nodes, ray))
    else {
        return;
    };
    for lane in 0..GROUP {
        let is_first = ((lane as u32) < count) & (nodes[lane] == 0);
        let to = from[lane] * ahead[lane];
        depth[lane] = if is_first { to } else { depth[lane] };
        nodes[lane] = if is_first { node } else { nodes[lane] };
    }
    let Some(transmittance) = sixteen_mut(&mut pixels.transmittance, ray) else { return };
    for (lane, transmittance) in transmittance.iter_mut().enumerate() {
        *transmittance = if (lane as u32) < count { 0.0 } else { *transmittance };
    }
}

#[inline(always)]
fn sky_behind(pixels: &mut TilePixels, rays: &Range<usize>, sky: &SkyBlocks) {
    let mut first = rays.start - rays.start % GROUP;
    while first < rays.end {
        let (from, to) = (rays.start as u32, rays.end as u32);
        let shown = |lane: usize| {
            let ray = (first + lane) as u32;
            (ray >= from) & (ray < to)
        };
        let (Some(weights), Some(is_active), Some(blocks)) = (
            sixteen(&pixels.transmittance, first),
            sixteen(&pixels.is_active, first),
            sky.get(first / BLOCK_ROW),
        ) else {
            return;
        };
        for (column, colors) in pixels.rgb.iter_mut().zip(blocks) {
            let Some(sums) = sixteen_mut(column, first) else { return };
            for lane in 0..GROUP {
                let sum = sums[lane] + colors[lane] * weights[lane];
                sums[lane] = if shown(lane) & is_active[lane] { sum } else { sums[lane] };
            }
        }
        first += GROUP;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pixels with a different state of each ray.
    fn pixels() -> Box<TilePixels> {
        let mut pixels = TilePixels::new();
        for ray in 0..RayTile::COUNT {
            let at = ray as f32;
            (pixels.from[ray], pixels.ahead[ray]) = (3.0 + at, 0.5 + 1.0 / (1.0 + at));
            pixels.transmittance[ray] = if ray % 3 == 0 { 1.0 } else { 0.25 };
            pixels.rgb[0][ray] = 0.001 * at;
            pixels.nodes[ray] = if ray % 5 == 0 { 9 } else { 0 };
            pixels.is_active[ray] = ray % 7 != 0;
        }
        pixels
    }

    #[test]
    fn covered_rays_get_color_node_and_depth_and_the_other_rays_keep_theirs() {
        let (before, mut after) = (pixels(), pixels());
        let mut surfaces = SurfaceColumns::new();
        let end = RayTile::COUNT - 12;
        for (ray, count) in [(5, 3), (8, 40), (end, 12)] {
            surfaces.add_segment(ray, count);
        }
        for row in 0..55 {
            surfaces.light.diffuse[0][row] = 1.0 + row as f32;
        }
        cover(&mut after, &surfaces, 4);
        let mut row = 0.0;
        for ray in 0..RayTile::COUNT {
            let weight = before.transmittance[ray];
            if (5..48).contains(&ray) || ray >= end {
                row += 1.0;
                assert_eq!(after.rgb[0][ray], before.rgb[0][ray] + weight * row, "{ray}");
                assert_eq!(after.transmittance[ray], 0.0);
                let is_first = before.nodes[ray] == 0;
                assert_eq!(after.nodes[ray], if is_first { 4 } else { 9 });
                let depth = if is_first { before.from[ray] * before.ahead[ray] } else { before.depth[ray] };
                assert_eq!(after.depth[ray], depth, "{ray}");
            } else {
                assert_eq!((after.rgb[0][ray], after.transmittance[ray]), (before.rgb[0][ray], weight));
                assert_eq!((after.nodes[ray], after.depth[ray]), (before.nodes[ray], before.depth[ray]));
            }
        }
        assert_eq!(row, 55.0);
    }

    #[test]
    fn sky_is_shown_by_active_rays_in_the_color_of_their_row() {
        let (before, mut after) = (pixels(), pixels());
        let color = |row: usize| 0.1 * row as f32;
        let sky = std::array::from_fn(|block| {
            [std::array::from_fn(|within| color(4 * block + within / 4)), [0.0; GROUP], [0.0; GROUP]]
        });
        show_sky(&mut after, &(37..300), &sky);
        for ray in 0..RayTile::COUNT {
            let [_, row] = RayTile::pixel(ray as u32);
            let is_shown = (37..300).contains(&ray) && before.is_active[ray];
            let more = if is_shown { color(row as usize) * before.transmittance[ray] } else { 0.0 };
            assert_eq!(after.rgb[0][ray], before.rgb[0][ray] + more, "{ray}");
        }
    }
}
