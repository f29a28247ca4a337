//! Depth by matching of two images.

use morse_sim::prelude::*;

use crate::common::camera::{CameraRenderer, Exposure, Intrinsics, standard_normal};
use crate::sensors::vision::depth_camera::errors::{DepthErrors, Grid, check_number, seed, visible_from};

/// Properties of a depth camera that matches two images.
#[derive(PropertyGroup, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(in crate::sensors::vision::depth_camera) struct StereoMatching {
    /// Distance of the second camera to the right of the first one; negative to the left. [m]
    #[property(name = "baseline", default = 0.05, min = -10, max = 10)]
    baseline_m: f64,
    /// Standard deviation of the disparity. [px]
    #[property(name = "subpixel", default = 0.08, min = 0, max = 100)]
    subpixel: f64,
    /// Largest disparity that is searched; nearer surfaces give no depth. [px]
    #[property(name = "max_disparity", default = 126.0, min = 1, max = 8192)]
    max_disparity: f64,
}

impl DepthErrors for StereoMatching {
    fn check(&self, _intrinsics: &Intrinsics) -> Result<(), SetupError> {
        check_number("baseline", self.baseline_m, [-10.0, 10.0], "m, but not 0")?;
        if self.baseline_m == 0.0 {
            return Err(SetupError::Invalid(
                "baseline is 0; allowed are other distances up to 10 m".to_owned(),
            ));
        }
        check_number("subpixel", self.subpixel, [0.0, 100.0], "px")?;
        check_number("max_disparity", self.max_disparity, [1.0, 8192.0], "px")
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
        let visible = visible_from(view, &depths, &grid, DVec3::X * self.baseline_m);
        let product = grid.focal * self.baseline_m.abs();
        let seed = seed(view);
        let half = f64::from(grid.columns) / 2.0;
        for (index, (depth, visible)) in depths.iter_mut().zip(visible).enumerate() {
            let disparity = product / f64::from(*depth);
            // The column of the surface in the second image, from the middle.
            let column = grid.ray(index).x * grid.focal - disparity.copysign(self.baseline_m);
            let is_matched = visible && column.abs() <= half && disparity <= self.max_disparity;
            let measured = disparity + self.subpixel * f64::from(standard_normal(seed, index as u64));
            *depth = if is_matched && measured > 0.0 { (product / measured) as f32 } else { f32::INFINITY };
        }
        Some(depths)
    }
}
