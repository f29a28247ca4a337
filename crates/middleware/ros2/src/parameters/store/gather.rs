//! Collects the answers to calls for several parameters.

use std::sync::{Arc, Mutex, PoisonError};

/// Collects values from several callbacks. When the last reference is dropped, the values are passed to `done`.
pub(super) struct Gather<T> {
    state: Mutex<(Vec<T>, Option<GatherFunction<T>>)>,
}

type GatherFunction<T> = Box<dyn FnOnce(Vec<T>) + Send>;

impl<T> Gather<T> {
    pub(super) fn new(initial: Vec<T>, done: impl FnOnce(Vec<T>) + Send + 'static) -> Arc<Self> {
        Arc::new(Self { state: Mutex::new((initial, Some(Box::new(done)))) })
    }

    pub(super) fn put(&self, index: usize, value: T) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = state.0.get_mut(index) {
            *slot = value;
        }
    }
}

impl<T> Drop for Gather<T> {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(done) = state.1.take() {
            done(std::mem::take(&mut state.0));
        }
    }
}
