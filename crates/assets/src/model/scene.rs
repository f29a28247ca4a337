//! What a file says about the simulation as a whole.

use serde::Serialize;

/// Settings of Blender's game engine. Builders of scenes override most of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneSettings {
    /// Name of the scene.
    pub name: String,
    /// Downwards \[m/s²\].
    pub gravity: f64,
    /// \[Hz\]
    pub tick_rate: i32,
    /// Ticks of logic at most for one picture.
    pub logic_steps_max: i32,
    /// Ticks of physics at most for one picture.
    pub physics_steps_max: i32,
    /// Steps of physics in a tick.
    pub physics_sub_steps: i32,
    /// Objects that are in the scene; a file may hold more.
    pub objects: usize,
}
