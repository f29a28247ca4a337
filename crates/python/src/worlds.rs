//! Many simulations of one scene, stepped together for learning. Actions and observations are arrays.

mod actions;
mod limits;
pub(crate) mod links;
mod observations;
mod pictures;
mod set;
mod start;
pub(crate) mod towards;
mod world;

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1,
    PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

use crate::errors::SimulationError;
use crate::guard::Guarded;
use crate::scene::{Scene, scene_error};
use crate::shown::Shown;
use crate::{log, picture, threads};
use actions::Action;
use limits::Limits;
use observations::Observation;
use pictures::Picture;
use set::{Rows, Set, Target};
use start::Variable;
use world::Channels;

/// Maximum number of worlds of one set.
const WORLDS_MAX: usize = 65_536;
/// Maximum number of threads of one set.
const THREADS_MAX: usize = 1024;

/// A field from Python: component or object, field, and how many numbers or bytes it has.
type FieldSpec = (String, String, usize);
/// An action from Python: actuator, field, and the length of a list of numbers, or `None` for a single number.
type ActionSpec = (String, String, Option<usize>);
/// A variable of the start of an episode from Python: kind, object or component, and property.
type VariableSpec = (String, String, String);
/// Fields, and the minimum and maximum values of their columns.
type Limited<'py, Spec> = (Vec<Spec>, PyReadonlyArray1<'py, f32>, PyReadonlyArray1<'py, f32>);

/// Simulations of one scene that are stepped together.
#[pyclass(module = "morse._engine", frozen, weakref)]
pub(crate) struct Worlds {
    set: Guarded<Set>,
    count: usize,
    observations_width: usize,
    pixels_width: usize,
    start_width: usize,
    action_limits: Limits,
    /// Limits of the columns seen by agents: the first columns of the observations, then the extra columns.
    observed_limits: Limits,
}

