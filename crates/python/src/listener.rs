//! Somebody who listens to a sensor for Python.

use morse_sim::transport::stream::{Audience, Publisher, Sample};

/// Lets a sensor read that reads only for somebody.
pub(crate) struct Listener;

impl Publisher for Listener {
    fn publish(&mut self, _: &Sample<'_>) {}

    fn audience(&self) -> Audience {
        Audience::Clients
    }
}
