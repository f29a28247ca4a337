//! Requests in the bytes that a client sends, without a connection: for tests that simulate clients.

use crate::lines::{Line, Lines};
pub use crate::requests::RequestLine;
use crate::requests::{parse, too_long};

/// Splits the bytes of one client into requests, as the service port does.
///
/// ```
/// use morse_socket::wire::{ClientRequest, RequestReader, RequestLine};
///
/// let mut reader = RequestReader::default();
/// assert_eq!(reader.feed(b"a time n"), [], "half a line is not a request");
/// let cancel = ClientRequest::Line(RequestLine::Cancel { id: "a".to_owned() });
/// assert_eq!(reader.feed(b"ow\na cancel\n").last(), Some(&cancel));
/// ```
#[derive(Debug, Default)]
pub struct RequestReader {
    lines: Lines,
}

/// A request of a client, or the reason why its connection is closed.
#[derive(Debug, Clone, PartialEq)]
pub enum ClientRequest {
    /// A line.
    Line(RequestLine),
    /// A line that is longer than [`LINE_BYTES_MAX`](crate::LINE_BYTES_MAX): it is answered with this error, and the connection is
    /// closed.
    TooLong(RequestLine),
    /// The first line is a request of HTTP: the connection is closed without an answer.
    Http,
}

impl RequestReader {
    /// Takes the next bytes of the client, in pieces of any size, and returns the requests that they complete, in order.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<ClientRequest> {
        self.lines.feed(bytes);
        let mut requests = Vec::new();
        while let Some(line) = self.lines.next() {
            requests.push(match line {
                Line::Whole(line) => ClientRequest::Line(parse(line)),
                Line::TooLong(beginning) => ClientRequest::TooLong(too_long(beginning)),
                Line::Http => ClientRequest::Http,
            });
        }
        requests
    }

    /// Whether the client has begun a line and not ended it. A client that leaves now has no request.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.lines.is_unfinished()
    }
}
