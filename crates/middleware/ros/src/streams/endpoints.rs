//! Endpoints of streams: topics and message types, listed for clients.

use std::sync::{Mutex, PoisonError};

use morse_scene::value::Map;

/// The topics of all open streams, in the order of opening.
#[derive(Default)]
pub(super) struct Endpoints(Mutex<Vec<Endpoint>>);

struct Endpoint {
    component: String,
    topic: String,
    message: String,
}

impl Endpoints {
    /// Adds the topic of an opened stream.
    pub(super) fn add(&self, component: &str, topic: &str, message: &str) {
        let [component, topic, message] = [component, topic, message].map(str::to_owned);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Endpoint { component, topic, message });
    }

    /// Removes the topics of a component.
    pub(super) fn remove(&self, component: &str) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|endpoint| endpoint.component != component);
    }

    /// `topic` and `type` of each stream of a component.
    pub(super) fn of(&self, component: &str) -> Vec<Map> {
        let endpoints = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        endpoints
            .iter()
            .filter(|endpoint| endpoint.component == component)
            .map(|endpoint| [("topic", endpoint.topic.as_str()), ("type", &endpoint.message)].into())
            .collect()
    }
}
