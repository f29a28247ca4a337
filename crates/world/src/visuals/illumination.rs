//! Settings of a world that determine how light becomes image colours.

use serde::{Deserialize, Serialize};

use crate::WorldError;
use crate::visuals::validate_colour;

/// How light becomes image colours in a world whose file specifies it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Illumination {
    /// Whether colours of materials, lights and nodes are linear, and those of images are decoded to linear; the
    /// result is then encoded by the transfer function of sRGB. Otherwise all colours are display values.
    pub linear: bool,
    /// Ambient light, which surfaces reflect regardless of their colour: red, green and blue. [0, 1]
    pub ambient: [f32; 3],
}

impl Illumination {
    /// Checks the numbers.
    pub(super) fn validate(&self) -> Result<(), WorldError> {
        validate_colour("world", "ambient light", self.ambient)
    }
}
