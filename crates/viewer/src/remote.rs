//! The page of a simulator elsewhere, served on this computer: what pages ask for is passed on, with the token.
//!
//! Browsers give pages of this computer more than those of others: gamepads, for instance. The token stays here.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::{Message as PageSide, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State as Shared};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message as SimulatorSide};

use crate::access::Access;
use crate::requests::MESSAGE_MAX;
use crate::server::listen;
use crate::{Settings, ViewerError, url};

/// How long the simulator is given to answer.
const ANSWER_TIME: Duration = Duration::from_secs(30);
/// Longest answer and longest message of a simulator. [bytes]
const ANSWER_MAX: u64 = 1 << 30;
/// Headers of the simulator that pages need.
static PASSED_ON: [HeaderName; 4] =
    [CACHE_CONTROL, CONTENT_TYPE, CONTENT_SECURITY_POLICY, X_CONTENT_TYPE_OPTIONS];
/// Most lines of the head of an answer.
const HEADERS_MAX: usize = 64;

/// Where the viewer of a simulator is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteAddress {
    /// Host and port.
    pub host: String,
    /// The token, if one is known.
    pub token: Option<String>,
}

/// Why a simulator elsewhere cannot be viewed.
#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    /// The address is none.
    #[error(
        "{0:?} is no address of a viewer: give HOST:PORT, or the address that `morse run --view` has printed"
    )]
    Address(String),
    /// Nothing answers there.
    #[error(
        "no viewer answers at {host}: {source}. Does `morse run --view` run there? For other computers than its own it needs `--view-address 0.0.0.0`"
    )]
    Unreachable {
        /// Host and port.
        host: String,
        /// What the system says.
        source: io::Error,
    },
    /// It wants another token, or one at all.
    #[error(
        "{host} refuses: {reason}. Give the whole address that the command there has printed, with ?token="
    )]
    Refused {
        /// Host and port.
        host: String,
        /// What it says.
        reason: String,
    },
    /// Something else is served there.
    #[error("what answers at {0} is no viewer of MORSE")]
    Foreign(String),
    /// The page cannot be served here.
    #[error(transparent)]
    Viewer(#[from] ViewerError),
}

impl RemoteAddress {
    /// Reads `HOST:PORT`, or the address of a page.
    ///
    /// # Errors
    /// When it is neither.
    pub fn parse(text: &str) -> Result<RemoteAddress, RemoteError> {
        let wrong = || RemoteError::Address(text.to_owned());
        let with_scheme = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let uri: Uri = with_scheme.parse().map_err(|_| wrong())?;
        let authority = uri.authority().filter(|_| uri.scheme_str() == Some("http")).ok_or_else(wrong)?;
        let has_user = authority.as_str().contains('@');
        let port = authority.port_u16().filter(|_| !has_user).ok_or_else(wrong)?;
        let pairs = uri.query().into_iter().flat_map(|query| query.split('&'));
        let token = pairs.filter_map(|pair| pair.strip_prefix("token=")).next();
        if token.is_some_and(|token| !token.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
            return Err(wrong());
        }
        Ok(RemoteAddress { host: format!("{}:{port}", authority.host()), token: token.map(str::to_owned) })
    }

    /// Path and query with the token.
    fn target(&self, path_and_query: &str) -> String {
        match &self.token {
            None => path_and_query.to_owned(),
            Some(token) => {
                let separator = if path_and_query.contains('?') { '&' } else { '?' };
                format!("{path_and_query}{separator}token={token}")
            }
        }
    }
}

/// The page of a simulator elsewhere, which is served while it is run.
pub struct RemoteViewer {
    listener: TcpListener,
    remote: RemoteAddress,
    access: Access,
    address: SocketAddr,
}

#[derive(Clone)]
struct Serving {
    remote: Arc<RemoteAddress>,
    access: Arc<Access>,
}

#[derive(Deserialize)]
struct Parameters {
    token: Option<String>,
}

impl RemoteViewer {
    /// Asks the simulator whether it lets in, and opens a port here.
    ///
    /// # Errors
    /// When it does not answer, refuses, or no port is free.
    pub fn start(remote: RemoteAddress, settings: Settings) -> Result<RemoteViewer, RemoteError> {
        let Settings { address, port } = settings;
        let system = |error: io::Error| ViewerError::System(error.to_string());
        let host = remote.host.clone();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(system)?;
        let unreachable = |source| RemoteError::Unreachable { host: host.clone(), source };
        let socket = socket_address(&remote);
        let connected =
            runtime.block_on(async { timeout(ANSWER_TIME, tokio_tungstenite::connect_async(socket)).await });
        match connected.map_err(|_| unreachable(io::ErrorKind::TimedOut.into()))? {
            Ok(_) => {}
            Err(SocketError::Io(error)) => return Err(unreachable(error)),
            Err(SocketError::Http(answer)) if answer.status() == StatusCode::FORBIDDEN => {
                let reason = answer.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
                return Err(RemoteError::Refused { host, reason: reason.trim().to_owned() });
            }
            Err(_) => return Err(RemoteError::Foreign(host)),
        }
        let last = port.saturating_add(crate::PORTS - 1);
        let listener = listen(address, port);
        let listener =
            listener.map_err(|source| ViewerError::Listen { address, first: port, last, source })?;
        listener.set_nonblocking(true).map_err(system)?;
        let address = listener.local_addr().map_err(system)?;
        let access = Access::new(address.ip()).map_err(|error| ViewerError::System(error.to_string()))?;
        Ok(RemoteViewer { listener, remote, access, address })
    }

    /// The address of the page. It has the token of this server where that is needed.
    #[must_use]
    pub fn url(&self) -> String {
        url(self.address, &self.access.token)
    }

