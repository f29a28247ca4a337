//! Lights on nodes.

use std::f32::consts::PI;

use serde::{Deserialize, Serialize};

use crate::WorldError;
use crate::visuals::validate_color;

/// The kind of a [`Light`]. Suns and spots shine along −z of their node.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum LightKind {
    /// In all directions from the origin of the node.
    Point,
    /// In one direction, on everything, regardless of the position of the node.
    Sun,
    /// Into a cone from the origin of the node.
    Spot {
        /// Opening angle of the cone, from edge to edge. [rad], over 0 and up to pi
        angle: f32,
    },
    /// Like light from the sky: surfaces that face against its direction get all of it, surfaces that face along it none.
    /// In between, the light follows the cosine.
    Hemisphere,
}

/// Attenuation of a light with the distance r, where d is [`Light::distance`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Falloff {
    /// No attenuation.
    Constant,
    /// Intensity d / (d + r).
    InverseLinear,
    /// Intensity d / (d + r²).
    InverseSquare,
    /// Intensity d / (d + linear r) · d² / (d² + quadratic r²).
    Weighted {
        /// Coefficient of the first factor; at least 0.
        linear: f32,
        /// Coefficient of the second factor; at least 0.
        quadratic: f32,
    },
}

/// A light on a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Light {
    /// The kind: point, sun, spot or hemisphere.
    pub kind: LightKind,
    /// Color: red, green and blue. [0, 1]
    pub rgb: [f32; 3],
    /// Intensity: with 1, a near white surface at a right angle to the light is white.
    pub energy: f32,
    /// The distance of the falloff: that of half the intensity for most falloffs; may be infinite. Not used for suns. [m]
    pub distance: f32,
    /// Attenuation with distance.
    pub falloff: Falloff,
    /// Whether the light ends at `distance`, with a linear decrease towards it.
    pub sphere: bool,
    /// Fraction of the cone of a spot in which its light fades out towards the edge. [0, 1]
    pub spot_blend: f32,
    /// Whether the light contributes to diffuse reflection.
    pub diffuse: bool,
    /// Whether the light contributes to specular highlights.
    pub specular: bool,
}

impl Default for Light {
    /// A white light that reaches 25 m.
    fn default() -> Light {
        Light {
            kind: LightKind::Point,
            rgb: [1.0; 3],
            energy: 1.0,
            distance: 25.0,
            falloff: Falloff::Weighted { linear: 0.0, quadratic: 1.0 },
            sphere: false,
            spot_blend: 0.15,
            diffuse: true,
            specular: true,
        }
    }
}

impl Light {
    /// Checks the numbers.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] with the name `owner` of the light's node.
    pub fn validate(&self, owner: &str) -> Result<(), WorldError> {
        validate_color(owner, "color of a light", self.rgb)?;
        if !(0.0..=1e9).contains(&self.energy) {
            return Err(WorldError::bad(owner, "energy of a light", self.energy, "0 to 1e9"));
        }
        if self.distance.is_nan() || self.distance < 1e-6 {
            return Err(WorldError::bad(owner, "distance of a light", self.distance, "1e-6 m or more"));
        }
        if !(0.0..=1.0).contains(&self.spot_blend) {
            return Err(WorldError::bad(owner, "edge of a spot", self.spot_blend, "0 to 1"));
        }
        if let Falloff::Weighted { linear, quadratic } = self.falloff
            && !(linear >= 0.0 && quadratic >= 0.0)
        {
            return Err(WorldError::bad(owner, "falloff of a light", self.falloff, "weights of 0 or more"));
        }
        match self.kind {
            LightKind::Spot { angle } if !(angle > 0.0 && angle <= PI) => {
                Err(WorldError::bad(owner, "angle of a spot", angle, "radians over 0 and up to pi"))
            }
            _ => Ok(()),
        }
    }

    /// All values as bits.
    pub(crate) fn bits(&self) -> [u32; 11] {
        let (kind, angle) = match self.kind {
            LightKind::Point => (0, 0.0),
            LightKind::Sun => (1, 0.0),
            LightKind::Spot { angle } => (2, angle),
            LightKind::Hemisphere => (3, 0.0),
        };
        let (falloff, linear, quadratic) = match self.falloff {
            Falloff::Constant => (0, 0.0, 0.0),
            Falloff::InverseLinear => (1, 0.0, 0.0),
            Falloff::InverseSquare => (2, 0.0, 0.0),
            Falloff::Weighted { linear, quadratic } => (3, linear, quadratic),
        };
        let switches = [self.sphere, self.diffuse, self.specular];
        let switches = switches.iter().fold(falloff, |bits, &is_on| bits << 1 | u32::from(is_on));
        let [red, green, blue] = self.rgb.map(f32::to_bits);
        let [energy, distance, edge, linear, quadratic] =
            [self.energy, self.distance, self.spot_blend, linear, quadratic].map(f32::to_bits);
        [kind, angle.to_bits(), red, green, blue, energy, distance, edge, switches, linear, quadratic]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_lights_are_refused() {
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
