//! Handles to a node for tasks on its thread: flushing messages, and parameters of the master.

use std::sync::{Arc, Weak};

use morse_network::Outbox;

use super::node_state::NodeState;
use crate::registration::Entry;
use crate::tcpros::publication::Publication;
use crate::xmlrpc::Value;

/// Passes queued messages to the transport.
pub(crate) struct Flush(pub(super) Arc<Outbox<Publication>>);

impl Flush {
    /// Passes all queued messages to the transport.
    pub(crate) fn flush(&self) {
        self.0.flush();
    }
}

/// Sets and reads parameters on the master.
pub(crate) struct Parameters(pub(super) Weak<NodeState>);

impl Parameters {
    /// Sets a parameter as soon as the master answers.
    pub(crate) fn set(&self, key: &str, value: Value) {
        if let Some(state) = self.0.upgrade() {
            state.registration.add(Entry::Parameter { key: key.to_owned(), value });
        }
    }

    /// Reads a parameter as soon as the master answers, and again after each restart of the master. `read` is called on the
    /// node's thread. It is not called if the parameter is not set.
    pub(crate) fn read(&self, key: &str, read: impl Fn(&Value) + Send + Sync + 'static) {
        if let Some(state) = self.0.upgrade() {
            state.registration.add(Entry::Reading { key: key.to_owned(), read: Arc::new(read) });
        }
    }
}
