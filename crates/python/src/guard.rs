//! Guards what one thread of one process may use at a time, until it is closed.

use std::mem;
use std::process;
use std::sync::{Mutex, MutexGuard, TryLockError};

use pyo3::PyResult;

use crate::errors::SimulationError;

/// A value that one thread uses at a time, in the process that made it.
///
/// Threads of the engine do not exist in a forked process, and its locks may be held there for ever: it is refused
/// there.
pub(crate) struct Guarded<T> {
    process: u32,
    /// `None` when it is closed.
    value: Mutex<Option<T>>,
}

/// The value, while this thread uses it.
pub(crate) struct Held<'a, T>(MutexGuard<'a, Option<T>>);

impl<T> Guarded<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { process: process::id(), value: Mutex::new(Some(value)) }
    }

    /// Calls a function with the value.
    ///
    /// # Errors
    /// When it is closed, another thread uses it, or this is another process.
    pub(crate) fn with<R>(&self, call: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        let mut held = self.lock()?;
        match held.0.as_mut() {
            Some(value) => call(value),
            None => Err(SimulationError::new_err("it is closed")),
        }
    }

    /// Takes the value out for good; `None` when it was closed before.
    ///
    /// # Errors
    /// When another thread uses it, or this is another process.
    pub(crate) fn close(&self) -> PyResult<Option<T>> {
        Ok(self.lock()?.0.take())
    }

    /// Whether it is closed. One that another thread uses is open.
    pub(crate) fn is_closed(&self) -> bool {
        self.value.try_lock().is_ok_and(|value| value.is_none())
    }

    fn lock(&self) -> PyResult<Held<'_, T>> {
        if process::id() != self.process {
            return Err(SimulationError::new_err(
                "it was made in another process: make it after the fork, or start processes with \
                 multiprocessing.get_context('spawn')",
            ));
        }
        match self.value.try_lock() {
            Ok(value) => Ok(Held(value)),
            Err(TryLockError::WouldBlock) => Err(SimulationError::new_err(
                "another thread uses it: one thread at a time may, so that its results do not depend on timing",
            )),
            Err(TryLockError::Poisoned(_)) => Err(SimulationError::new_err(
                "it stopped in the middle of a step, and cannot be used any more",
            )),
        }
    }
}

impl<T> Drop for Guarded<T> {
    fn drop(&mut self) {
        // What it would stop or wait for belongs to the other process.
        if process::id() != self.process
            && let Ok(value) = self.value.get_mut()
        {
            mem::forget(value.take());
        }
    }
}
