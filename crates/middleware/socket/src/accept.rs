//! Accepts connections until the listener is dropped.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

/// Delay after `accept` has failed.
const PAUSE: Duration = Duration::from_millis(200);

/// Passes every new connection to `welcome`. If `accept` fails – most often because the process has too many open
/// files – this is logged once and retried until it succeeds. `what` names the listener in the log.
pub(crate) async fn accept_all(
    listener: TcpListener,
    what: String,
    mut welcome: impl FnMut(TcpStream, SocketAddr),
) {
    let mut is_logged = false;
    loop {
        match listener.accept().await {
            Ok((socket, peer)) => {
                is_logged = false;
                // Messages are short and latency matters, so Nagle's algorithm is disabled.
                let _ = socket.set_nodelay(true);
                welcome(socket, peer);
            }
            Err(error) => {
                if !is_logged {
                    tracing::error!(target: crate::log::STREAMS, "{what} cannot accept a client: {error}");
                }
                is_logged = true;
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}
