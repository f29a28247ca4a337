//! The publisher of one stream.

use morse_sim::transport::stream::{Audience, Publisher, Sample, StreamSpec};

use super::codec::Codec;
use crate::node::OpenPort;

/// Sends the readings of a sensor from a port.
pub(crate) struct YarpPublisher {
    component: String,
    codec: Codec,
    port: OpenPort,
}

impl YarpPublisher {
    /// Checks that a class is one of YARP's and fits the component; gives its codec.
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
