//! Keeps the ports of a node registered, also when the name server restarts.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::log;
use crate::name_server::{Contact, NameServer, NameServerError, multicast};
use crate::port::{NodeState, Port, incoming};
use crate::settings::{ConfigurationError, ServerAddress};

/// Period of checks whether the name server answers and knows the ports.
const PERIOD: Duration = Duration::from_millis(500);

/// A port and its registration.
struct Entry {
    port: Arc<Port>,
    topic: Option<String>,
    /// Whether the port receives from its topic. False if it sends to it.
    receives: bool,
    /// Whether the port is registered.
    known: bool,
}

/// Ports of a node, with their registrations.
#[derive(Default)]
pub(super) struct Registration {
    entries: Mutex<Vec<Entry>>,
    changed: Notify,
}

/// Error of a registration.
#[derive(Debug, thiserror::Error)]
enum RegistrationError {
    #[error("{0}")]
    Configuration(#[from] ConfigurationError),
    #[error("the name server at {0}: {1}")]
    Server(ServerAddress, NameServerError),
    #[error("cannot listen on {0}: {1}")]
    System(IpAddr, std::io::Error),
}

impl Registration {
    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a port, to be registered as soon as the name server answers. Returns `false` if its name is in use.
    pub(super) fn add(&self, port: Arc<Port>, topic: Option<String>, receives: bool) -> bool {
        let mut entries = self.lock();
        if entries.iter().any(|entry| entry.port.name == port.name) {
            return false;
        }
        entries.push(Entry { port, topic, receives, known: false });
        self.changed.notify_one();
        true
    }

    /// Removes a port.
    pub(super) fn remove(&self, name: &str) -> Option<Arc<Port>> {
        let mut entries = self.lock();
        let place = entries.iter().position(|entry| entry.port.name == name)?;
        Some(entries.remove(place).port)
    }

    pub(super) fn ports(&self) -> Vec<Arc<Port>> {
        self.lock().iter().map(|entry| Arc::clone(&entry.port)).collect()
    }

    fn forget_all(&self) {
        self.lock().iter_mut().for_each(|entry| entry.known = false);
    }

    fn first_known(&self) -> Option<Arc<Port>> {
        self.lock().iter().find(|entry| entry.known).map(|entry| Arc::clone(&entry.port))
    }

    fn next_unknown(&self) -> Option<(Arc<Port>, Option<String>, bool)> {
        let entries = self.lock();
        let entry = entries.iter().find(|entry| !entry.known)?;
        Some((Arc::clone(&entry.port), entry.topic.clone(), entry.receives))
    }

