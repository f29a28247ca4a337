//! The server side of a service.

use std::io::Error;
use std::sync::Arc;

use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

use super::header::Header;
use super::{ServiceType, framing};
use crate::log;

/// Callback for the answer to a request: the serialized response, or the message of an error.
pub type Respond = Box<dyn FnOnce(Result<Vec<u8>, String>) + Send>;

/// Callback for requests. It receives the serialized request and the callback for its answer.
pub type HandleRequest = Box<dyn Fn(&[u8], Respond) + Send + Sync>;

/// A service that the node offers.
pub(crate) struct ServiceServer {
    pub(crate) name: String,
    pub(crate) kind: ServiceType,
    /// Name of the node.
    node: String,
    handle: HandleRequest,
}

impl ServiceServer {
    pub(crate) fn new(name: String, kind: ServiceType, node: String, handle: HandleRequest) -> Self {
        Self { name, kind, node, handle }
    }

    /// Answers the header of a client and serves its calls: one call, any number of calls if the client requests a
    /// persistent connection, or no call if the client only probes for the header.
    pub(crate) async fn serve(self: &Arc<Self>, stream: TcpStream, asked: &Header) {
        // Clients may close connections at any time, so errors are expected.
        let _ = self.serve_calls(stream, asked).await;
    }

    async fn serve_calls(&self, stream: TcpStream, asked: &Header) -> Result<(), Error> {
        let mut stream = BufReader::new(stream);
        if let Some(problem) = self.mismatch(asked) {
            let caller = asked.get("callerid").unwrap_or("a node without a name");
            tracing::warn!(target: log::REQUESTS, "{caller} cannot call {}: {problem}", self.name);
            return stream.write_all(&Header::error(&problem).encode()).await;
        }
        let request_type = format!("{}Request", self.kind.name);
        let response_type = format!("{}Response", self.kind.name);
        let answer = Header::new([
            ("callerid", self.node.as_str()),
            ("md5sum", self.kind.md5sum),
            ("request_type", &request_type),
            ("response_type", &response_type),
            ("type", self.kind.name.as_str()),
        ]);
        stream.write_all(&answer.encode()).await?;
        if asked.is_set("probe") {
            return Ok(());
        }
        let mut request = Vec::new();
        loop {
            framing::receive(&mut stream, &mut request).await?;
            let (respond, response) = oneshot::channel();
            // The client may have disconnected before the answer.
            (self.handle)(&request, Box::new(move |answer| drop(respond.send(answer))));
            let answer = response
                .await
                .unwrap_or_else(|_| Err("the simulation ended before it could answer".to_owned()));
            stream.write_all(&encode(&answer)).await?;
            if !asked.is_set("persistent") {
                return Ok(());
            }
        }
    }

    fn mismatch(&self, asked: &Header) -> Option<String> {
        let Some(md5sum) = asked.get("md5sum") else { return Some("the header has no md5sum".to_owned()) };
        if md5sum == "*" || md5sum == self.kind.md5sum {
            return None;
        }
        Some(format!(
            "service types do not match: the client wants md5sum {md5sum}, but {} is {} with md5sum {}",
            self.name, self.kind.name, self.kind.md5sum
        ))
    }
}

/// The bytes of an answer: a success flag, then the length and the content of the response or of the error message.
fn encode(answer: &Result<Vec<u8>, String>) -> Vec<u8> {
    let (flag, content) = match answer {
        Ok(response) => (1, response.as_slice()),
        Err(text) => (0, text.as_bytes()),
    };
    let mut out = Vec::with_capacity(5 + content.len());
    out.push(flag);
    out.extend_from_slice(&(content.len() as u32).to_le_bytes());
    out.extend_from_slice(content);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_is_a_flag_and_content_with_its_length() {
        assert_eq!(encode(&Ok(b"ab".to_vec())), b"\x01\x02\0\0\0ab");
        assert_eq!(encode(&Err("no".to_owned())), b"\x00\x02\0\0\0no");
    }
}
