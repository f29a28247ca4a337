//! Records a simulation that Python steps.

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

/// Metadata of a recording.
pub(crate) struct Metadata<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) python_path: &'a [PathBuf],
    pub(crate) seed: u64,
    /// Whether the simulation has not been used since its start.
    pub(crate) is_new: bool,
}

impl Recording {
    /// Starts recording to a file.
    pub(crate) fn start(path: &Path, metadata: &Metadata<'_>, simulation: &mut Simulation) -> PyResult<Self> {
        let epoch_s = morse::Options::default().epoch_s;
        let recorder = Recorder::new(
            metadata.scene,
            metadata.python_path.to_vec(),
            metadata.seed,
            epoch_s,
            Settings::default(),
        );
        let recorder = recorder.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let started = if metadata.is_new {
            recorder.start(path, simulation)
        } else {
            recorder.start_later(path, simulation)
        };
        started.map_err(failure)?;
        let mut observers = Observers::default();
        observers.add(recorder.clone());
        // Commands before the first recorded tick are recorded too.
        simulation.record_activity(true);
        Ok(Self { recorder, observers })
    }

    /// Makes a step and records it.
    pub(crate) fn step(&mut self, simulation: &mut Simulation) {
        self.observers.step(simulation);
    }

    /// Ends the recording, and waits until the file is complete.
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
