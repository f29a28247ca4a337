//! Admission of clients: a token, a limit on connections, and a limit on the rate of requests.

use std::cell::Cell;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use morse_network::Throttle;
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::log;

/// Maximum number of connections to all ports together, unless settings or the scene set another one.
pub const CONNECTIONS_MAX: usize = 4096;

/// Minimum length of a token, so that it cannot be guessed. [characters]
pub const TOKEN_LENGTH_MIN: usize = 16;

/// Maximum length of a token. [characters]
const TOKEN_LENGTH_MAX: usize = 256;

/// Name that begins the line by which a client gives its token.
const TOKEN_WORD: &str = "token";

/// Time in which a client must give its token.
const TOKEN_TIMEOUT: Duration = Duration::from_secs(10);

/// Limits of the clients of all ports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientLimits {
    /// Secret that a client gives in the first line of each connection; `None` admits all clients.
    pub token: Option<Token>,
    /// Maximum number of connections to all ports together. Further connections are closed at once.
    pub connections_max: usize,
    /// Maximum number of requests per second of one connection; `None` sets no limit. Further requests wait.
    pub requests_per_s: Option<u32>,
}

impl Default for ClientLimits {
    /// No token, [`CONNECTIONS_MAX`] connections, any rate of requests.
    fn default() -> Self {
        Self { token: None, connections_max: CONNECTIONS_MAX, requests_per_s: None }
    }
}

/// A secret that the simulator and its clients share. Its text is not shown in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(Arc<str>);

impl Token {
    /// A token of printable characters without spaces.
    ///
    /// # Errors
    /// If it is too short, too long, or has other characters.
    pub fn new(text: &str) -> Result<Self, String> {
        let is_printable = text.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_printable || !(TOKEN_LENGTH_MIN..=TOKEN_LENGTH_MAX).contains(&text.len()) {
            return Err(format!(
                "a token is {TOKEN_LENGTH_MIN} to {TOKEN_LENGTH_MAX} printable ASCII characters without spaces, such as the \
                 output of `openssl rand -hex 16`"
            ));
        }
        Ok(Self(text.into()))
    }

    /// The line by which a client gives the token, with its end.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{TOKEN_WORD} {}\n", self.0)
    }

    /// Whether a line gives this token. The time does not depend on the place of the first difference.
    fn is_given_by(&self, line: &[u8]) -> bool {
        let expected = self.line();
        let (line, expected) = (line.trim_ascii_end(), expected.trim_ascii_end().as_bytes());
        let differing =
            line.iter().zip(expected).fold(0, |differing, (one, other)| differing | (one ^ other));
        line.len() == expected.len() && differing == 0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Token(…)")
    }
}

/// Admits clients. Lives on the transport's thread; all ports share it.
pub(crate) struct Access {
    limits: ClientLimits,
    connections: Cell<usize>,
    refused: Throttle,
}

/// The place of one connection among those that are allowed at the same time.
pub(crate) struct Permit(Rc<Access>);

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.connections.set(self.0.connections.get() - 1);
    }
}

impl Access {
    pub(crate) fn new(limits: ClientLimits) -> Rc<Self> {
        Rc::new(Self { limits, connections: Cell::new(0), refused: Throttle::default() })
    }

    /// Takes the place of a connection; `None` if there are too many.
    pub(crate) fn enter(self: &Rc<Self>, peer: SocketAddr) -> Option<Permit> {
        if self.connections.get() >= self.limits.connections_max {
            if self.refused.pass() {
                tracing::warn!(
                    target: log::STREAMS,
                    "Client {peer} is refused: {} connections are open, the limit of this run.",
                    self.limits.connections_max
                );
            }
            return None;
        }
        self.connections.set(self.connections.get() + 1);
        Some(Permit(Rc::clone(self)))
    }

    /// Whether clients must give a token.
    pub(crate) fn needs_token(&self) -> bool {
        self.limits.token.is_some()
    }

    /// Waits for the token of a client, and takes its line from the connection. Returns whether it is the right one.
    pub(crate) async fn is_authorized(&self, socket: &TcpStream, peer: SocketAddr) -> bool {
        let Some(token) = &self.limits.token else { return true };
        let given = tokio::time::timeout(TOKEN_TIMEOUT, first_line(socket)).await;
        let is_right = given.ok().flatten().is_some_and(|line| token.is_given_by(&line));
        if !is_right {
            if self.refused.pass() {
                tracing::warn!(target: log::STREAMS, "Client {peer} is refused: it does not give the token of this run.");
            }
            // A client of services finds the reason in the answer; the connection may already be closed.
            let _ = socket.try_write(
                b"token FAILURE \"this simulator needs a token: the first line of a connection must be `token SECRET`; \
                  clients take SECRET from the environment variable MORSE_TOKEN\"\n",
            );
        }
        is_right
    }

    /// The limit on the rate of requests of a new connection.
    pub(crate) fn request_rate(&self) -> Option<RequestRate> {
        self.limits.requests_per_s.map(RequestRate::new)
    }
}

/// Takes the first line from a connection, without bytes after it; `None` if it is too long or the connection ends.
async fn first_line(socket: &TcpStream) -> Option<Vec<u8>> {
    let length_max = TOKEN_WORD.len() + TOKEN_LENGTH_MAX + 3;
    let mut line = Vec::new();
    while line.len() < length_max {
        socket.readable().await.ok()?;
        let mut byte = [0];
        match socket.try_read(&mut byte) {
            Ok(0) => return None,
            Ok(_) if byte == *b"\n" => return Some(line),
            Ok(_) => line.extend(byte),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => return None,
        }
    }
    None
}

/// Requests that a connection may still send now: as many as in one second.
pub(crate) struct RequestRate {
    per_s: f64,
    left: f64,
    counted_at: Instant,
}

impl RequestRate {
    fn new(per_s: u32) -> Self {
        let per_s = f64::from(per_s.max(1));
        Self { per_s, left: per_s, counted_at: Instant::now() }
    }

    /// Counts a request, and waits until it may be served.
    pub(crate) async fn count(&mut self) {
        let now = Instant::now();
        self.left = (self.left + self.per_s * (now - self.counted_at).as_secs_f64()).min(self.per_s) - 1.0;
        self.counted_at = now;
        if self.left < 0.0 {
            tokio::time::sleep(Duration::from_secs_f64(-self.left / self.per_s)).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_is_given_by_its_line_only() {
        let token = Token::new("0123456789abcdef").unwrap();
        assert!(token.is_given_by(token.line().as_bytes()) && token.is_given_by(b"token 0123456789abcdef\r"));
        for wrong in ["", "token", "token 0123456789abcdeF", "token 0123456789abcde", "0123456789abcdef"] {
            assert!(!token.is_given_by(wrong.as_bytes()), "{wrong}");
        }
        assert!(!format!("{token:?}").contains("0123"), "logs do not show it");
        for wrong in ["short", "0123456789 abcdef", "0123456789abcdeä", &"x".repeat(257)] {
            assert!(Token::new(wrong).unwrap_err().contains("16 to 256 printable"), "{wrong}");
        }
    }
}
