//! One client of the service port: its open requests and unsent answers.

use std::io::ErrorKind;
use std::net::{Shutdown, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use socket2::SockRef;
use tokio::net::TcpStream;
use tokio::sync::mpsc::UnboundedSender;

use crate::log;

/// Maximum size of unsent answers of a client, beyond the system's buffer. A client that exceeds it is disconnected.
pub const ANSWER_BYTES_MAX: usize = 4 << 20;

/// A connection to the service port.
///
/// Answers are produced on the engine's thread. If nothing else is queued, an answer is written there directly,
/// without blocking, which saves a thread switch. Everything else is left to the transport.
#[derive(Debug)]
pub(super) struct Client {
    socket: TcpStream,
    peer: SocketAddr,
    waiting: Mutex<Waiting>,
    /// Number of requests passed to the engine and not answered yet.
    under_way: AtomicUsize,
    /// Queue of clients whose answers the transport has to write.
    transport: UnboundedSender<Arc<Client>>,
}

/// Answers that have not been written yet.
#[derive(Debug, Default)]
struct Waiting {
    bytes: Vec<u8>,
    /// How many of the bytes have been written.
    written: usize,
    /// Whether the transport writes them.
    with_transport: bool,
    /// Whether the connection is broken.
    gone: bool,
}

impl Client {
    pub(super) fn new(socket: TcpStream, peer: SocketAddr, transport: UnboundedSender<Arc<Self>>) -> Self {
        Self { socket, peer, waiting: Mutex::default(), under_way: AtomicUsize::new(0), transport }
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

    /// Counts a request that is passed to the engine.
    pub(super) fn begin(&self) {
        self.under_way.fetch_add(1, Ordering::Relaxed);
    }

    /// Queues the answer to a request; `write` appends it.
    pub(super) fn answer(self: &Arc<Self>, write: impl FnOnce(&mut Vec<u8>)) {
        let others = self.under_way.fetch_sub(1, Ordering::Relaxed) - 1;
        let mut waiting = self.lock();
        if waiting.gone {
            return;
        }
        if waiting.bytes.len() - waiting.written > ANSWER_BYTES_MAX {
            tracing::warn!(target: log::REQUESTS, "Client {} does not read its answers and is dropped.", self.peer);
            self.give_up(&mut waiting);
            return;
        }
        write(&mut waiting.bytes);
        if waiting.with_transport {
            return;
        }
        // If more answers are about to follow, they are written together.
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

    /// On the transport: writes all queued answers at the client's pace.
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

    /// Whether answers wait for the transport.
    pub(super) fn is_draining(&self) -> bool {
        self.lock().with_transport
    }

    /// Whether all requests of the client have been answered and the answers written.
    pub(super) fn is_done(&self) -> bool {
        let waiting = self.lock();
        waiting.gone || (self.under_way.load(Ordering::Relaxed) == 0 && !waiting.with_transport)
    }

    /// Closes the connection for writing; returns whether the client has closed its side too. Received bytes are
    /// discarded: if unread bytes were left on closing, the system would drop the last answers.
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
