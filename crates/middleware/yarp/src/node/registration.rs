//! Keeps the ports of a node registered while the name server comes and goes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::log;
use crate::name_server::{Contact, NameServer, NameServerError, multicast};
use crate::port::{NodeState, Port, incoming};
use crate::settings::{ConfigurationError, ServerAddress};

/// Time between two looks whether the name server is there and knows the ports.
const PERIOD: Duration = Duration::from_millis(500);

/// A port and what the name server knows of it.
struct Entry {
    port: Arc<Port>,
    topic: Option<String>,
    /// Whether the port receives from its topic, and does not send to it.
    receives: bool,
    known: bool,
}

/// The ports of a node.
#[derive(Default)]
pub(super) struct Registration {
    entries: Mutex<Vec<Entry>>,
    changed: Notify,
}

/// Why ports are not registered.
#[derive(Debug, thiserror::Error)]
enum RegistrationError {
    #[error("{0}")]
    Configuration(#[from] ConfigurationError),
    #[error("the name server at {0}: {1}")]
    Server(ServerAddress, NameServerError),
    #[error("the system refuses a port on {0}: {1}")]
    System(IpAddr, std::io::Error),
}

impl Registration {
    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a port, which is registered as soon as the name server answers; `false` if its name is taken.
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

    /// Notes that a port is registered; `false` if it was removed meanwhile.
    fn set_known(&self, port: &Arc<Port>) -> bool {
        let mut entries = self.lock();
        let entry = entries.iter_mut().find(|entry| Arc::ptr_eq(&entry.port, port));
        entry.map(|entry| entry.known = true).is_some()
    }
}

/// What the log said last of the name server.
#[derive(PartialEq, Eq)]
enum Said {
    Nothing,
    Absent,
    Present,
}

/// Keeps all ports registered. Runs on the transport.
pub(super) async fn keep(state: &Arc<NodeState>, registration: &Registration) {
    let mut said = Said::Nothing;
    loop {
        match register_all(state, registration).await {
            Ok((_, 0)) => {}
            Ok((server, count)) => {
                if said == Said::Absent {
                    tracing::info!(target: log::STREAMS, "The YARP name server at {server} answers.");
                }
                tracing::debug!(target: log::STREAMS, "{count} ports registered with the YARP name server.");
                said = Said::Present;
            }
            Err(error) => {
                if said != Said::Absent {
                    tracing::warn!(
                        target: log::STREAMS,
                        "No YARP name server: {error}. Ports are registered as soon as there is one; start `yarpserver`."
                    );
                }
                said = Said::Absent;
                registration.forget_all();
            }
        }
        tokio::select! {
            () = registration.changed.notified() => {}
            () = tokio::time::sleep(PERIOD) => {}
        }
    }
}

/// Registers what the name server does not know; gives the server and how many ports these were.
async fn register_all(
    state: &Arc<NodeState>,
    registration: &Registration,
) -> Result<(ServerAddress, usize), RegistrationError> {
    // A server that was started anew does not know what the last one knew.
    let known = registration.first_known();
    let asked = known.as_ref().map_or("/morse", |port| port.name.as_str());
    let (address, contact, local) = reach(state, asked).await?;
    let server = NameServer(address.clone());
    let failed = |error| RegistrationError::Server(address.clone(), error);
    state.set_name_server(Some(address.clone()));
    let is_there = |port: &Arc<Port>| {
        let at = port.address().map(|address| (address.ip().to_string(), address.port()));
        contact.as_ref().is_some_and(|contact| at == Some((contact.host.clone(), contact.port)))
    };
    if known.is_some_and(|port| !is_there(&port)) {
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

/// Asks the name server where a port is: the server of the configuration, or if that does not answer one that answered
/// before or does by multicast. Gives its address, and the own one.
async fn reach(
    state: &NodeState,
    asked: &str,
) -> Result<(ServerAddress, Option<Contact>, IpAddr), RegistrationError> {
    let ask = async |address: ServerAddress| match NameServer(address.clone()).query(asked).await {
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
    match multicast::seek(&state.settings.server_name()).await {
        Ok(Some(address)) => ask(address).await,
        // Why the configuration does not help says more.
        Ok(None) | Err(_) => Err(problem),
    }
}

/// The address that peers are told: the one from which the name server is reached, unless the environment wants another,
/// of which it may say the beginning only.
fn own_address(wanted: Option<&str>, local: IpAddr) -> IpAddr {
    let Some(wanted) = wanted else { return local };
    if let Ok(address) = wanted.parse() {
        return address;
    }
    // The system knows which of its addresses is in a network; nothing is sent.
    let parts: Vec<&str> = wanted.split('.').filter(|part| !part.is_empty()).collect();
    let missing = std::iter::repeat_n("1", 4_usize.saturating_sub(parts.len()));
    let network = parts.iter().copied().chain(missing).collect::<Vec<_>>().join(".");
    let found = network.parse().ok().and_then(|network: IpAddr| {
        let socket = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((network, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip()).filter(|address| address.to_string().starts_with(wanted))
    });
    found.unwrap_or(local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_may_choose_the_address() {
        let local = IpAddr::from([192, 0, 2, 1]);
        assert_eq!(own_address(None, local), local);
        assert_eq!(own_address(Some("10.0.0.2"), local), IpAddr::from([10, 0, 0, 2]));
        assert_eq!(own_address(Some("127.0."), local), Ipv4Addr::LOCALHOST);
        assert_eq!(own_address(Some("rubbish"), local), local);
    }
}
