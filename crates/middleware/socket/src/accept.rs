//! Accepts connections until the listener is dropped.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::task::spawn_local;

use crate::access::{Access, Permit};

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

/// Passes every new connection that gives the token, if there is one, to `welcome`, with its permit, which it keeps as long as
/// the connection. Closes connections beyond the limit.
pub(crate) async fn accept_admitted(
    listener: TcpListener,
    what: String,
    access: Rc<Access>,
    welcome: impl FnMut(TcpStream, SocketAddr, Permit) + 'static,
) {
    let welcome = Rc::new(RefCell::new(welcome));
    accept_all(listener, what, move |socket, peer| {
        let Some(permit) = access.enter(peer) else { return };
        if !access.needs_token() {
            (welcome.borrow_mut())(socket, peer, permit);
            return;
        }
        let (access, welcome) = (Rc::clone(&access), Rc::clone(&welcome));
        spawn_local(async move {
            if access.is_authorized(&socket, peer).await {
                (welcome.borrow_mut())(socket, peer, permit);
            }
        });
    })
    .await;
}
