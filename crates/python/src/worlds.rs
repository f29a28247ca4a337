//! Many simulations of one scene, stepped together for learning. Actions and observations are arrays.

mod channels;
mod limits;
mod part;
mod set;
pub(crate) mod towards;

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyReadonlyArray3,
    PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

use crate::errors::SimulationError;
use crate::guard::Guarded;
use crate::scene::{Scene, scene_error};
use crate::threads::Helper;
use crate::{log, picture};
use channels::{Action, Observation};
use limits::Limits;
use part::Target;
use set::Set;

/// Maximum number of worlds of one set.
const WORLDS_MAX: usize = 65_536;
/// Maximum number of threads of one set.
const THREADS_MAX: usize = 1024;

/// An action from Python: actuator, field, and the length of a list of numbers, or `None` for a single number.
type ActionSpec = (String, String, Option<usize>);
/// An observation from Python: component or object, field, and how many numbers it has.
type ObservationSpec = (String, String, usize);
/// Fields, and the minimum and maximum values of their columns.
type Limited<'py, Spec> = (Vec<Spec>, PyReadonlyArray1<'py, f32>, PyReadonlyArray1<'py, f32>);

/// Simulations of one scene that are stepped together.
#[pyclass(module = "morse._engine", frozen, weakref)]
pub(crate) struct Worlds {
    set: Guarded<Set>,
    count: usize,
    observations_width: usize,
    action_limits: Limits,
    /// Limits of the columns seen by agents: the first columns of the observations, then the extra columns.
    observed_limits: Limits,
}

#[pymethods]
impl Worlds {
    #[new]
    fn new(
        py: Python<'_>,
        scene: &Scene,
        count: usize,
        threads: usize,
        actions: Limited<'_, ActionSpec>,
        observations: Limited<'_, ObservationSpec>,
        placed: Vec<String>,
    ) -> PyResult<Self> {
        if !(1..=WORLDS_MAX).contains(&count) || !(1..=THREADS_MAX).contains(&threads) {
            let text = format!("worlds must be 1 to {WORLDS_MAX} and threads 1 to {THREADS_MAX}");
            return Err(PyValueError::new_err(text));
        }
        let (actions, actions_low, actions_high) = actions;
        let (observations, observed_low, observed_high) = observations;
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
        let helpers = (1..threads).map(|_| Helper::new()).collect::<Result<Vec<_>, _>>();
        let helpers = helpers.map_err(SimulationError::new_err)?;
        for (part, helper) in parts.iter_mut().zip(&helpers) {
            part.use_threads(&helper.pool);
        }
        let action_limits =
            Limits::new(&actions_low, &actions_high, Some(actions.iter().map(Action::width).sum()))?;
        let observed_limits = Limits::new(&observed_low, &observed_high, None)?;
        let observations_width = observations.iter().map(Observation::width).sum();
        let set = Guarded::new(Set {
            parts,
            helpers,
            ticks_between_signals: 1,
            start,
            actions,
            observations,
            placed,
        });
        Ok(Self { set, count, observations_width, action_limits, observed_limits })
    }

    /// Copies rows of actions, clamped to their limits. Raises ValueError if a number is not finite.
    fn accept(
        &self,
        given: PyReadonlyArray2<'_, f32>,
        mut actions: PyReadwriteArray2<'_, f32>,
    ) -> PyResult<()> {
        let width = self.action_limits.width();
        expect("actions", &*given, &[self.count, width])?;
        expect("actions", &**actions, &[self.count, width])?;
        let given = given.as_slice().map_err(|_| not_contiguous("actions"))?;
        if let Some(place) = given.iter().position(|number| !number.is_finite()) {
            let world = place / width.max(1);
            return Err(PyValueError::new_err(format!("the action of world {world} is not finite")));
        }
        let actions = actions.as_slice_mut().map_err(|_| not_contiguous("actions"))?;
        for (from, to) in given.chunks_exact(width.max(1)).zip(actions.chunks_exact_mut(width.max(1))) {
            self.action_limits.write(0, from.iter().copied(), to);
        }
        Ok(())
    }

