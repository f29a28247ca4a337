//! A reference grid drawn over an image.

use std::ops::Range;

use glam::{DVec2, Vec2, Vec3};
use morse_world::Pose;

use crate::prepared_camera::PreparedCamera;
use crate::{Picture, View};

/// A rectangular grid of lines in a plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// The pose of the grid, which lies in its xy plane.
    pub world_from_grid: Pose,
    /// Distance between lines. [m]
    pub spacing_m: f64,
    /// Every `strong_every`-th line, counted from the origin, is drawn stronger.
    pub strong_every: u32,
    /// Lower corner in the xy plane. [m]
    pub low: DVec2,
    /// Upper corner in the xy plane. [m]
    pub high: DVec2,
    /// Line color: red, green and blue. [0, 1]
    pub rgb: [f32; 3],
    /// Opacity of plain lines and of strong lines. [0, 1]
    pub opacity: [f32; 2],
}

impl Grid {
    /// The grid in a view.
    pub(crate) fn prepared(&self, view: &View) -> PreparedGrid<'_> {
        let camera = PreparedCamera::new(view);
        PreparedGrid { grid: self, plane: Plane::new(self, &camera), camera }
    }

    fn holds(&self, at: DVec2) -> bool {
        // The margin keeps the outermost lines as wide as the inner lines.
        let edge = DVec2::splat(0.02 * self.spacing_m);
        at.cmpge(self.low - edge).all() && at.cmple(self.high + edge).all()
    }

    /// The fraction of a pixel that lines cover. `step` is the size of the pixel in the plane.
    fn share(&self, at: DVec2, step: Vec2) -> f32 {
        let [x, y] = [(at.x, step.x), (at.y, step.y)].map(|(at, step)| {
            let line = (at / self.spacing_m).round();
            let distance = (at - line * self.spacing_m).abs() as f32;
            let strong = (line as i64).rem_euclid(i64::from(self.strong_every.max(1))) == 0;
            let spacing = self.spacing_m as f32 * if strong { self.strong_every as f32 } else { 1.0 };
            // Lines that are only a few pixels apart fade out.
            let dense = (spacing / (4.0 * step) - 1.0).clamp(0.0, 1.0);
            let half_width = step * if strong { 1.2 } else { 0.9 };
            let covered = ((half_width - distance) / step + 0.5).clamp(0.0, 1.0);
            covered * dense * self.opacity[usize::from(strong)]
        });
        x.max(y)
    }
}

/// A grid in a view.
pub(crate) struct PreparedGrid<'a> {
    grid: &'a Grid,
    plane: Plane,
    camera: PreparedCamera,
}

impl PreparedGrid<'_> {
    /// Draws the visible part of the grid in an area over colors of a picture. Surfaces in its plane, such as the ground, do
    /// not hide it.
    pub(crate) fn draw(
        &self,
        picture: &Picture,
        rgba: &mut [[u8; 4]],
        columns: Range<u32>,
        rows: Range<u32>,
    ) {
        let PreparedGrid { grid, plane, camera } = self;
        let rgb = Vec3::from(grid.rgb) * 255.0;
        for row in rows {
            for column in columns.clone() {
                let Some((at, depth)) = plane.at(camera, column, row) else { continue };
                let place = picture.index(column, row);
                if depth > picture.depth[place] * 1.002 + 0.01 || !grid.holds(at) {
                    continue;
                }
                let [right, below] =
                    [(column + 1, row), (column, row + 1)].map(|(column, row)| plane.at(camera, column, row));
                let (Some((right, _)), Some((below, _))) = (right, below) else { continue };
                // The size of one pixel in the plane.
                let step = (right - at).abs().max((below - at).abs()).as_vec2();
                let share = grid.share(at, step);
                if let Some(pixel) = rgba.get_mut(place) {
                    for (part, color) in pixel.iter_mut().zip(rgb.to_array()) {
                        *part = (f32::from(*part) + share * (color - f32::from(*part)) + 0.5) as u8;
                    }
                }
            }
        }
    }
}

/// The plane of a grid, seen from a camera.
struct Plane {
    /// The position of the camera in the grid frame. [m]
    place: glam::DVec3,
    grid_from_world: glam::DMat3,
}

impl Plane {
    fn new(grid: &Grid, camera: &PreparedCamera) -> Plane {
        let grid_from_world = grid.world_from_grid.inverse();
        Plane {
            place: grid_from_world.transform_point(camera.position),
            grid_from_world: glam::DMat3::from_quat(grid_from_world.rotation),
        }
    }

    /// The point of the plane behind a pixel, and its depth along the camera's x axis. [m]
    fn at(&self, camera: &PreparedCamera, column: u32, row: u32) -> Option<(DVec2, f32)> {
        let pixel_ray = camera.pixel_ray(column, row);
        let start = self.place + self.grid_from_world * pixel_ray.start.as_dvec3();
        let direction = self.grid_from_world * pixel_ray.direction.as_dvec3();
        let distance = -start.z / direction.z;
        let is_ahead = distance.is_finite() && distance > 0.0;
        is_ahead.then(|| {
            ((start + direction * distance).truncate(), (distance * f64::from(pixel_ray.ahead)) as f32)
        })
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::Style;

    #[test]
    fn grid_lines_are_drawn_at_multiples_of_the_spacing_only() {
        let grid = Grid {
            world_from_grid: Pose::IDENTITY,
            spacing_m: 1.0,
            strong_every: 5,
            low: DVec2::splat(-2.0),
            high: DVec2::splat(2.0),
            rgb: [0.0; 3],
            opacity: [1.0; 2],
        };
        // Ten pixels per meter, looking straight down; world +x points up in the picture.
        let view = View::orthographic(View::looking_at(DVec3::Z * 5.0, DVec3::ZERO), [60, 60], 6.0);
        let mut picture = Picture::default();
        picture.resize(60, 60, &Style::default());
        picture.rgba.fill([255; 4]);
        picture.depth.fill(f32::INFINITY);
        let hidden = picture.index(45, 40);
        picture.depth[hidden] = 1.0;
        let mut rgba = picture.rgba.clone();
        grid.prepared(&view).draw(&picture, &mut rgba, 0..60, 0..60);
        let dark = |column, row| rgba[picture.index(column, row)][0] < 160;
        assert!(dark(30, 34) && dark(40, 34) && dark(34, 20) && dark(10, 33));
        assert!(!dark(35, 35) && !dark(24, 36));
        // Outside the grid, and occluded.
        assert!(!dark(40, 5) && !dark(45, 40) && dark(44, 40));
    }
}
