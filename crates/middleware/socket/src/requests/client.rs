//! One client of the service port: its open requests and unsent answers.

use std::io::ErrorKind;
use std::net::{Shutdown, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use socket2::SockRef;
use tokio::net::TcpStream;
use tokio::sync::mpsc::UnboundedSender;

use crate::log;

/// Maximum size of unsent answers of a client, beyond the system's buffer. A client that exceeds it is disconnected. [bytes]
pub const ANSWER_BYTES_MAX: usize = 4 << 20;

/// A connection to the service port.
///
/// Answers are produced on the engine's thread. If the queue is empty, an answer is written there directly, without
/// blocking, which saves a thread switch. The transport writes queued answers.
#[derive(Debug)]
pub(super) struct Client {
    socket: TcpStream,
    peer: SocketAddr,
    waiting: Mutex<Waiting>,
    /// Number of requests that the engine has not answered yet.
    unanswered: AtomicUsize,
    /// Queue of clients with answers for the transport to write.
    transport: UnboundedSender<Arc<Client>>,
}

/// Answers that have not been written yet.
#[derive(Debug, Default)]
struct Waiting {
    bytes: Vec<u8>,
    /// Number of bytes that have been written.
    written: usize,
    /// Whether the transport writes the answers.
    with_transport: bool,
    /// Whether the connection is broken.
    gone: bool,
}

impl Client {
    pub(super) fn new(socket: TcpStream, peer: SocketAddr, transport: UnboundedSender<Arc<Self>>) -> Self {
        Self { socket, peer, waiting: Mutex::default(), unanswered: AtomicUsize::new(0), transport }
    }

    pub(super) fn socket(&self) -> &TcpStream {
        &self.socket
    }

    pub(super) fn peer(&self) -> SocketAddr {
        self.peer
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request to the engine.
    pub(super) fn begin(&self) {
        self.unanswered.fetch_add(1, Ordering::Relaxed);
    }

    /// Queues the answer to a request; `write` appends it.
    pub(super) fn answer(self: &Arc<Self>, write: impl FnOnce(&mut Vec<u8>)) {
        let others = self.unanswered.fetch_sub(1, Ordering::Relaxed) - 1;
        let mut waiting = self.lock();
        if waiting.gone {
            return;
        }
        if waiting.bytes.len() - waiting.written > ANSWER_BYTES_MAX {
            tracing::warn!(target: log::REQUESTS, "Client {} does not read its answers and is disconnected.", self.peer);
            self.give_up(&mut waiting);
            return;
        }
        write(&mut waiting.bytes);
        if waiting.with_transport {
            return;
        }
        // If further answers are expected, they are written together.
        if others == 0 {
            self.write_some(&mut waiting);
        }
        if waiting.written < waiting.bytes.len() {
            waiting.with_transport = self.transport.send(Arc::clone(self)).is_ok();
        }
    }

    /// Writes as much as the system accepts without blocking.
    fn write_some(&self, waiting: &mut Waiting) {
        while let Some(rest) = waiting.bytes.get(waiting.written..).filter(|rest| !rest.is_empty()) {
            match self.socket.try_write(rest) {
                Ok(count) => waiting.written += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) => {
                    tracing::warn!(target: log::REQUESTS, "Client {} cannot be answered: {error}", self.peer);
                    self.give_up(waiting);
                    return;
                }
            }
        }
        waiting.bytes.clear();
        waiting.written = 0;
    }

    fn give_up(&self, waiting: &mut Waiting) {
        *waiting = Waiting { gone: true, ..Waiting::default() };
        // The socket may already be closed.
        let _ = SockRef::from(&self.socket).shutdown(Shutdown::Both);
    }

    /// Writes all queued answers at the client's pace. Runs on the transport.
    pub(super) async fn drain(self: Arc<Self>) {
        loop {
            {
                let mut waiting = self.lock();
                self.write_some(&mut waiting);
                if waiting.bytes.is_empty() {
                    waiting.with_transport = false;
                    return;
                }
            }
            if self.socket.writable().await.is_err() {
                return;
            }
        }
    }

    /// Whether the transport has answers to write.
    pub(super) fn is_draining(&self) -> bool {
        self.lock().with_transport
    }

    /// Whether all requests of the client are answered and all answers are written.
    pub(super) fn is_done(&self) -> bool {
        let waiting = self.lock();
        waiting.gone || (self.unanswered.load(Ordering::Relaxed) == 0 && !waiting.with_transport)
    }

    /// Closes the connection for writing. Returns whether the client has closed its side, too. Received bytes are
    /// discarded: with unread bytes at the end, the system would drop the last answers.
    pub(super) fn close(&self) -> bool {
        let _ = SockRef::from(&self.socket).shutdown(Shutdown::Write);
        let mut bin = [0; 4096];
        loop {
            match self.socket.try_read(&mut bin) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) => return error.kind() != ErrorKind::WouldBlock,
            }
        }
    }
}
