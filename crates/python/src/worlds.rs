//! Many simulations of one scene, stepped together for learning: actions come in and observations go out as arrays.

mod channels;
mod part;

use std::sync::Arc;
use std::time::{Duration, Instant};

use morse_sim::Checkpoint;
use numpy::{PyReadonlyArray2, PyReadonlyArray3, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use rayon::ThreadPool;

use crate::errors::SimulationError;
use crate::guard::Guarded;
use crate::scene::{Scene, scene_error};
use crate::{log, picture, threads};
use channels::{Action, Observation};
use part::{Part, Target};

/// Most worlds of one set.
const WORLDS_MAX: usize = 65_536;
/// Most threads of one set.
const THREADS_MAX: usize = 1024;
/// How long ticks are made without looking whether the user interrupts.
const SIGNAL_CHECK: Duration = Duration::from_millis(50);

/// An action as Python writes it: actuator, field, and how many numbers a list has; `None` for a number.
type ActionSpec = (String, String, Option<usize>);
/// An observation as Python writes it: component or object, field, how many numbers.
type ObservationSpec = (String, String, usize);

/// Simulations of one scene that are stepped together.
#[pyclass(module = "morse._engine", frozen, weakref)]
pub(crate) struct Worlds {
    set: Guarded<Set>,
    count: usize,
    actions_width: usize,
    observations_width: usize,
}

struct Set {
    /// The worlds, divided among the threads.
    parts: Vec<Part>,
    /// The worlds of each part have this pool; the last part computes on the calling thread.
    pools: Vec<Arc<ThreadPool>>,
    start: Checkpoint,
    actions: Vec<Action>,
    observations: Vec<Observation>,
    placed: Vec<String>,
}

#[pymethods]
impl Worlds {
    #[new]
    fn new(
        py: Python<'_>,
        scene: &Scene,
        count: usize,
        threads: usize,
        actions: Vec<ActionSpec>,
        observations: Vec<ObservationSpec>,
        placed: Vec<String>,
    ) -> PyResult<Self> {
        if !(1..=WORLDS_MAX).contains(&count) || !(1..=THREADS_MAX).contains(&threads) {
            let text = format!("worlds must be 1 to {WORLDS_MAX} and threads 1 to {THREADS_MAX}");
            return Err(PyValueError::new_err(text));
        }
        let threads = threads.min(count);
        let scene = &scene.scene;
        let made = py.detach(|| part::make(scene, count, threads));
        log::flush(py)?;
        let mut parts = made.map_err(|error| scene_error(py, &error.to_string(), &error.diagnostics))?;
        // There is at least one world.
        let first = &mut parts[0].worlds[0];
        let start = first.checkpoint().map_err(|error| SimulationError::new_err(error.to_string()))?;
        let actions = actions.into_iter().map(|(actuator, field, length)| {
            Action::new(first, &actuator, &field, length).map_err(PyKeyError::new_err)
        });
        let actions: Vec<Action> = actions.collect::<PyResult<_>>()?;
        let observations = observations.into_iter().map(|(component, field, length)| {
            Observation::new(first, &component, &field, length).map_err(PyKeyError::new_err)
        });
        let observations: Vec<Observation> = observations.collect::<PyResult<_>>()?;
        if let Some(name) = placed.iter().find(|name| first.world().find(name).is_none()) {
            return Err(PyKeyError::new_err(format!("there is no object {name:?} in the simulation")));
        }
        for part in &mut parts {
            part.listen(&observations);
        }
        let pools = (1..threads).map(|_| threads::another()).collect::<Result<Vec<_>, _>>();
        let pools = pools.map_err(SimulationError::new_err)?;
        for (part, pool) in parts.iter_mut().zip(&pools) {
            part.use_threads(pool);
        }
        let actions_width = actions.iter().map(Action::width).sum();
        let observations_width = observations.iter().map(Observation::width).sum();
        let set = Guarded::new(Set { parts, pools, start, actions, observations, placed });
        Ok(Self { set, count, actions_width, observations_width })
    }

    /// Commands every world with its row of actions, makes ticks, and writes the row of what was observed then. A
    /// `ValueError` says that no world has moved.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray2<'_, f32>,
        ticks: u32,
        mut observations: PyReadwriteArray2<'_, f32>,
    ) -> PyResult<()> {
        expect("actions", &*actions, &[self.count, self.actions_width])?;
        expect("observations", &**observations, &[self.count, self.observations_width])?;
        let rows = actions.as_slice().map_err(|_| not_contiguous("actions"))?;
        if let Some(place) = rows.iter().position(|number| !number.is_finite()) {
            let world = place / self.actions_width.max(1);
            return Err(PyValueError::new_err(format!("the action of world {world} is not finite")));
        }
        let out = observations.as_slice_mut().map_err(|_| not_contiguous("observations"))?;
        py.detach(|| {
            self.set.with(|set| {
                set.command(rows, self.actions_width)?;
                advance(&mut set.parts, &set.pools, ticks)?;
                set.observe(out, self.observations_width)
            })
        })?;
        log::flush(py)
    }

    /// Puts these worlds back to the beginning, each with its seed and with the placed objects where `places` says (x,
    /// y, z, yaw), makes one tick, and writes the rows of what was observed then.
    fn reset(
        &self,
        py: Python<'_>,
        worlds: Vec<usize>,
        seeds: Vec<u64>,
        places: PyReadonlyArray3<'_, f64>,
        mut observations: PyReadwriteArray2<'_, f32>,
    ) -> PyResult<()> {
        expect("observations", &**observations, &[self.count, self.observations_width])?;
        if seeds.len() != worlds.len() {
            return Err(PyValueError::new_err("there must be one seed for each world to reset"));
        }
        if worlds.windows(2).any(|pair| pair[0] >= pair[1])
            || worlds.last().is_some_and(|&last| last >= self.count)
        {
            return Err(PyValueError::new_err("worlds must be numbers of worlds, in rising order"));
        }
        let objects = self.set.with(|set| Ok(set.placed.len()))?;
        expect("places", &*places, &[worlds.len(), objects, 4])?;
        let places = places.as_slice().map_err(|_| not_contiguous("places"))?;
        let mut targets = Vec::with_capacity(worlds.len());
        for (nth, (&world, &seed)) in worlds.iter().zip(&seeds).enumerate() {
            let poses = &places[nth * objects * 4..(nth + 1) * objects * 4];
            if poses.iter().any(|number| !number.is_finite()) {
                return Err(PyValueError::new_err(format!("a place of world {world} is not finite")));
            }
            targets.push(Target { world, seed, poses });
        }
        let out = observations.as_slice_mut().map_err(|_| not_contiguous("observations"))?;
        py.detach(|| {
            self.set.with(|set| {
                let Set { parts, pools, start, placed, .. } = &mut *set;
                let mut failures: Vec<Option<String>> = vec![None; parts.len()];
                let mut jobs = Vec::new();
                let mut first = 0;
                for (part, failure) in parts.iter_mut().zip(&mut failures) {
                    let end = first + part.worlds.len();
                    let own: Vec<&Target<'_>> =
                        targets.iter().filter(|target| (first..end).contains(&target.world)).collect();
                    jobs.push((part, failure, own, first));
                    first = end;
                }
                part::spread(&mut jobs, pools, &|(part, failure, own, first)| {
                    **failure = part.reset(start, placed, own, *first).err();
                });
                if let Some(failure) = failures.into_iter().flatten().next() {
                    return Err(SimulationError::new_err(failure));
                }
                set.observe(out, self.observations_width)
            })
        })?;
        log::flush(py)
    }

    /// Hash of the state of a world, as `morse run --digest` prints it.
    fn digest(&self, world: usize) -> PyResult<String> {
        self.set.with(|set| {
            let simulation = set.world(world)?;
            let digest = simulation.digest().map_err(|error| SimulationError::new_err(error.to_string()))?;
            Ok(format!("{digest:016x}"))
        })
    }

    /// A picture of a world, as `Engine.render`.
    fn render<'py>(
        &self,
        py: Python<'py>,
        world: usize,
        size: [u32; 2],
        eye: Option<[f64; 3]>,
        target: Option<[f64; 3]>,
        fov_deg: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let drawn = py.detach(|| {
            self.set.with(|set| picture::from_eye(set.world(world)?, size, eye, target, fov_deg))
        })?;
        picture::to_python(py, drawn)
    }

    /// Simulated time of a world since its last reset. [s]
    fn time(&self, world: usize) -> PyResult<f64> {
        self.set.with(|set| Ok(set.world(world)?.clock().now().seconds()))
    }

    /// Ends all worlds and frees what they hold.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.set.close().map(drop))
    }
}

