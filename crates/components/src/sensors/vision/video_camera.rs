//! VideoCamera: color images.

mod lens;
mod physical;

use morse_sim::contract::data::image::PixelKind;
use morse_sim::prelude::*;

pub use crate::sensors::vision::video_camera::lens::LensVideoCamera;
pub use crate::sensors::vision::video_camera::physical::PhysicalVideoCamera;

use crate::common::camera::{Camera, CaptureControl, ImageData, image_camera};

/// Captures color images: red, green, blue and alpha, one byte each.
///
/// The background is gray (143, 143, 143). A part of the robot that surrounds the camera, such as the hull around a
/// camera at the robot's origin, is not rendered. With `retrieve_depth` or `retrieve_zbuffer`, each pixel is the
/// z-buffer as a little-endian `f32`: `far · (depth - near) / (depth · (far - near))`, and 1 without a hit. A camera
/// without readers captures no images, and neither does a camera whose property `capturing` is false or whose
/// environment is in fast mode.
///
/// The light `L` on a surface, from lamps and ambient light, is used unchanged up to 0.7. Brighter light is used as
///
/// `1 - 0.09 / (L - 0.4)`
///
/// so that no surface is brighter than its own color, and bright surfaces are not clipped.
///
/// A point (x, y, z) in the frame of the camera (x to the right, y down, z ahead) is at column `u` and row `v`, counted
/// from the upper left corner of the image (pinhole camera; Hartley and Zisserman, "Multiple View Geometry", chapter 6):
///
/// `u = f · x / z + width / 2`, `v = f · y / z + height / 2`
///
/// `f = max(width, height) · cam_focal / 32`, in pixels, or `max(width, height) / (2 · tan(cam_fov / 2))`
///
/// The rows of `intrinsic_matrix` are (f, 0, width / 2), (0, f, height / 2) and (0, 0, 1). The builder class rotates the
/// camera so that it looks along the X axis of the robot.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.video_camera.VideoCamera",
    title = "Video camera",
    data = ImageData,
    builder(
        name = "VideoCamera",
        rate_hz = 20.0,
        properties(
            cam_width = 256,
            cam_height = 256,
            cam_focal = 35.0,
            capturing = true,
            Vertical_Flip = true
        )
    ),
    level(
        name = "ideal",
        class = "morse.sensors.video_camera.VideoCamera",
        doc = "Without distortion and noise; the same as the default."
    ),
    level(
        name = "lens",
        class = "morse.sensors.video_camera.LensVideoCamera",
        doc = "Through a lens with distortion: Brown and Conrady, fisheye, omnidirectional."
    ),
    level(
        name = "physical",
        class = "morse.sensors.video_camera.PhysicalVideoCamera",
        doc = "Through a lens with distortion, with the noise of an image sensor (EMVA 1288)."
    ),
    services
)]
pub struct VideoCamera {
    #[property(flatten)]
    camera: Camera,
    capture_control: CaptureControl,
}

image_camera!(VideoCamera, ImageData, |camera| {
    let gives_depth = camera.retrieve_depth.0 || camera.retrieve_zbuffer.0;
    if gives_depth { PixelKind::ZBuffer } else { PixelKind::Color }
});
