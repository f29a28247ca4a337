//! The ports of a node: XML-RPC, and TCPROS for topics and services.

use std::io::Error;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::slave;
use super::state::NodeState;
use crate::log;
use crate::tcpros::header::{Header, HeaderError};
use crate::xmlrpc;

/// Waiting time after the system refused a connection.
const PAUSE: Duration = Duration::from_millis(200);

/// Time that a peer has to send its header.
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
        let places = Arc::new(Places::new(state.settings.connections_max));
        let calls = Arc::clone(state);
        tokio::spawn(accept(self.xmlrpc, Arc::clone(&places), move |stream| {
            let state = Arc::clone(&calls);
            async move { xmlrpc::serve(stream, |method, params| slave::answer(&state, method, params)).await }
        }));
        let topics = Arc::clone(state);
        tokio::spawn(accept(self.tcpros, places, move |stream| {
            let state = Arc::clone(&topics);
            async move { greet(&state, stream).await }
        }));
    }
}

/// The places of peers on both ports.
struct Places {
    count: usize,
    free: Arc<Semaphore>,
    complained: AtomicBool,
}

impl Places {
    fn new(count: usize) -> Self {
        Self { count, free: Arc::new(Semaphore::new(count)), complained: AtomicBool::new(false) }
    }
}

/// Serves all peers of a port. A peer for which there is no place is turned away.
async fn accept<S>(listener: TcpListener, places: Arc<Places>, serve: impl Fn(TcpStream) -> S)
where
    S: Future<Output = ()> + Send + 'static,
{
    let mut complained = false;
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                complained = false;
                let Ok(place) = Arc::clone(&places.free).try_acquire_owned() else {
                    if !places.complained.swap(true, Ordering::Relaxed) {
                        tracing::warn!(
                            target: log::STREAMS,
                            "The ROS node has {} connections. Further ones are turned away until some end.", places.count
                        );
                    }
                    continue;
                };
                // Messages are short and latency matters, so Nagle's algorithm is disabled.
                let _ = stream.set_nodelay(true);
                let serving = serve(stream);
                tokio::spawn(async move {
                    serving.await;
                    drop(place);
                });
            }
            Err(error) => {
                if !std::mem::replace(&mut complained, true) {
                    tracing::error!(target: log::STREAMS, "The ROS node cannot accept a peer: {error}");
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Reads the header of a peer and passes the connection to the topic or the service that it names.
async fn greet(state: &NodeState, mut stream: TcpStream) {
    let header = match tokio::time::timeout(HEADER_MAX, Header::receive(&mut stream)).await {
        Ok(Ok(header)) => header,
        // Nothing was asked: a scan of ports, or a peer that has left.
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
    // The peer may have left.
    let _ = stream.write_all(&Header::error(problem).encode()).await;
}
