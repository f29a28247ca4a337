//! The handle that keeps a subscription or a service of the node open.

use std::sync::{Arc, PoisonError, Weak};

use super::node_state::NodeState;
use crate::registration::Entry;
use crate::tcpros::subscription::Subscription;

/// Keeps a subscription or a service open. Dropping it closes the connections and unregisters the name from the master.
#[must_use = "dropping the handle closes the subscription or the service"]
pub struct Ros1Handle {
    node: Weak<NodeState>,
    kept: Kept,
}

enum Kept {
    Subscription(Arc<Subscription>),
    /// A service, by its name.
    Service(String),
}

impl Ros1Handle {
    pub(super) fn subscription(node: &Arc<NodeState>, subscription: Arc<Subscription>) -> Self {
        Self { node: Arc::downgrade(node), kept: Kept::Subscription(subscription) }
    }

    pub(super) fn service(node: &Arc<NodeState>, name: &str) -> Self {
        Self { node: Arc::downgrade(node), kept: Kept::Service(name.to_owned()) }
    }
}

impl Drop for Ros1Handle {
    fn drop(&mut self) {
        let Some(node) = self.node.upgrade() else { return };
        match &self.kept {
            Kept::Subscription(gone) => {
                let mut subscriptions = node.subscriptions.lock().unwrap_or_else(PoisonError::into_inner);
                subscriptions.retain(|known| !Arc::ptr_eq(known, gone));
                drop(subscriptions);
                gone.close();
                node.registration
                    .remove(|entry| matches!(entry, Entry::Subscriber(known) if Arc::ptr_eq(known, gone)));
            }
            Kept::Service(gone) => {
                let mut services = node.services.lock().unwrap_or_else(PoisonError::into_inner);
                services.retain(|known| known.name != *gone);
                drop(services);
                node.registration
                    .remove(|entry| matches!(entry, Entry::Service { name, .. } if name == gone));
            }
        }
    }
}