    /// The observations for agents, clamped to their limits: the first columns of the observations, then the extra columns.
    fn observed<'py>(
        &self,
        py: Python<'py>,
        observations: PyReadonlyArray2<'py, f32>,
        extra: Option<PyReadonlyArray2<'py, f64>>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        expect("observations", &*observations, &[self.count, self.observations_width])?;
        let extra_width = extra.as_ref().map_or(0, |extra| extra.shape()[1]);
        let columns = self.observed_limits.width().checked_sub(extra_width);
        let Some(first) = columns.filter(|&first| first <= self.observations_width) else {
            return Err(PyValueError::new_err("the number of columns differs from the number of limits"));
        };
        if let Some(extra) = &extra {
            expect("extra", &**extra, &[self.count, extra_width])?;
        }
        let rows = observations.as_slice().map_err(|_| not_contiguous("observations"))?;
        let extra = extra.as_ref().map(|extra| extra.as_slice()).transpose();
        let extra = extra.map_err(|_| not_contiguous("extra"))?.unwrap_or_default();
        let seen = PyArray2::zeros(py, [self.count, self.observed_limits.width()], false);
        let mut writing = seen.readwrite();
        let out = writing.as_slice_mut().map_err(|_| not_contiguous("the result"))?;
        for (world, out) in out.chunks_exact_mut(self.observed_limits.width().max(1)).enumerate() {
            let (own, others) = out.split_at_mut(first);
            let row = &rows[world * self.observations_width..][..first];
            self.observed_limits.write(0, row.iter().copied(), own);
            let row = &extra[world * extra_width..][..extra_width];
            self.observed_limits.write(first, row.iter().map(|&number| number as f32), others);
        }
        drop(writing);
        Ok(seen)
    }

    /// Commands every world with its row of actions, makes ticks, and writes the new rows of observations. Copies the previous
    /// rows to `before`, and adds one to `steps`.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray2<'_, f32>,
        ticks: u32,
        mut before: PyReadwriteArray2<'_, f32>,
        mut observations: PyReadwriteArray2<'_, f32>,
        mut steps: PyReadwriteArray1<'_, i64>,
    ) -> PyResult<()> {
        let width = self.action_limits.width();
        expect("actions", &*actions, &[self.count, width])?;
        expect("before", &**before, &[self.count, self.observations_width])?;
        expect("steps", &**steps, &[self.count])?;
        expect("observations", &**observations, &[self.count, self.observations_width])?;
        let rows = actions.as_slice().map_err(|_| not_contiguous("actions"))?;
        let out = observations.as_slice_mut().map_err(|_| not_contiguous("observations"))?;
        before.as_slice_mut().map_err(|_| not_contiguous("before"))?.copy_from_slice(out);
        py.detach(|| self.set.with(|set| set.step(rows, ticks, out)))?;
        steps.as_array_mut().iter_mut().for_each(|count| *count += 1);
        log::flush(py)
    }

    /// Whether each episode has reached `steps_max` steps. Raises ValueError if a reward is not finite.
    fn truncated<'py>(
        &self,
        py: Python<'py>,
        rewards: PyReadonlyArray1<'py, f64>,
        steps: PyReadonlyArray1<'py, i64>,
        steps_max: i64,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        expect("rewards", &*rewards, &[self.count])?;
        expect("steps", &*steps, &[self.count])?;
        if let Some(world) = rewards.as_array().iter().position(|reward| !reward.is_finite()) {
            return Err(PyValueError::new_err(format!("the reward of world {world} is not finite")));
        }
        Ok(PyArray1::from_iter(py, steps.as_array().iter().map(|&count| count >= steps_max)))
    }

    /// Resets worlds, each with its seed, and moves the placed objects to `places` (x, y, z [m], yaw [rad]). Then makes one
    /// tick and writes the rows of observations.
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
            return Err(PyValueError::new_err("worlds must be numbers of worlds in ascending order"));
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
                set.reset(&targets)?;
                set.observe(out, self.observations_width)
            })
        })?;
        log::flush(py)
    }

    /// Hash of the state of a world, as printed by `morse run --digest`.
    fn digest(&self, world: usize) -> PyResult<String> {
        self.set.with(|set| {
            let simulation = set.world(world)?;
            let digest = simulation.digest().map_err(|error| SimulationError::new_err(error.to_string()))?;
            Ok(format!("{digest:016x}"))
        })
    }

    /// A picture of a world, like `Engine.render`.
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

    /// Ends all worlds and frees their resources.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.set.close().map(drop))
    }
}

/// Checks the shape of an array, and that it is contiguous in C order, because `as_slice` also accepts Fortran order.
fn expect<'py>(name: &str, array: &impl PyUntypedArrayMethods<'py>, wanted: &[usize]) -> PyResult<()> {
    if array.shape() != wanted {
        let text = format!("{name} must have the shape {wanted:?}, got {:?}", array.shape());
        return Err(PyValueError::new_err(text));
    }
    if array.is_c_contiguous() { Ok(()) } else { Err(not_contiguous(name)) }
}

fn not_contiguous(name: &str) -> PyErr {
    PyValueError::new_err(format!("{name} must be contiguous in C order"))
}
