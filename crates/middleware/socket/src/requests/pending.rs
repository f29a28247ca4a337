//! Open requests, by the ids chosen by clients.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use morse_sim::transport::request::RequestId;

/// Open requests of all clients. Several may have the same id.
#[derive(Debug, Default)]
pub(super) struct Pending {
    by_name: Mutex<BTreeMap<String, Vec<RequestId>>>,
}

impl Pending {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Vec<RequestId>>> {
        self.by_name.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request that was sent to the engine.
    pub(super) fn add(&self, name: &str, request: RequestId) {
        self.lock().entry(name.to_owned()).or_default().push(request);
    }

    /// Removes an answered request.
    pub(super) fn remove(&self, name: &str, request: RequestId) {
        let mut by_name = self.lock();
        if let Some(requests) = by_name.get_mut(name) {
            requests.retain(|&pending| pending != request);
            if requests.is_empty() {
                by_name.remove(name);
            }
        }
    }

    /// The requests with this id, oldest first.
    pub(super) fn named(&self, name: &str) -> Vec<RequestId> {
        self.lock().get(name).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_requests_may_have_the_same_id() {
        let pending = Pending::default();
        pending.add("1", RequestId(10));
        pending.add("1", RequestId(11));
        pending.add("2", RequestId(12));
        assert_eq!(pending.named("1"), [RequestId(10), RequestId(11)]);
        pending.remove("1", RequestId(10));
        assert_eq!(pending.named("1"), [RequestId(11)]);
        pending.remove("1", RequestId(11));
        assert!(pending.named("1").is_empty());
        assert!(!pending.lock().contains_key("1"), "ids without open requests are removed");
    }
}
