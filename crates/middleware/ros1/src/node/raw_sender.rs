//! The sending end of a topic, for encoded messages.

use std::sync::{Arc, Weak};

use bytes::Bytes;

use super::state::NodeState;
use crate::tcpros::publication::Publication;

/// The sending end of a topic, for encoded messages. The last one closes the topic when it is dropped.
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
    /// Whether a message would be used.
    #[must_use]
    pub fn has_listeners(&self) -> bool {
        self.publication.has_listeners()
    }

    /// The number of subscribers.
    #[must_use]
    pub fn subscriber_count(&self) -> usize {
        self.publication.subscriber_count()
    }

    /// Queues a message: its length in four bytes, then its content.
    pub fn send(&self, message: Bytes) {
        self.publication.publish(self.number, message);
    }
}
