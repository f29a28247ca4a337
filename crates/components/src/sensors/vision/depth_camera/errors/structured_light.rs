//! Depth by structured light: a projected pattern that a camera beside the projector sees.

use morse_sim::prelude::*;

use crate::common::camera::{CameraRenderer, Exposure, Intrinsics, standard_normal};
use crate::sensors::vision::depth_camera::errors::{DepthErrors, Grid, check_number, seed, visible_from};

/// Variance of the rounding to a whole number.
const ROUNDING: f64 = 1.0 / 12.0;

/// Properties of a depth camera with a projector.
#[derive(PropertyGroup, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(in crate::sensors::vision::depth_camera) struct StructuredLight {
    /// Distance of the projector to the right of the camera; negative to the left. [m]
    #[property(name = "baseline", default = 0.075, min = -10, max = 10)]
    baseline_m: f64,
    /// Inverse depth of one step of the disparity. [1/m]
    #[property(name = "disparity_step", default = 2.85e-3, min = 1e-9, max = 1)]
    step_per_m: f64,
    /// Standard deviation of the disparity, with the rounding to whole steps, in steps. From 0.2887 on, which is that of the
    /// rounding alone.
    #[property(name = "disparity_noise", default = 0.5, min = 0, max = 1000)]
    noise: f64,
}

impl DepthErrors for StructuredLight {
    fn check(&self, _intrinsics: &Intrinsics) -> Result<(), SetupError> {
        check_number("baseline", self.baseline_m, [-10.0, 10.0], "m")?;
        check_number("disparity_step", self.step_per_m, [1e-9, 1.0], "1/m")?;
        check_number("disparity_noise", self.noise, [0.0, 1000.0], "steps")
    }

    fn measure(
        &self,
        view: &mut SenseContext<'_>,
        renderer: &mut CameraRenderer,
        intrinsics: &Intrinsics,
        size: [u32; 2],
    ) -> Option<Vec<f32>> {
        let grid = Grid::new(intrinsics, size);
        let mut depths = renderer.expose(view, intrinsics, size, Exposure::Depths)?.depth.clone();
        let lit = visible_from(view, &depths, &grid, DVec3::X * self.baseline_m);
        let before_rounding = (self.noise * self.noise - ROUNDING).max(0.0).sqrt();
        let seed = seed(view);
        for (index, (depth, lit)) in depths.iter_mut().zip(lit).enumerate() {
            let exact = 1.0 / f64::from(*depth) / self.step_per_m;
            let noise = before_rounding * f64::from(standard_normal(seed, index as u64));
            let disparity = (exact + noise).round();
            *depth = match lit && disparity > 0.0 {
                true => (1.0 / (disparity * self.step_per_m)) as f32,
                false => f32::INFINITY,
            };
        }
        Some(depths)
    }
}
