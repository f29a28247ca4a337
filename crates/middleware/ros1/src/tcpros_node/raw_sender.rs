//! The sending end of a topic, for serialized messages.

use std::sync::{Arc, Weak};

use bytes::Bytes;

use super::node_state::NodeState;
use crate::tcpros::publication::Publication;

/// The sending end of a topic, for serialized messages. Dropping the last one closes the topic.
pub struct RawSender {
    pub(super) node: Weak<NodeState>,
    pub(super) publication: Arc<Publication>,
    pub(super) number: usize,
}

impl Drop for RawSender {
    fn drop(&mut self) {
        self.publication.remove_sender(self.number);
        if let Some(node) = self.node.upgrade() {
            node.close_if_unused(&self.publication);
        }
    }
}

impl RawSender {
    /// Whether messages are needed: the topic has subscribers, or it latches.
    #[must_use]
    pub fn has_listeners(&self) -> bool {
        self.publication.has_listeners()
    }

    /// The number of subscribers.
    #[must_use]
    pub fn subscriber_count(&self) -> usize {
        self.publication.subscriber_count()
    }

    /// Passes the queued messages of the node to the transport.
    pub(crate) fn flush(&self) {
        if let Some(node) = self.node.upgrade() {
            node.outbox.flush();
        }
    }

    /// Queues a message, given as its length in four bytes and its content.
    pub fn send(&self, message: Bytes) {
        self.publication.publish(self.number, message);
    }
}