impl Set {
    fn world(&self, world: usize) -> PyResult<&morse::Simulation> {
        let mut all = self.parts.iter().flat_map(|part| &part.worlds);
        all.nth(world).ok_or_else(|| PyKeyError::new_err(format!("there is no world {world}")))
    }

    /// Commands all worlds, each with its row.
    fn command(&mut self, rows: &[f32], width: usize) -> PyResult<()> {
        let mut rest = rows;
        let mut jobs = Vec::new();
        for part in &mut self.parts {
            let (own, others) = rest.split_at(part.worlds.len() * width);
            rest = others;
            jobs.push((part, own, Ok(())));
        }
        let actions = &self.actions;
        part::spread(&mut jobs, &self.pools, &|(part, rows, done)| *done = part.command(actions, rows));
        jobs.into_iter().try_for_each(|(_, _, done)| done).map_err(PyValueError::new_err)
    }

    /// Writes the rows of all worlds.
    fn observe(&mut self, out: &mut [f32], width: usize) -> PyResult<()> {
        let mut rest = out;
        let mut jobs = Vec::new();
        for part in &mut self.parts {
            let (own, others) = rest.split_at_mut(part.worlds.len() * width);
            rest = others;
            jobs.push((part, own, Ok(())));
        }
        let observations = &self.observations;
        part::spread(&mut jobs, &self.pools, &|(part, rows, done)| *done = part.observe(observations, rows));
        jobs.into_iter().try_for_each(|(_, _, done)| done).map_err(SimulationError::new_err)
    }
}

