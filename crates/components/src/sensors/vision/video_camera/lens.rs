//! LensVideoCamera: color images through a lens.

use morse_sim::prelude::*;

use crate::common::camera::{Camera, CaptureControl, ImageData, LensProperties, LensRays, lens_camera};

/// Captures color images through a lens with distortion, without noise.
///
/// The ray of each pixel follows from the lens by inversion of its projection, to less than 0.001 px, and meets the scene as
/// it is; no image is resampled. Clip distances are along these rays. A point (x, y, z) in the frame of the camera (x to the
/// right, y down, z ahead) is at the column `u = cam_fx · x'' + cam_cx` and the row `v = cam_fy · y'' + cam_cy`. As in
/// OpenCV, they are counted from the center of the first pixel: the middle of an image is at `(cam_width - 1) / 2`.
///
/// `BrownConrady` (OpenCV, module calib3d): with `x' = x / z`, `y' = y / z` and `r² = x'² + y'²`
///
/// `x'' = x' · (1 + k1 r² + k2 r⁴ + k3 r⁶) / (1 + k4 r² + k5 r⁴ + k6 r⁶) + 2 p1 x' y' + p2 (r² + 2 x'²)`
///
/// `y'' = y' · (1 + k1 r² + k2 r⁴ + k3 r⁶) / (1 + k4 r² + k5 r⁴ + k6 r⁶) + p1 (r² + 2 y'²) + 2 p2 x' y'`
///
/// `Fisheye` (Kannala and Brandt, 2006; OpenCV, module fisheye): with the angle `θ` to the optical axis,
/// `θ · (1 + k1 θ² + k2 θ⁴ + k3 θ⁶ + k4 θ⁸)` is the distance from the axis, in the direction of (x, y).
///
/// `Omnidirectional` (Mei and Rives, 2007; OpenCV, module omnidir): as `BrownConrady`, with `x' = x / (z + xi · d)` and
/// `y' = y / (z + xi · d)`, where `d` is the distance to the point.
///
/// ROS's `CameraInfo` has the models `plumb_bob`, `rational_polynomial` if one of k4 to k6 is not 0, `equidistant`, and
/// `omnidirectional` with D = (k1, k2, p1, p2, xi), which is not one of the standard models. Images have colors only:
/// `retrieve_depth` and `retrieve_zbuffer` have no effect.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.video_camera.LensVideoCamera",
    title = "Video camera with a lens",
    data = ImageData,
    services
)]
pub struct LensVideoCamera {
    #[property(flatten)]
    camera: Camera,
    #[property(flatten)]
    lens: LensProperties,
    capture_control: CaptureControl,
    #[serde(skip)]
    rays: LensRays,
}

lens_camera!(LensVideoCamera);
