//! DepthVideoCamera: depth images.

use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::prelude::*;

use crate::common::camera::{Camera, CaptureControl, fill, image_camera};
use crate::sensors::vision::depth_camera::errors::DepthErrors;

/// Depth image and its camera matrix.
#[derive(Data, Clone, Default)]
#[data(kind = DepthImage)]
pub struct DepthPicture {
    /// Depth as little-endian float32, row by row: 0 nearer than `cam_near`, `cam_far` without a hit. Empty until the
    /// first capture. [m]
    image: Image,
    /// Camera matrix, with the focal lengths and the optical center. [px]
    intrinsic_matrix: DMat3,
    #[data(layout)]
    layout: Option<Layout>,
}

/// Captures depth images. The depth is measured along the optical axis; pixels without a hit have the depth `cam_far`.
/// A surface nearer than `cam_near` hides what is behind it, and its pixels are 0. `retrieve_depth` has no effect.
///
/// The depth is the coordinate `z` in the frame of the camera (x to the right, y down, z ahead), at the center of each
/// pixel. The point at the pixel of column `u` and row `v`, counted from the upper left corner, is
///
/// `z · ((u + ½ - width / 2) / f, (v + ½ - height / 2) / f, 1)`
///
/// with the focal length `f` [px], computed as in VideoCamera and given in `intrinsic_matrix`. With `Vertical_Flip` the
/// first row is the top row. This sensor has no builder class: set its class path on a DepthCamera, or use a Kinect.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.depth_camera.DepthVideoCamera",
    title = "Depth camera",
    data = DepthPicture,
    level(
        name = "ideal",
        class = "morse.sensors.depth_camera.DepthVideoCamera",
        doc = "Without errors; the same as the default."
    ),
    level(
        name = "stereo",
        class = "morse.sensors.depth_camera.StereoDepthVideoCamera",
        doc = "By matching of two images: errors that grow with the square of the depth, and shadows."
    ),
    level(
        name = "structured_light",
        class = "morse.sensors.depth_camera.StructuredLightDepthVideoCamera",
        doc = "By a projected pattern: steps and errors that grow with the square of the depth, and shadows."
    ),
    level(
        name = "time_of_flight",
        class = "morse.sensors.depth_camera.TimeOfFlightDepthVideoCamera",
        doc = "By modulated light: errors by amplitude, flying pixels, ambiguity."
    ),
    services
)]
pub struct DepthVideoCamera {
    #[property(flatten, default = Camera::depth())]
    camera: Camera,
    capture_control: CaptureControl,
}

image_camera!(DepthVideoCamera, DepthPicture, |_| PixelKind::Depth);

impl DepthPicture {
    /// Sets camera matrix and layout.
    pub(super) fn describe(&mut self, camera: &Camera) {
        self.intrinsic_matrix = camera.intrinsics.intrinsic_matrix();
        self.layout = Some(camera.layout());
    }

    /// Captures an image with the errors of a method of measurement; `None` if rendering fails.
    pub(super) fn capture_with(
        &mut self,
        view: &mut SenseContext<'_>,
        camera: &mut Camera,
        errors: &impl DepthErrors,
    ) -> Option<()> {
        self.describe(camera);
        let (intrinsics, top_first) = (camera.intrinsics, camera.top_first.0);
        let depths = errors.measure(view, &mut camera.renderer, &intrinsics, intrinsics.size())?;
        let pixel = |depth: f32| intrinsics.depth_pixel(depth).to_le_bytes();
        fill(&mut self.image, intrinsics.size(), top_first, &depths, pixel);
        self.image.pixels = PixelKind::Depth;
        Some(())
    }
}
