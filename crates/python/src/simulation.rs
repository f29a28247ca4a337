//! One simulation that Python steps, reads and commands.

mod by_name;

use std::path::PathBuf;
use std::sync::Arc;

use morse::{Options, Simulation};
use morse_sim::EntityState;
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::errors::SimulationError;
use crate::goal::Goal;
use crate::guard::Guarded;
use crate::joints::{JointRow, Kinematics, Quantity};
use crate::recording::{Metadata, Recording};
use crate::running::Running;
use crate::scene::{Scene, scene_error};
use crate::simulation::by_name::{ComponentRow, FieldRow, StateRow};
use crate::{convert, goal, joints, log, picture, processor};

/// Maximum number of threads of a simulation.
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

    fn query<R>(&self, query: impl FnOnce(&Simulation) -> PyResult<R>) -> PyResult<R> {
        self.running.with(|running| query(&running.simulation))
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (scene, seed, threads, render=None))]
    fn new(py: Python<'_>, scene: &Scene, seed: u64, threads: usize, render: Option<&str>) -> PyResult<Self> {
        if !(1..=THREADS_MAX).contains(&threads) {
            return Err(PyValueError::new_err(format!("threads must be 1 to {THREADS_MAX}, got {threads}")));
        }
        let renderer = py.detach(|| scene.devices.open(render))?;
        let options = Options { seed, threads, ..Options::default() };
        let (python_path, scene) = (scene.python_path.clone(), Arc::clone(&scene.scene));
        let made = py.detach(|| {
            let mut simulation = scene.simulation(&options)?;
            let start = simulation.checkpoint().ok();
            processor::attach(renderer.as_deref(), &mut simulation);
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

    /// Makes `ticks` ticks as fast as possible. Other Python threads can run meanwhile. Ctrl-C ends it after a finished tick.
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

    /// Resets the simulation to its start, with a seed. Returns False if it cannot be reset and must be created again.
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

    /// Ends the simulation and frees its resources.
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

    /// Starts recording to a file.
    fn record(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let started = py.detach(|| {
            self.running.with(|running| {
                running.expect_no_recording("start another recording")?;
                let (seed, is_new) = (running.seed, running.is_new);
                let metadata = Metadata { scene: &self.scene, python_path: &self.python_path, seed, is_new };
                running.recording = Some(Recording::start(&path, &metadata, &mut running.simulation)?);
                Ok(())
            })
        });
        log::flush(py)?;
        started
    }

    /// Ends the recording, if any, and waits until the file is complete.
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

    /// Number of ticks since the start.
    #[getter]
    fn tick(&self) -> PyResult<u64> {
        self.query(|simulation| Ok(simulation.clock().tick()))
    }

    /// Simulated time since the start. [s]
    #[getter]
    fn time(&self) -> PyResult<f64> {
        self.query(|simulation| Ok(simulation.clock().now().seconds()))
    }

    /// Ticks per simulated second. [Hz]
    #[getter]
    fn rate_hz(&self) -> f64 {
        self.rate_hz
    }

    /// Hash of the whole state, as printed by `morse run --digest`.
    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            self.query(|simulation| {
                let digest =
                    simulation.digest().map_err(|error| SimulationError::new_err(error.to_string()))?;
                Ok(format!("{digest:016x}"))
            })
        })
    }

    /// The whole state as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let saved = py.detach(|| {
            self.query(|simulation| {
                simulation.save().map_err(|error| SimulationError::new_err(error.to_string()))
            })
        })?;
        Ok(PyBytes::new(py, &saved))
    }

    /// Restores a state of the same scene that `save` returned.
    fn restore(&self, py: Python<'_>, snapshot: &[u8]) -> PyResult<()> {
        py.detach(|| {
            self.with(|running| {
                running.expect_no_recording("restore a state")?;
                // A damaged snapshot leaves the state undefined; then the current state is restored.
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
        self.query(|simulation| Ok(by_name::components(simulation)))
    }

    /// Names of the passive objects of the scene.
    fn objects(&self) -> PyResult<Vec<String>> {
        self.query(|simulation| Ok(by_name::objects(simulation)))
    }

    /// Pose and velocities of an object in the world frame. [m, m/s, rad/s]
    fn state(&self, name: &str) -> PyResult<StateRow> {
        self.query(|simulation| by_name::state(simulation, name))
    }

    /// Sets the pose and the velocities of an object in the world frame. [m, m/s, rad/s]
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

    /// Joints of a robot that move and mimic no other joint: name, kind, lowest and highest position, maximum speed, maximum
    /// effort.
    fn joints(&self, robot: &str) -> PyResult<Vec<JointRow>> {
        self.query(|simulation| joints::rows(simulation, robot))
    }

    /// `position`, `velocity` or `effort` of the joints of a robot, as an array.
    fn joint_values<'py>(
        &self,
        py: Python<'py>,
        robot: &str,
        quantity: &str,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let quantity = Quantity::parse(quantity)?;
        self.query(|simulation| Ok(PyArray1::from_vec(py, joints::values(simulation, robot, quantity)?)))
    }

    /// Actuators of a robot that command its joints, with the names of these joints.
    fn joint_controllers(&self, robot: &str) -> PyResult<Vec<(String, Vec<String>)>> {
        self.query(|simulation| joints::controllers(simulation, robot))
    }

    /// Links of a robot that have mass, in the order of its file.
    fn links(&self, robot: &str) -> PyResult<Vec<String>> {
        self.query(|simulation| joints::links(simulation, robot))
    }

    /// Kinematics of the joints of a robot.
    fn kinematics(&self, robot: &str) -> PyResult<Kinematics> {
        self.query(|simulation| Kinematics::new(simulation, robot))
    }

    /// The local data of a component: the newest reading of a sensor, the newest command of an actuator.
    fn read<'py>(&self, py: Python<'py>, component: &str) -> PyResult<Bound<'py, PyDict>> {
        self.query(|simulation| convert::data(py, by_name::data(simulation, component)?))
    }

    /// One field of the local data of a component.
    fn read_field<'py>(&self, py: Python<'py>, component: &str, field: &str) -> PyResult<Bound<'py, PyAny>> {
        self.query(|simulation| by_name::field(py, simulation, component, field))
    }

    /// Time of the newest reading of a sensor [s], 0 before the first reading; and whether it is from the last tick.
    fn reading_time(&self, sensor: &str) -> PyResult<(f64, bool)> {
        self.query(|simulation| by_name::reading_time(simulation, sensor))
    }

    /// Makes a sensor read from now on, if it reads only on demand.
    fn listen(&self, sensor: &str) -> PyResult<()> {
        self.running.with(|running| by_name::listen(&mut running.simulation, sensor))
    }

    /// Fields of a component: name, type, unit and description.
    fn fields(&self, component: &str) -> PyResult<Vec<FieldRow>> {
        self.query(|simulation| by_name::fields(simulation, component))
    }

    /// Commands an actuator. The command applies from the next tick on.
    fn command(&self, actuator: &str, values: &Bound<'_, PyDict>) -> PyResult<()> {
        let values = convert::to_map(values)?;
        self.with(|running| by_name::command(&mut running.simulation, actuator, &values))
    }

    /// Calls a service. Returns its result, or a goal if it ends in a later tick.
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
        let called = py.detach(|| self.with(call));
        log::flush(py)?;
        goal::outcome(py, called?)
    }

    /// Cancels a service that was called on this simulation and has not ended.
    fn cancel(&self, goal: &Goal) -> PyResult<()> {
        self.with(|running| {
            goal.cancel(running);
            Ok(())
        })
    }

    /// A picture from a camera of the scene: an array of rows of pixels with red, green and blue.
    fn render_camera<'py>(&self, py: Python<'py>, camera: &str) -> PyResult<Bound<'py, PyAny>> {
        let drawn = py.detach(|| self.query(|simulation| picture::of_camera(simulation, camera)))?;
        picture::to_python(py, drawn)
    }

    /// A picture from `eye` towards `target`, in the world frame [m]; `size` is width and height [pixels].
    fn render<'py>(
        &self,
        py: Python<'py>,
        size: [u32; 2],
        eye: Option<[f64; 3]>,
        target: Option<[f64; 3]>,
        fov_deg: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let draw = |simulation: &Simulation| picture::from_eye(simulation, size, eye, target, fov_deg);
        let drawn = py.detach(|| self.query(draw))?;
        picture::to_python(py, drawn)
    }
}
