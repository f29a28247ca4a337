//! An Ivy agent with one subscription.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpListener as StdListener, UdpSocket as StdUdp};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use socket2::{Domain, Protocol, Socket, Type};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::ivy::line::{self, Line};

/// Maximum number of connected agents. Further connections are closed.
const PEERS_MAX: usize = 256;
/// Maximum length of a line. [bytes]
const LINE_BYTES_MAX: usize = 65_536;
/// Timeout of an attempt to connect.
const CONNECT_MAX: Duration = Duration::from_secs(5);
/// Delay after `accept` has failed.
const ACCEPT_RETRY: Duration = Duration::from_secs(1);
const CHUNK_BYTES: usize = 4096;

/// Callbacks for messages, and for protocol errors of other agents.
pub trait Handler: Send + Sync + 'static {
    /// Called with the captured groups of a message that matches the subscription.
    fn message(&self, captures: &[&str]);
    /// Called when an agent violates the protocol.
    fn problem(&self, problem: &str);
}

/// Error when an agent joins a bus.
#[derive(Debug, thiserror::Error)]
#[error("cannot join the Ivy bus {bus}: {problem}")]
pub struct AgentError {
    bus: SocketAddrV4,
    problem: std::io::Error,
}

/// An agent on a bus. It leaves the bus when it is dropped.
pub struct Agent {
    leaving: watch::Sender<bool>,
}

/// State shared by all connections of an agent.
struct Shared<H> {
    port: u16,
    name: &'static str,
    subscription: String,
    handler: H,
}

/// The sockets of an agent.
struct Sockets {
    listener: StdListener,
    broadcasts: StdUdp,
    announcing: StdUdp,
}

impl Sockets {
    /// Opens the sockets. On a loopback bus, they are bound to the loopback interface.
    fn open(bus: SocketAddrV4) -> std::io::Result<Self> {
        let own = if bus.ip().is_loopback() { Ipv4Addr::LOCALHOST } else { Ipv4Addr::UNSPECIFIED };
        let listener = StdListener::bind((own, 0))?;
        listener.set_nonblocking(true)?;
        let broadcasts = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
        broadcasts.set_reuse_address(true)?;
        #[cfg(unix)]
        broadcasts.set_reuse_port(true)?;
        broadcasts.set_nonblocking(true)?;
        // On Linux a socket bound to the broadcast address receives only broadcasts.
        let at = if cfg!(target_os = "linux") { *bus.ip() } else { own };
        if bus.ip().is_multicast() {
            broadcasts.join_multicast_v4(bus.ip(), &Ipv4Addr::UNSPECIFIED)?;
        }
        broadcasts.bind(&SocketAddr::from((at, bus.port())).into())?;
        let announcing = StdUdp::bind((own, 0))?;
        announcing.set_broadcast(true)?;
        announcing.set_nonblocking(true)?;
        Ok(Self { listener, broadcasts: broadcasts.into(), announcing })
    }
}

impl Agent {
    /// Joins a bus with one subscription. `runtime` runs the agent.
    ///
    /// # Errors
    /// When the sockets cannot be opened.
    pub fn join<H: Handler>(
        runtime: &Handle,
        bus: SocketAddrV4,
        name: &'static str,
        subscription: String,
        handler: H,
    ) -> Result<Self, AgentError> {
        let failed = |problem| AgentError { bus, problem };
        let Sockets { listener, broadcasts, announcing } = Sockets::open(bus).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let id = unique_id(port);
        let announcement = line::announcement(port, &id, name);
        announcing.send_to(announcement.as_bytes(), bus).map_err(failed)?;
        let _context = runtime.enter();
        let listener = TcpListener::from_std(listener).map_err(failed)?;
        let broadcasts = UdpSocket::from_std(broadcasts).map_err(failed)?;
        let (leaving, left) = watch::channel(false);
        let shared = Arc::new(Shared { port, name, subscription, handler });
        runtime.spawn(serve(shared, listener, broadcasts, id, left));
        Ok(Self { leaving })
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        // Fails if the runtime has ended.
        let _ = self.leaving.send(true);
    }
}

