//! Shapes of primitives, in the object's own frame before its scale.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::serial::{number, numbers};

/// A primitive. Lengths are in metres; the height is along Z, centred.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// A rectangle in the XY plane.
    Plane {
        /// Half the side lengths.
        #[serde(default = "unit", with = "numbers")]
        #[schemars(with = "[f64; 2]")]
        half_extents: [f64; 2],
    },
    /// A box.
    Cube {
        /// Half the side lengths.
        #[serde(default = "unit", with = "numbers")]
        #[schemars(with = "[f64; 3]")]
        half_extents: [f64; 3],
    },
    /// A sphere drawn with meridians.
    Sphere {
        /// Radius.
        #[serde(default = "one", with = "number")]
        #[schemars(with = "f64")]
        radius: f64,
    },
    /// A sphere drawn with equal triangles.
    IcoSphere {
        /// Radius.
        #[serde(default = "one", with = "number")]
        #[schemars(with = "f64")]
        radius: f64,
    },
    /// A cylinder.
    Cylinder {
        /// Radius.
        #[serde(default = "one", with = "number")]
        #[schemars(with = "f64")]
        radius: f64,
        /// Height.
        #[serde(default = "two", with = "number")]
        #[schemars(with = "f64")]
        depth: f64,
    },
    /// A cone, tip up.
    Cone {
        /// Radius of its base.
        #[serde(default = "one", with = "number")]
        #[schemars(with = "f64")]
        radius: f64,
        /// Height.
        #[serde(default = "two", with = "number")]
        #[schemars(with = "f64")]
        depth: f64,
    },
    /// A ring about Z.
    Torus {
        /// Radius of the ring's middle line.
        #[serde(default = "one", with = "number")]
        #[schemars(with = "f64")]
        major_radius: f64,
        /// Radius of its section.
        #[serde(default = "quarter", with = "number")]
        #[schemars(with = "f64")]
        minor_radius: f64,
    },
    /// A frame without shape.
    Empty {},
    /// A camera of the display.
    Camera {},
    /// A lamp; it shines along its own -Z and lights the images of cameras.
    Spot {
        /// Kind of lamp: POINT, SUN, SPOT, HEMI or AREA.
        #[serde(default = "spot")]
        lamp_type: String,
        /// Intensity: with 1, a near white surface at a right angle to the light is white.
        #[serde(default = "one", with = "number")]
        #[schemars(with = "f64")]
        energy: f64,
        /// The distance at which it has half its intensity (m).
        #[serde(default = "lamp_distance", with = "number")]
        #[schemars(with = "f64")]
        distance_m: f64,
        /// Opening angle of a spot, from edge to edge (rad).
        #[serde(default = "spot_size", with = "number")]
        #[schemars(with = "f64")]
        size_rad: f64,
        /// Red, green and blue, 0 to 1.
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

/// The default distance of a lamp in Blender. [m]
const fn lamp_distance() -> f64 {
    25.0
}

/// The default opening angle of a spot in Blender. [rad]
const fn spot_size() -> f64 {
    std::f64::consts::FRAC_PI_4
}

fn spot() -> String {
    "SPOT".to_owned()
}

impl Shape {
    /// All lengths of the shape, for checks.
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
