//! Collects the answers to a request for several parameters.

use std::sync::{Arc, Mutex, PoisonError};

/// Collects answers that come one by one; gives them away when nobody can add one any more.
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
        if let Some(place) = state.0.get_mut(index) {
            *place = value;
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
