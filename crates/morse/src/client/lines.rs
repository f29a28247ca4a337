//! A TCP connection that sends and receives lines, with time limits.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use super::error::ClientError;

/// Longest time for a connection to one address.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How often a wait looks at its limits.
const POLL: Duration = Duration::from_millis(50);

/// Maximum length of a line: far more than any picture needs. [bytes]
const LINE_BYTES_MAX: usize = 256 << 20;

/// What a wait for a line ended with.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, without its end.
    Text(String),
    /// The other side has closed the connection.
    Closed,
    /// The time limit passed.
    Timeout,
    /// The user wants the end.
    Interrupted,
}

/// A connection of lines.
pub struct Lines {
    stream: BufReader<TcpStream>,
    /// The beginning of the next line.
    begun: Vec<u8>,
    address: String,
}

impl Lines {
    /// Connects to the first address of the host at which somebody listens.
    ///
    /// # Errors
    /// When the host is unknown or nobody listens there.
    pub fn connect(host: &str, port: u16) -> Result<Self, ClientError> {
        let address = if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") };
        let unknown = |error| ClientError::Host { host: host.to_owned(), error };
        let mut last = io::Error::from(ErrorKind::AddrNotAvailable);
        for candidate in (host, port).to_socket_addrs().map_err(unknown)? {
            match TcpStream::connect_timeout(&candidate, CONNECT_TIMEOUT).and_then(set_up) {
                Ok(stream) => {
                    return Ok(Self { stream: BufReader::new(stream), begun: Vec::new(), address });
                }
                Err(error) => last = error,
            }
        }
        Err(ClientError::NobodyListens { address, error: last })
    }

    /// Host and port.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Sends a text.
    ///
    /// # Errors
    /// When the connection is broken.
    pub fn send(&mut self, text: &str) -> Result<(), ClientError> {
        self.send_bytes(text.as_bytes())
    }

    /// Sends bytes.
    ///
    /// # Errors
    /// When the connection is broken.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), ClientError> {
        self.stream.get_mut().write_all(bytes).map_err(|error| self.broken(error))
    }

    /// Waits for the next line.
    ///
    /// # Errors
    /// When the connection is broken, or sends what is no line of text.
    pub fn next(
        &mut self,
        deadline: Option<Instant>,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Line, ClientError> {
        loop {
            // First, so that a peer that never pauses cannot hide it.
            if is_interrupted() {
                return Ok(Line::Interrupted);
            }
            let room = LINE_BYTES_MAX.saturating_sub(self.begun.len()) as u64;
            match self.stream.by_ref().take(room).read_until(b'\n', &mut self.begun) {
                Ok(_) if self.begun.last() == Some(&b'\n') => return self.line(),
                Ok(_) if self.begun.len() >= LINE_BYTES_MAX => {
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
        self.begun.pop();
        match String::from_utf8(std::mem::take(&mut self.begun)) {
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

/// Whether a read has waited in vain; systems have two words for it.
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
    fn lines_come_whole_however_they_are_sent() {
        let (mut peer, mut lines) = pair();
        peer.write_all(b"one\ntw").unwrap();
        assert_eq!(lines.next(None, &|| false).unwrap(), Line::Text("one".into()));
        assert_eq!(lines.next(Some(Instant::now()), &|| false).unwrap(), Line::Timeout);
        peer.write_all(b"o\nend").unwrap();
        assert_eq!(lines.next(None, &|| true).unwrap(), Line::Interrupted, "though a line is here");
        assert_eq!(lines.next(None, &|| false).unwrap(), Line::Text("two".into()));
        drop(peer);
        assert_eq!(lines.next(None, &|| false).unwrap(), Line::Closed);
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let (mut peer, mut lines) = pair();
        peer.write_all(b"\xff\xfe\n").unwrap();
        assert!(matches!(lines.next(None, &|| false), Err(ClientError::Foreign { .. })));
    }

    #[test]
    fn nobody_and_nowhere_are_told_apart() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let nobody = Lines::connect("127.0.0.1", port).err().unwrap().to_string();
        assert!(nobody.contains(&format!("127.0.0.1:{port}")) && nobody.contains("morse run"), "{nobody}");
        assert!(matches!(Lines::connect("no host", 1), Err(ClientError::Host { .. })));
    }
}
