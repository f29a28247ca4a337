//! The result of rendering: color, depth and node of each pixel.

use std::ops::Range;

use morse_world::NodeId;

/// Brightness of an outline, relative to the surface.
const OUTLINE: f32 = 0.45;

/// A rendered image, row by row from the upper left.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Picture {
    /// Width. [pixels]
    pub width: u32,
    /// Height. [pixels]
    pub height: u32,
    /// Red, green, blue and opacity; the opacity is always 255. Empty if no colors were requested.
    pub rgba: Vec<[u8; 4]>,
    /// Distance along the camera's x axis to the first surface with an opacity above one half; infinite without such a
    /// surface. [m]
    pub depth: Vec<f32>,
    /// The node of that surface.
    pub nodes: Vec<Option<NodeId>>,
    /// The unit normal of that surface, on the side that the camera sees, along the axes of the world; zero without such a
    /// surface. It is the normal of the triangle, even where shading is smooth. Empty if no normals were requested.
    pub normals: Vec<[f32; 3]>,
}

impl Picture {
    /// Changes the size, with or without colors and normals. The contents are undefined afterwards.
    pub fn resize(&mut self, width: u32, height: u32, colors: bool, normals: bool) {
        let count = width as usize * height as usize;
        (self.width, self.height) = (width, height);
        self.rgba.resize(if colors { count } else { 0 }, [0; 4]);
        self.depth.resize(count, f32::INFINITY);
        self.nodes.resize(count, None);
        self.normals.resize(if normals { count } else { 0 }, [0.0; 3]);
    }

    /// The index of a pixel in `rgba`, `depth` and `nodes`. Columns count from the left, rows from the top.
    #[must_use]
    pub fn index(&self, column: u32, row: u32) -> usize {
        row as usize * self.width as usize + column as usize
    }

    /// Darkens pixels of an area of `rgba` whose right or lower neighbor shows another node.
    pub(crate) fn outline(&self, rgba: &mut [[u8; 4]], columns: Range<u32>, rows: Range<u32>) {
        for row in rows.start.max(1)..rows.end {
            for column in columns.start.max(1)..columns.end {
                let here = self.index(column, row);
                let is_edge = [here - 1, here - self.width as usize]
                    .into_iter()
                    .any(|other| self.nodes[here] != self.nodes[other]);
                if let Some(pixel) = rgba.get_mut(here).filter(|_| is_edge) {
                    for part in &mut pixel[..3] {
                        *part = (f32::from(*part) * OUTLINE) as u8;
                    }
                }
            }
        }
    }

    /// Writes an area of the image at half its size: the mean of four of the colors `rgba` each, and depth and node of the
    /// upper left pixel.
    pub(crate) fn halve(&self, rgba: &[[u8; 4]], half: &mut Picture, columns: Range<u32>, rows: Range<u32>) {
        for row in rows.start / 2..rows.end / 2 {
            for column in columns.start / 2..columns.end / 2 {
                let (to, from) = (half.index(column, row), self.index(2 * column, 2 * row));
                let below = from + self.width as usize;
                half.depth[to] = self.depth[from];
                half.nodes[to] = self.nodes[from];
                if let Some(mean) = half.rgba.get_mut(to) {
                    let four = [from, from + 1, below, below + 1].map(|place| rgba[place]);
                    *mean = std::array::from_fn(|part| {
                        let sum: u32 = four.iter().map(|pixel| u32::from(pixel[part])).sum();
                        ((sum + 2) / 4) as u8
                    });
                }
            }
        }
    }
}
