//! The footprint of a pixel in an image, and its mean colour.

use glam::{Vec2, Vec4};
use morse_world::{MipMap, Texture};

/// Maximum number of samples along the longer side of a footprint.
const SAMPLES_MAX: f32 = 4.0;

/// The change of image coordinates from a pixel to the next one: the part of an image that one pixel covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footprint {
    /// The change to the next pixel to the right.
    pub(crate) right: Vec2,
    /// The change to the next pixel below.
    pub(crate) down: Vec2,
}

impl Footprint {
    /// The mean colour and opacity of an image over the footprint around image coordinates. A footprint that is
    /// longer than wide, such as that of distant ground, is covered by several samples along its length.
    pub(crate) fn mean(&self, texture: &Texture, mips: &MipMap, uv: Vec2) -> Vec4 {
        let size = Vec2::new(texture.width as f32, texture.height as f32);
        let (right, down) = (self.right * size, self.down * size);
        let lengths = [right.length(), down.length()];
        let (along, longer, shorter) = if lengths[0] >= lengths[1] {
            (self.right, lengths[0], lengths[1])
        } else {
            (self.down, lengths[1], lengths[0])
        };
        if longer.is_nan() || longer <= 1.0 {
            return texture.at(uv.into());
        }
        let samples = (longer / shorter.max(1.0)).ceil().clamp(1.0, SAMPLES_MAX);
        let pixels = longer / samples;
        let count = samples as u32;
        let level = mips.level(texture, pixels);
        let sample = |number: u32| {
            let aside = (number as f32 + 0.5) / samples - 0.5;
            level.at((uv + along * aside).into())
        };
        (0..count).map(sample).fold(Vec4::ZERO, |sum, sample| sum + sample) / samples
    }
}
