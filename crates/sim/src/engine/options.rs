//! Settings of a run that are not part of the scene.

use morse_scene::document::RequestTiming;

/// Settings of a run that are not part of the scene.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of threads for sensors and physics. The result does not depend on it.
    pub threads: usize,
    /// Time on the time scale of clients at simulated time zero, unless the scene sets its start time or requests
    /// relative time. No state depends on it. [s]
    pub epoch_s: f64,
    /// Whether requests are served immediately or at the next tick; `None` uses the setting of the scene.
    pub request_timing: Option<RequestTiming>,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, threads: 1, epoch_s: 0.0, request_timing: None }
    }
}