/// Makes ticks in all worlds at once, and looks for signals between them.
fn advance(parts: &mut [Part], pools: &[Arc<ThreadPool>], ticks: u32) -> PyResult<()> {
    let mut left = ticks;
    while left > 0 {
        let begun = Instant::now();
        // The first tick tells how many fit between two looks for signals.
        let mut count = 1;
        while left > 0 && begun.elapsed() < SIGNAL_CHECK {
            let now = count.min(left);
            let mut jobs: Vec<&mut Part> = parts.iter_mut().collect();
            part::spread(&mut jobs, pools, &|part| part.step(now));
            left -= now;
            let tick_s = begun.elapsed().as_secs_f64() / f64::from(ticks - left);
            count = ((SIGNAL_CHECK.as_secs_f64() / tick_s) as u32).max(1);
        }
        if left > 0 {
            Python::attach(|py| py.check_signals())?;
        }
    }
    Ok(())
}

/// Checks the shape of an array, and that it is in the order of C: `as_slice` alone would take that of Fortran as well.
fn expect<'py>(what: &str, array: &impl PyUntypedArrayMethods<'py>, wanted: &[usize]) -> PyResult<()> {
    if array.shape() != wanted {
        let text = format!("{what} must have the shape {wanted:?}, got {:?}", array.shape());
        return Err(PyValueError::new_err(text));
    }
    if array.is_c_contiguous() { Ok(()) } else { Err(not_contiguous(what)) }
}

fn not_contiguous(what: &str) -> PyErr {
    PyValueError::new_err(format!("{what} must be contiguous, in the order of C"))
}
