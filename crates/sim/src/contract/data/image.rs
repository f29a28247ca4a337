//! Field type for images.

use serde::{Deserialize, Serialize};

use crate::contract::data::pixel_bytes::PixelBytes;

/// Meaning of the bytes of a pixel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PixelKind {
    /// Red, green, blue and alpha.
    #[default]
    Color,
    /// Depth along the optical axis as a little-endian `f32`. [m]
    Depth,
    /// The z-buffer as a little-endian `f32`, from 0 at the near end to 1 at the far end.
    ZBuffer,
    /// Identifier of an object or of a class as a little-endian `i32`; 0 for none.
    Label,
    /// Unit normal x, y, z of the surface as three little-endian `f32`, in the frame of the camera.
    Normal,
    /// Displacement along columns and rows as two little-endian `f32`. [px]
    Flow,
    /// Temperature as a little-endian `f32`. [°C]
    Temperature,
}

impl PixelKind {
    /// Size of a pixel. [bytes]
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Color | Self::Depth | Self::ZBuffer | Self::Label | Self::Temperature => 4,
            Self::Normal => 12,
            Self::Flow => 8,
        }
    }

    /// Name in texts for users.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Color => "color",
            Self::Depth => "depth",
            Self::ZBuffer => "z-buffer",
            Self::Label => "label",
            Self::Normal => "normal",
            Self::Flow => "flow",
            Self::Temperature => "temperature",
        }
    }
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
    /// [`PixelKind::bytes`] per pixel.
    pub bytes: PixelBytes,
}

impl Image {
    /// The numbers of an image of `f32`, row by row.
    pub fn floats(&self) -> impl Iterator<Item = f32> {
        self.bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes))
    }

    /// The identifiers of an image of labels, row by row.
    pub fn labels(&self) -> impl Iterator<Item = i32> {
        self.bytes.as_chunks::<4>().0.iter().map(|bytes| i32::from_le_bytes(*bytes))
    }

    /// Red, green and blue of a color image, without alpha: three bytes per pixel.
    #[must_use]
    pub fn rgb(&self) -> Vec<u8> {
        let mut rgb = vec![0; self.bytes.len() / 4 * 3];
        without_alpha(&self.bytes, &mut rgb);
        rgb
    }
}

/// Copies red, green and blue of pixels with alpha: four bytes per pixel to three.
pub fn without_alpha(rgba: &[u8], rgb: &mut [u8]) {
    for (to, from) in rgb.as_chunks_mut::<3>().0.iter_mut().zip(rgba.as_chunks::<4>().0) {
        to.copy_from_slice(&from[..3]);
    }
}
