//! A TCP connection that sends and receives lines, with time limits.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use morse_socket::Token;

use super::error::ClientError;

/// Environment variable with the token that clients give.
const TOKEN_VARIABLE: &str = "MORSE_TOKEN";

/// Time limit for a connection to one address.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Interval at which a wait checks its limits.
const POLL: Duration = Duration::from_millis(50);

/// Maximum length of a line, far more than any picture needs. [bytes]
const LINE_BYTES_MAX: usize = 256 << 20;

/// Result of a wait for a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, without its end.
    Text(String),
    /// The other side has closed the connection.
    Closed,
    /// The time limit passed.
    Timeout,
    /// The user interrupted the wait.
    Interrupted,
}

/// A line-based connection.
pub struct Lines {
    stream: BufReader<TcpStream>,
    /// The received part of the next line.
    partial: Vec<u8>,
    address: String,
}

impl Lines {
    /// Connects to the first address of the host that accepts a connection.
    ///
    /// # Errors
    /// If the host is unknown, or no server listens there.
    pub fn connect(host: &str, port: u16) -> Result<Self, ClientError> {
        let address = if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") };
        let unknown = |error| ClientError::Host { host: host.to_owned(), error };
        let mut last = io::Error::from(ErrorKind::AddrNotAvailable);
        for candidate in (host, port).to_socket_addrs().map_err(unknown)? {
            match TcpStream::connect_timeout(&candidate, CONNECT_TIMEOUT).and_then(set_up) {
                Ok(stream) => {
                    let mut lines = Self { stream: BufReader::new(stream), partial: Vec::new(), address };
                    lines.give_token()?;
                    return Ok(lines);
                }
                Err(error) => last = error,
            }
        }
        Err(ClientError::NotListening { address, error: last })
    }

    /// Sends the token of the simulator, if the environment has one.
    fn give_token(&mut self) -> Result<(), ClientError> {
        let Ok(text) = std::env::var(TOKEN_VARIABLE) else { return Ok(()) };
        let token = Token::new(text.trim()).map_err(ClientError::Token)?;
        self.send(&token.line())
    }

    /// Host and port.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Sends a text.
    ///
    /// # Errors
    /// If the connection fails.
    pub fn send(&mut self, text: &str) -> Result<(), ClientError> {
        self.send_bytes(text.as_bytes())
    }

    /// Sends bytes.
    ///
    /// # Errors
    /// If the connection fails.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), ClientError> {
        self.stream.get_mut().write_all(bytes).map_err(|error| self.broken(error))
    }

    /// Waits for the next line.
    ///
    /// # Errors
    /// If the connection fails, or the line is too long or not UTF-8.
    pub fn next(
        &mut self,
        deadline: Option<Instant>,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Line, ClientError> {
        loop {
            // Checked first, so that a peer that never pauses cannot prevent it.
            if is_interrupted() {
                return Ok(Line::Interrupted);
            }
            let room = LINE_BYTES_MAX.saturating_sub(self.partial.len()) as u64;
            match self.stream.by_ref().take(room).read_until(b'\n', &mut self.partial) {
                Ok(_) if self.partial.last() == Some(&b'\n') => return self.line(),
                Ok(_) if self.partial.len() >= LINE_BYTES_MAX => {
                    return Err(ClientError::foreign(&self.address, "a line without an end"));
                }
                Ok(_) => return Ok(Line::Closed),
                Err(error) if is_timeout(&error) => {}
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return Ok(Line::Closed),
                Err(error) => return Err(self.broken(error)),
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(Line::Timeout);
            }
        }
    }

    fn line(&mut self) -> Result<Line, ClientError> {
        self.partial.pop();
        match String::from_utf8(std::mem::take(&mut self.partial)) {
            Ok(text) => Ok(Line::Text(text)),
            Err(error) => {
                Err(ClientError::foreign(&self.address, &String::from_utf8_lossy(error.as_bytes())))
            }
        }
    }

    fn broken(&self, error: io::Error) -> ClientError {
        ClientError::Broken { address: self.address.clone(), error }
    }
}

fn set_up(stream: TcpStream) -> io::Result<TcpStream> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(POLL))?;
    Ok(stream)
}

/// Whether a read timed out. Systems report this with two different error kinds.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    fn pair() -> (TcpStream, Lines) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let lines = Lines::connect("127.0.0.1", listener.local_addr().unwrap().port()).unwrap();
        (listener.accept().unwrap().0, lines)
    }

    #[test]
    fn split_lines_are_joined() {
        let (mut peer, mut lines) = pair();
        peer.write_all(b"one\ntw").unwrap();
        assert_eq!(lines.next(None, &|| false).unwrap(), Line::Text("one".into()));
        assert_eq!(lines.next(Some(Instant::now()), &|| false).unwrap(), Line::Timeout);
        peer.write_all(b"o\nend").unwrap();
        assert_eq!(lines.next(None, &|| true).unwrap(), Line::Interrupted, "although a line has arrived");
        assert_eq!(lines.next(None, &|| false).unwrap(), Line::Text("two".into()));
        drop(peer);
        assert_eq!(lines.next(None, &|| false).unwrap(), Line::Closed);
    }

    #[test]
    fn invalid_utf8_is_refused() {
        let (mut peer, mut lines) = pair();
        peer.write_all(b"\xff\xfe\n").unwrap();
        assert!(matches!(lines.next(None, &|| false), Err(ClientError::Foreign { .. })));
    }

    #[test]
    fn missing_server_and_unknown_host_are_distinguished() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let error = Lines::connect("127.0.0.1", port).err().unwrap().to_string();
        assert!(error.contains(&format!("127.0.0.1:{port}")) && error.contains("morse run"), "{error}");
        assert!(matches!(Lines::connect("no host", 1), Err(ClientError::Host { .. })));
    }
}
