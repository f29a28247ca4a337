//! Errors of depth cameras, by their method of measurement.

pub(super) mod stereo;
pub(super) mod structured_light;
pub(super) mod time_of_flight;

use morse_sim::prelude::*;
use morse_world::{Ray, RayFilter, RayKind};

use crate::common::camera::{CameraRenderer, Exposure, Intrinsics, surrounding_parts};

/// A grid of pixels around the optical axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// Focal length. [px]
    pub(super) focal: f64,
}

impl Grid {
    pub(super) fn new(intrinsics: &Intrinsics, [columns, rows]: [u32; 2]) -> Self {
        Self { columns, rows, focal: intrinsics.focal_px() }
    }

    /// The point at a depth of 1 m on the ray of a pixel, counted row by row from the upper left.
    pub(super) fn ray(&self, index: usize) -> DVec3 {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        let right = (index % columns) as f64 + 0.5 - columns as f64 / 2.0;
        let down = (index / columns) as f64 + 0.5 - rows as f64 / 2.0;
        DVec3::new(right / self.focal, down / self.focal, 1.0)
    }
}

/// A method of measurement of depths, with its errors.
pub(super) trait DepthErrors {
    /// Checks the values of the properties.
    ///
    /// # Errors
    /// If a value is out of range; the error gives the range.
    fn check(&self, intrinsics: &Intrinsics) -> Result<(), SetupError>;

    /// Camera, grid and exposure of the picture from which a grid of pixels is measured.
    fn picture(&self, intrinsics: &Intrinsics, grid: [u32; 2]) -> (Intrinsics, [u32; 2], Exposure) {
        (*intrinsics, grid, Exposure::Depths)
    }

    /// Measures the depths of a grid of pixels along the optical axis, row by row from the top; infinite without a
    /// measurement. [m] `None` if rendering fails.
    fn measure(
        &self,
        view: &mut SenseContext<'_>,
        renderer: &mut CameraRenderer,
        intrinsics: &Intrinsics,
        grid: [u32; 2],
    ) -> Option<Vec<f32>>;
}

/// A seed for the noise of an image.
fn seed(view: &mut SenseContext<'_>) -> u64 {
    (view.random.uniform() * 2_f64.powi(53)) as u64
}

/// Whether the surface at each pixel is visible from a second place, by its offset in the frame of the camera. [m]
fn visible_from(view: &SenseContext<'_>, depths: &[f32], grid: &Grid, offset: DVec3) -> Vec<bool> {
    let world_from_camera = view.world_from_sensor();
    let eye = world_from_camera.transform_point(offset);
    let except = surrounding_parts(view.world, view.robot, world_from_camera);
    let filter = RayFilter { kind: RayKind::Visual, except: Some(&except), ..RayFilter::default() };
    let ray = |(index, &depth): (usize, &f32)| {
        let point = grid.ray(index) * if depth.is_finite() { f64::from(depth) } else { 0.0 };
        let to_point = world_from_camera.transform_point(point) - eye;
        // Rays end in front of the surface by more than the rounding error of the depth.
        let reach = (to_point.length() * (1.0 - 1e-4) - 1e-3).max(0.0);
        Ray::new(eye, to_point, reach)
    };
    let rays: Vec<Ray> = depths.iter().enumerate().map(ray).collect();
    let mut hits = Vec::new();
    view.world.cast_rays(&rays, &filter, &mut hits);
    depths.iter().zip(&hits).map(|(depth, hit)| depth.is_finite() && hit.is_none()).collect()
}

/// Refuses a number that is not finite or out of its range.
fn check_number(name: &str, number: f64, [least, most]: [f64; 2], unit: &str) -> Result<(), SetupError> {
    if number.is_finite() && (least..=most).contains(&number) {
        return Ok(());
    }
    Err(SetupError::Invalid(format!("{name} is {number}; allowed are {least} to {most} {unit}")))
}
