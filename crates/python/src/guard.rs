//! Restricts a value to one thread at a time in one process, until it is closed.

use std::mem;
use std::process;
use std::sync::{Mutex, MutexGuard, TryLockError};

use pyo3::PyResult;

use crate::errors::SimulationError;

/// A value that one thread at a time can use, in the process that created it.
///
/// In a forked process, the threads of the engine do not exist, and its locks may stay locked. Therefore, access is refused
/// there.
pub(crate) struct Guarded<T> {
    process: u32,
    /// The value; `None` after it is closed.
    value: Mutex<Option<T>>,
}

/// The locked value.
pub(crate) struct Held<'a, T>(MutexGuard<'a, Option<T>>);

impl<T> Guarded<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { process: process::id(), value: Mutex::new(Some(value)) }
    }

    /// Calls a function with the value.
    ///
    /// # Errors
    /// If it is closed, another thread uses it, or this is another process.
    pub(crate) fn with<R>(&self, call: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        let mut held = self.lock()?;
        match held.0.as_mut() {
            Some(value) => call(value),
            None => Err(SimulationError::new_err("it is closed")),
        }
    }

    /// Closes it and returns the value; `None` if it is already closed.
    ///
    /// # Errors
    /// If another thread uses it, or this is another process.
    pub(crate) fn close(&self) -> PyResult<Option<T>> {
        Ok(self.lock()?.0.take())
    }

    /// Whether it is closed. While another thread uses it, it is open.
    pub(crate) fn is_closed(&self) -> bool {
        self.value.try_lock().is_ok_and(|value| value.is_none())
    }

    fn lock(&self) -> PyResult<Held<'_, T>> {
        if process::id() != self.process {
            return Err(SimulationError::new_err(
                "it was created in another process: create it after the fork, or start processes with \
                 multiprocessing.get_context('spawn')",
            ));
        }
        match self.value.try_lock() {
            Ok(value) => Ok(Held(value)),
            Err(TryLockError::WouldBlock) => Err(SimulationError::new_err(
                "another thread uses it; only one thread may use it at a time, so that results do not depend on timing",
            )),
            Err(TryLockError::Poisoned(_)) => Err(SimulationError::new_err(
                "an internal error interrupted a step; it cannot be used any longer",
            )),
        }
    }
}

impl<T> Drop for Guarded<T> {
    fn drop(&mut self) {
        // In a forked process, dropping the value would wait for threads of the other process.
        if process::id() != self.process
            && let Ok(value) = self.value.get_mut()
        {
            mem::forget(value.take());
        }
    }
}
