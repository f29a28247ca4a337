//! Results that the sensors of a tick share while the world does not change, such as a picture that two cameras need.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Results = Vec<Arc<dyn Any + Send + Sync>>;

/// Results of any type, while sharing is open. They are not part of the state of the world.
#[derive(Default)]
pub struct SharedResults(Mutex<Option<Results>>);

impl SharedResults {
    /// Opens the sharing of results. The world must not change before it is closed.
    pub(crate) fn open(&self) {
        *self.lock() = Some(Results::new());
    }

    /// Closes the sharing and forgets all results.
    pub(crate) fn close(&self) {
        *self.lock() = None;
    }

    /// Adds a result, if sharing is open.
    pub fn add<T: Any + Send + Sync>(&self, result: Arc<T>) {
        if let Some(results) = &mut *self.lock() {
            results.push(result);
        }
    }

    /// The first result of a type that fits; `None` if there is none, or sharing is closed.
    pub fn find<T: Any + Send + Sync>(&self, fits: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        let results = self.lock();
        let of_type = results.iter().flatten().filter_map(|result| Arc::clone(result).downcast::<T>().ok());
        of_type.into_iter().find(|result| fits(result))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Results>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_found_by_type_while_sharing_is_open() {
        let shared = SharedResults::default();
        shared.add(Arc::new(1_u32));
        assert_eq!(shared.find(|_: &u32| true), None);
        shared.open();
        shared.add(Arc::new(1_u32));
        shared.add(Arc::new(2_u32));
        assert_eq!(shared.find(|number: &u32| *number > 1).as_deref(), Some(&2));
        assert_eq!(shared.find(|_: &i64| true), None);
        shared.close();
        assert_eq!(shared.find(|_: &u32| true), None);
    }
}
