//! The streams of an instance. They lead out of the simulation, so a clone of the instance has none.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::transport::stream::{Audience, Inbox, Publisher};

/// The streams of a sensor or an actuator.
#[derive(Default)]
pub(crate) struct Connections {
    /// In a mutex, so that threads may share references to the instance.
    outgoing: Mutex<Outgoing>,
    /// Incoming streams: those of an actuator, or of an external sensor.
    pub(crate) inboxes: Vec<Inbox>,
    /// Inboxes for text that the host decodes, by stream number.
    pub(crate) lines: BTreeMap<usize, Inbox>,
}

/// Outgoing streams: those of a sensor, or of an external actuator.
#[derive(Default)]
pub(crate) struct Outgoing {
    pub(crate) publishers: Vec<Box<dyn Publisher>>,
    /// Publishers of messages that the host encodes, by stream number.
    pub(crate) carriers: BTreeMap<usize, Box<dyn Publisher>>,
}

impl Connections {
    /// The outgoing streams.
    pub(crate) fn outgoing(&mut self) -> &mut Outgoing {
        self.outgoing.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an outgoing stream has an audience of this kind.
    pub(crate) fn has_audience(&self, is_meant: impl Fn(Audience) -> bool) -> bool {
        let outgoing = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = outgoing.publishers.iter().chain(outgoing.carriers.values());
        all.any(|publisher| is_meant(publisher.audience()))
    }
}

impl Clone for Connections {
    /// No streams: each stream has one owner.
    fn clone(&self) -> Self {
        Self::default()
    }
}
