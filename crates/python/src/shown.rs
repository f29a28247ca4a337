//! A simulation shown in a page, at the pace of real time.

use std::thread;
use std::time::{Duration, Instant};

use morse::{Observers, Scene, Simulation};
use morse_viewer::{Settings, Viewer};
use pyo3::prelude::*;

use crate::errors::SimulationError;

/// A page, and the time of its next tick.
pub(crate) struct Shown {
    observers: Observers<'static>,
    url: String,
    tick: Duration,
    next: Instant,
}

impl Shown {
    /// Serves a page for viewers on this computer, at a free port.
    pub(crate) fn start(scene: &Scene, simulation: &Simulation) -> PyResult<Shown> {
        let name = scene.file().path.display().to_string();
        let viewer = Viewer::start(Settings::local(), &name, scene.document(), simulation);
        let viewer = viewer.map_err(|error| SimulationError::new_err(error.to_string()))?;
        let url = viewer.url();
        let mut observers = Observers::default();
        observers.add(viewer);
        let tick = Duration::from_secs_f64(1.0 / simulation.clock().rate_hz());
        Ok(Shown { observers, url, tick, next: Instant::now() })
    }

    /// The address of the page.
    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }

    /// Makes a tick and shows it, not before its time.
    pub(crate) fn step(&mut self, simulation: &mut Simulation) {
        let now = Instant::now();
        thread::sleep(self.next.saturating_duration_since(now));
        // Time that the program spent between two steps is not caught up with.
        self.next = self.next.max(now) + self.tick;
        self.observers.step(simulation);
    }
}
