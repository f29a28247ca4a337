//! Images: a picture as a field of local data.

use morse_scene::value::Value;
use serde::{Deserialize, Serialize};

use crate::data::{Field, FieldType};

/// What the four bytes of a pixel are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PixelKind {
    /// Red, green, blue and opacity.
    #[default]
    Colour,
    /// Depth along the optical axis as a little-endian `f32`. [m]
    Depth,
    /// The z-buffer as a little-endian `f32`, from 0 at the near end to 1 at the far end.
    ZBuffer,
}

/// A picture, row after row. Empty until the first one has been taken.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// What its pixels are.
    pub pixels: PixelKind,
    /// Four bytes per pixel.
    pub bytes: Vec<u8>,
}

impl FieldType for Image {
    const TYPE_NAME: &'static str = "image";
    fn field(&self) -> Field<'_> {
        Field::Image(self)
    }
    fn from_value(_value: &Value) -> Option<Self> {
        None
    }
}
