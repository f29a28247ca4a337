//! What tasks on the thread of a node have of it: passing messages on, and the parameters of the master.

use std::sync::{Arc, Weak};

use morse_network::Outbox;

use super::state::NodeState;
use crate::registration::Entry;
use crate::tcpros::publication::Publication;
use crate::xmlrpc::Value;

/// Passes messages to the transport.
pub(crate) struct Flush(pub(super) Arc<Outbox<Publication>>);

impl Flush {
    /// Passes the messages so far.
    pub(crate) fn flush(&self) {
        self.0.flush();
    }
}

/// Sets and reads parameters on the master.
pub(crate) struct Parameters(pub(super) Weak<NodeState>);

impl Parameters {
    /// Sets a parameter, as soon as the master answers.
    pub(crate) fn set(&self, key: &str, value: Value) {
        if let Some(state) = self.0.upgrade() {
            state.registration.add(Entry::Parameter { key: key.to_owned(), value });
        }
    }

    /// Reads a parameter as soon as the master answers, and again from each master that is started anew. `read` is called
    /// on the node's thread, and not while nobody has set the parameter.
    pub(crate) fn read(&self, key: &str, read: impl Fn(&Value) + Send + Sync + 'static) {
        if let Some(state) = self.0.upgrade() {
            state.registration.add(Entry::Reading { key: key.to_owned(), read: Arc::new(read) });
        }
    }
}
