//! Publisher of one stream.

use morse_sim::transport::stream::{Audience, Publisher, Sample, StreamSpec};

use super::codec::Codec;
use crate::yarp_node::OpenPort;

/// Publisher that sends readings of a sensor over a port.
pub(crate) struct YarpPublisher {
    component: String,
    codec: Codec,
    port: OpenPort,
}

impl YarpPublisher {
    /// Creates the codec of a stream. Returns an error if the class is unknown or does not fit the component.
    pub(crate) fn codec(spec: &StreamSpec<'_>) -> Result<Codec, String> {
        Codec::new(spec.class, spec.fields)
    }

    pub(crate) fn new(spec: &StreamSpec<'_>, codec: Codec, port: OpenPort) -> Self {
        Self { component: spec.component.to_owned(), codec, port }
    }
}

impl Publisher for YarpPublisher {
    fn publish(&mut self, sample: &Sample<'_>) {
        if !self.port.has_receivers() {
            return;
        }
        if let Some(message) = self.codec.encode(&self.component, sample, self.port.dialect()) {
            self.port.publish(&message);
        }
    }

    fn audience(&self) -> Audience {
        if self.port.has_receivers() { Audience::Clients } else { Audience::NoClient }
    }
}
