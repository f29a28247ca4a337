//! Depth cameras at level `stereo`: points and pictures.

use morse_sim::prelude::*;

use crate::common::camera::{Camera, CaptureControl};
use crate::sensors::vision::depth_camera::cloud::{Cloud, PointCamera};
use crate::sensors::vision::depth_camera::errors::stereo::StereoMatching;
use crate::sensors::vision::depth_camera::picture::DepthPicture;
use crate::sensors::vision::depth_camera::with_errors::{error_camera, error_picture};

/// Measures by matching of the images of two cameras side by side, as a RealSense D400 does.
///
/// The second camera is `baseline` to the right of this one. A surface at the depth `z` has the disparity `d = f · baseline /
/// z`, with the focal length `f` of VideoCamera. The measured depth is
///
/// `z' = f · baseline / (d + subpixel · w)`
///
/// with a standard normal number `w` for each pixel. To first order, its standard deviation is `z² · subpixel / (f ·
/// baseline)` (Intel, "Tuning depth cameras for best performance": 0.05 to 0.1 px on surfaces with texture, and a baseline of
/// 50 mm of the D435). A pixel has no depth if the second camera does not see its surface because an object or the edge of
/// the image is in the way, or if its disparity is above `max_disparity`. At a depth edge between `z1` and `z2` the shadow is
/// `f · baseline · (1 / z1 - 1 / z2)` pixels wide. All surfaces have enough texture.
///
/// Points, order and frame are those of level `ideal`.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.depth_camera.StereoDepthCamera",
    title = "Depth (XYZ) camera, stereo matching",
    data = Cloud,
    services
)]
pub struct StereoDepthCamera {
    #[property(flatten)]
    camera: PointCamera,
    #[property(flatten)]
    errors: StereoMatching,
    capture_control: CaptureControl,
}

error_camera!(StereoDepthCamera);

/// A depth image with the errors of DepthCamera at level `stereo`. Pixels without a depth have the depth `cam_far`, as pixels
/// without a surface.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.depth_camera.StereoDepthVideoCamera",
    title = "Depth camera, stereo matching",
    data = DepthPicture,
    services
)]
pub struct StereoDepthVideoCamera {
    #[property(flatten, default = Camera::depth())]
    camera: Camera,
    #[property(flatten)]
    errors: StereoMatching,
    capture_control: CaptureControl,
}

error_picture!(StereoDepthVideoCamera);
