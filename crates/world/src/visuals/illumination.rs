//! Illumination settings: the conversion of light to image colors.

use serde::{Deserialize, Serialize};

use crate::WorldError;
use crate::visuals::validate_color;

/// The conversion of light to image colors, for worlds whose file specifies it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Illumination {
    /// Whether colors of materials, lights and nodes are linear. If so, images are decoded to linear light, and the result is
    /// encoded by the transfer function of sRGB. Otherwise all colors are display values.
    pub linear: bool,
    /// Ambient light, which surfaces reflect regardless of their color: red, green and blue. [0, 1]
    pub ambient: [f32; 3],
}

impl Illumination {
    /// Checks the numbers.
    pub(super) fn validate(&self) -> Result<(), WorldError> {
        validate_color("world", "ambient light", self.ambient)
    }
}
