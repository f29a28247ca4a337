//! The exceptions of the module.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};

create_exception!(morse, SceneError, PyValueError, "A scene that cannot be loaded or cannot run.");
create_exception!(
    morse,
    SimulationError,
    PyRuntimeError,
    "A simulation that cannot be used: it is closed, another thread uses it, or it is of another process."
);
create_exception!(morse, CommandError, PyValueError, "A command that an actuator does not accept.");
create_exception!(morse, ServiceError, PyRuntimeError, "A service that failed or does not exist.");
