//! The processor that draws the pictures of simulations in Python.

use std::sync::{Arc, Mutex, PoisonError};

use morse::Simulation;
use morse::pictures::PictureProcessor;
use morse_render::Renderer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::SimulationError;

/// The environment variable with the default.
const VARIABLE: &str = "MORSE_RENDER";

/// The devices that the simulations of a scene share.
#[derive(Default)]
pub(crate) struct Devices {
    open: Mutex<Vec<(PictureProcessor, Arc<Renderer>)>>,
}

impl Devices {
    /// Opens a processor by its word, or that of the environment variable, unless it is open. `None` for the CPU.
    ///
    /// # Errors
    /// For an unknown word, and for a GPU that is required and cannot be used.
    pub(crate) fn open(&self, word: Option<&str>) -> PyResult<Option<Arc<Renderer>>> {
        let variable = std::env::var(VARIABLE).ok().filter(|word| !word.is_empty());
        let (name, word) = match (word, &variable) {
            (Some(word), _) => ("render", word),
            (None, Some(word)) => (VARIABLE, word.as_str()),
            (None, None) => return Ok(None),
        };
        let processor: PictureProcessor =
            word.parse().map_err(|problem| PyValueError::new_err(format!("{name}: {problem}")))?;
        let mut devices = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // A device that was lost is opened again.
        devices.retain(|(_, renderer)| renderer.device_name().is_some());
        if let Some((_, renderer)) = devices.iter().find(|(known, _)| *known == processor) {
            return Ok(Some(Arc::clone(renderer)));
        }
        let opened = processor.open().map_err(|error| SimulationError::new_err(error.to_string()))?;
        devices.extend(opened.iter().map(|renderer| (processor, Arc::clone(renderer))));
        Ok(opened)
    }
}

/// Attaches a device to a simulation.
pub(crate) fn attach(renderer: Option<&Renderer>, simulation: &mut Simulation) {
    if let Some(renderer) = renderer {
        simulation.set_renderer(Some(renderer.for_another_world()));
    }
}
