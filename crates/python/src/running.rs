//! A simulation that Python steps, with its initial state and its recording.

use std::time::{Duration, Instant};

use morse::Simulation;
use morse_sim::Checkpoint;
use pyo3::prelude::*;

use crate::errors::SimulationError;
use crate::recording::Recording;
use crate::threads;

/// Maximum time between checks for signals.
const SIGNAL_CHECK: Duration = Duration::from_millis(20);

/// A simulation with its initial state and its recording.
pub(crate) struct Running {
    pub(crate) simulation: Simulation,
    /// Whether it computes on the calling thread.
    pub(crate) is_local: bool,
    /// The state before the first tick; `None` if it cannot be saved.
    pub(crate) start: Option<Checkpoint>,
    pub(crate) seed: u64,
    /// Whether it has not been used since its start or reset.
    pub(crate) is_new: bool,
    pub(crate) recording: Option<Recording>,
}

impl Running {
    /// Makes the simulation compute on the calling thread, unless it has several threads.
    pub(crate) fn enter(&mut self) {
        if self.is_local
            && let Some(own) = threads::own()
        {
            self.simulation.use_threads(own);
        }
    }

    /// Fails if it is being recorded. `action` describes the refused action.
    pub(crate) fn expect_no_recording(&self, action: &str) -> PyResult<()> {
        match self.recording {
            Some(_) => Err(SimulationError::new_err(format!("stop the recording first, then {action}"))),
            None => Ok(()),
        }
    }

    pub(crate) fn stop_recording(&mut self) -> PyResult<()> {
        self.recording.take().map_or(Ok(()), |recording| recording.stop(&mut self.simulation))
    }

    /// Makes steps until the next check for signals. Returns the number of remaining steps.
    pub(crate) fn step(&mut self, mut ticks: u64) -> u64 {
        self.enter();
        self.is_new = false;
        let begun = Instant::now();
        while ticks > 0 {
            match &mut self.recording {
                Some(recording) => recording.step(&mut self.simulation),
                None => self.simulation.step(),
            }
            ticks -= 1;
            if begun.elapsed() >= SIGNAL_CHECK {
                break;
            }
        }
        ticks
    }
}
