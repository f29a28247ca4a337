//! Forwards requests of pages to the simulator, and its answers back.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::ws::{Message as PageSide, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State as Shared};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message as SimulatorSide;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::access::Access;
use crate::remote::ANSWER_TIME;
use crate::remote::address::RemoteAddress;
use crate::requests::MESSAGE_MAX;

/// Longest answer and longest message of a simulator. [bytes]
const ANSWER_MAX: u64 = 1 << 30;
/// Headers of the simulator that pages need.
static PASSED_ON: [HeaderName; 4] =
    [CACHE_CONTROL, CONTENT_TYPE, CONTENT_SECURITY_POLICY, X_CONTENT_TYPE_OPTIONS];
/// Most lines of the head of an answer.
const HEADERS_MAX: usize = 64;

#[derive(Clone)]
pub(super) struct Serving {
    pub(super) remote: Arc<RemoteAddress>,
    pub(super) access: Arc<Access>,
}

#[derive(Deserialize)]
pub(super) struct Parameters {
    token: Option<String>,
}

pub(super) fn socket_address(remote: &RemoteAddress) -> String {
    format!("ws://{}{}", remote.host, remote.target("/ws"))
}

/// Joins the socket of a page with one of the simulator.
pub(super) async fn connect(
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
pub(super) async fn file(
    Shared(serving): Shared<Serving>,
    Query(parameters): Query<Parameters>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    // The page itself is public: it is loaded before it can send a token.
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