    /// Serves the page until `is_over` says so, which is asked a few times per second.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn run(self, is_over: impl Fn() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let serving = Serving { remote: Arc::new(self.remote), access: Arc::new(self.access) };
        let router = Router::new().route("/ws", any(connect)).fallback(get(file)).with_state(serving);
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let over = async {
                while !is_over() {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            };
            tokio::select! {
                () = over => Ok(()),
                served = axum::serve(listener, router).into_future() => served,
            }
        })
    }
}

fn socket_address(remote: &RemoteAddress) -> String {
    format!("ws://{}{}", remote.host, remote.target("/ws"))
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
    let limit = Some(ANSWER_MAX as usize);
    let config = WebSocketConfig::default().max_message_size(limit).max_frame_size(limit);
    let connecting =
        tokio_tungstenite::connect_async_with_config(socket_address(&serving.remote), Some(config), true);
    match timeout(ANSWER_TIME, connecting).await {
        Ok(Ok((simulator, _))) => {
            let upgrade = upgrade.max_message_size(MESSAGE_MAX).max_frame_size(MESSAGE_MAX);
            upgrade.on_upgrade(move |page| bridge(page, simulator))
        }
        _ => (StatusCode::BAD_GATEWAY, "the simulator does not answer").into_response(),
    }
}

/// Passes messages on in both directions until one side ends. Nothing is queued here: a page that reads nothing is a
/// viewer that reads nothing to the simulator.
async fn bridge(
    page: WebSocket,
    simulator: tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<TcpStream>>,
) {
    let (mut to_page, mut from_page) = page.split();
    let (mut to_simulator, mut from_simulator) = simulator.split();
    let down = async {
        while let Some(Ok(message)) = from_simulator.next().await {
            let message = match message {
                SimulatorSide::Text(text) => PageSide::Text(text.as_str().into()),
                SimulatorSide::Binary(bytes) => PageSide::Binary(bytes),
                SimulatorSide::Close(_) => break,
                _ => continue,
            };
            if to_page.send(message).await.is_err() {
                break;
            }
        }
    };
    let up = async {
        while let Some(Ok(message)) = from_page.next().await {
            let message = match message {
                PageSide::Text(text) => SimulatorSide::Text(text.as_str().into()),
                PageSide::Binary(bytes) => SimulatorSide::Binary(bytes),
                PageSide::Close(_) => break,
                _ => continue,
            };
            if to_simulator.send(message).await.is_err() {
                break;
            }
        }
    };
    tokio::select! {
        () = down => {}
        () = up => {}
    }
}

/// A file of the simulator: of its page, or geometry.
async fn file(
    Shared(serving): Shared<Serving>,
    Query(parameters): Query<Parameters>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    // The page itself is no secret, and is opened before it can say a token.
    let is_geometry = uri.path().ends_with(".glb");
    if is_geometry && let Err(reason) = serving.access.check(&headers, parameters.token.as_deref()) {
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    // The token of this server is of no use there.
    let since = uri.query().into_iter().flat_map(|query| query.split('&'));
    let since: Vec<&str> = since.filter(|pair| !pair.starts_with("token=")).collect();
    let query = if since.is_empty() { String::new() } else { format!("?{}", since.join("&")) };
    let target = serving.remote.target(&format!("{}{query}", uri.path()));
    match timeout(ANSWER_TIME, fetch(&serving.remote.host, &target)).await {
        Ok(Ok(response)) => response,
        _ => (StatusCode::BAD_GATEWAY, "the simulator does not answer").into_response(),
    }
}

/// Asks for a file as HTTP 1.0 has it: the answer ends with the connection.
async fn fetch(host: &str, target: &str) -> io::Result<Response> {
    let malformed = || io::Error::from(io::ErrorKind::InvalidData);
    let mut stream = TcpStream::connect(host).await?;
    let request = format!("GET {target} HTTP/1.0\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.take(ANSWER_MAX).read_to_end(&mut answer).await?;
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n").ok_or_else(malformed)?;
    let head = std::str::from_utf8(&answer[..end]).map_err(|_| malformed())?;
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
    let status = StatusCode::from_u16(status.ok_or_else(malformed)?).map_err(|_| malformed())?;
    let mut passed_on = HeaderMap::new();
    for line in lines.take(HEADERS_MAX) {
        let Some((name, value)) = line.split_once(':') else { continue };
        let known = PASSED_ON.iter().find(|known| known.as_str().eq_ignore_ascii_case(name));
        if let (Some(known), Ok(value)) = (known, HeaderValue::from_str(value.trim())) {
            passed_on.insert(known.clone(), value);
        }
    }
    Ok((status, passed_on, Body::from(answer.split_off(end + 4))).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_with_their_token() {
        let parse = |text: &str| RemoteAddress::parse(text).map(|it| (it.host, it.token)).ok();
        assert_eq!(parse("robot.lan:8000"), Some(("robot.lan:8000".to_owned(), None)));
        let token = Some("0af".to_owned());
        assert_eq!(parse("http://10.0.0.5:8000/?token=0af"), Some(("10.0.0.5:8000".to_owned(), token)));
        assert_eq!(parse("[::1]:8001"), Some(("[::1]:8001".to_owned(), None)));
        for wrong in
            ["", "robot", "https://robot:8000", "a b:80", "me@robot:80", "robot:80/?token=a%20b", "x:99999"]
        {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_token_is_added() {
        let remote = RemoteAddress { host: "h:1".to_owned(), token: Some("t".to_owned()) };
        assert_eq!(remote.target("/scene.glb?since=2"), "/scene.glb?since=2&token=t");
        assert_eq!(remote.target("/ws"), "/ws?token=t");
    }
}
