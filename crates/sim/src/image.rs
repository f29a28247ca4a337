//! Images: a picture as a field of local data.

use morse_scene::value::Value;
use serde::{Deserialize, Serialize};

use crate::data::{Field, FieldType};

/// A picture, row after row from the top. Empty until the first one has been taken.
///
/// Colour pictures have four bytes per pixel – red, green, blue, alpha –, depth pictures a little-endian `f32` in metres.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
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