#[pymethods]
impl Worlds {
    #[new]
    #[pyo3(signature = (scene, count, threads, actions, observations, pictures, variables, render=None))]
    #[allow(clippy::too_many_arguments, reason = "one for each part of a task; one Python class makes them")]
    fn new(
        py: Python<'_>,
        scene: &Scene,
        count: usize,
        threads: Option<usize>,
        actions: Limited<'_, ActionSpec>,
        observations: Limited<'_, FieldSpec>,
        pictures: Vec<FieldSpec>,
        variables: Vec<VariableSpec>,
        render: Option<&str>,
    ) -> PyResult<Self> {
        let threads = threads.unwrap_or_else(threads::processors);
        if !(1..=WORLDS_MAX).contains(&count) || !(1..=THREADS_MAX).contains(&threads) {
            let text = format!("worlds must be 1 to {WORLDS_MAX} and threads 1 to {THREADS_MAX}");
            return Err(PyValueError::new_err(text));
        }
        let (actions, actions_low, actions_high) = actions;
        let (observations, observed_low, observed_high) = observations;
        let renderer = py.detach(|| scene.devices.open(render))?;
        let made = py.detach(|| set::make(&scene.scene, count, renderer.as_deref()));
        log::flush(py)?;
        let mut simulations =
            made.map_err(|error| scene_error(py, &error.to_string(), &error.diagnostics))?;
        // There is at least one world.
        let first = &mut simulations[0];
        let actions = actions.into_iter().map(|(actuator, field, length)| {
            Action::new(first, &actuator, &field, length).map_err(PyKeyError::new_err)
        });
        let actions: Vec<Action> = actions.collect::<PyResult<_>>()?;
        let observations = observations.into_iter().map(|(component, field, length)| {
            Observation::new(first, &component, &field, length).map_err(PyKeyError::new_err)
        });
        let observations = observations.collect::<PyResult<_>>()?;
        let pictures = pictures.into_iter().map(|(component, field, width)| {
            Picture::new(first, &component, &field, width).map_err(PyKeyError::new_err)
        });
        let pictures = pictures.collect::<PyResult<_>>()?;
        let variables = variables.into_iter().map(|(kind, name, property)| {
            Variable::new(first, &kind, &name, &property).map_err(PyKeyError::new_err)
        });
        let variables = variables.collect::<PyResult<_>>()?;
        let action_limits =
            Limits::new(&actions_low, &actions_high, Some(actions.iter().map(Action::width).sum()))?;
        let observed_limits = Limits::new(&observed_low, &observed_high, None)?;
        let channels = Channels { actions, observations, pictures, variables };
        let (observations_width, pixels_width) = (channels.numbers_width(), channels.pixels_width());
        let start_width = channels.start_width();
        let set = Guarded::new(Set::new(simulations, channels, threads.min(count))?);
        Ok(Self { set, count, observations_width, pixels_width, start_width, action_limits, observed_limits })
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

    /// Commands every world with its row of actions, makes ticks, and writes the new rows of observations and pictures. Copies
    /// the previous rows to `before`, and adds one to `steps`. Worlds that `is_idle` marks stay as they are.
    #[allow(clippy::too_many_arguments, reason = "one for each part of a task; one Python class makes them")]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray2<'_, f32>,
        ticks: u32,
        mut before: PyReadwriteArray2<'_, f32>,
        mut observations: PyReadwriteArray2<'_, f32>,
        mut pixels: PyReadwriteArray2<'_, u8>,
        mut steps: PyReadwriteArray1<'_, i64>,
        is_idle: PyReadonlyArray1<'_, bool>,
    ) -> PyResult<()> {
        let width = self.action_limits.width();
        expect("actions", &*actions, &[self.count, width])?;
        expect("before", &**before, &[self.count, self.observations_width])?;
        expect("steps", &**steps, &[self.count])?;
        expect("is_idle", &*is_idle, &[self.count])?;
        let rows = actions.as_slice().map_err(|_| not_contiguous("actions"))?;
        let is_idle = is_idle.as_slice().map_err(|_| not_contiguous("is_idle"))?;
        let mut out = self.rows(&mut observations, &mut pixels)?;
        before.as_slice_mut().map_err(|_| not_contiguous("before"))?.copy_from_slice(out.numbers);
        let active: Vec<usize> = (0..self.count).filter(|&world| !is_idle[world]).collect();
        py.detach(|| self.set.with(|set| set.step(&active, rows, ticks, &mut out)))?;
        let mut steps = steps.as_array_mut();
        active.into_iter().for_each(|world| steps[world] += 1);
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

    /// Resets worlds, each with its seed, and sets the variables of their episodes. Then makes one tick and writes the rows of
    /// observations and pictures.
    fn reset(
        &self,
        py: Python<'_>,
        worlds: Vec<usize>,
        seeds: Vec<u64>,
        values: PyReadonlyArray2<'_, f64>,
        mut observations: PyReadwriteArray2<'_, f32>,
        mut pixels: PyReadwriteArray2<'_, u8>,
    ) -> PyResult<()> {
        if seeds.len() != worlds.len() {
            return Err(PyValueError::new_err("there must be one seed for each world to reset"));
        }
        if worlds.windows(2).any(|pair| pair[0] >= pair[1])
            || worlds.last().is_some_and(|&last| last >= self.count)
        {
            return Err(PyValueError::new_err("worlds must be numbers of worlds in ascending order"));
        }
        expect("values", &*values, &[worlds.len(), self.start_width])?;
        let values = values.as_slice().map_err(|_| not_contiguous("values"))?;
        let targets = worlds.iter().zip(&seeds).enumerate().map(|(nth, (&world, &seed))| {
            let values = &values[nth * self.start_width..(nth + 1) * self.start_width];
            if values.iter().any(|number| !number.is_finite()) {
                return Err(PyValueError::new_err(format!("the start of world {world} is not finite")));
            }
            Ok(Target { world, seed, values: values.to_vec() })
        });
        let targets = targets.collect::<PyResult<Vec<_>>>()?;
        let mut out = self.rows(&mut observations, &mut pixels)?;
        py.detach(|| self.set.with(|set| set.reset(targets, &mut out)))?;
        log::flush(py)
    }

    /// Shows the first world in a page, at the pace of real time from now on. Returns the address of the page.
    fn show(&self, py: Python<'_>, scene: &Scene) -> PyResult<String> {
        let shown = py.detach(|| {
            self.set.with(|set| {
                let mut world = set.world(0)?;
                let shown = Shown::start(&scene.scene, world.simulation())?;
                let url = shown.url();
                world.shown = Some(shown);
                Ok(url)
            })
        });
        log::flush(py)?;
        shown
    }

    /// Hash of the state of a world, as printed by `morse run --digest`.
    fn digest(&self, world: usize) -> PyResult<String> {
        self.set.with(|set| {
            let digest = set.world(world)?.simulation().digest();
            let digest = digest.map_err(|error| SimulationError::new_err(error.to_string()))?;
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
            self.set.with(|set| picture::from_eye(set.world(world)?.simulation(), size, eye, target, fov_deg))
        })?;
        picture::to_python(py, drawn)
    }

    /// Simulated time of a world since its last reset. [s]
    fn time(&self, world: usize) -> PyResult<f64> {
        self.set.with(|set| Ok(set.world(world)?.simulation().clock().now().seconds()))
    }

    /// The number of threads that step the worlds.
    #[getter]
    fn threads(&self) -> PyResult<usize> {
        self.set.with(|set| Ok(set.threads()))
    }

    /// Ends all worlds and frees their resources.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.set.close().map(drop))
    }
}

impl Worlds {
    /// The rows of all worlds in arrays from Python.
    fn rows<'a>(
        &self,
        numbers: &'a mut PyReadwriteArray2<'_, f32>,
        pixels: &'a mut PyReadwriteArray2<'_, u8>,
    ) -> PyResult<Rows<'a>> {
        expect("observations", &***numbers, &[self.count, self.observations_width])?;
        expect("pixels", &***pixels, &[self.count, self.pixels_width])?;
        Ok(Rows {
            numbers: numbers.as_slice_mut().map_err(|_| not_contiguous("observations"))?,
            pixels: pixels.as_slice_mut().map_err(|_| not_contiguous("pixels"))?,
            numbers_width: self.observations_width,
            pixels_width: self.pixels_width,
        })
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
