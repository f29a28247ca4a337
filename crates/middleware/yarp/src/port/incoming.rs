//! Incoming connections of a port.

use std::io::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

use super::{NodeState, Port, admin, datagrams, text_session};
use crate::bottle;
use crate::log;
use crate::wire::carrier::{NAME_BYTES_MAX, number};
use crate::wire::{self, Carrier, Command, message};

/// Delay after `accept` has failed.
const PAUSE: Duration = Duration::from_millis(200);

/// Time limit for the first bytes of a peer.
const HELLO_MAX: Duration = Duration::from_secs(10);

/// Starts to accept connections of a port on an address. Must be called in the context of the transport.
///
/// # Errors
/// When the address cannot be bound.
pub(crate) fn listen(port: &Arc<Port>, node: &Arc<NodeState>, at: SocketAddr) -> Result<SocketAddr, Error> {
    let listener = std::net::TcpListener::bind(at)?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let task = accept(TcpListener::from_std(listener)?, Arc::downgrade(port), Arc::clone(node));
    port.set_listener(address, tokio::spawn(task).abort_handle());
    Ok(address)
}

/// Serves all peers of a port while it exists. Connections beyond the limit of the node are closed.
async fn accept(listener: TcpListener, port: std::sync::Weak<Port>, node: Arc<NodeState>) {
    let mut is_logged = false;
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                is_logged = false;
                let Some(port) = port.upgrade() else { return };
                let Ok(slot) = Arc::clone(&node.connection_slots).try_acquire_owned() else {
                    if node.log_limit.pass() {
                        tracing::warn!(
                            target: log::STREAMS,
                            "YARP ports have {} connections. Further connections are closed until some of them end.",
                            node.settings.connections_max
                        );
                    }
                    continue;
                };
                // Messages are short and latency matters, so Nagle's algorithm is disabled.
                let _ = stream.set_nodelay(true);
                let node = Arc::clone(&node);
                tokio::spawn(async move {
                    if let Err(error) = handshake(&port, stream, peer).await
                        && error.kind() == std::io::ErrorKind::InvalidData
                        && node.log_limit.pass()
                    {
                        tracing::warn!(
                            target: log::STREAMS,
                            "{peer} is disconnected from {}: {error}.", port.name
                        );
                    }
                    drop(slot);
                });
            }
            Err(error) => {
                if !std::mem::replace(&mut is_logged, true) {
                    tracing::error!(target: log::STREAMS, "A YARP port cannot accept a peer: {error}");
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Reads the carrier and the name of a peer, and serves the connection until it ends.
async fn handshake(port: &Arc<Port>, stream: TcpStream, peer: SocketAddr) -> Result<(), Error> {
    let mut stream = BufReader::new(stream);
    let hello = async {
        let mut header = [0; 8];
        // A peer may disconnect without sending anything.
        stream.read_exact(&mut header).await?;
        let Some(carrier) = Carrier::of_header(header) else { return Ok(None) };
        let from = if carrier.is_text() {
            wire::line(&mut stream).await?.unwrap_or_default()
        } else {
            sender(&mut stream).await?
        };
        Ok::<_, Error>(Some((carrier, from)))
    };
    let Ok(hello) = tokio::time::timeout(HELLO_MAX, hello).await else { return Ok(()) };
    let Some((carrier, from)) = hello? else {
        return Err(invalid("it uses none of the carriers tcp, fast_tcp, udp, text and text_ack"));
    };
    let (port, named) = (Arc::clone(port), from.clone());
    let (begin, begun) = oneshot::channel::<()>();
    let guarded = Arc::clone(&port);
    let task = tokio::spawn(async move {
        // Start only after the connection was added to the port.
        let _ = begun.await;
        match carrier {
            Carrier::Tcp | Carrier::FastTcp => binary(&port, stream, carrier, &from).await,
            Carrier::Udp => datagrams::receive(&port, stream.into_inner(), peer, &from).await,
            Carrier::Text | Carrier::TextAck => text_session::serve(&port, stream, carrier, &from).await,
        }
    });
    let guard = guarded.add_input(&named, carrier, task.abort_handle());
    let _ = begin.send(());
    let result = task.await;
    drop(guard);
    // A connection closed on request is not an error.
    result.unwrap_or(Ok(()))
}

/// Reads the name of the connecting port.
async fn sender(stream: &mut BufReader<TcpStream>) -> Result<String, Error> {
    let length = stream.read_i32_le().await?;
    let length = usize::try_from(length).ok().filter(|length| (1..=NAME_BYTES_MAX).contains(length));
    let length = length.ok_or_else(|| invalid("the length of its name is invalid"))?;
    let mut name = vec![0; length];
    stream.read_exact(&mut name).await?;
    name.pop_if(|last| *last == 0);
    String::from_utf8(name).map_err(|_| invalid("its name is not UTF-8"))
}

fn invalid(problem: &str) -> Error {
    Error::new(std::io::ErrorKind::InvalidData, problem)
}

/// Serves a connection of binary messages.
async fn binary(
    port: &Arc<Port>,
    mut stream: BufReader<TcpStream>,
    carrier: Carrier,
    from: &str,
) -> Result<(), Error> {
    let own = stream.get_ref().local_addr()?.port();
    stream.write_all(&number(own.into())).await?;
    loop {
        let received = message::receive(&mut stream).await?;
        let answer = match received.command {
            Command::Data { replies } => {
                let bottle = bottle::decode(&received.payload, port.dialect);
                let bottle = bottle.map_err(|error| invalid(&error.to_string()))?;
                port.deliver(from, bottle, replies).await
            }
            Command::Admin => {
                let command = bottle::decode(&received.payload, port.dialect);
                let command = command.map_err(|error| invalid(&error.to_string()))?;
                Some(admin::answer(port, &command).await)
            }
            Command::Quit => {
                let acknowledgement = carrier.is_acknowledged().then(|| number(0));
                return stream.write_all(acknowledgement.as_ref().map_or(&[], |bytes| bytes)).await;
            }
            Command::Other(_) => None,
        };
        // A reply is a bottle without an index.
        let mut out = answer.map_or_else(Vec::new, |bottle| bottle::encode(&bottle, port.dialect));
        if carrier.is_acknowledged() {
            out.extend_from_slice(&number(0));
        }
        stream.write_all(&out).await?;
    }
}
