//! State shared by all ports of a node.

use std::sync::{Arc, Mutex, PoisonError};

use morse_network::{Outbox, Throttle};
use tokio::sync::Semaphore;

use super::Port;
use crate::name_server::{Contact, NameServer};
use crate::names;
use crate::settings::{ServerAddress, Settings};

/// State shared by all ports and connections of a node.
pub(crate) struct NodeState {
    pub(crate) settings: Settings,
    pub(crate) outbox: Outbox<Port>,
    /// Free slots for incoming connections.
    pub(crate) connection_slots: Arc<Semaphore>,
    pub(crate) log_limit: Throttle,
    /// Name server that answered last.
    name_server: Mutex<Option<ServerAddress>>,
}

impl NodeState {
    pub(crate) fn new(settings: Settings) -> Self {
        let connection_slots = Arc::new(Semaphore::new(settings.connections_max));
        Self {
            settings,
            outbox: Outbox::default(),
            connection_slots,
            log_limit: Throttle::default(),
            name_server: Mutex::default(),
        }
    }

    /// Name server that answered last.
    pub(crate) fn name_server(&self) -> Option<ServerAddress> {
        self.name_server.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_name_server(&self, server: Option<ServerAddress>) {
        *self.name_server.lock().unwrap_or_else(PoisonError::into_inner) = server;
    }

    /// Unregisters the name of a port.
    pub(crate) async fn unregister(&self, name: &str) {
        if let Some(server) = self.name_server()
            && NameServer(server).unregister(name).await.is_err_and(|error| !error.is_answer())
        {
            // Skip the unreachable server for the remaining names.
            self.set_name_server(None);
        }
    }

    /// Looks up a port; `None` if the name server does not answer or does not know it.
    pub(crate) async fn locate(&self, name: &str) -> Option<Contact> {
        names::check(name).ok()?;
        let server = NameServer(self.name_server()?);
        server.query(name).await.ok()?.0
    }
}
