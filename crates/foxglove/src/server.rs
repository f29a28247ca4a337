//! The server: connections of clients, on a thread of its own.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::extract::State as Shared;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use morse_network::{HttpRequest, IDLE_MAX, serve_http};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tower_service::Service;

use crate::clients::{CLIENTS_MAX, Clients, Outgoing, Queue};
use crate::protocol::{ClientMessage, SUBPROTOCOLS};

/// Longest message of a client. [bytes]
const MESSAGE_MAX: usize = 1 << 20;
/// A client that takes nothing for so long is disconnected.
const STALLED: Duration = Duration::from_secs(20);
/// Number of malformed messages after which a client is disconnected.
const RUBBISH_MAX: usize = 20;
/// How long connections are given to end.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(200);

/// A server that runs on its own thread until it is dropped.
pub struct Server {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Server {
    /// Serves clients.
    ///
    /// # Errors
    /// When the system gives no thread, or refuses the listener.
    pub fn start(listener: TcpListener, clients: Arc<Clients>) -> io::Result<Server> {
        listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (stop, stopped) = oneshot::channel();
        let work = move || {
            runtime.block_on(serve(listener, clients, stopped));
            runtime.shutdown_timeout(SHUTDOWN_GRACE);
        };
        let thread = thread::Builder::new().name("foxglove".to_owned()).spawn(work)?;
        Ok(Server { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The thread may have ended by itself.
            let _ = stop.send(());
        }
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("The thread of the server of Foxglove has panicked.");
        }
    }
}

async fn serve(listener: TcpListener, clients: Arc<Clients>, stopped: oneshot::Receiver<()>) {
    let listener = match tokio::net::TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => return tracing::error!("Foxglove cannot be served: {error}"),
    };
    let router = Router::new().route("/", any(connect)).with_state(clients);
    let answer = move |request: HttpRequest| {
        let mut router = router.clone();
        async move { router.call(request).await.unwrap_or_else(|never| match never {}) }
    };
    tokio::select! {
        () = serve_http(listener, IDLE_MAX, answer) => {}
        _ = stopped => {}
    }
}

async fn connect(
    Shared(clients): Shared<Arc<Clients>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let offered = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter();
    let mut offered = offered.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    if !offered.any(|name| SUBPROTOCOLS.contains(&name.trim())) {
        let reason = "this server speaks foxglove.sdk.v1 and foxglove.websocket.v1";
        return (StatusCode::BAD_REQUEST, reason).into_response();
    }
    let upgrade = upgrade.protocols(SUBPROTOCOLS).max_message_size(MESSAGE_MAX).max_frame_size(MESSAGE_MAX);
    upgrade.on_upgrade(move |socket| session(clients, socket))
}

async fn session(clients: Arc<Clients>, mut socket: WebSocket) {
    let Some((client, queue)) = clients.enter() else {
        let reason = Utf8Bytes::from(format!("{CLIENTS_MAX} clients are connected already"));
        let close = Message::Close(Some(CloseFrame { code: close_code::AGAIN, reason }));
        let _ = timeout(STALLED, socket.send(close)).await;
        return;
    };
    talk(&clients, client, queue, socket).await;
    clients.leave(client);
}

async fn talk(clients: &Clients, client: u64, mut queue: Queue, mut socket: WebSocket) {
    let mut rubbish = 0;
    loop {
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                    Ok(ClientMessage::Subscribe { subscriptions }) => clients.subscribe(client, &subscriptions),
                    Ok(ClientMessage::Unsubscribe { subscription_ids }) => {
                        clients.unsubscribe(client, &subscription_ids);
                    }
                    Ok(ClientMessage::Other) => clients.refuse(client, "this server only sends"),
                    Err(error) => {
                        rubbish += 1;
                        clients.refuse(client, &format!("this message is not understood: {error}"));
                    }
                },
                Some(Ok(Message::Binary(_))) => {
                    rubbish += 1;
                    clients.refuse(client, "this server only sends");
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            outgoing = queue.next() => {
                let message = match outgoing {
                    Some(Outgoing::Text(text)) => Message::Text(text.into()),
                    Some(Outgoing::Binary(bytes)) => Message::Binary(bytes),
                    None => return,
                };
                if !matches!(timeout(STALLED, socket.send(message)).await, Ok(Ok(()))) {
                    return;
                }
            }
        }
        if rubbish >= RUBBISH_MAX {
            return;
        }
    }
}
