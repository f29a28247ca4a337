//! Scene settings of a file.

use glam::DVec3;
use serde::Serialize;

/// Settings of Blender's game engine. Builders of scenes override most of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneSettings {
    /// Name of the scene.
    pub name: String,
    /// Gravity, downwards positive. \[m/s²\]
    pub gravity: f64,
    /// Tick rate. \[Hz\]
    pub tick_rate: i32,
    /// Maximum number of logic ticks per frame.
    pub logic_steps_max: i32,
    /// Maximum number of physics ticks per frame.
    pub physics_steps_max: i32,
    /// Physics sub-steps per tick.
    pub physics_sub_steps: i32,
    /// Objects that are in the scene; a file may hold more.
    pub objects: usize,
    /// Whether colors are linear and encoded for display at the end (color management).
    pub linear_colors: bool,
    /// Ambient light: red, green and blue.
    pub ambient_rgb: [f32; 3],
}

/// Settings of a world file (SDF), which scenes may take over.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WorldSettings {
    /// Gravity along the axes of the world. \[m/s²\]
    pub gravity: DVec3,
    /// Place of the origin of the world on Earth. X points east and y north.
    pub origin: Option<EarthOrigin>,
}

/// A place on Earth (WGS 84).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EarthOrigin {
    /// Longitude, positive to the east. \[°\]
    pub longitude_deg: f64,
    /// Latitude, positive to the north. \[°\]
    pub latitude_deg: f64,
    /// Height above the ellipsoid. \[m\]
    pub altitude_m: f64,
}