    /// Marks a port as registered. Returns `false` if it was removed meanwhile.
    fn set_known(&self, port: &Arc<Port>) -> bool {
        let mut entries = self.lock();
        let entry = entries.iter_mut().find(|entry| Arc::ptr_eq(&entry.port, port));
        entry.map(|entry| entry.known = true).is_some()
    }
}

/// Last logged state of the name server.
#[derive(PartialEq, Eq)]
enum LoggedState {
    Nothing,
    Absent,
    Present,
}

/// Keeps all ports registered. Runs on the transport.
pub(super) async fn keep(state: &Arc<NodeState>, registration: &Registration) {
    let mut logged = LoggedState::Nothing;
    loop {
        match register_all(state, registration).await {
            Ok((_, 0)) => {}
            Ok((server, count)) => {
                if logged == LoggedState::Absent {
                    tracing::info!(target: log::STREAMS, "The YARP name server at {server} answers.");
                }
                tracing::debug!(target: log::STREAMS, "{count} ports registered with the YARP name server.");
                logged = LoggedState::Present;
            }
            Err(error) => {
                if logged != LoggedState::Absent {
                    tracing::warn!(
                        target: log::STREAMS,
                        "No YARP name server: {error}. Ports are registered as soon as there is one; start `yarpserver`."
                    );
                }
                logged = LoggedState::Absent;
                registration.forget_all();
            }
        }
        tokio::select! {
            () = registration.changed.notified() => {}
            () = tokio::time::sleep(PERIOD) => {}
        }
    }
}

/// Registers all unregistered ports. Returns the address of the name server, and the number of newly registered ports.
async fn register_all(
    state: &Arc<NodeState>,
    registration: &Registration,
) -> Result<(ServerAddress, usize), RegistrationError> {
    // A restarted server does not know earlier registrations.
    let known = registration.first_known();
    let queried = known.as_ref().map_or("/morse", |port| port.name.as_str());
    let (address, contact, local) = query_server(state, queried).await?;
    let server = NameServer(address.clone());
    let failed = |error| RegistrationError::Server(address.clone(), error);
    state.set_name_server(Some(address.clone()));
    let is_registered = |port: &Arc<Port>| {
        let at = port.address().map(|address| (address.ip().to_string(), address.port()));
        contact.as_ref().is_some_and(|contact| at == Some((contact.host.clone(), contact.port)))
    };
    if known.is_some_and(|port| !is_registered(&port)) {
        registration.forget_all();
    }
    let own = own_address(state.settings.ip.as_deref(), local);
    let mut count = 0;
    while let Some((port, topic, receives)) = registration.next_unknown() {
        let at = match port.address().filter(|address| address.ip() == own) {
            Some(address) => address,
            None => incoming::listen(&port, state, SocketAddr::new(own, 0))
                .map_err(|error| RegistrationError::System(own, error))?,
        };
        server.register(&port.name, at).await.map_err(failed)?;
        server.announce(&port.name).await.map_err(failed)?;
        if let Some(topic) = topic {
            let topic = format!("topic:/{topic}");
            let (from, to) = if receives { (&topic, &port.name) } else { (&port.name, &topic) };
            server.subscribe(from, to).await.map_err(failed)?;
        }
        if registration.set_known(&port) {
            count += 1;
        } else {
            state.unregister(&port.name).await;
        }
    }
    Ok((address, count))
}

/// Queries a name server for a port: the configured server, or else the one that answered last, or one found by
/// multicast. Returns the server's address, the port's contact, and the local address.
async fn query_server(
    state: &NodeState,
    queried: &str,
) -> Result<(ServerAddress, Option<Contact>, IpAddr), RegistrationError> {
    let ask = async |address: ServerAddress| match NameServer(address.clone()).query(queried).await {
        Ok((contact, local)) => Ok((address, contact, local)),
        Err(error) => Err(RegistrationError::Server(address, error)),
    };
    let problem = match state.settings.server() {
        Ok(address) => match ask(address).await {
            Err(problem) => problem,
            answer => return answer,
        },
        Err(problem) => problem.into(),
    };
    if !state.settings.multicast {
        return Err(problem);
    }
    let before = state.name_server();
    if let Some(answer) = match before {
        Some(address) => ask(address).await.ok(),
        None => None,
    } {
        return Ok(answer);
    }
    match multicast::discover(&state.settings.server_name()).await {
        Ok(Some(address)) => ask(address).await,
        // The error of the configured server is more informative.
        Ok(None) | Err(_) => Err(problem),
    }
}

/// Address to register: the local address of the connection to the name server, unless the environment sets an address
/// or its beginning.
fn own_address(requested: Option<&str>, local: IpAddr) -> IpAddr {
    let Some(requested) = requested else { return local };
    if let Ok(address) = requested.parse() {
        return address;
    }
    // Connecting a UDP socket selects the local address in a network, without sending anything.
    let parts: Vec<&str> = requested.split('.').filter(|part| !part.is_empty()).collect();
    let missing = std::iter::repeat_n("1", 4_usize.saturating_sub(parts.len()));
    let network = parts.iter().copied().chain(missing).collect::<Vec<_>>().join(".");
    let found = network.parse().ok().and_then(|network: IpAddr| {
        let socket = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((network, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip()).filter(|address| address.to_string().starts_with(requested))
    });
    found.unwrap_or(local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environment_selects_the_address() {
        let local = IpAddr::from([192, 0, 2, 1]);
        assert_eq!(own_address(None, local), local);
        assert_eq!(own_address(Some("10.0.0.2"), local), IpAddr::from([10, 0, 0, 2]));
        assert_eq!(own_address(Some("127.0."), local), Ipv4Addr::LOCALHOST);
        assert_eq!(own_address(Some("garbage"), local), local);
    }
}
