//! The light of a camera: the headlight of MuJoCo.

use serde::{Deserialize, Serialize};

use crate::WorldError;
use crate::visuals::validate_color;

/// A light without shadows that shines along the axis of the camera, with ambient light. A world with a headlight has no other light
/// than its lights, and bright light is clipped.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Headlight {
    /// Light on all surfaces, of all directions: red, green and blue. [0, 1]
    pub ambient: [f32; 3],
    /// Light that surfaces reflect diffusely. [0, 1]
    pub diffuse: [f32; 3],
    /// Light in highlights. [0, 1]
    pub specular: [f32; 3],
}

impl Headlight {
    /// Checks the numbers.
    pub(super) fn validate(&self) -> Result<(), WorldError> {
        validate_color("world", "ambient light of the headlight", self.ambient)?;
        validate_color("world", "diffuse light of the headlight", self.diffuse)?;
        validate_color("world", "specular light of the headlight", self.specular)
    }
}
