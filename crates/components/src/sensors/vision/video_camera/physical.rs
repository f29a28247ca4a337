//! PhysicalVideoCamera: color images through a lens, with the noise of an image sensor.

use morse_sim::prelude::*;

use crate::common::camera::{
    Camera, CaptureControl, ImageData, ImageSensor, LensProperties, LensRays, RowExposure, lens_camera,
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
/// all colors are measured with equal sensitivity.
///
/// The exposure ends at the time of the image. With `readout_time`, the rows are exposed one after the other, from the top:
/// row `v` of `h` rows ends `readout_time · (h - 1 - v) / (h - 1)` earlier (rolling shutter). With `motion_samples`, the
/// light of a row is the mean of that number of instants of its exposure (motion blur). By default, all rows are exposed at
/// one instant. With motion, the poses of the camera and of objects between two images are interpolated: images are as exact
/// as these motions are uniform. The camera then captures images without readers, too, and a moving object is rendered once
/// more for each row and instant. The first image shows no motion.
#[derive(Sensor, Clone, Serialize, Deserialize)]
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
    #[property(flatten)]
    exposure: RowExposure,
    capture_control: CaptureControl,
    #[serde(skip)]
    rays: LensRays,
}

lens_camera!(PhysicalVideoCamera, sensor);
