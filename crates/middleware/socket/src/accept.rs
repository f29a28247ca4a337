//! Accepts connections for as long as the listener lives.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

/// How long to wait when the system cannot give another connection.
const PAUSE: Duration = Duration::from_millis(200);

/// Hands every new connection to `welcome`. When the system refuses – most often because the process has too many
/// files open – this is said once, and tried again until it works.
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
                // Lines are small and awaited. Without this the system holds them back to join them.
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
