//! One simulation, as Python steps, reads and commands it.

mod by_name;

use std::path::PathBuf;
use std::sync::Arc;

use morse::{Options, Simulation};
use morse_sim::EntityState;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::errors::SimulationError;
use crate::guard::Guarded;
use crate::recording::{About, Recording};
use crate::running::Running;
use crate::scene::{Scene, scene_error};
use crate::services::Goal;
use crate::simulation::by_name::{ComponentRow, FieldRow, StateRow};
use crate::{convert, log, picture, services};

/// Most threads of a simulation.
const THREADS_MAX: usize = 1024;

/// A simulation that runs in this process.
#[pyclass(module = "morse._engine", frozen, weakref)]
pub(crate) struct Engine {
    running: Guarded<Running>,
    rate_hz: f64,
    scene: Arc<morse::Scene>,
    python_path: Vec<PathBuf>,
}

impl Engine {
    fn with<R>(&self, call: impl FnOnce(&mut Running) -> PyResult<R>) -> PyResult<R> {
        self.running.with(|running| {
            running.enter();
            running.is_new = false;
            call(running)
        })
    }

    fn look<R>(&self, look: impl FnOnce(&Simulation) -> PyResult<R>) -> PyResult<R> {
        self.running.with(|running| look(&running.simulation))
    }
}

#[pymethods]
impl Engine {
    #[new]
    fn new(py: Python<'_>, scene: &Scene, seed: u64, threads: usize) -> PyResult<Self> {
        if !(1..=THREADS_MAX).contains(&threads) {
            return Err(PyValueError::new_err(format!("threads must be 1 to {THREADS_MAX}, got {threads}")));
        }
        let options = Options { seed, threads, ..Options::default() };
        let (python_path, scene) = (scene.python_path.clone(), Arc::clone(&scene.scene));
        let made = py.detach(|| {
            let mut simulation = scene.simulation(&options)?;
            let start = simulation.checkpoint().ok();
            Ok((simulation, start))
        });
        log::flush(py)?;
        let (simulation, start) =
            made.map_err(|error: morse::SceneError| scene_error(py, &error.to_string(), &error.diagnostics))?;
        let rate_hz = simulation.clock().rate_hz();
        let is_local = threads == 1;
        let running = Running { simulation, is_local, start, seed, is_new: true, recording: None };
        Ok(Self { running: Guarded::new(running), rate_hz, scene, python_path })
    }

    /// Makes ticks, as fast as it can. The interpreter is free meanwhile; Ctrl-C ends it after a finished tick.
    fn step(&self, py: Python<'_>, ticks: u64) -> PyResult<()> {
        let mut left = ticks;
        loop {
            left = py.detach(|| self.running.with(|running| Ok(running.step(left))))?;
            log::flush(py)?;
            if left == 0 {
                return Ok(());
            }
            py.check_signals()?;
        }
    }

    /// Goes back to the beginning, with a seed. Returns false when this simulation cannot, so that another one has to
    /// be made.
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<bool> {
        let reset = py.detach(|| {
            self.with(|running| {
                running.expect_no_recording("reset it")?;
                let Some(start) = &running.start else { return Ok(false) };
                let is_reset = running.simulation.reset(start, seed).is_ok();
                if is_reset {
                    (running.seed, running.is_new) = (seed, true);
                }
                Ok(is_reset)
            })
        });
        log::flush(py)?;
        reset
    }

