//! What cameras that give points have in common: from depth to points.

use morse_render::Picture;
use morse_sim::image::{Image, PixelKind};
use morse_sim::prelude::*;

use super::rows::Rows;
use crate::sensors::camera::{Film, Lens};

/// Points in the frame of the camera, and the numbers of the lens they were seen with.
#[derive(Data, Clone, Default)]
#[data(kind = "points")]
pub struct Cloud {
    /// Size of the picture behind the points, without pixels.
    pub(super) image: Image,
    /// Camera matrix: focal lengths and optical centre. [px]
    pub(super) intrinsic_matrix: DMat3,
    /// Points as float32 x, y, z, little endian. [m]
    pub(super) points: Vec<[f32; 3]>,
    /// Number of points.
    pub(super) nb_points: i64,
}

/// How depth becomes points.
pub(super) struct Sampling<'a> {
    pub(super) lens: Lens,
    /// Rows to keep, counted from the bottom or from the top.
    pub(super) rows: &'a Rows,
    pub(super) top_first: bool,
    /// Whether a pixel without depth has a point at the origin rather than none.
    pub(super) keep_resolution: bool,
}

impl Cloud {
    /// Takes the points of a new picture. `None` if there is no picture.
    pub(super) fn take(&mut self, view: &View<'_>, film: &mut Film, sampling: &Sampling<'_>) -> Option<()> {
        let lens = &sampling.lens;
        let [width, height] = lens.size();
        // A point of column u and row k lies on the ray through the corner (u, height - k) of its pixel, counted from the
        // upper left: x = depth · (u - width / 2) / focal. The rays of this many pixels go through those corners.
        let grid = [width, height].map(|side| if side % 2 == 0 { side + 1 } else { side + 2 });
        let picture = film.expose(view, lens, grid, false)?;
        self.image = Image { width, height, pixels: PixelKind::Depth, bytes: Vec::new() };
        self.intrinsic_matrix = lens.intrinsic_matrix();
        self.fill(picture, sampling);
        Some(())
    }

    fn fill(&mut self, picture: &Picture, sampling: &Sampling<'_>) {
        let Sampling { lens, rows, top_first, keep_resolution } = sampling;
        let ([width, height], focal) = (lens.size(), lens.focal_px());
        // Columns and rows of the picture beyond the first corner: one more on each side of odd sizes.
        let [margin_x, margin_y] = [width, height].map(|side| side % 2);
        let [middle_x, middle_y] = [width, height].map(|side| i64::from(side / 2));
        self.points.clear();
        for row in rows.of(height) {
            let corner = if *top_first { row + 1 } else { height.saturating_sub(row) };
            let down = (i64::from(corner) - middle_y) as f64 / focal;
            for column in 0..width {
                let depth = picture.depth[picture.index(column + margin_x, corner + margin_y)];
                let right = (i64::from(column) - middle_x) as f64 / focal;
                if depth.is_finite() {
                    let z = f64::from(depth);
                    self.points.push([(z * right) as f32, (z * down) as f32, depth]);
                } else if *keep_resolution {
                    self.points.push([0.0; 3]);
                }
            }
        }
        self.nb_points = self.points.len() as i64;
    }
}
