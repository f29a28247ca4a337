//! Writes the pixels of a tile to the rows of an image.
//!
//! A tile is a small part of each of its rows, which are rarely in a cache. So they are prefetched while the tile is rendered, row
//! by row, because a processor can wait for few cache lines at once. Nothing that was just written is read here: such a load
//! can wait for all stores before it, and so for memory.
//!
//! The `unsafe` calls functions that are compiled for instructions which the processor was just found to have, prefetches memory,
//! which has no visible effect for any address, and converts numbers from 0 to 255.5 to integers. Nothing else is required.
#![allow(unsafe_code, reason = "instructions detected at run time; the proof is above")]

use std::ops::Range;

use morse_world::{NodeId, RayTile};

use crate::shading::vectorized::vectorized;
use crate::tile::RowBand;
use crate::tile::tile_pixels::{RayColumn, TilePixels};

/// Pixels in a row of a tile.
const WIDTH: usize = RayTile::WIDTH as usize;
/// Rays in a row of blocks of 4 x 4 pixels.
const BLOCK_ROW: usize = 4 * WIDTH;
/// Bytes of a cache line.
const CACHE_LINE: usize = 64;

/// Writes tiles, with the buffers of one thread. All tiles must have the same numbers of nodes.
pub(super) struct PictureRows {
    /// The number of the node of the last row of one node, and that row.
    number: u32,
    row: [Option<NodeId>; WIDTH],
    /// Colors of the pixels of a tile, in the order of the rays.
    bytes: Box<[[u8; 4]; RayTile::COUNT]>,
    /// Number of rows of the tile in progress whose places were prefetched.
    prefetched: u32,
}

impl PictureRows {
    pub(super) fn new() -> PictureRows {
        PictureRows {
            number: 0,
            row: [None; WIDTH],
            bytes: Box::new([[0; 4]; RayTile::COUNT]),
            prefetched: 0,
        }
    }

    /// Prefetches the places of some further rows of a tile in an image of this width.
    #[inline]
    pub(super) fn prefetch(&mut self, pixels: &TilePixels, row_band: &RowBand<'_>, width: u32, count: u32) {
        let end = (self.prefetched + count).min(pixels.rows);
        for y in self.prefetched..end {
            let first = y as usize * width as usize + pixels.first_column as usize;
            let places = first..first + pixels.columns as usize;
            prefetch(row_band.depth, &places);
            prefetch(row_band.nodes, &places);
            prefetch(row_band.rgba, &places);
            prefetch(row_band.normals, &places);
        }
        self.prefetched = end;
    }
}

vectorized! {
    /// Writes the pixels of a tile to an image of this width. `nodes` are the nodes by their numbers.
    pub(super) write = write_in(
        rows: &mut PictureRows, pixels: &TilePixels, row_band: &mut RowBand<'_>, width: u32, nodes: &[Option<NodeId>]
    )
}

#[inline(always)]
fn write_in(
    rows: &mut PictureRows,
    pixels: &TilePixels,
    row_band: &mut RowBand<'_>,
    width: u32,
    nodes: &[Option<NodeId>],
) {
    if !row_band.rgba.is_empty() {
        bytes_of(&pixels.rgb, &mut rows.bytes);
    }
    rows.prefetch(pixels, row_band, width, RayTile::HEIGHT);
    rows.prefetched = 0;
    for y in 0..pixels.rows as usize {
        let first = y * width as usize + pixels.first_column as usize;
        let places = first..first + pixels.columns as usize;
        copy_row(row_band.depth, &places, &pixels.depth, y);
        copy_row(row_band.rgba, &places, &*rows.bytes, y);
        copy_row(row_band.normals, &places, &pixels.normals, y);
        if let Some(to) = row_band.nodes.get_mut(places) {
            write_nodes(rows, to, &pixels.nodes, y, nodes);
        }
    }
}

/// Writes the nodes of a row of pixels.
#[inline(always)]
fn write_nodes(
    rows: &mut PictureRows,
    to: &mut [Option<NodeId>],
    numbers: &[u32],
    y: usize,
    nodes: &[Option<NodeId>],
) {
    let node_of = |number: u32| nodes.get(number as usize).copied().flatten();
    let first = y / 4 * BLOCK_ROW + y % 4 * 4;
    let Some(numbers) = numbers.get(first..first + BLOCK_ROW - 12) else { return };
    let number = numbers[0];
    let mut different = 0;
    for block in 0..WIDTH / 4 {
        for column in 0..4 {
            different |= numbers[16 * block + column] ^ number;
        }
    }
    if different != 0 {
        for (column, to) in to.iter_mut().enumerate() {
            *to = numbers.get(column / 4 * 16 + column % 4).and_then(|&number| node_of(number));
        }
        return;
    }
    if rows.number != number {
        rows.number = number;
        rows.row = [node_of(number); WIDTH];
    }
    if let Ok(to) = <&mut [Option<NodeId>; WIDTH]>::try_from(&mut *to) {
        *to = rows.row;
        return;
    }
    to.fill(rows.row[0]);
}

