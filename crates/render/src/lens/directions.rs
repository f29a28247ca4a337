//! The directions of the rays of all pixels of a camera behind a lens.

use std::ops::Range;
use std::sync::Arc;

use glam::{DVec2, DVec3, Vec3};

use crate::lens::{FoldedLens, Lens};

/// The directions of the rays of all pixels, computed once for many images.
#[derive(Debug, Clone)]
pub struct PixelDirections {
    pub(crate) size: [u32; 2],
    /// Unit vectors in the frame of the renderer's cameras (x ahead, y to the left, z up), row by row; zero for pixels outside of
    /// the image circle.
    pub(crate) directions: Arc<[Vec3]>,
}

impl PixelDirections {
    /// Computes the directions for an image of `width` × `height` pixels.
    ///
    /// # Errors
    /// [`FoldedLens`] for coefficients that fold the image.
    pub fn new(lens: &Lens, [width, height]: [u32; 2]) -> Result<PixelDirections, FoldedLens> {
        lens.check([width, height])?;
        let mut directions = vec![Vec3::ZERO; width as usize * height as usize];
        let place = |column: u32, row: u32| DVec2::new(f64::from(column) + 0.5, f64::from(row) + 0.5);
        // From the pixel next to the optical axis outwards: the place of each pixel is found from that of its neighbor.
        let middle = |center: f64, count: u32| (center.max(0.0) as u32).min(count.saturating_sub(1));
        let (first_column, first_row) = (middle(lens.center.x, width), middle(lens.center.y, height));
        let mut start = DVec2::ZERO;
        walk_to(lens, place(first_column, first_row), &mut start);
        let mut fill_row = |row: u32, start: DVec2| {
            let mut fill = |columns: &mut dyn Iterator<Item = u32>| {
                let mut near = start;
                for column in columns {
                    let direction = lens.direction(place(column, row), &mut near);
                    directions[row as usize * width as usize + column as usize] =
                        direction.map_or(Vec3::ZERO, in_renderer);
                }
            };
            fill(&mut (first_column..width));
            fill(&mut (0..first_column).rev());
        };
        let mut near = start;
        for row in first_row..height {
            lens.direction(place(first_column, row), &mut near);
            fill_row(row, near);
        }
        near = start;
        for row in (0..first_row).rev() {
            lens.direction(place(first_column, row), &mut near);
            fill_row(row, near);
        }
        Ok(PixelDirections { size: [width, height], directions: directions.into() })
    }

    /// The cosine of the angle between the optical axis and the ray in the middle of a pixel of an image whose pixels have
    /// `samples` rays along each side; 0 without a ray.
    #[must_use]
    pub fn cosine_at(&self, column: usize, row: usize, samples: usize) -> f32 {
        let place = |pixel: usize| pixel * samples + samples / 2;
        let index = place(row) * self.size[0] as usize + place(column);
        self.directions.get(index).map_or(0.0, |direction| direction.x)
    }

    /// The directions of some rows only.
    #[must_use]
    pub fn rows(&self, rows: Range<u32>) -> PixelDirections {
        let [width, height] = self.size;
        let rows = rows.start.min(height)..rows.end.min(height);
        let part = rows.start as usize * width as usize..rows.end as usize * width as usize;
        let directions = self.directions.get(part).unwrap_or_default().into();
        PixelDirections { size: [width, rows.end.saturating_sub(rows.start)], directions }
    }

    /// Whether both share their directions.
    pub(crate) fn is_same(&self, other: &PixelDirections) -> bool {
        self.size == other.size && Arc::ptr_eq(&self.directions, &other.directions)
    }

    /// Width and height of the image. [px]
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }
}

/// Moves `near` from the optical axis to the undistorted place of a pixel, in steps.
fn walk_to(lens: &Lens, pixel: DVec2, near: &mut DVec2) {
    const STEPS: u32 = 32;
    for step in 1..=STEPS {
        let share = f64::from(step) / f64::from(STEPS);
        lens.direction(lens.center + (pixel - lens.center) * share, near);
    }
}

/// A direction with x to the right, y down and z ahead, in the frame of the renderer's cameras.
fn in_renderer(direction: DVec3) -> Vec3 {
    DVec3::new(direction.z, -direction.x, -direction.y).as_vec3()
}
