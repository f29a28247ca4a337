//! Facts about a run for pages, beside its objects: its scene, its state, and its log.

use morse_scene::document::CameraSettings;

/// Constant facts about a run.
#[derive(Debug, Clone)]
pub struct SceneInfo {
    /// Name of the scene.
    pub name: String,
    /// Where the camera stands at the beginning.
    pub camera: CameraSettings,
    /// Ticks per simulated second.
    pub rate_hz: f64,
    /// Begin and end of a recording, as simulated time; `None` for a simulation. [s]
    pub recording: Option<[f64; 2]>,
}

/// State of a run.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Status {
    /// Whether it makes no steps.
    pub paused: bool,
    /// Simulated seconds per wall second that are asked for.
    pub time_scale: f64,
    /// Whether a recording begins again at its end. Nothing else does.
    pub loops: bool,
}

/// A line of the log.
#[derive(Debug, Clone)]
pub struct LogLine {
    /// Counts the lines, from 1.
    pub number: u64,
    /// `debug`, `info`, `warning`, `error`, or `call` for services.
    pub level: &'static str,
    /// The text.
    pub text: String,
}
