//! XML-RPC server for one connection.

use std::convert::Infallible;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;

use super::read::read_call;
use super::value::Value;
use super::write::{write_fault, write_response};

/// Maximum size of a call. The longest calls are lists of publishers. [bytes]
const CALL_BYTES_MAX: usize = 1 << 20;

/// Time limit for a peer to send the HTTP header of a call.
const HEAD_MAX: Duration = Duration::from_secs(30);

/// Serves the calls of a connection until the peer closes it. `answer` receives the method and the parameters and returns
/// the value of the response, or the message of a fault.
pub(crate) async fn serve<F>(stream: TcpStream, answer: F)
where
    F: Fn(&str, &[Value]) -> Result<Value, String>,
{
    let answer = &answer;
    let service =
        service_fn(move |request| async move { Ok::<_, Infallible>(respond(request, answer).await) });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_MAX).title_case_headers(true);
    // Peers may close connections at any time, so errors are expected.
    let _ = builder.serve_connection(TokioIo::new(stream), service).await;
}

async fn respond<F>(request: Request<Incoming>, answer: &F) -> Response<Full<Bytes>>
where
    F: Fn(&str, &[Value]) -> Result<Value, String>,
{
    if request.method() != Method::POST {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "this is the XML-RPC server of a ROS node");
    }
    let body = match Limited::new(request.into_body(), CALL_BYTES_MAX).collect().await {
        Ok(body) => body.to_bytes(),
        Err(error) => return plain(StatusCode::BAD_REQUEST, &error.to_string()),
    };
    let call = std::str::from_utf8(&body).map_err(|_| "the call is not UTF-8".to_owned());
    let call = call.and_then(|text| read_call(text).map_err(|error| error.to_string()));
    let result = call.and_then(|(method, params)| answer(&method, &params));
    let xml = match result {
        Ok(value) => write_response(&value),
        Err(text) => write_fault(-1, &text),
    };
    let mut response = Response::new(Full::new(Bytes::from(xml)));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/xml"));
    response
}

fn plain(status: StatusCode, text: &str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(text.to_owned())));
    *response.status_mut() = status;
    response
}
