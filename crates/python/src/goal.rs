//! Service calls, which end immediately or in a later tick.

use std::sync::{Arc, Mutex, PoisonError};

use morse::{Answer, Event, RequestId};
use morse_sim::Value;
use pyo3::prelude::*;

use crate::convert;
use crate::errors::ServiceError;
use crate::running::Running;

/// A called service that ends in a later tick.
#[pyclass(module = "morse._engine", frozen)]
pub(crate) struct Goal {
    id: RequestId,
    answer: Arc<Mutex<Option<Answer>>>,
}

impl Goal {
    /// Calls a service. The answer may be available immediately.
    pub(crate) fn call(running: &mut Running, component: &str, service: &str, arguments: &[Value]) -> Self {
        let id = running.simulation.gateway().next_id();
        let answer = Arc::new(Mutex::new(None));
        let to = Arc::clone(&answer);
        let respond = move |answer| *to.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
        running.simulation.call_with(id, component, service, arguments, Box::new(respond));
        Self { id, answer }
    }

    pub(crate) fn cancel(&self, running: &mut Running) {
        if self.answer().is_none() {
            running.simulation.handle(Event::Cancel(self.id));
            running.simulation.send_answers();
        }
    }

    fn answer(&self) -> Option<Answer> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[pymethods]
impl Goal {
    /// `running`, `succeeded`, `failed` or `preempted`.
    #[getter]
    fn status(&self) -> &'static str {
        match self.answer() {
            None => "running",
            Some(Answer::Success(_)) => "succeeded",
            Some(Answer::Failed(_)) => "failed",
            Some(Answer::Preempted(_)) => "preempted",
        }
    }

    /// Whether it has ended.
    #[getter]
    fn done(&self) -> bool {
        self.answer().is_some()
    }

    /// The result. Raises ServiceError if the service has not ended, failed or was preempted.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.answer() {
            None => Err(ServiceError::new_err("the service has not ended: make more steps")),
            Some(answer) => result(py, &answer),
        }
    }
}

fn result<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyAny>> {
    match answer {
        Answer::Success(value) => convert::to_python(py, value),
        Answer::Failed(error) => Err(ServiceError::new_err(error.to_string())),
        Answer::Preempted(_) => Err(ServiceError::new_err("the service was preempted")),
    }
}

/// The result of an answered call, otherwise the goal.
pub(crate) fn outcome(py: Python<'_>, goal: Goal) -> PyResult<Bound<'_, PyAny>> {
    match goal.answer() {
        Some(answer) => result(py, &answer),
        None => Ok(Bound::new(py, goal)?.into_any()),
    }
}
