//! Depth cameras at level `structured_light`: points and pictures.

use morse_sim::prelude::*;

use crate::common::camera::{Camera, CaptureControl};
use crate::sensors::vision::depth_camera::cloud::{Cloud, PointCamera};
use crate::sensors::vision::depth_camera::errors::structured_light::StructuredLight;
use crate::sensors::vision::depth_camera::picture::DepthPicture;
use crate::sensors::vision::depth_camera::with_errors::{error_camera, error_picture};

/// Measures by a projected pattern, as the first Kinect does.
///
/// The disparity of a surface at the depth `z` is measured in whole steps:
///
/// `n = round(1 / (z · disparity_step) + noise · w)`, `z' = 1 / (n · disparity_step)`
///
/// with a standard normal number `w` for each pixel. `noise` is such that the standard deviation with the rounding, averaged
/// over a step, is `disparity_noise`. To first order, the depth has the standard deviation `disparity_noise · disparity_step
/// · z²`, which is `1.425e-3 · z²` in meters with the defaults (Khoshelham and Oude Elberink, "Accuracy and resolution of
/// Kinect depth data for indoor mapping applications", Sensors 12, 2012: 2.85e-5 / cm a step and half a step). A pixel has no
/// depth if the projector, `baseline` to the right of the camera, does not illuminate its surface.
///
/// Points, order and frame are those of level `ideal`.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.depth_camera.StructuredLightDepthCamera",
    title = "Depth (XYZ) camera, structured light",
    data = Cloud,
    services
)]
pub struct StructuredLightDepthCamera {
    #[property(flatten)]
    camera: PointCamera,
    #[property(flatten)]
    errors: StructuredLight,
    capture_control: CaptureControl,
}

error_camera!(StructuredLightDepthCamera);

/// A depth image with the errors of DepthCamera at level `structured_light`. Pixels without a depth have the depth `cam_far`,
/// as pixels without a surface.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.depth_camera.StructuredLightDepthVideoCamera",
    title = "Depth camera, structured light",
    data = DepthPicture,
    services
)]
pub struct StructuredLightDepthVideoCamera {
    #[property(flatten, default = Camera::depth())]
    camera: Camera,
    #[property(flatten)]
    errors: StructuredLight,
    capture_control: CaptureControl,
}

error_picture!(StructuredLightDepthVideoCamera);
