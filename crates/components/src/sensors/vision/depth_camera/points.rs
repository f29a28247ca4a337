//! DepthCamera: point clouds.

use morse_sim::prelude::*;

use crate::common::camera::{CaptureControl, capture};
use crate::sensors::vision::depth_camera::cloud::{Cloud, PointCamera};

/// Captures visible surfaces as points in the frame of the camera: x to the right, y down, z ahead.
///
/// Points are ordered row by row from the bottom, and in a row from left to right. The point of column `u` and row `k`,
/// counted from the bottom, has `x = z · (u - width / 2) / f` and `y = z · (height - k - height / 2) / f`, with halves
/// rounded down and the focal length `f` in pixels. All points have `cam_near <= z <= cam_far`. A surface nearer than
/// `cam_near` hides what is behind it, and its pixels have no hit. A camera without readers captures nothing, and so does a
/// camera whose property `capturing` is false or whose environment is in fast mode. `retrieve_depth` has no effect.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.depth_camera.DepthCamera",
    title = "Depth (XYZ) camera",
    data = Cloud,
    builder(
        name = "DepthCamera",
        base = "VideoCamera",
        rate_hz = 20.0,
        properties(
            cam_width = 256,
            cam_height = 256,
            cam_focal = 35.0,
            capturing = true,
            Vertical_Flip = false,
            cam_near = 1.0,
            cam_far = 20.0,
            retrieve_depth = true
        )
    ),
    level(
        name = "ideal",
        class = "morse.sensors.depth_camera.DepthCamera",
        doc = "Without errors; the same as the default."
    ),
    level(
        name = "stereo",
        class = "morse.sensors.depth_camera.StereoDepthCamera",
        doc = "By matching of two images: errors that grow with the square of the depth, and shadows."
    ),
    level(
        name = "structured_light",
        class = "morse.sensors.depth_camera.StructuredLightDepthCamera",
        doc = "By a projected pattern: steps and errors that grow with the square of the depth, and shadows."
    ),
    level(
        name = "time_of_flight",
        class = "morse.sensors.depth_camera.TimeOfFlightDepthCamera",
        doc = "By modulated light: errors by amplitude, flying pixels, ambiguity."
    ),
    services
)]
pub struct DepthCamera {
    #[property(flatten)]
    camera: PointCamera,
    capture_control: CaptureControl,
}

capture!(DepthCamera, Cloud);

impl Sensor for DepthCamera {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Cloud) -> Result<(), SetupError> {
        self.capture_control = CaptureControl::new(setup);
        data.intrinsic_matrix = self.camera.intrinsic_matrix();
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        self.camera.check()
    }

    fn casts_rays(&self) -> Option<RayKind> {
        Some(RayKind::Visual)
    }

    fn on_demand(&self) -> bool {
        true
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Cloud) {
        self.camera.capture(view, data, &mut self.capture_control);
    }

    fn interrupt(&mut self, _call: &mut Call<'_, Cloud>) {
        self.capture_control.close();
    }
}
