//! Image sensors: exposure, noise and quantization by the model of EMVA 1288, color filters and white balance.

mod bayer;
pub(crate) mod noise;
mod tables;

use morse_sim::prelude::*;

use crate::common::camera::image_sensor::noise::{Noise, standard_normals};
use crate::common::camera::image_sensor::tables::{LINEAR, STEPS, linear_byte, srgb_byte};

pub(crate) use crate::common::camera::image_sensor::bayer::Bayer;

/// Exposure time at which a white surface in full light fills the pixels, at a gain of 0 dB. [s]
const FULL_EXPOSURE_S: f64 = 0.01;

/// The colors of an image whose pixels have `samples` rays along each side: the mean of their light.
pub(crate) fn averaged(rays: &[[u8; 4]], [width, height]: [u32; 2], samples: usize) -> Vec<[u8; 4]> {
    if samples <= 1 {
        return rays.to_vec();
    }
    let (linear, srgb) = (&*LINEAR, srgb_byte());
    let (width, height) = (width as usize, height as usize);
    let count = (samples * samples) as f32;
    let mean = |column: usize, row: usize, part: usize| {
        let mut sum = 0.0;
        for y in row * samples..(row + 1) * samples {
            let first = y * width * samples + column * samples;
            let some = rays.get(first..first + samples).unwrap_or_default();
            sum += some.iter().map(|pixel| linear[usize::from(pixel[part])]).sum::<f32>();
        }
        srgb[((sum / count * STEPS as f32).round() as usize).min(STEPS)]
    };
    let pixels = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    pixels
        .map(|(column, row)| {
            [0, 1, 2, 3].map(|part| if part < 3 { mean(column, row, part) } else { u8::MAX })
        })
        .collect()
}

/// The light of a byte of an image, 0 to 1.
pub(crate) fn light_of_byte(byte: u8) -> f32 {
    LINEAR[usize::from(byte)]
}

/// The byte of an image for light from 0 to 1.
pub(crate) fn byte_of_light(light: f32) -> u8 {
    srgb_byte()[((light * STEPS as f32).round() as usize).min(STEPS)]
}

/// Relation between light and the values of pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Response {
    /// The transfer function of displays (IEC 61966-2-1).
    #[default]
    Srgb,
    /// Values are proportional to light.
    Linear,
}

morse_sim::choice!(Response { Srgb, Linear });

/// Properties of an image sensor.
#[derive(PropertyGroup, Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct ImageSensor {
    /// Exposure time. After 0.01 s at a gain of 0 dB, white surfaces in full light fill the pixels. [s]
    #[property(name = "exposure_time", default = 0.01, min = 0, max = 100)]
    exposure_s: f64,
    /// Gain of the amplifier; 0 dB maps a full pixel to the largest value. [dB]
    #[property(name = "gain", default = 0.0, min = -40, max = 60)]
    gain_db: f64,
    /// Electrons that fill a pixel.
    #[property(name = "saturation_capacity", default = 14_837.0, min = 1, max = 1e9)]
    capacity: f64,
    /// Standard deviation of the noise in the dark, in electrons.
    #[property(name = "dark_noise", default = 3.8, min = 0, max = 1e6)]
    dark_noise: f64,
    /// Dark current, in electrons per second.
    #[property(name = "dark_current", default = 0.0, min = 0, max = 1e9)]
    dark_current: f64,
    /// Bits of the analog-to-digital converter.
    #[property(name = "adc_bits", default = 12, min = 1, max = 16)]
    bits: i64,
    /// Value of the converter without light.
    #[property(name = "black_level", default = 0, min = 0, max = 65535)]
    black: i64,
    /// Strength of the natural vignetting: 1 for the fourth power of the cosine of the angle to the optical axis, 0 for none.
    #[property(name = "vignetting", default = 1.0, min = 0, max = 1)]
    vignetting: f64,
    /// Pattern of the color filters. With a pattern, each pixel measures one color, and the other two are interpolated.
    #[property(name = "bayer", default = Bayer::Off)]
    bayer: Bayer,
    /// Factor of red in the white balance, after the converter.
    #[property(name = "balance_red", default = 1.0, min = 0, max = 100)]
    balance_red: f64,
    /// Factor of blue in the white balance, after the converter.
    #[property(name = "balance_blue", default = 1.0, min = 0, max = 100)]
    balance_blue: f64,
    /// Relation between the values of the converter and those of the image.
    #[property(name = "response", default = Response::Srgb)]
    response: Response,
}

