//! The footprint of a pixel in a texture, and its mean color.

use glam::{Vec2, Vec4};
use morse_world::{MipMap, Texture};

/// Maximum number of samples along the longer side of a footprint.
const SAMPLES_MAX: f32 = 4.0;

/// The change of texture coordinates from one pixel to the next: the part of a texture that one pixel covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footprint {
    /// Change of the coordinates to the next pixel to the right.
    pub(crate) right: Vec2,
    /// Change of the coordinates to the next pixel below.
    pub(crate) down: Vec2,
}

impl Footprint {
    /// The mean color and opacity of a texture over the footprint centered at `uv`. An elongated footprint, such as that of
    /// distant ground, is covered by several samples along its length.
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
