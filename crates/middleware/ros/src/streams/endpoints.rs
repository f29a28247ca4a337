//! Where clients find the streams of a scene: topics with the types of their messages.

use std::sync::{Mutex, PoisonError};

use morse_scene::value::Map;

/// The topics of all open streams, in the order in which they were opened.
#[derive(Default)]
pub(super) struct Endpoints(Mutex<Vec<Endpoint>>);

struct Endpoint {
    component: String,
    topic: String,
    message: String,
}

impl Endpoints {
    /// Notes the topic of a stream that was opened.
    pub(super) fn add(&self, component: &str, topic: &str, message: &str) {
        let [component, topic, message] = [component, topic, message].map(str::to_owned);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Endpoint { component, topic, message });
    }

    /// Forgets the topics of a component.
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
