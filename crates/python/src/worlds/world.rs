//! One world of a set: its simulation, and the observations of its agents.

use morse::Simulation;
use morse_sim::Checkpoint;
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

use super::actions::Action;
use super::observations::Observation;
use super::pictures::Picture;
use super::start::Variable;
use crate::errors::SimulationError;
use crate::shown::Shown;
use crate::threads;

/// A world, with the numbers and pictures that agents observe.
pub(super) struct World {
    simulation: Simulation,
    pub(super) numbers: Vec<f32>,
    pub(super) pixels: Vec<u8>,
    /// The page that shows it.
    pub(super) shown: Option<Shown>,
    /// Why the last step or reset failed.
    failure: Option<Failure>,
}

/// Why a step or a reset failed.
pub(super) enum Failure {
    /// A value from Python.
    Value(String),
    /// The state of the simulation.
    State(String),
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Value(text) => PyValueError::new_err(text),
            Failure::State(text) => SimulationError::new_err(text),
        }
    }
}

/// Actions and observations, the same in all worlds of a set.
pub(super) struct Channels {
    pub(super) actions: Vec<Action>,
    pub(super) observations: Vec<Observation>,
    pub(super) pictures: Vec<Picture>,
    /// Variables that the start of an episode sets.
    pub(super) variables: Vec<Variable>,
}

impl Channels {
    /// Width of a row of actions.
    pub(super) fn actions_width(&self) -> usize {
        self.actions.iter().map(Action::width).sum()
    }

    /// Numbers of a row of observations.
    pub(super) fn numbers_width(&self) -> usize {
        self.observations.iter().map(Observation::width).sum()
    }

    /// Bytes of the pictures of a world.
    pub(super) fn pixels_width(&self) -> usize {
        self.pictures.iter().map(Picture::width).sum()
    }

    /// Numbers that the start of an episode needs.
    pub(super) fn start_width(&self) -> usize {
        self.variables.iter().map(Variable::width).sum()
    }
}

impl World {
    pub(super) fn new(simulation: Simulation, channels: &Channels) -> World {
        let (numbers, pixels) = (vec![0.0; channels.numbers_width()], vec![0; channels.pixels_width()]);
        World { simulation, numbers, pixels, shown: None, failure: None }
    }

    /// The simulation, which computes on the calling thread from now on.
    pub(super) fn simulation(&mut self) -> &mut Simulation {
        if let Some(own) = threads::own() {
            self.simulation.use_threads(own);
        }
        &mut self.simulation
    }

    /// Why the last step or reset failed.
    pub(super) fn take_failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// Applies a row of actions, if any, and makes ticks. Observes the result if `observes`.
    pub(super) fn step(&mut self, channels: &Channels, row: Option<&[f32]>, ticks: u32, observes: bool) {
        self.failure = self.try_step(channels, row, ticks, observes).err();
    }

    fn try_step(
        &mut self,
        channels: &Channels,
        row: Option<&[f32]>,
        ticks: u32,
        observes: bool,
    ) -> Result<(), Failure> {
        let simulation = self.simulation();
        if let Some(row) = row {
            Action::apply_all(&channels.actions, simulation, row).map_err(Failure::Value)?;
        }
        for _ in 0..ticks {
            match &mut self.shown {
                Some(shown) => shown.step(&mut self.simulation),
                None => self.simulation.step(),
            }
        }
        if observes { self.observe(channels) } else { Ok(()) }
    }

    /// The world of the simulation.
    pub(super) fn world(&self) -> &morse_world::World {
        self.simulation.world()
    }

    /// Applies a row of actions, if any, and begins a tick, which [`World::finish_step`] completes.
    pub(super) fn begin_step(&mut self, channels: &Channels, row: Option<&[f32]>) {
        if self.failure.is_some() {
            return;
        }
        let simulation = self.simulation();
        let applied = row.map_or(Ok(()), |row| Action::apply_all(&channels.actions, simulation, row));
        match applied {
            Ok(()) => simulation.begin_step(),
            Err(text) => self.failure = Some(Failure::Value(text)),
        }
    }

    /// Completes a tick. Observes the result if `observes`.
    pub(super) fn finish_step(&mut self, channels: &Channels, observes: bool) {
        if self.failure.is_none() {
            self.failure = self.try_step(channels, None, 1, observes).err();
        }
    }

    /// Goes back to the start with a seed, sets the variables of the episode, and begins the first tick, which
    /// [`World::finish_step`] completes.
    pub(super) fn reset(&mut self, channels: &Channels, start: &Checkpoint, seed: u64, values: &[f64]) {
        self.failure = self.try_reset(channels, start, seed, values).err();
    }

    fn try_reset(
        &mut self,
        channels: &Channels,
        start: &Checkpoint,
        seed: u64,
        values: &[f64],
    ) -> Result<(), Failure> {
        let simulation = self.simulation();
        simulation.reset(start, seed).map_err(|error| Failure::State(error.to_string()))?;
        Variable::set_all(&channels.variables, simulation, values).map_err(Failure::Value)?;
        simulation.begin_step();
        Ok(())
    }

    fn observe(&mut self, channels: &Channels) -> Result<(), Failure> {
        let mut numbers = self.numbers.as_mut_slice();
        for observation in &channels.observations {
            let (own, others) = numbers.split_at_mut(observation.width());
            observation.write(&self.simulation, own).map_err(Failure::State)?;
            numbers = others;
        }
        let mut pixels = self.pixels.as_mut_slice();
        for picture in &channels.pictures {
            let (own, others) = pixels.split_at_mut(picture.width());
            picture.write(&self.simulation, own).map_err(Failure::State)?;
            pixels = others;
        }
        Ok(())
    }
}
