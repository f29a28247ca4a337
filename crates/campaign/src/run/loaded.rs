//! Scenes that a worker has loaded, each with a simulation of it: going back to its beginning takes less time than making
//! another one.

use morse::{Options, Scene, Simulation};
use morse_sim::Checkpoint;

use super::job::{Job, SCENE_FAILED};

/// Runs have no date, so that the same run is the same on every day. [s since 1970]
pub(super) const EPOCH_S: f64 = 0.0;

/// A scene, and a simulation of it that has done its run.
pub(super) struct Loaded {
    pub(super) scene: Scene,
    idle: Option<Ready>,
}

/// A simulation before its first tick.
pub(super) struct Ready {
    pub(super) simulation: Simulation,
    /// Its beginning; none if it can only be used once.
    start: Option<Checkpoint>,
    /// The sensors that read because metrics or conditions need them.
    pub(super) sensors: Vec<String>,
}

impl Ready {
    /// Whether the state of the simulation can be saved to a file, and the run continue from it.
    pub(super) fn can_be_saved(&self) -> bool {
        self.start.is_some()
    }
}

impl Loaded {
    pub(super) fn new(scene: Scene) -> Self {
        Self { scene, idle: None }
    }

    /// A simulation for a run, before its first tick. One that is recorded is new: recordings say how it began.
    ///
    /// # Errors
    /// When the scene cannot be simulated, or the GPU that is required cannot be used.
    pub(super) fn simulation(&mut self, job: &Job) -> Result<Ready, String> {
        let (seed, is_recorded) = (job.seed, job.record.is_some());
        let idle = self.idle.take().filter(|_| !is_recorded);
        if let Some(mut ready) = idle
            && let Some(start) = &ready.start
            && ready.simulation.reset(start, seed).is_ok()
        {
            return Ok(ready);
        }
        let options = Options { seed, threads: 1, epoch_s: EPOCH_S, ..Options::default() };
        let simulation = self.scene.simulation(&options);
        let mut simulation = simulation.map_err(|error| format!("{SCENE_FAILED}: {error}"))?;
        // Simulations with components in Python have no checkpoints.
        let start = if is_recorded { None } else { simulation.checkpoint().ok() };
        job.render.attach(&mut simulation).map_err(|error| format!("{SCENE_FAILED}: {error}"))?;
        Ok(Ready { simulation, start, sensors: Vec::new() })
    }

    /// Frees the simulation: those of large scenes need much memory.
    pub(super) fn forget(&mut self) {
        self.idle = None;
    }

    /// Keeps a simulation that has done its run, for the next one.
    pub(super) fn keep(&mut self, ready: Ready) {
        self.idle = Some(ready).filter(|ready| ready.start.is_some());
    }
}
