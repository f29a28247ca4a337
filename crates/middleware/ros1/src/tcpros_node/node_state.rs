//! State of a node that its connections share: topics, services, and their registration with the master.

use std::sync::atomic::{AtomicBool, AtomicI32};
use std::sync::{Arc, Mutex, PoisonError};

use morse_network::Outbox;
use tokio::sync::Notify;

use crate::registration::{Entry, Registration};
use crate::settings::NodeSettings;
use crate::tcpros::publication::Publication;
use crate::tcpros::service::ServiceServer;
use crate::tcpros::subscription::Subscription;

/// State of a node, shared by its connections.
pub(crate) struct NodeState {
    pub(crate) settings: NodeSettings,
    pub(crate) tcpros_port: u16,
    pub(crate) registration: Registration,
    /// Signals the node's thread to end.
    pub(crate) stop: Notify,
    /// Whether the master or a user has requested the shutdown of the node.
    pub(crate) shut_down: AtomicBool,
    pub(super) publications: Mutex<Vec<Arc<Publication>>>,
    pub(super) subscriptions: Mutex<Vec<Arc<Subscription>>>,
    pub(super) services: Mutex<Vec<Arc<ServiceServer>>>,
    pub(super) outbox: Arc<Outbox<Publication>>,
    pub(super) next_id: Arc<AtomicI32>,
}

impl NodeState {
    pub(crate) fn publications(&self) -> Vec<Arc<Publication>> {
        snapshot(&self.publications)
    }

    pub(crate) fn publication(&self, topic: &str) -> Option<Arc<Publication>> {
        let publications = self.publications.lock().unwrap_or_else(PoisonError::into_inner);
        publications.iter().find(|known| known.topic == topic).cloned()
    }

    pub(crate) fn subscriptions(&self) -> Vec<Arc<Subscription>> {
        snapshot(&self.subscriptions)
    }

    /// The subscriptions to a topic; `None` if there are none.
    pub(crate) fn subscriptions_to(&self, topic: &str) -> Option<Vec<Arc<Subscription>>> {
        let mut found = self.subscriptions();
        found.retain(|known| known.topic == topic);
        (!found.is_empty()).then_some(found)
    }

    /// Closes a topic if it has no senders.
    pub(super) fn close_if_unused(&self, publication: &Arc<Publication>) {
        let mut publications = self.publications.lock().unwrap_or_else(PoisonError::into_inner);
        if publication.has_senders() {
            return;
        }
        publications.retain(|known| !Arc::ptr_eq(known, publication));
        drop(publications);
        publication.close();
        let topic = &publication.topic;
        self.registration
            .remove(|entry| matches!(entry, Entry::Publisher { topic: known, .. } if known == topic));
    }

    pub(super) fn service(&self, name: &str) -> Option<Arc<ServiceServer>> {
        let services = self.services.lock().unwrap_or_else(PoisonError::into_inner);
        services.iter().find(|known| known.name == name).cloned()
    }
}

fn snapshot<T>(items: &Mutex<Vec<Arc<T>>>) -> Vec<Arc<T>> {
    items.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