/// Copies a row of pixels from the order of the rays to some places of the image, if it has them.
#[inline(always)]
fn copy_row<T: Copy + Default>(to: &mut [T], places: &Range<usize>, from: &[T], y: usize) {
    let Some(to) = to.get_mut(places.clone()) else { return };
    let mut row = [T::default(); WIDTH];
    for (block, four) in row.chunks_exact_mut(4).enumerate() {
        let first = y / 4 * BLOCK_ROW + block * 16 + y % 4 * 4;
        if let Some(from) = from.get(first..first + 4) {
            four.copy_from_slice(from);
        }
    }
    if let Ok(to) = <&mut [T; WIDTH]>::try_from(&mut *to) {
        // A fixed number of entries are a few registers; another number is a call of a function.
        *to = row;
        return;
    }
    for (to, from) in to.iter_mut().zip(row) {
        *to = from;
    }
}

/// Prefetches the cache lines of some entries into the cache of the second level, if there is such an instruction.
#[inline(always)]
fn prefetch<T>(entries: &[T], places: &Range<usize>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(entries) = entries.get(places.clone()) {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        let start = entries.as_ptr().cast::<i8>();
        for offset in (0..std::mem::size_of_val(entries)).step_by(CACHE_LINE) {
            // SAFETY: every x86-64 processor has the instruction, which has no visible effect.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(start.wrapping_add(offset)) };
        }
    }
}

#[inline(always)]
fn bytes_of(rgb: &[RayColumn; 3], bytes: &mut [[u8; 4]; RayTile::COUNT]) {
    let [reds, greens, blues] = rgb;
    let byte = |part: f32| {
        let part = if part > 0.0 { part } else { 0.0 };
        let part = if part < 1.0 { part } else { 1.0 };
        // SAFETY: the number is from 0.5 to 255.5, also for NaN. Conversions that saturate are not vectorized.
        unsafe { (part * 255.0 + 0.5).to_int_unchecked::<i32>() as u32 }
    };
    for (ray, bytes) in bytes.iter_mut().enumerate() {
        let color = byte(reds[ray]) | byte(greens[ray]) << 8 | byte(blues[ray]) << 16 | 0xff00_0000;
        *bytes = color.to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use morse_world::{NodeSpec, PhysicsSettings, World};

    use super::*;
    use crate::View;
    use crate::prepared_camera::PreparedCamera;

    #[test]
    fn pixels_are_written_to_their_places_in_images_of_any_width() {
        let mut world = World::new(PhysicsSettings::default());
        let nodes: Vec<Option<NodeId>> = std::iter::once(None)
            .chain(["a", "b"].map(|name| Some(world.add_node(NodeSpec::new(name)).unwrap())))
            .collect();
        for width in [64, 45] {
            let size = [width, 16];
            let camera = PreparedCamera::new(&View::perspective(morse_world::Pose::IDENTITY, size, 1.0));
            let count = (16 * width) as usize;
            let (mut rgba, mut depth, mut seen) =
                (vec![[0; 4]; count], vec![0.0; count], vec![nodes[1]; count]);
            let mut row_band = RowBand {
                first_row: 0,
                rgba: &mut rgba,
                normals: &mut [],
                depth: &mut depth,
                nodes: &mut seen,
            };
            let mut rows = PictureRows::new();
            // Rows of one node, of none, and of several.
            let number = |column: u32, row: u32| if row % 4 == 3 { column % 3 } else { row % 3 };
            for first_column in [0, 32] {
                let mut pixels = TilePixels::new();
                pixels.begin(&camera, [first_column, 0], size, false);
                for ray in 0..RayTile::COUNT {
                    let [column, row] = RayTile::pixel(ray as u32);
                    pixels.depth[ray] = (100 * (first_column + column) + row) as f32;
                    pixels.rgb[0][ray] = (first_column + column) as f32 / 255.0;
                    pixels.nodes[ray] = number(first_column + column, row);
                }
                write(&mut rows, &pixels, &mut row_band, width, &nodes);
            }
            for place in 0..16 * width {
                let ([column, row], index) = ([place % width, place / width], place as usize);
                assert_eq!(depth[index], (100 * column + row) as f32);
                assert_eq!(rgba[index], [column as u8, 0, 0, 255]);
                assert_eq!(seen[index], nodes[number(column, row) as usize], "{column} {row}");
            }
        }
    }
}
