//! Lights and cameras. Both look along −z of their node.

use serde::Serialize;

/// A light.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Light {
    /// Name in the file.
    pub name: String,
    /// What it lights.
    pub kind: LightKind,
    /// Brightness in Blender's measure: 1 makes a white surface nearby white.
    pub energy: f32,
    /// Where it is half as bright as nearby \[m\].
    pub distance: f32,
    /// Colour, 0 to 1.
    pub rgb: [f32; 3],
    /// Opening angle of a spot, from edge to edge \[rad\].
    pub spot_angle: f32,
}

/// What a light lights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs)]
pub enum LightKind {
    Point,
    Sun,
    Spot,
    Hemi,
    Area,
}

impl LightKind {
    /// Blender's name: `POINT`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LightKind::Point => "POINT",
            LightKind::Sun => "SUN",
            LightKind::Spot => "SPOT",
            LightKind::Hemi => "HEMI",
            LightKind::Area => "AREA",
        }
    }
}

/// A camera.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Camera {
    /// Name in the file.
    pub name: String,
    /// How it projects.
    pub projection: Projection,
    /// Nothing nearer is seen \[m\].
    pub near: f32,
    /// Nothing farther is seen \[m\]; infinite if the file does not say.
    pub far: f32,
}

/// How a camera projects.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Projection {
    /// A pinhole.
    Perspective {
        /// \[mm\]
        focal_length: f32,
        /// Width of the image on the sensor \[mm\].
        sensor_width: f32,
    },
    /// Parallel rays.
    Orthographic {
        /// Width of the image in the world \[m\].
        width: f32,
    },
}
