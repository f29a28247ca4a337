//! XML-RPC client. Each call uses a new connection.

use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::header::{CONTENT_TYPE, HOST, USER_AGENT};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::BODY_BYTES_MAX;
use super::endpoint::Endpoint;
use super::read::{Fault, XmlError, read_response};
use super::value::Value;
use super::write::write_call;

/// Timeout of a call.
const CALL_MAX: Duration = Duration::from_secs(5);

/// Error of a call.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The connection was refused or broke.
    #[error("{0}")]
    Connection(#[from] std::io::Error),
    /// The response is not valid HTTP, or not the expected response.
    #[error("{0}")]
    Http(String),
    /// No response within the timeout.
    #[error("no answer within {} s", CALL_MAX.as_secs())]
    Timeout,
    /// The response is not XML-RPC.
    #[error("{0}")]
    Xml(#[from] XmlError),
    /// The server answered with an XML-RPC fault.
    #[error("{0}")]
    Fault(#[from] Fault),
    /// The ROS server returned a status code other than 1.
    #[error("{text} (code {code})")]
    Refused {
        /// Status code: 0 for a failure, -1 for wrong parameters.
        code: i32,
        /// Status message.
        text: String,
    },
}

impl CallError {
    /// Whether the server has answered, with a fault or a status code.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        matches!(self, Self::Fault(_) | Self::Refused { .. })
    }
}

/// Calls a method of the master or of a node, which returns `[code, text, value]`. Returns the value.
///
/// # Errors
/// When the server does not answer, or the code is not 1.
pub async fn call(endpoint: &Endpoint, method: &str, params: &[Value]) -> Result<Value, CallError> {
    let exchange = exchange(endpoint, write_call(method, params));
    let response = tokio::time::timeout(CALL_MAX, exchange).await.map_err(|_| CallError::Timeout)??;
    match read_response(&response)?? {
        Value::List(items) => match <[Value; 3]>::try_from(items) {
            Ok([Value::Int(1), _, value]) => Ok(value),
            Ok([Value::Int(code), Value::Text(text), _]) => Err(CallError::Refused { code, text }),
            _ => Err(CallError::Http(format!("{method} did not return [code, text, value]"))),
        },
        _ => Err(CallError::Http(format!("{method} did not return [code, text, value]"))),
    }
}

/// Sends the body of a call and returns the body of the response.
async fn exchange(endpoint: &Endpoint, call: String) -> Result<String, CallError> {
    let http = |error: hyper::Error| CallError::Http(error.to_string());
    let stream = TcpStream::connect((endpoint.host.as_str(), endpoint.port)).await?;
    // The call is small. With Nagle's algorithm, its end would wait for an acknowledgment.
    let _ = stream.set_nodelay(true);
    let mut builder = hyper::client::conn::http1::Builder::new();
    // roscpp compares some header names case-sensitively.
    let (mut sender, connection) =
        builder.title_case_headers(true).handshake(TokioIo::new(stream)).await.map_err(http)?;
    let request = Request::builder()
        .method(Method::POST)
        .uri(endpoint.path.as_str())
        .header(HOST, endpoint.authority())
        .header(USER_AGENT, "morse")
        .header(CONTENT_TYPE, "text/xml")
        .body(Full::new(Bytes::from(call)))
        .map_err(|error| CallError::Http(error.to_string()))?;
    let answer = async {
        let response = sender.send_request(request).await.map_err(http)?;
        if !response.status().is_success() {
            return Err(CallError::Http(format!("HTTP status {}", response.status())));
        }
        let body = Limited::new(response.into_body(), BODY_BYTES_MAX).collect().await;
        let body = body.map_err(|error| CallError::Http(error.to_string()))?.to_bytes();
        String::from_utf8(body.into()).map_err(|_| CallError::Http("the answer is not UTF-8".to_owned()))
    };
    // The connection must be driven until the response is complete. Its own result is ignored.
    let driver = async {
        let _ = connection.await;
        std::future::pending::<()>().await;
    };
    tokio::select! {
        answer = answer => answer,
        () = driver => Err(CallError::Http("the connection ended".to_owned())),
    }
}
