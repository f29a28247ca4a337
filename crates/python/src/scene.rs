//! A loaded and checked scene, from which simulations are created.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use morse::python::Interpreter;
use morse::{
    Code, Diagnostic, Document, Interrupt, LoadError, LoadOptions, Parameters, SceneFile, SceneSource, Trust,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::SceneError;
use crate::log;
use crate::processor::Devices;

/// Interval of checks for signals while a script runs.
const SIGNAL_CHECK: Duration = Duration::from_millis(50);

/// A loaded and checked scene.
#[pyclass(module = "morse._engine", frozen)]
pub(crate) struct Scene {
    pub(crate) scene: Arc<morse::Scene>,
    /// Module search path for its Python components.
    pub(crate) python_path: Vec<PathBuf>,
    pub(crate) devices: Devices,
}

#[pymethods]
impl Scene {
    /// Loads a scene from a script or a document file. The script runs in a separate process; `parameters` are its parameter
    /// values as JSON.
    #[staticmethod]
    #[pyo3(signature = (path, arguments, parameters, python, component_timeout_s))]
    fn load(
        py: Python<'_>,
        path: PathBuf,
        arguments: Vec<String>,
        parameters: &str,
        python: Option<PathBuf>,
        component_timeout_s: f64,
    ) -> PyResult<Self> {
        let given = serde_json::from_str(parameters)
            .map_err(|_| PyTypeError::new_err("a parameter must be a number, a bool or a string"))?;
        let parameters = Parameters { given, ..Parameters::default() };
        let options = LoadOptions { parameters, ..options(arguments, python, component_timeout_s) };
        let load = |options: &LoadOptions| {
            let file = SceneFile::at(&path, &options.arguments)?.trusted(options.trust)?;
            let source = SceneSource::read(&file, options, &mut |_| {})?;
            Ok((file, source))
        };
        Self::interruptible(py, options, load)
    }

    /// Loads a scene from a document as JSON; `name` is its name in diagnostics. `python_path` is the module search path for
    /// its Python components.
    #[staticmethod]
    #[pyo3(signature = (name, document, python_path, python, component_timeout_s))]
    fn of_document(
        py: Python<'_>,
        name: PathBuf,
        document: &str,
        python_path: Vec<PathBuf>,
        python: Option<PathBuf>,
        component_timeout_s: f64,
    ) -> PyResult<Self> {
        let options = options(Vec::new(), python, component_timeout_s);
        let load = |options: &LoadOptions| {
            let failure = |error| LoadError::Document { path: name.clone(), error };
            let document = Document::from_json(document).map_err(failure)?;
            let file = SceneFile::of_document(&name).trusted(options.trust)?;
            Ok((file, SceneSource { document, python_path: python_path.clone() }))
        };
        Self::interruptible(py, options, load)
    }

    /// Path of the scene file.
    #[getter]
    fn path(&self) -> &Path {
        &self.scene.file().path
    }

    /// The scene document as JSON.
    fn document(&self) -> PyResult<String> {
        let text = serde_json::to_string(self.scene.document());
        text.map_err(|error| SceneError::new_err(error.to_string()))
    }

    /// Errors and warnings about the scene.
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let found = self.scene.diagnostics().iter().map(|found| diagnostic(py, found));
        PyList::new(py, found.collect::<PyResult<Vec<_>>>()?)
    }
}

/// Load options. The scene is trusted, because the calling program of the user can do anything anyway.
fn options(arguments: Vec<String>, python: Option<PathBuf>, component_timeout_s: f64) -> LoadOptions {
    LoadOptions {
        arguments,
        interpreter: Interpreter::choose(python.as_deref()),
        trust: Trust::Trusted,
        component_timeout_s,
        ..LoadOptions::default()
    }
}

impl Scene {
    /// Loads on another thread, so that Ctrl-C ends a running script. Missing middlewares are ignored, because simulations in
    /// this process have no clients.
    fn interruptible(
        py: Python<'_>,
        options: LoadOptions,
        load: impl Fn(&LoadOptions) -> Result<(SceneFile, SceneSource), LoadError> + Send + Sync,
    ) -> PyResult<Self> {
        let interrupt: Interrupt = options.interrupt.clone();
        let complete = || {
            let (file, mut source) = load(&options)?;
            source.leave_out_missing()?;
            let python_path = source.python_path.clone();
            Ok((morse::Scene::of(file, source, &options)?, python_path))
        };
        let loaded = py.detach(|| {
            let (done, wait) = mpsc::channel();
            thread::scope(|scope| {
                // Sending cannot fail: the receiver outlives this thread.
                let started = thread::Builder::new().spawn_scoped(scope, move || drop(done.send(complete())));
                if let Err(error) = started {
                    return (Err(SceneError::new_err(format!("cannot start a thread: {error}"))), None);
                }
                let mut signal = Ok(());
                loop {
                    match wait.recv_timeout(SIGNAL_CHECK) {
                        Ok(loaded) => return (signal, Some(loaded)),
                        Err(RecvTimeoutError::Disconnected) => return (signal, None),
                        Err(RecvTimeoutError::Timeout) if signal.is_ok() => {
                            signal = Python::attach(|py| py.check_signals());
                            if signal.is_err() {
                                interrupt.request();
                            }
                        }
                        Err(RecvTimeoutError::Timeout) => {}
                    }
                }
            })
        });
        log::flush(py)?;
        let (signal, loaded) = loaded;
        signal?;
        let loaded = loaded.unwrap_or(Err(LoadError::Interrupted));
        match loaded {
            Ok((scene, python_path)) => {
                Ok(Self { scene: Arc::new(scene), python_path, devices: Devices::default() })
            }
            Err(error) => {
                // Ctrl-C is also sent to the script, which may end first.
                py.check_signals()?;
                Err(scene_error(py, &error.to_string(), &[error.diagnostic()]))
            }
        }
    }
}

/// The exception for a scene that cannot be loaded or cannot run, with the attribute `diagnostics`.
pub(crate) fn scene_error(py: Python<'_>, message: &str, diagnostics: &[Diagnostic]) -> PyErr {
    let error = SceneError::new_err(message.to_owned());
    let found: PyResult<Vec<_>> = diagnostics.iter().map(|found| diagnostic(py, found)).collect();
    match found.and_then(|found| error.value(py).setattr("diagnostics", found)) {
        Ok(()) => error,
        Err(other) => other,
    }
}

fn diagnostic<'py>(py: Python<'py>, found: &Diagnostic) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("severity", if found.is_error() { "error" } else { "warning" })?;
    dict.set_item("code", code(found.code))?;
    dict.set_item("object", found.object.as_deref())?;
    dict.set_item("message", &found.message)?;
    dict.set_item("help", found.help.as_deref())?;
    let place = found.source.as_ref().map(|source| (source.file.clone(), source.line));
    dict.set_item("source", place)?;
    Ok(dict)
}

fn code(code: Code) -> String {
    // A code is serialized as a string.
    serde_json::to_value(code).ok().and_then(|code| code.as_str().map(str::to_owned)).unwrap_or_default()
}