impl ImageSensor {
    /// Checks the values of the properties.
    ///
    /// # Errors
    /// If a value is out of range; the error gives the range.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        let numbers = [
            ("exposure_time", self.exposure_s),
            ("gain", self.gain_db),
            ("saturation_capacity", self.capacity),
            ("dark_noise", self.dark_noise),
            ("dark_current", self.dark_current),
            ("vignetting", self.vignetting),
            ("balance_red", self.balance_red),
            ("balance_blue", self.balance_blue),
        ];
        if let Some((name, number)) = numbers.iter().find(|(_, number)| !number.is_finite()) {
            return Err(SetupError::Invalid(format!("{name} is {number}; allowed are finite numbers")));
        }
        let most = (1 << self.bits) - 1;
        if self.black >= most {
            return Err(SetupError::Invalid(format!(
                "black_level is {}; allowed are 0 to {} with adc_bits {}",
                self.black,
                most - 1,
                self.bits
            )));
        }
        Ok(())
    }

    /// Exposure time. [s]
    pub(crate) fn exposure_s(&self) -> f64 {
        self.exposure_s
    }

    /// Replaces the ideal colors of an image by those that the sensor reads.
    ///
    /// `cosines` has the cosine of the angle to the optical axis of each pixel by column and row, `seed` selects the noise of
    /// this image.
    pub(crate) fn read(
        &self,
        pixels: &mut [[u8; 4]],
        width: usize,
        cosines: impl Fn(usize, usize) -> f32,
        seed: u64,
    ) {
        let most = ((1_u32 << self.bits) - 1) as f32;
        let per_light = (self.capacity * self.exposure_s / FULL_EXPOSURE_S) as f32;
        let noise = Noise {
            dark_electrons: (self.dark_current * self.exposure_s) as f32,
            dark_variance: (self.dark_noise * self.dark_noise) as f32,
            capacity: self.capacity as f32,
        };
        let gain = most / self.capacity as f32 * libm::pow(10.0, self.gain_db / 20.0) as f32;
        let black = self.black as f32;
        let normals = standard_normals();
        let scale = 1.0 / (most - black);
        let linear = &*LINEAR;
        let mut values = vec![[0.0_f32; 3]; pixels.len()];
        for (number, (value, pixel)) in values.iter_mut().zip(pixels.iter()).enumerate() {
            let cosine = cosines(number % width, number / width).max(0.0);
            let square = cosine * cosine;
            let falloff = 1.0 - self.vignetting as f32 * (1.0 - square * square);
            let electrons = |part: usize| per_light * falloff * linear[usize::from(pixel[part])];
            let read = |part: usize| {
                let charge = noise.electrons(electrons(part), seed, 3 * number as u64 + part as u64, normals);
                let digital = (black + gain * charge).round().clamp(0.0, most);
                (digital - black) * scale
            };
            *value = match self.bayer.filter(number % width, number / width) {
                None => [read(0), read(1), read(2)],
                Some(part) => {
                    let mut only = [0.0; 3];
                    only[part] = read(part);
                    only
                }
            };
        }
        if self.bayer != Bayer::Off {
            bayer::interpolate(self.bayer, &mut values, width);
        }
        let balance = [self.balance_red as f32, 1.0, self.balance_blue as f32];
        let srgb = srgb_byte();
        for (pixel, value) in pixels.iter_mut().zip(&values) {
            for part in 0..3 {
                let light = (value[part] * balance[part]).clamp(0.0, 1.0);
                pixel[part] = match self.response {
                    Response::Linear => linear_byte(light),
                    Response::Srgb => srgb[((light * STEPS as f32).round() as usize).min(STEPS)],
                };
            }
        }
    }
}
