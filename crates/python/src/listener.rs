//! Makes sensors read for Python.

use morse_sim::transport::stream::{Audience, Publisher, Sample};

/// A publisher that makes a sensor read which reads only on demand.
pub(crate) struct Listener;

impl Publisher for Listener {
    fn publish(&mut self, _: &Sample<'_>) {}

    fn audience(&self) -> Audience {
        Audience::Clients
    }
}
