//! RawImage: z-buffer images.

use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::prelude::*;

use crate::common::camera::{Camera, CaptureControl, image_camera};

/// Z-buffer image and its camera matrix.
#[derive(Data, Clone, Default)]
#[data(kind = DepthBuffer)]
pub struct ZBuffer {
    /// Z-buffer as little-endian float32, 0 to 1, row by row; empty until the first capture.
    image: Image,
    /// Camera matrix, with the focal lengths and the optical center. [px]
    intrinsic_matrix: DMat3,
    #[data(layout)]
    layout: Option<Layout>,
}

/// Captures z-buffer images: `far · (depth - near) / (depth · (far - near))`, which is 0 at `cam_near`, and 1 at
/// `cam_far` and for pixels without a hit. A surface nearer than `cam_near` hides what is behind it, and its pixels are 0.
/// `retrieve_depth` has no effect.
///
/// This is the z-buffer of a graphics card for a perspective view. The depth along the optical axis is
///
/// `depth = near · far / (far - b · (far - near))`
///
/// with the value `b` of the pixel. This sensor has no builder class: set its class path on a DepthCamera.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.depth_camera.RawImage",
    title = "Depth camera (raw Z-Buffer)",
    data = ZBuffer,
    services
)]
pub struct RawImage {
    #[property(flatten, default = Camera::depth())]
    camera: Camera,
    capture_control: CaptureControl,
}

image_camera!(RawImage, ZBuffer, |_| PixelKind::ZBuffer);
