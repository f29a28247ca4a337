//! Scene settings of a file.

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
