//! What all ports of a node share.

use std::sync::{Arc, Mutex, PoisonError};

use morse_network::{Outbox, Throttle};
use tokio::sync::Semaphore;

use super::Port;
use crate::name_server::{Contact, NameServer};
use crate::names;
use crate::settings::{ServerAddress, Settings};

/// What the connections of a node share.
pub(crate) struct NodeState {
    pub(crate) settings: Settings,
    pub(crate) outbox: Outbox<Port>,
    /// Places of connections that peers may take.
    pub(crate) places: Arc<Semaphore>,
    pub(crate) complaint: Throttle,
    /// The name server that answered last.
    name_server: Mutex<Option<ServerAddress>>,
}

impl NodeState {
    pub(crate) fn new(settings: Settings) -> Self {
        let places = Arc::new(Semaphore::new(settings.connections_max));
        Self {
            settings,
            outbox: Outbox::default(),
            places,
            complaint: Throttle::default(),
            name_server: Mutex::default(),
        }
    }

    /// The name server that answered last.
    pub(crate) fn name_server(&self) -> Option<ServerAddress> {
        self.name_server.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_name_server(&self, server: Option<ServerAddress>) {
        *self.name_server.lock().unwrap_or_else(PoisonError::into_inner) = server;
    }

    /// Takes the name of a port back.
    pub(crate) async fn unregister(&self, name: &str) {
        if let Some(server) = self.name_server()
            && NameServer(server).unregister(name).await.is_err_and(|error| !error.is_answer())
        {
            // Nobody is there to be told of the others either.
            self.set_name_server(None);
        }
    }

    /// Where a port is, if the name server knows it.
    pub(crate) async fn locate(&self, name: &str) -> Option<Contact> {
        names::check(name).ok()?;
        let server = NameServer(self.name_server()?);
        server.query(name).await.ok()?.0
    }
}
