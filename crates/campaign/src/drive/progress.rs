//! Progress of a campaign, and the work of one session.

/// How far a campaign is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Runs of the campaign.
    pub total: u64,
    /// Runs that are done, those of earlier sessions too.
    pub done: u64,
    /// Runs that were done in this session.
    pub done_now: u64,
    /// Runs of this session that failed.
    pub failures: u64,
    /// Runs of this session that could not be done.
    pub errors: u64,
    /// Workers that died in this session.
    pub deaths: u64,
    /// Runs of this session that continued from a checkpoint.
    pub resumed: u64,
    /// Runs that can be under way at once.
    pub workers: usize,
}

/// The work of a session.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Conducted {
    /// How far it came.
    pub progress: Progress,
    /// Whether it was ended before all was done.
    pub is_interrupted: bool,
    /// Wall time. [s]
    pub elapsed_s: f64,
    /// Wall time of all workers in ticks of runs. [s]
    pub simulation_s: f64,
}

impl Conducted {
    /// The part of the time of all workers that was not spent in ticks of runs.
    #[must_use]
    pub fn share_outside_simulation(&self) -> f64 {
        let available_s = self.elapsed_s * self.progress.workers.max(1) as f64;
        if available_s > 0.0 { (1.0 - self.simulation_s / available_s).max(0.0) } else { 0.0 }
    }
}
