//! Lights.

use std::f32::consts::PI;

use serde::{Deserialize, Serialize};

use super::validate_colour;
use crate::WorldError;

/// Where the light of a [`Light`] goes. Suns and spots shine along −z of their node.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum LightKind {
    /// Everywhere from the origin of the node.
    Point,
    /// In one direction, on everything, from wherever the node is.
    Sun,
    /// Into a cone from the origin of the node.
    Spot {
        /// Opening angle of the cone, from edge to edge. [rad], over 0 and up to pi
        angle: f32,
    },
}

/// A light on a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Light {
    /// Where its light goes.
    pub kind: LightKind,
    /// Its colour: red, green and blue. [0, 1]
    pub rgb: [f32; 3],
    /// Its brightness: with 1, a white surface that it shines on at a right angle from close by is white.
    pub energy: f32,
    /// Where it is half as bright as close by; may be infinite. A sun is as bright everywhere. [m]
    pub distance: f32,
}

impl Default for Light {
    /// A white light that reaches 25 m.
    fn default() -> Light {
        Light { kind: LightKind::Point, rgb: [1.0; 3], energy: 1.0, distance: 25.0 }
    }
}

impl Light {
    /// Checks the numbers.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] naming `owner`, the node the light is for.
    pub fn validate(&self, owner: &str) -> Result<(), WorldError> {
        validate_colour(owner, "colour of a light", self.rgb)?;
        if !(0.0..=1e9).contains(&self.energy) {
            return Err(WorldError::bad(owner, "energy of a light", self.energy, "0 to 1e9"));
        }
        if self.distance.is_nan() || self.distance < 1e-6 {
            return Err(WorldError::bad(owner, "distance of a light", self.distance, "1e-6 m or more"));
        }
        match self.kind {
            LightKind::Spot { angle } if !(angle > 0.0 && angle <= PI) => {
                Err(WorldError::bad(owner, "angle of a spot", angle, "radians over 0 and up to pi"))
            }
            _ => Ok(()),
        }
    }

    /// All that is said of it, as bits.
    pub(crate) fn bits(&self) -> [u32; 7] {
        let (kind, angle) = match self.kind {
            LightKind::Point => (0, 0.0),
            LightKind::Sun => (1, 0.0),
            LightKind::Spot { angle } => (2, angle),
        };
        let [red, green, blue] = self.rgb.map(f32::to_bits);
        [kind, angle.to_bits(), red, green, blue, self.energy.to_bits(), self.distance.to_bits()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_light_must_be_able_to_shine() {
        let good = Light::default();
        assert!(good.validate("lamp").is_ok());
        assert!(Light { distance: f32::INFINITY, ..good.clone() }.validate("lamp").is_ok());
        for bad in [
            Light { energy: f32::NAN, ..good.clone() },
            Light { energy: -1.0, ..good.clone() },
            Light { distance: 0.0, ..good.clone() },
            Light { rgb: [2.0, 0.0, 0.0], ..good.clone() },
            Light { kind: LightKind::Spot { angle: 0.0 }, ..good.clone() },
            Light { kind: LightKind::Spot { angle: 4.0 }, ..good },
        ] {
            assert!(bad.validate("lamp").unwrap_err().to_string().contains("'lamp'"));
        }
    }
}
