//! DepthCamera: point clouds.

use morse_sim::prelude::*;
use morse_world::World;

use crate::common::camera::{CameraSensor, CaptureControl, camera_sensor};
use crate::sensors::vision::depth_camera::cloud::{Cloud, PointCamera};

/// Captures visible surfaces as points in the frame of the camera: x to the right, y down, z ahead.
///
/// Points are ordered row by row from the bottom, and in a row from left to right. The point of column `u` and row `k`,
/// counted from the bottom, has `x = z · (u - width / 2) / f` and `y = z · (height - k - height / 2) / f`, with halves
/// rounded down and the focal length `f` in pixels. All points have `cam_near <= z <= cam_far`. A surface nearer than
/// `cam_near` hides what is behind it, and its pixels have no hit. A camera without readers captures nothing, and so does a
/// camera whose property `capturing` is false or whose environment is in fast mode. `retrieve_depth` has no effect.
#[derive(Sensor, Clone, Serialize, Deserialize)]
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

camera_sensor!(DepthCamera, Cloud);

impl CameraSensor for DepthCamera {
    type Data = Cloud;

    fn describe(&mut self, _world: &World, data: &mut Cloud) {
        data.intrinsic_matrix = self.camera.intrinsic_matrix();
    }

    fn check_properties(&self) -> Result<(), SetupError> {
        self.camera.check()
    }

    fn announce_picture(&mut self, view: &SenseContext<'_>) {
        self.camera.announce(view);
    }

    fn take(&mut self, view: &mut SenseContext<'_>, data: &mut Cloud) -> Option<()> {
        self.camera.capture(view, data)
    }
}
