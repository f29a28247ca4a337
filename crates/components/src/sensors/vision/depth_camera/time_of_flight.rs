//! Depth cameras at level `time_of_flight`: points and pictures.

use morse_sim::prelude::*;

use crate::common::camera::{Camera, CaptureControl};
use crate::sensors::vision::depth_camera::cloud::{Cloud, PointCamera};
use crate::sensors::vision::depth_camera::errors::time_of_flight::TimeOfFlight;
use crate::sensors::vision::depth_camera::picture::DepthPicture;
use crate::sensors::vision::depth_camera::with_errors::{error_camera, error_picture};

/// Measures by the time of flight of modulated light.
///
/// A surface at the range `r` along the ray, with the angle `θ` between ray and normal, returns light with the amplitude `a =
/// reflectivity · cos θ / r²` and the phase `4 π f r / c`, with the frequency `f` of the modulation. A pixel adds the light
/// of its rays as phasors. Its amplitude `A` and its phase give the range up to the ambiguity range `c / (2 f)`, at which it
/// starts again at 0 (7.5 m at 20 MHz). At edges, light from near and far is mixed, and the range is between both: flying
/// pixels. The standard deviation of the range is
///
/// `repeatability · √(B + ambient) / A`
///
/// with the sum `B` of the amplitudes of the rays (Lange and Seitz, "Solid-state time-of-flight range camera", IEEE Journal
/// of Quantum Electronics 37, 2001). The default of `repeatability` follows from the random error of at most 17 mm that the
/// manufacturer states for the Azure Kinect, at 3.86 m and 15 % reflectivity: `0.017 m / 3.86 · √0.15`. Light from several
/// reflections is left out.
///
/// Points, order and frame are those of level `ideal`.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.depth_camera.TimeOfFlightDepthCamera",
    title = "Depth (XYZ) camera, time of flight",
    data = Cloud,
    services
)]
pub struct TimeOfFlightDepthCamera {
    #[property(flatten)]
    camera: PointCamera,
    #[property(flatten)]
    errors: TimeOfFlight,
    capture_control: CaptureControl,
}

error_camera!(TimeOfFlightDepthCamera);

/// A depth image with the errors of DepthCamera at level `time_of_flight`. Pixels without a depth have the depth `cam_far`,
/// as pixels without a surface.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.depth_camera.TimeOfFlightDepthVideoCamera",
    title = "Depth camera, time of flight",
    data = DepthPicture,
    services
)]
pub struct TimeOfFlightDepthVideoCamera {
    #[property(flatten, default = Camera::depth())]
    camera: Camera,
    #[property(flatten)]
    errors: TimeOfFlight,
    capture_control: CaptureControl,
}

error_picture!(TimeOfFlightDepthVideoCamera);