/// A unique id, by which an agent recognizes its own broadcasts.
fn unique_id(port: u16) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}:{}:{port}", std::process::id(), now.as_nanos())
}

async fn serve<H: Handler>(
    shared: Arc<Shared<H>>,
    listener: TcpListener,
    broadcasts: UdpSocket,
    own_id: String,
    mut left: watch::Receiver<bool>,
) {
    let mut peers = JoinSet::new();
    let mut datagram = [0; 1024];
    loop {
        tokio::select! {
            _ = left.changed() => break,
            Some(_) = peers.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) if peers.len() < PEERS_MAX => {
                    peers.spawn(exchange(Arc::clone(&shared), stream, left.clone()));
                }
                Ok(_) => shared.handler.problem("too many agents are connected; a connection is closed"),
                Err(_) => tokio::time::sleep(ACCEPT_RETRY).await,
            },
            received = broadcasts.recv_from(&mut datagram) => {
                let Ok((count, from)) = received else { continue };
                let text = String::from_utf8_lossy(datagram.get(..count).unwrap_or_default());
                match line::read_announcement(&text) {
                    Some((_, id)) if id == own_id => {}
                    Some((port, _)) if peers.len() < PEERS_MAX => {
                        let to = SocketAddr::new(from.ip(), port);
                        peers.spawn(connect(Arc::clone(&shared), to, left.clone()));
                    }
                    Some(_) => shared.handler.problem("too many agents are connected; an announced agent is ignored"),
                    None => shared.handler.problem("a broadcast on the bus is not an announcement of an agent"),
                }
            }
        }
    }
    while peers.join_next().await.is_some() {}
}

async fn connect<H: Handler>(shared: Arc<Shared<H>>, to: SocketAddr, left: watch::Receiver<bool>) {
    if let Ok(Ok(stream)) = tokio::time::timeout(CONNECT_MAX, TcpStream::connect(to)).await {
        exchange(shared, stream, left).await;
    }
}

/// Serves one remote agent until either side leaves.
async fn exchange<H: Handler>(
    shared: Arc<Shared<H>>,
    mut stream: TcpStream,
    mut left: watch::Receiver<bool>,
) {
    let greeting = line::greeting(shared.port, shared.name, &shared.subscription);
    if stream.write_all(greeting.as_bytes()).await.is_err() {
        return;
    }
    let mut received = Vec::new();
    let mut chunk = [0; CHUNK_BYTES];
    loop {
        let count = tokio::select! {
            _ = left.changed() => {
                // Fails if the remote agent has disconnected.
                let _ = stream.write_all(line::bye().as_bytes()).await;
                return;
            }
            count = stream.read(&mut chunk) => count,
        };
        let Ok(count @ 1..) = count else { return };
        received.extend_from_slice(chunk.get(..count).unwrap_or_default());
        let mut answers = String::new();
        let mut begin = 0;
        while let Some(length) = received.iter().skip(begin).position(|byte| *byte == b'\n') {
            let bytes = received.get(begin..begin + length).unwrap_or_default();
            begin += length + 1;
            if !take(&shared, bytes, &mut answers) {
                return;
            }
        }
        received.drain(..begin);
        if received.len() > LINE_BYTES_MAX {
            shared.handler.problem("an agent sends a line that is too long; it is disconnected");
            return;
        }
        if !answers.is_empty() && stream.write_all(answers.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// Processes a line. Returns whether the remote agent stays.
fn take<H: Handler>(shared: &Shared<H>, bytes: &[u8], answers: &mut String) -> bool {
    let text = String::from_utf8_lossy(bytes);
    match Line::read(&text) {
        Some(Line::Bye) => return false,
        Some(Line::Message { subscription: 0, captures }) => shared.handler.message(&captures),
        Some(Line::Ping(id)) => answers.push_str(&line::pong(id)),
        Some(Line::Die) => {
            shared.handler.problem("an agent sends a request to end the simulation, which is ignored")
        }
        Some(Line::Message { .. } | Line::Other) => {}
        None => shared.handler.problem("an agent sends a line that is not in the Ivy protocol"),
    }
    true
}