    /// Ends it and frees what it holds.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let closed = py.detach(|| {
            let Some(mut running) = self.running.close()? else { return Ok(()) };
            let recorded = running.stop_recording();
            running.simulation.finish();
            recorded
        });
        log::flush(py)?;
        closed
    }

    /// Records what it does from now on to a file.
    fn record(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let started = py.detach(|| {
            self.running.with(|running| {
                running.expect_no_recording("begin another one")?;
                let (seed, is_new) = (running.seed, running.is_new);
                let about = About { scene: &self.scene, python_path: &self.python_path, seed, is_new };
                running.recording = Some(Recording::start(&path, &about, &mut running.simulation)?);
                Ok(())
            })
        });
        log::flush(py)?;
        started
    }

    /// Ends the recording, if there is one, and waits until all is written.
    fn stop_recording(&self, py: Python<'_>) -> PyResult<()> {
        let stopped = py.detach(|| self.running.with(Running::stop_recording));
        log::flush(py)?;
        stopped
    }

    /// Whether it is closed.
    #[getter]
    fn is_closed(&self) -> bool {
        self.running.is_closed()
    }

    /// Number of ticks since the beginning.
    #[getter]
    fn tick(&self) -> PyResult<u64> {
        self.look(|simulation| Ok(simulation.clock().tick()))
    }

    /// Simulated time since the beginning. [s]
    #[getter]
    fn time(&self) -> PyResult<f64> {
        self.look(|simulation| Ok(simulation.clock().now().seconds()))
    }

    /// Ticks per simulated second. [Hz]
    #[getter]
    fn rate_hz(&self) -> f64 {
        self.rate_hz
    }

    /// Hash of the whole state, as `morse run --digest` prints it.
    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            self.look(|simulation| {
                let digest =
                    simulation.digest().map_err(|error| SimulationError::new_err(error.to_string()))?;
                Ok(format!("{digest:016x}"))
            })
        })
    }

    /// The whole state as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let saved = py.detach(|| {
            self.look(|simulation| {
                simulation.save().map_err(|error| SimulationError::new_err(error.to_string()))
            })
        })?;
        Ok(PyBytes::new(py, &saved))
    }

    /// Goes to a state that `save` gave, of the same scene.
    fn restore(&self, py: Python<'_>, snapshot: &[u8]) -> PyResult<()> {
        py.detach(|| {
            self.with(|running| {
                running.expect_no_recording("restore a state")?;
                // A snapshot that is damaged leaves the state undefined: try it on the present one first.
                let before =
                    running.simulation.save().map_err(|e| SimulationError::new_err(e.to_string()))?;
                let Err(error) = running.simulation.restore(snapshot) else { return Ok(()) };
                running.simulation.restore(&before).map_err(|e| SimulationError::new_err(e.to_string()))?;
                Err(PyValueError::new_err(error.to_string()))
            })
        })
    }

    /// All components: full name, kind (`robot`, `sensor` or `actuator`), and the robot that carries it.
    fn components(&self) -> PyResult<Vec<ComponentRow>> {
        self.look(|simulation| Ok(by_name::components(simulation)))
    }

    /// Names of the passive objects of the scene.
    fn objects(&self) -> PyResult<Vec<String>> {
        self.look(|simulation| Ok(by_name::objects(simulation)))
    }

    /// Pose of an object in the world, and its velocities along the axes of the world. [m, m/s, rad/s]
    fn state(&self, name: &str) -> PyResult<StateRow> {
        self.look(|simulation| by_name::state(simulation, name))
    }

    /// Puts an object somewhere, with these velocities.
    fn set_state(
        &self,
        name: &str,
        position: [f64; 3],
        quaternion: [f64; 4],
        linear_velocity: [f64; 3],
        angular_velocity: [f64; 3],
    ) -> PyResult<()> {
        let state = EntityState {
            world_from_entity: convert::to_pose(position, quaternion)?,
            linear_velocity: linear_velocity.into(),
            angular_velocity: angular_velocity.into(),
        };
        self.with(|running| by_name::set_state(&mut running.simulation, name, &state))
    }

    /// The local data of a component: the newest reading of a sensor, the newest command of an actuator.
    fn read<'py>(&self, py: Python<'py>, component: &str) -> PyResult<Bound<'py, PyDict>> {
        self.look(|simulation| convert::data(py, by_name::data(simulation, component)?))
    }

    /// One field of the local data of a component.
    fn read_field<'py>(&self, py: Python<'py>, component: &str, field: &str) -> PyResult<Bound<'py, PyAny>> {
        self.look(|simulation| by_name::field(py, simulation, component, field))
    }

    /// Time of the newest reading of a sensor, 0 before the first [s], and whether it is of the last tick.
    fn reading_time(&self, sensor: &str) -> PyResult<(f64, bool)> {
        self.look(|simulation| by_name::reading_time(simulation, sensor))
    }

    /// Has a sensor read from now on that reads only while somebody listens.
    fn listen(&self, sensor: &str) -> PyResult<()> {
        self.running.with(|running| by_name::listen(&mut running.simulation, sensor))
    }

    /// Fields of a component: name, type, unit and description.
    fn fields(&self, component: &str) -> PyResult<Vec<FieldRow>> {
        self.look(|simulation| by_name::fields(simulation, component))
    }

    /// Commands an actuator, which acts on it in the next tick and after.
    fn command(&self, actuator: &str, values: &Bound<'_, PyDict>) -> PyResult<()> {
        let values = convert::to_map(values)?;
        self.with(|running| by_name::command(&mut running.simulation, actuator, &values))
    }

    /// Calls a service. Returns its result, or a goal when it ends in a later tick.
    #[pyo3(signature = (component, service, *arguments))]
    fn call<'py>(
        &self,
        py: Python<'py>,
        component: &str,
        service: &str,
        arguments: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = arguments.iter().map(|argument| convert::from_python(&argument));
        let arguments = arguments.collect::<PyResult<Vec<_>>>()?;
        let call = |running: &mut Running| Ok(Goal::call(running, component, service, &arguments));
        let goal = py.detach(|| self.with(call));
        log::flush(py)?;
        services::outcome(py, goal?)
    }

    /// Cancels a service that was called on this simulation and has not ended.
    fn cancel(&self, goal: &Goal) -> PyResult<()> {
        self.with(|running| {
            goal.cancel(running);
            Ok(())
        })
    }

    /// A picture from a camera of the scene: rows of pixels, red, green and blue.
    fn render_camera<'py>(&self, py: Python<'py>, camera: &str) -> PyResult<Bound<'py, PyAny>> {
        let drawn = py.detach(|| self.look(|simulation| picture::of_camera(simulation, camera)))?;
        picture::to_python(py, drawn)
    }

    /// A picture from anywhere.
    fn render<'py>(
        &self,
        py: Python<'py>,
        size: [u32; 2],
        eye: Option<[f64; 3]>,
        target: Option<[f64; 3]>,
        fov_deg: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let draw = |simulation: &Simulation| picture::from_eye(simulation, size, eye, target, fov_deg);
        let drawn = py.detach(|| self.look(draw))?;
        picture::to_python(py, drawn)
    }
}
