//! All worlds, and the threads that compute them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use morse::{Options, SceneError, Simulation};
use morse_render::Renderer;
use morse_render::device::draw_announced;
use morse_sim::Checkpoint;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

use super::observations::Observation;
use super::pictures::Picture;
use super::world::{Channels, World};
use crate::errors::SimulationError;
use crate::listener::Listener;
use crate::processor;
use crate::threads::{self, Team};

/// Approximate time between checks for signals.
const SIGNAL_CHECK: Duration = Duration::from_millis(50);

/// All worlds, with their actions and observations.
pub(super) struct Set {
    team: Team,
    shared: Arc<Shared>,
    /// Number of ticks between checks for signals; 1 until the duration of a tick is known.
    ticks_between_signals: u32,
}

/// Data that all threads use.
struct Shared {
    worlds: Vec<Mutex<World>>,
    channels: Channels,
    start: Checkpoint,
    /// Whether a device draws the pictures of all worlds.
    has_device: bool,
}

/// The reset of a world.
pub(super) struct Target {
    pub(super) world: usize,
    pub(super) seed: u64,
    /// Numbers of the variables of its episode.
    pub(super) values: Vec<f64>,
}

/// Rows of observations and pictures of all worlds, in arrays of Python.
pub(super) struct Rows<'a> {
    pub(super) numbers: &'a mut [f32],
    pub(super) pixels: &'a mut [u8],
    pub(super) numbers_width: usize,
    pub(super) pixels_width: usize,
}

/// Makes simulations that compute on the calling thread.
pub(super) fn make(
    scene: &morse::Scene,
    count: usize,
    renderer: Option<&Renderer>,
) -> Result<Vec<Simulation>, SceneError> {
    let mut simulations = scene.simulations(count, &Options::default())?;
    for simulation in &mut simulations {
        processor::attach(renderer, simulation);
        if let Some(own) = threads::own() {
            simulation.use_threads(own);
        }
    }
    Ok(simulations)
}

impl Set {
    /// # Errors
    /// When the state cannot be saved, or a thread cannot start. There must be at least one simulation.
    pub(super) fn new(mut simulations: Vec<Simulation>, channels: Channels, threads: usize) -> PyResult<Set> {
        let reads_forces = channels.observations.iter().any(Observation::reads_forces);
        if reads_forces {
            simulations.iter_mut().for_each(Simulation::record_contact_forces);
        }
        let first = simulations.first_mut().ok_or_else(|| SimulationError::new_err("there are no worlds"))?;
        let start = first.checkpoint().map_err(|error| SimulationError::new_err(error.to_string()))?;
        let team = Team::new(threads).map_err(SimulationError::new_err)?;
        for simulation in &mut simulations {
            let numbers = channels.observations.iter().map(Observation::component);
            for component in numbers.chain(channels.pictures.iter().map(Picture::component)) {
                // Fails for components that are not sensors, which need no listener.
                let _ = simulation.listen(component, Box::new(Listener));
            }
        }
        let has_device = simulations.iter().any(|it| Renderer::of(it.world()).is_some());
        let worlds = simulations.into_iter().map(|it| Mutex::new(World::new(it, &channels))).collect();
        let shared = Arc::new(Shared { worlds, channels, start, has_device });
        Ok(Set { team, shared, ticks_between_signals: 1 })
    }

    /// The number of threads.
    pub(super) fn threads(&self) -> usize {
        self.team.size()
    }

