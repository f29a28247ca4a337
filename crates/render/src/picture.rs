//! The result of rendering: color, depth and node of each pixel.

use std::ops::Range;

use morse_world::NodeId;

use crate::Style;

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
    /// The node of that surface. Empty if no nodes were requested.
    pub nodes: Vec<Option<NodeId>>,
    /// The unit normal of that surface, on the side that the camera sees, along the axes of the world; zero without such a
    /// surface. It is the normal of the triangle, even where shading is smooth. Empty if no normals were requested.
    pub normals: Vec<[f32; 3]>,
    /// Whether the CPU followed rays beyond mirrors: depths can then depend on whether colors were requested.
    pub has_reflections: bool,
}

impl Picture {
    /// Changes the size, with the columns that a style requests. The contents are undefined afterwards.
    pub fn resize(&mut self, width: u32, height: u32, style: &Style<'_>) {
        let count = width as usize * height as usize;
        let requested = |is_requested: bool| if is_requested { count } else { 0 };
        (self.width, self.height) = (width, height);
        self.rgba.resize(requested(style.colors), [0; 4]);
        self.depth.resize(count, f32::INFINITY);
        self.nodes.resize(requested(style.nodes), None);
        self.normals.resize(requested(style.normals), [0.0; 3]);
    }

    /// The index of a pixel in `rgba`, `depth` and `nodes`. Columns count from the left, rows from the top.
    #[must_use]
    pub fn index(&self, column: u32, row: u32) -> usize {
        row as usize * self.width as usize + column as usize
    }

    /// Darkens pixels of an area of `rgba` if another node is seen up to `width` pixels to the left or above.
    pub(crate) fn outline(&self, rgba: &mut [[u8; 4]], columns: Range<u32>, rows: Range<u32>, width: u32) {
        let stride = self.width as usize;
        for row in rows.start.max(1)..rows.end {
            for column in columns.start.max(1)..columns.end {
                let here = self.index(column, row);
                let is_other = |other: usize| self.nodes.get(here) != self.nodes.get(other);
                let is_edge = (1..=width.min(column) as usize).any(|count| is_other(here - count))
                    || (1..=width.min(row) as usize).any(|count| is_other(here - count * stride));
                if let Some(pixel) = rgba.get_mut(here).filter(|_| is_edge) {
                    for part in &mut pixel[..3] {
                        *part = (f32::from(*part) * OUTLINE) as u8;
                    }
                }
            }
        }
    }

    /// Writes an area of the image `factor` times smaller: the mean of a square of the colors `rgba` each, and depth and node
    /// of its upper left pixel. The area begins and ends with a square.
    pub(crate) fn reduce(
        &self,
        rgba: &[[u8; 4]],
        small: &mut Picture,
        [columns, rows]: [Range<u32>; 2],
        factor: u32,
    ) {
        let (stride, side) = (self.width as usize, factor as usize);
        let count = factor * factor;
        for row in rows.start / factor..rows.end / factor {
            for column in columns.start / factor..columns.end / factor {
                let (to, from) = (small.index(column, row), self.index(factor * column, factor * row));
                small.depth[to] = self.depth[from];
                if let (Some(to), Some(&from)) = (small.nodes.get_mut(to), self.nodes.get(from)) {
                    *to = from;
                }
                if let Some(mean) = small.rgba.get_mut(to) {
                    let mut sums = [count / 2; 4];
                    for line in (0..side).map(|line| from + line * stride) {
                        for pixel in &rgba[line..line + side] {
                            (0..4).for_each(|part| sums[part] += u32::from(pixel[part]));
                        }
                    }
                    *mean = sums.map(|sum| (sum / count) as u8);
                }
            }
        }
    }
}
