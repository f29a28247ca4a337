//! Shapes of primitives, in the frame of the object and before its scale is applied.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::serial::{number, numbers};

/// A primitive shape. Heights are along Z, and shapes are centered at the origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// A rectangle in the XY plane.
    Plane {
        /// Half of each side length (m).
        #[serde(default = "unit", with = "numbers")]
        #[schemars(with = "[f64; 2]")]
        half_extents: [f64; 2],
    },
    /// A box.
    Cube {
        /// Half of each side length (m).
        #[serde(default = "unit", with = "numbers")]
        #[schemars(with = "[f64; 3]")]
        half_extents: [f64; 3],
    },
    /// A sphere whose mesh has meridians and parallels.
    Sphere {
        /// Radius of the sphere (m).
        #[serde(default = "one", with = "number")]
        #[schemars(with = "f64")]
        radius: f64,
    },
    /// A sphere whose mesh has triangles of similar size.
    IcoSphere {
        /// Radius of the sphere (m).
        #[serde(default = "one", with = "number")]
        #[schemars(with = "f64")]
        radius: f64,
    },
    /// A cylinder.
    Cylinder {
        /// Radius of the cylinder (m).
        #[serde(default = "one", with = "number")]
        #[schemars(with = "f64")]
        radius: f64,
        /// Height along Z (m).
        #[serde(default = "two", with = "number")]
        #[schemars(with = "f64")]
        depth: f64,
    },
    /// A cone with its tip along +Z.
    Cone {
        /// Radius of the base (m).
        #[serde(default = "one", with = "number")]
        #[schemars(with = "f64")]
        radius: f64,
        /// Height along Z (m).
        #[serde(default = "two", with = "number")]
        #[schemars(with = "f64")]
        depth: f64,
    },
    /// A torus around the Z axis.
    Torus {
        /// Radius of the center line of the ring (m).
        #[serde(default = "one", with = "number")]
        #[schemars(with = "f64")]
        major_radius: f64,
        /// Radius of the cross section (m).
        #[serde(default = "quarter", with = "number")]
        #[schemars(with = "f64")]
        minor_radius: f64,
    },
    /// A frame without a shape.
    Empty {},
    /// A camera of the display.
    Camera {},
    /// A lamp, which shines along its own -Z axis and lights the images of cameras.
    Spot {
        /// Type of the lamp: POINT, SUN, SPOT, HEMI or AREA.
        #[serde(default = "spot")]
        lamp_type: String,
        /// Intensity: with 1, a nearby white surface at a right angle to the light appears white.
        #[serde(default = "one", with = "number")]
        #[schemars(with = "f64")]
        energy: f64,
        /// Distance at which the intensity is halved (m).
        #[serde(default = "lamp_distance", with = "number")]
        #[schemars(with = "f64")]
        distance_m: f64,
        /// Full opening angle of a spot (rad).
        #[serde(default = "spot_size", with = "number")]
        #[schemars(with = "f64")]
        size_rad: f64,
        /// Color of the light: red, green and blue, 0 to 1.
        #[serde(default = "unit", with = "numbers")]
        #[schemars(with = "[f64; 3]")]
        color: [f64; 3],
    },
}

const fn unit<const N: usize>() -> [f64; N] {
    [1.0; N]
}

const fn one() -> f64 {
    1.0
}

const fn two() -> f64 {
    2.0
}

const fn quarter() -> f64 {
    0.25
}

/// Default distance of a lamp in Blender. [m]
const fn lamp_distance() -> f64 {
    25.0
}

/// Default opening angle of a spot in Blender. [rad]
const fn spot_size() -> f64 {
    std::f64::consts::FRAC_PI_4
}

fn spot() -> String {
    "SPOT".to_owned()
}

impl Shape {
    /// Returns all lengths of the shape, for checks. [m]
    #[must_use]
    pub fn lengths(&self) -> Vec<f64> {
        match self {
            Self::Plane { half_extents } => half_extents.to_vec(),
            Self::Cube { half_extents } => half_extents.to_vec(),
            Self::Sphere { radius } | Self::IcoSphere { radius } => vec![*radius],
            Self::Cylinder { radius, depth } | Self::Cone { radius, depth } => vec![*radius, *depth],
            Self::Torus { major_radius, minor_radius } => vec![*major_radius, *minor_radius],
            Self::Empty {} | Self::Camera {} | Self::Spot { .. } => Vec::new(),
        }
    }
}
