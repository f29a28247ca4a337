//! The web server: the page, the geometry of the scene, and the connections of viewers.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::extract::{Query, State as Shared, WebSocketUpgrade};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use morse_network::{HttpRequest, IDLE_MAX, serve_http};
use serde::Deserialize;
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{mpsc, oneshot};
use tower_service::Service;

use crate::access::Access;
use crate::capture::Capture;
use crate::geometry::scene_file;
use crate::hub::Hub;
use crate::requests::MESSAGE_MAX;
use crate::{page, session};

/// Ports that are tried, from the first one on.
pub const PORTS: u16 = 10;
/// How often copies are looked for while there are viewers.
const TAKE_PERIOD: Duration = Duration::from_millis(10);
/// How long viewers are given to hear that the run has ended.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(300);

/// State shared by the handlers of requests.
#[derive(Clone)]
struct Serving {
    hub: Arc<Hub>,
    access: Arc<Access>,
    run: Arc<str>,
}

#[derive(Deserialize)]
struct Parameters {
    token: Option<String>,
    #[serde(default)]
    since: u64,
}

/// A server that runs on its own thread until it is dropped.
pub struct Server {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

/// Opens the first of some ports that is free; 0 lets the system choose.
///
/// # Errors
/// Of the last port that was tried.
pub fn listen(address: IpAddr, first: u16) -> io::Result<TcpListener> {
    let count = if first == 0 { 1 } else { PORTS };
    let mut refused = io::Error::from(io::ErrorKind::AddrInUse);
    for port in first..=first.saturating_add(count - 1) {
        match TcpListener::bind(SocketAddr::new(address, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => refused = error,
            Err(error) => return Err(error),
        }
    }
    Err(refused)
}

impl Server {
    /// Serves viewers on a thread of its own.
    ///
    /// # Errors
    /// When the system gives no thread, or refuses the listener.
    pub fn start(
        listener: TcpListener,
        hub: Arc<Hub>,
        access: Access,
        captures: mpsc::Receiver<Capture>,
    ) -> io::Result<Server> {
        listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (stop, stopped) = oneshot::channel();
        let run: Arc<str> = access.token.chars().rev().take(8).collect::<String>().into();
        let serving = Serving { hub, access: Arc::new(access), run };
        let work = move || {
            runtime.block_on(serve(listener, serving, captures, stopped));
            runtime.shutdown_timeout(SHUTDOWN_GRACE);
        };
        let thread = thread::Builder::new().name("viewer".to_owned()).spawn(work)?;
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
            tracing::error!("The thread of the viewer's server has panicked.");
        }
    }
}

async fn serve(
    listener: TcpListener,
    serving: Serving,
    mut captures: mpsc::Receiver<Capture>,
    stopped: oneshot::Receiver<()>,
) {
    let listener = match tokio::net::TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => return tracing::error!("The viewer cannot be served: {error}"),
    };
    let hub = Arc::clone(&serving.hub);
    let mut router = Router::new()
        .route("/ws", get(connect))
        .route("/scene.glb", get(geometry))
        .route("/collision.glb", get(collision));
    for path in page::paths() {
        router = router.route(path, get(move |headers: HeaderMap| async move { page::file(path, &headers) }));
    }
    let applying = async {
        while let Some(capture) = next_capture(&hub, &mut captures).await {
            hub.apply(capture);
        }
        // The simulation has ended; the server is stopped in a moment.
        std::future::pending::<()>().await;
    };
    let first = Arc::clone(&serving.hub);
    // Made while the first viewer opens its browser. An error is returned to requests for the file.
    let _making = tokio::spawn(async move { scene_of(&first, 0).await.map(drop) });
    let router = router.with_state(serving);
    let answer = move |request: HttpRequest| {
        let mut router = router.clone();
        async move { router.call(request).await.unwrap_or_else(|never| match never {}) }
    };
    tokio::select! {
        () = applying => {}
        () = serve_http(listener, IDLE_MAX, answer) => {}
        _ = stopped => {}
    }
    while let Ok(capture) = captures.try_recv() {
        hub.apply(capture);
    }
    hub.end();
    // Sessions end when they have sent the end.
    let shutdown = async {
        while hub.viewers() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let _ = tokio::time::timeout(SHUTDOWN_GRACE, shutdown).await;
}

/// The next copy; `None` when none will come. While there are viewers it is looked for instead of waited for: to wake this
/// thread for each copy takes more time of the thread of the simulation than to make one.
async fn next_capture(hub: &Hub, captures: &mut mpsc::Receiver<Capture>) -> Option<Capture> {
    while hub.viewers() > 0 {
        match captures.try_recv() {
            Ok(capture) => return Some(capture),
            Err(TryRecvError::Empty) => tokio::time::sleep(TAKE_PERIOD).await,
            Err(TryRecvError::Disconnected) => return None,
        }
    }
    captures.recv().await
}

async fn connect(
    Shared(serving): Shared<Serving>,
    Query(parameters): Query<Parameters>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Err(reason) = serving.access.check(&headers, parameters.token.as_deref()) {
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    let upgrade = upgrade.max_message_size(MESSAGE_MAX).max_frame_size(MESSAGE_MAX);
    upgrade.on_upgrade(move |socket| session::serve(serving.hub, socket, serving.run.to_string()))
}

async fn geometry(
    Shared(serving): Shared<Serving>,
    Query(Parameters { token, since }): Query<Parameters>,
    headers: HeaderMap,
) -> Response {
    if let Err(reason) = serving.access.check(&headers, token.as_deref()) {
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    geometry_response(scene_of(&serving.hub, since).await)
}

/// The shapes that physics has of all nodes.
async fn collision(
    Shared(serving): Shared<Serving>,
    Query(Parameters { token, .. }): Query<Parameters>,
    headers: HeaderMap,
) -> Response {
    if let Err(reason) = serving.access.check(&headers, token.as_deref()) {
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    let structure = Arc::clone(&serving.hub.state().structure);
    // One at a time, however many ask.
    let _turn = serving.hub.scene_file.lock().await;
    let made = tokio::task::spawn_blocking(move || scene_file(&structure.of_bodies(), 0)).await;
    let file = made.map_err(|error| error.to_string());
    geometry_response(file.and_then(|file| file.map(Bytes::from).map_err(|error| error.to_string())))
}

fn geometry_response(file: Result<Bytes, String>) -> Response {
    match file {
        Ok(file) => {
            ([(CONTENT_TYPE, "model/gltf-binary"), (CACHE_CONTROL, "no-store")], file).into_response()
        }
        Err(reason) => (StatusCode::PAYLOAD_TOO_LARGE, reason).into_response(),
    }
}

/// The file of the nodes that came after a version. The one of all nodes is kept.
async fn scene_of(hub: &Hub, since: u64) -> Result<Bytes, String> {
    let structure = Arc::clone(&hub.state().structure);
    // The first request makes the file, later ones wait for it.
    let mut known = hub.scene_file.lock().await;
    if let Some((version, file)) = known.as_ref()
        && (since, *version) == (0, structure.version)
    {
        return Ok(file.clone());
    }
    let version = structure.version;
    let made = tokio::task::spawn_blocking(move || scene_file(&structure, since)).await;
    let file = made.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
    let file = Bytes::from(file);
    if since == 0 {
        *known = Some((version, file.clone()));
    }
    Ok(file)
}
