//! Field type for images.

use serde::{Deserialize, Serialize};

use crate::contract::data::pixel_bytes::PixelBytes;

/// Meaning of the four bytes of a pixel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PixelKind {
    /// Red, green, blue and alpha.
    #[default]
    Color,
    /// Depth along the optical axis as a little-endian `f32`. [m]
    Depth,
    /// The z-buffer as a little-endian `f32`, from 0 at the near end to 1 at the far end.
    ZBuffer,
}

/// An image in row-major order. Empty until the first capture.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// Width. [px]
    pub width: u32,
    /// Height. [px]
    pub height: u32,
    /// Pixel format.
    pub pixels: PixelKind,
    /// Four bytes per pixel.
    pub bytes: PixelBytes,
}

impl Image {
    /// Red, green and blue of a color image, without alpha: three bytes per pixel.
    #[must_use]
    pub fn rgb(&self) -> Vec<u8> {
        let mut rgb = vec![0; self.bytes.len() / 4 * 3];
        for (to, from) in rgb.chunks_exact_mut(3).zip(self.bytes.chunks_exact(4)) {
            to.copy_from_slice(&from[..3]);
        }
        rgb
    }
}