    /// A world by its number.
    pub(super) fn world(&self, world: usize) -> PyResult<MutexGuard<'_, World>> {
        let found = self.shared.worlds.get(world);
        let found = found.ok_or_else(|| PyKeyError::new_err(format!("there is no world {world}")))?;
        Ok(found.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Commands worlds with their rows of `commands`, makes ticks in these worlds in parallel, and writes their rows of
    /// observations. Checks for signals between ticks. After an error, the worlds may differ in their time.
    pub(super) fn step(
        &mut self,
        worlds: &[usize],
        commands: &[f32],
        ticks: u32,
        out: &mut Rows<'_>,
    ) -> PyResult<()> {
        let (commands, active): (Arc<[f32]>, Arc<[usize]>) = (commands.into(), worlds.into());
        let width = self.shared.channels.actions_width();
        let mut left = ticks;
        loop {
            let begun = Instant::now();
            let now = self.ticks_between_signals.min(left);
            let (is_first, is_last) = (left == ticks, left == now);
            let first = is_first.then_some((&commands, width));
            if self.shared.has_device {
                for tick in 0..now {
                    self.step_together(&active, first.filter(|_| tick == 0), is_last && tick + 1 == now);
                }
            } else {
                let (shared, active) = (Arc::clone(&self.shared), Arc::clone(&active));
                let first = first.map(|(commands, width)| (Arc::clone(commands), width));
                self.team.run(active.len(), now.max(1), move |item| {
                    let world = active[item];
                    let row = first.as_ref().map(|(rows, width)| &rows[world * width..(world + 1) * width]);
                    shared.lock(world).step(&shared.channels, row, now, is_last);
                });
            }
            self.collect(worlds.iter().copied(), is_last.then_some(&mut *out))?;
            left -= now;
            let tick_s = begun.elapsed().as_secs_f64() / f64::from(now.max(1));
            self.ticks_between_signals = ((SIGNAL_CHECK.as_secs_f64() / tick_s) as u32).max(1);
            if left == 0 {
                return Ok(());
            }
            Python::attach(|py| py.check_signals())?;
        }
    }

    /// Makes one tick of worlds with the rows of their commands, if any. The device draws the pictures of all worlds in one batch.
    fn step_together(
        &mut self,
        active: &Arc<[usize]>,
        commands: Option<(&Arc<[f32]>, usize)>,
        observes: bool,
    ) {
        let (shared, worlds) = (Arc::clone(&self.shared), Arc::clone(active));
        let commands = commands.map(|(rows, width)| (Arc::clone(rows), width));
        self.team.run(active.len(), 1, move |item| {
            let world = worlds[item];
            let row = commands.as_ref().map(|(rows, width)| &rows[world * width..(world + 1) * width]);
            shared.lock(world).begin_step(&shared.channels, row);
        });
        self.finish_together(active, observes);
    }

    /// Draws the pictures of worlds that have begun a tick, and completes the tick.
    fn finish_together(&mut self, active: &Arc<[usize]>, observes: bool) {
        self.shared.draw(active);
        let (shared, worlds) = (Arc::clone(&self.shared), Arc::clone(active));
        self.team.run(active.len(), 1, move |item| {
            shared.lock(worlds[item]).finish_step(&shared.channels, observes);
        });
    }

    /// Resets worlds, in parallel on all threads, and writes their rows of observations.
    pub(super) fn reset(&mut self, targets: Vec<Target>, out: &mut Rows<'_>) -> PyResult<()> {
        let worlds: Arc<[usize]> = targets.iter().map(|target| target.world).collect();
        let shared = Arc::clone(&self.shared);
        self.team.run(targets.len(), 0, move |item| {
            let Target { world, seed, values } = &targets[item];
            shared.lock(*world).reset(&shared.channels, &shared.start, *seed, values);
        });
        self.finish_together(&worlds, true);
        self.collect(worlds.iter().copied(), Some(out))
    }

    /// Reports the first failure of some worlds, and writes their rows.
    fn collect(&self, worlds: impl Iterator<Item = usize>, out: Option<&mut Rows<'_>>) -> PyResult<()> {
        let mut out = out;
        for number in worlds {
            let mut world = self.shared.lock(number);
            if let Some(failure) = world.take_failure() {
                return Err(failure.into());
            }
            if let Some(Rows { numbers, pixels, numbers_width, pixels_width }) = &mut out {
                numbers[number * *numbers_width..(number + 1) * *numbers_width]
                    .copy_from_slice(&world.numbers);
                pixels[number * *pixels_width..(number + 1) * *pixels_width].copy_from_slice(&world.pixels);
            }
        }
        Ok(())
    }
}

impl Shared {
    /// Draws the pictures that the cameras of worlds have announced in one batch.
    fn draw(&self, worlds: &[usize]) {
        if self.has_device {
            let worlds: Vec<_> = worlds.iter().map(|&world| self.lock(world)).collect();
            draw_announced(worlds.iter().map(|world| world.world()));
        }
    }

    fn lock(&self, world: usize) -> MutexGuard<'_, World> {
        self.worlds[world].lock().unwrap_or_else(PoisonError::into_inner)
    }
}
