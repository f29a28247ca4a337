//! Recordings of a simulation that Python steps.

use std::path::{Path, PathBuf};

use morse::{Observers, Scene, Simulation};
use morse_recording::{Recorder, RecorderError, Settings};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;

/// A recording in progress.
pub(crate) struct Recording {
    recorder: Recorder,
    observers: Observers<'static>,
}

/// What is recorded of the simulation besides its ticks.
pub(crate) struct About<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) python_path: &'a [PathBuf],
    pub(crate) seed: u64,
    /// Whether nothing was done with the simulation yet.
    pub(crate) is_new: bool,
}

impl Recording {
    /// Begins to record to a file.
    pub(crate) fn start(path: &Path, about: &About<'_>, simulation: &mut Simulation) -> PyResult<Self> {
        let epoch_s = morse::Options::default().epoch_s;
        let recorder =
            Recorder::new(about.scene, about.python_path.to_vec(), about.seed, epoch_s, Settings::default());
        let recorder = recorder.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let started = if about.is_new {
            recorder.start(path, simulation)
        } else {
            recorder.start_later(path, simulation)
        };
        started.map_err(failure)?;
        let mut observers = Observers::default();
        observers.add(recorder.clone());
        // What is commanded before the first tick counts as well.
        simulation.record_activity(true);
        Ok(Self { recorder, observers })
    }

    /// Makes a step, and records it.
    pub(crate) fn step(&mut self, simulation: &mut Simulation) {
        self.observers.step(simulation);
    }

    /// Ends it, and waits until all is written.
    pub(crate) fn stop(mut self, simulation: &mut Simulation) -> PyResult<()> {
        self.observers.end(simulation);
        simulation.record_activity(false);
        simulation.keep_all_reading(false);
        self.recorder.stop().map(drop).map_err(failure)
    }
}

fn failure(error: RecorderError) -> PyErr {
    PyOSError::new_err(error.to_string())
}
