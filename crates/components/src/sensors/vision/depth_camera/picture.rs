//! DepthVideoCamera: depth images.

use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::prelude::*;

use crate::common::camera::{Camera, CaptureControl, capture, image_camera};

/// A depth image.
#[derive(Data, Clone, Default)]
#[data(kind = DepthImage)]
pub struct DepthPicture {
    /// Depth as float32, little endian, row by row; empty until the first capture. [m]
    image: Image,
    /// Camera matrix: focal lengths and optical centre. [px]
    intrinsic_matrix: DMat3,
}

/// Captures images of depth along its optical axis; pixels without a hit have cam_far. `retrieve_depth` has no
/// effect.
///
/// Depth is `z` in the frame of the camera, x to the right, y down, z ahead, through the middle of each pixel.
/// The point that the pixel of column `u` and row `v` sees, counted from the upper left corner, is
///
/// `z · ((u + ½ - width / 2) / f, (v + ½ - height / 2) / f, 1)`
///
/// with the focal length `f` of VideoCamera, as in `intrinsic_matrix`. With `Vertical_Flip` the first row is the
/// top one. It has no builder class of its own: give a DepthCamera this class path, or use a Kinect.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.depth_camera.DepthVideoCamera",
    title = "Depth camera",
    data = DepthPicture,
    services
)]
pub struct DepthVideoCamera {
    #[property(flatten, default = Camera::depth())]
    camera: Camera,
    capture_control: CaptureControl,
}

image_camera!(DepthVideoCamera, DepthPicture, |_| PixelKind::Depth);
