//! Lights and cameras. Both look along −z of their node.

use serde::Serialize;

/// A light.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Light {
    /// Name in the file.
    pub name: String,
    /// The kind: point, sun, spot, hemisphere or area.
    pub kind: LightKind,
    /// Intensity in Blender's units: 1 makes a near white surface white.
    pub energy: f32,
    /// The distance at which it has half its intensity. \[m\]
    pub distance: f32,
    /// Color, 0 to 1.
    pub rgb: [f32; 3],
    /// Opening angle of a spot, from edge to edge \[rad\].
    pub spot_angle: f32,
    /// Share of the opening of a spot in which its light fades out towards the edge.
    pub spot_blend: f32,
    /// Its attenuation with the distance.
    pub falloff: Falloff,
    /// Whether its range ends at `distance`, with a linear decrease towards it.
    pub sphere: bool,
    /// Whether it contributes to diffuse reflection.
    pub diffuse: bool,
    /// Whether it contributes to specular highlights.
    pub specular: bool,
}

/// Attenuation of a light with the distance r, where d is its `distance`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Falloff {
    /// No attenuation.
    Constant,
    /// Intensity d / (d + r).
    InverseLinear,
    /// Intensity d / (d + r²).
    InverseSquare,
    /// Intensity d / (d + linear r) · d² / (d² + quadratic r²).
    Weighted {
        /// Coefficient of the first factor.
        linear: f32,
        /// Coefficient of the second factor.
        quadratic: f32,
    },
}

/// The kind of a light.
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
    /// The projection.
    pub projection: Projection,
    /// Near clip distance. \[m\]
    pub near: f32,
    /// Far clip distance; infinite if the file does not define one. \[m\]
    pub far: f32,
}

/// The projection of a camera.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Projection {
    /// A pinhole camera.
    Perspective {
        /// Focal length. \[mm\]
        focal_length: f32,
        /// Width of the image on the sensor \[mm\].
        sensor_width: f32,
    },
    /// An orthographic projection.
    Orthographic {
        /// Width of the image in the world \[m\].
        width: f32,
    },
}
