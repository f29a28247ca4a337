//! PhysicalVideoCamera: color images through a lens, with the noise of an image sensor.

use morse_sim::prelude::*;

use crate::common::camera::{
    Camera, CaptureControl, ImageData, ImageSensor, LensProperties, LensRays, capture, lens_camera,
};

/// Captures color images through a lens with distortion, with the noise of an image sensor.
///
/// The lens is that of level `lens`. The sensor follows the linear model of EMVA 1288, release 4.0, section 2, for each color
/// of each pixel. `L` is the light from 0 to 1: the ideal value by the transfer function of displays. `θ` is the angle of the
/// ray to the optical axis:
///
/// `mean = saturation_capacity · L · exposure_time / 0.01 s · (1 - vignetting · (1 - cos⁴ θ)) + dark_current · exposure_time`
///
/// `electrons = min(Poisson(mean), saturation_capacity) + dark_noise · w`, with a standard normal number `w`
///
/// `value = round(black_level + (2^adc_bits - 1) / saturation_capacity · 10^(gain / 20) · electrons)`, clipped to the range of
/// the converter
///
/// From 32 electrons a normal distribution replaces that of Poisson. The value without its black level is multiplied by the
/// white balance and mapped to a byte, by `response`. With a pattern in `bayer`, each pixel measures one color, and bilinear
/// interpolation yields the other two.
///
/// The defaults of capacity, dark noise and converter are those of the image sensor Sony IMX183 in the camera FLIR BFS-U3-200S6M
/// (EMVA 1288 results of the manufacturer: saturation capacity 14,837 electrons, dynamic range 11.93 bits, from which the dark
/// noise follows, 12-bit converter). The source gives neither a dark current nor the colors of a filter: dark current is 0, and
/// all colors are measured with equal sensitivity. The exposure is instantaneous: motion neither blurs nor skews the image.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.video_camera.PhysicalVideoCamera",
    title = "Video camera, physical",
    data = ImageData,
    services
)]
pub struct PhysicalVideoCamera {
    #[property(flatten)]
    camera: Camera,
    #[property(flatten)]
    lens: LensProperties,
    #[property(flatten)]
    sensor: ImageSensor,
    capture_control: CaptureControl,
    #[serde(skip)]
    rays: LensRays,
}

lens_camera!(PhysicalVideoCamera, |camera: &PhysicalVideoCamera| Some(camera.sensor));
