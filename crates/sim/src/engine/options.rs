//! The settings of a run that a scene does not have.

use morse_scene::document::RequestTiming;

/// Settings of a run that are not in the scene.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of threads that sensors and physics may use. It does not change the result.
    pub threads: usize,
    /// Time that clients see at simulated time zero, unless the scene asks for relative time. [s]
    pub epoch_s: f64,
    /// When requests are served; `None` uses the setting of the scene.
    pub request_timing: Option<RequestTiming>,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, threads: 1, epoch_s: 0.0, request_timing: None }
    }
}
