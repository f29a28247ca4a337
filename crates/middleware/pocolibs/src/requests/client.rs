//! One connection of a client.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;

use super::hub::Hub;
use super::outgoing::Outgoing;
use super::protocol::{self, Next};
use crate::log::REQUESTS;

/// Maximum length of a request. [bytes]
pub(super) const LINE_BYTES_MAX: usize = 16 << 10;
/// Pause after which a request without a line end is complete: some clients send no line end.
const PAUSE: Duration = Duration::from_millis(50);
/// Time limit for the first line of a client.
const HELLO_MAX: Duration = Duration::from_secs(10);
/// Maximum number of clients.
const CLIENTS_MAX: usize = 64;

/// Serves a client until it disconnects.
pub(super) async fn serve(hub: Arc<Hub>, socket: TcpStream) {
    // The client waits for small answers: send without delay. The socket also works if this fails.
    let _ = socket.set_nodelay(true);
    let (reading, writing) = socket.into_split();
    converse(hub, reading, writing).await;
}

/// Answers the requests of a client until it disconnects.
pub(super) async fn converse(
    hub: Arc<Hub>,
    reading: impl AsyncRead + Unpin,
    writing: impl AsyncWrite + Unpin + Send + 'static,
) {
    let mut lines = Lines { socket: reading, bytes: Vec::new() };
    let hello = timeout(HELLO_MAX, lines.next()).await;
    let has_hello = matches!(&hello, Ok(Ok(Some(line))) if line == "HELLO");
    if !has_hello || hub.clients() >= CLIENTS_MAX {
        tracing::info!(target: REQUESTS, "A connection was closed that did not begin with HELLO.");
        return;
    }
    let (outgoing, queue) = Outgoing::new();
    let unread = outgoing.unread();
    let number = hub.add_client(outgoing.clone());
    let writer = tokio::spawn(write(writing, queue, unread));
    outgoing.send(&format!("HELLO {number}"));
    loop {
        match lines.next().await {
            Ok(Some(line)) => match protocol::handle(&hub, number, &line).await {
                Next::Reply(reply) => outgoing.send(&reply),
                Next::Replied => {}
                Next::Leave => break,
            },
            Ok(None) => break,
            Err(problem) => {
                outgoing.send(&format!("ERROR 0 {problem}"));
                break;
            }
        }
    }
    hub.remove_client(number);
    drop(outgoing);
    // The last answers are written for at most one second.
    let _ = timeout(Duration::from_secs(1), writer).await;
}

async fn write(
    mut socket: impl AsyncWrite + Unpin,
    mut queue: UnboundedReceiver<String>,
    unread: Arc<AtomicUsize>,
) {
    while let Some(line) = queue.recv().await {
        let written = socket.write_all(line.as_bytes()).await;
        unread.fetch_sub(line.len(), Ordering::Relaxed);
        if written.is_err() {
            return;
        }
    }
}

/// Splits received bytes into lines.
struct Lines<R> {
    socket: R,
    bytes: Vec<u8>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    /// The next non-empty line; `None` at the end of the connection.
    async fn next(&mut self) -> Result<Option<String>, String> {
        loop {
            if let Some(end) = self.bytes.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.bytes.drain(..=end).collect();
                match text(&line)? {
                    empty if empty.is_empty() => continue,
                    line => return Ok(Some(line)),
                }
            }
            if self.bytes.len() > LINE_BYTES_MAX {
                return Err(format!("a request has at most {LINE_BYTES_MAX} bytes"));
            }
            let mut chunk = [0; 1024];
            let read = if self.bytes.is_empty() {
                self.socket.read(&mut chunk).await
            } else {
                match timeout(PAUSE, self.socket.read(&mut chunk)).await {
                    Ok(read) => read,
                    Err(_) => {
                        let line = std::mem::take(&mut self.bytes);
                        return text(&line).map(Some);
                    }
                }
            };
            match read {
                Ok(0) if self.bytes.is_empty() => return Ok(None),
                Ok(0) => return text(&std::mem::take(&mut self.bytes)).map(Some),
                Ok(count) => self.bytes.extend(chunk.iter().take(count)),
                Err(_) => return Ok(None),
            }
        }
    }
}

/// Converts a line to text, without its line end. Requests are ASCII.
fn text(line: &[u8]) -> Result<String, String> {
    let line = line.trim_ascii();
    if line.len() > LINE_BYTES_MAX {
        return Err(format!("a request has at most {LINE_BYTES_MAX} bytes"));
    }
    match std::str::from_utf8(line) {
        Ok(text) if text.is_ascii() => Ok(text.to_owned()),
        _ => Err("a request must be ASCII".to_owned()),
    }
}
