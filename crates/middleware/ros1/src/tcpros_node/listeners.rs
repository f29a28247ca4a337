//! The listening ports of a node: XML-RPC, and TCPROS for topics and services.

use std::io::Error;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::node_state::NodeState;
use super::slave_api;
use crate::log;
use crate::tcpros::header::{Header, HeaderError};
use crate::xmlrpc;

/// Pause after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(200);

/// Time limit for a peer to send its header.
const HEADER_MAX: Duration = Duration::from_secs(10);

/// The open ports of a node.
pub(super) struct Listeners {
    xmlrpc: TcpListener,
    tcpros: TcpListener,
    pub(super) xmlrpc_port: u16,
    pub(super) tcpros_port: u16,
}

impl Listeners {
    /// Opens two free ports. Must be called in the context of the transport.
    pub(super) fn open(bind: IpAddr) -> Result<Self, Error> {
        let listen = || {
            let listener = std::net::TcpListener::bind((bind, 0))?;
            listener.set_nonblocking(true)?;
            let port = listener.local_addr()?.port();
            Ok::<_, Error>((TcpListener::from_std(listener)?, port))
        };
        let ((xmlrpc, xmlrpc_port), (tcpros, tcpros_port)) = (listen()?, listen()?);
        Ok(Self { xmlrpc, tcpros, xmlrpc_port, tcpros_port })
    }

    /// Starts to serve both ports, on the transport.
    pub(super) fn serve(self, state: &Arc<NodeState>) {
        let limit = Arc::new(ConnectionLimit::new(state.settings.connections_max));
        let calls = Arc::clone(state);
        tokio::spawn(accept(self.xmlrpc, Arc::clone(&limit), move |stream| {
            let state = Arc::clone(&calls);
            async move { xmlrpc::serve(stream, |method, params| slave_api::answer(&state, method, params)).await }
        }));
        let topics = Arc::clone(state);
        tokio::spawn(accept(self.tcpros, limit, move |stream| {
            let state = Arc::clone(&topics);
            async move { dispatch(&state, stream).await }
        }));
    }
}

/// Limits the number of connections on both ports together.
struct ConnectionLimit {
    count: usize,
    free: Arc<Semaphore>,
    was_logged: AtomicBool,
}

impl ConnectionLimit {
    fn new(count: usize) -> Self {
        Self { count, free: Arc::new(Semaphore::new(count)), was_logged: AtomicBool::new(false) }
    }
}

/// Accepts and serves the connections of a port. Connections beyond the limit are closed.
async fn accept<S>(listener: TcpListener, limit: Arc<ConnectionLimit>, serve: impl Fn(TcpStream) -> S)
where
    S: Future<Output = ()> + Send + 'static,
{
    let mut was_logged = false;
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                was_logged = false;
                let Ok(permit) = Arc::clone(&limit.free).try_acquire_owned() else {
                    if !limit.was_logged.swap(true, Ordering::Relaxed) {
                        tracing::warn!(
                            target: log::STREAMS,
                            "The ROS node has {} connections. Further connections are refused until some end.", limit.count
                        );
                    }
                    continue;
                };
                // Messages are short and latency matters, so Nagle's algorithm is disabled.
                let _ = stream.set_nodelay(true);
                let serving = serve(stream);
                tokio::spawn(async move {
                    serving.await;
                    drop(permit);
                });
            }
            Err(error) => {
                if !std::mem::replace(&mut was_logged, true) {
                    tracing::error!(target: log::STREAMS, "The ROS node cannot accept a connection: {error}");
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Reads the header of a peer and passes the connection to the topic or the service named in it.
async fn dispatch(state: &NodeState, mut stream: TcpStream) {
    let header = match tokio::time::timeout(HEADER_MAX, Header::receive(&mut stream)).await {
        Ok(Ok(header)) => header,
        // No request: a port scan, or a peer that has disconnected.
        Err(_) | Ok(Err(HeaderError::Connection(_))) => return,
        Ok(Err(error)) => return refuse(stream, &error.to_string()).await,
    };
    if let Some(name) = header.get("service") {
        return match state.service(name) {
            Some(service) => service.serve(stream, &header).await,
            None => refuse(stream, &format!("{} has no service {name}", state.settings.name)).await,
        };
    }
    match header.get("topic").map(|topic| (topic, state.publication(topic))) {
        Some((_, Some(publication))) => {
            let id = state.next_id.fetch_add(1, Ordering::Relaxed);
            publication.serve(stream, &header, id).await;
        }
        Some((topic, None)) => {
            refuse(stream, &format!("{} does not publish {topic}", state.settings.name)).await;
        }
        None => refuse(stream, "the header has neither `topic` nor `service`").await,
    }
}

async fn refuse(mut stream: TcpStream, problem: &str) {
    tracing::debug!(target: log::STREAMS, "A peer is refused: {problem}");
    // The peer may have disconnected.
    let _ = stream.write_all(&Header::error(problem).encode()).await;
}
