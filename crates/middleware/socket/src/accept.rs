//! Accepts connections until the listener is dropped.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

/// Waiting time after the system refused a connection.
const PAUSE: Duration = Duration::from_millis(200);

/// Passes every new connection to `welcome`. If the system refuses – most often because the process has too many open
/// files – this is logged once and retried until it works.
pub(crate) async fn accept_all(
    listener: TcpListener,
    what: String,
    mut welcome: impl FnMut(TcpStream, SocketAddr),
) {
    let mut complained = false;
    loop {
        match listener.accept().await {
            Ok((socket, peer)) => {
                complained = false;
                // Messages are short and latency matters, so Nagle's algorithm is disabled.
                let _ = socket.set_nodelay(true);
                welcome(socket, peer);
            }
            Err(error) => {
                if !complained {
                    tracing::error!(target: crate::log::STREAMS, "{what} cannot accept a client: {error}");
                }
                complained = true;
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}
