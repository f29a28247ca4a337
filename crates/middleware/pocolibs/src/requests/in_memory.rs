//! The request manager without sockets: takes bytes of clients, and returns the answers as bytes. For tests and fuzzing.

use std::sync::{Arc, Mutex};

use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::ServicesSpec;
use tokio::io::AsyncReadExt;

use super::Requests;
use super::client::converse;
use super::directory::Directory;
use super::hub::Hub;
use crate::h2::Location;
use crate::posters::{Posters, Settings};

/// Buffer size for answers to a client. [bytes]
const WAITING_BYTES: usize = 64 << 10;

/// A request manager without sockets.
pub struct InMemoryServer {
    directory: Arc<Mutex<Directory>>,
    posters: Arc<Posters>,
}

impl InMemoryServer {
    /// Creates a manager with the services of these components. Overlays use posters in the h2 devices of `location`.
    ///
    /// # Errors
    /// When the name or overlay of a component is invalid, or the poster thread does not start.
    pub fn new(components: &[ServicesSpec<'_>], location: Location) -> Result<Self, String> {
        let mut requests = Requests::default();
        for component in components {
            requests.open(component, None)?;
        }
        let posters = Posters::start(Settings { location, init: None });
        let posters = posters.map_err(|error| format!("cannot start the thread of the posters: {error}"))?;
        Ok(Self { directory: Arc::clone(&requests.directory), posters: Arc::new(posters) })
    }

    /// Serves concurrent clients until each has sent its bytes and received its answers. Requests are sent to `gateway`.
    /// Returns the bytes for each client, in the same order.
    ///
    /// Requires a tokio runtime with time enabled, and a receiver that answers the requests.
    pub async fn serve(&self, gateway: Gateway, clients: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let hub = Hub::new(gateway, Arc::clone(&self.directory), Arc::clone(&self.posters));
        let serve = |sent: Vec<u8>| {
            let hub = Arc::clone(&hub);
            tokio::spawn(async move {
                let (server, mut client) = tokio::io::duplex(WAITING_BYTES);
                let mut answers = Vec::new();
                // Reading from memory does not fail.
                let (_, ()) =
                    tokio::join!(client.read_to_end(&mut answers), converse(hub, sent.as_slice(), server));
                answers
            })
        };
        let clients: Vec<_> = clients.into_iter().map(serve).collect();
        let mut answers = Vec::with_capacity(clients.len());
        for client in clients {
            // A client whose task has panicked has no answers.
            answers.push(client.await.unwrap_or_default());
        }
        answers
    }
}
