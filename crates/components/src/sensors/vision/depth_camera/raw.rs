//! RawImage: the raw z-buffer.

use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::prelude::*;

use crate::common::camera::{Camera, CaptureControl, capture, image_camera};

/// A z-buffer image.
#[derive(Data, Clone, Default)]
#[data(kind = DepthBuffer)]
pub struct ZBuffer {
    /// Z-buffer as float32, little endian, row by row; empty until the first capture.
    image: Image,
    /// Camera matrix: focal lengths and optical centre. [px]
    intrinsic_matrix: DMat3,
}

/// Gives the z-buffer: far · (depth - near) / (depth · (far - near)), 0 at the near end, 1 at the far end and
/// without a hit. `retrieve_depth` has no effect.
///
/// It is the z-buffer of a graphics card for a perspective view. The depth along the optical axis is
///
/// `depth = near · far / (far - b · (far - near))`
///
/// with `b` the value of the pixel. It has no builder class of its own: give a DepthCamera this class path.
#[derive(Sensor, Serialize, Deserialize)]
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
