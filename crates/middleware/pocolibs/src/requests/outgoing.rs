//! Queue of lines for a client.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::answer::one_line;

/// Maximum size of queued lines. Further lines are dropped. [bytes]
const UNREAD_BYTES_MAX: usize = 1 << 20;

/// Sender of a client's queue.
#[derive(Clone)]
pub(super) struct Outgoing {
    lines: UnboundedSender<String>,
    unread: Arc<AtomicUsize>,
}

impl Outgoing {
    /// Creates a queue. Returns its sender and receiver.
    pub(super) fn new() -> (Self, UnboundedReceiver<String>) {
        let (lines, receiver) = unbounded_channel();
        (Self { lines, unread: Arc::default() }, receiver)
    }

    /// Queues a line. It is dropped if the queue is full.
    pub(super) fn send(&self, line: &str) {
        let size = line.len() + 2;
        if self.unread.fetch_add(size, Ordering::Relaxed) > UNREAD_BYTES_MAX {
            self.unread.fetch_sub(size, Ordering::Relaxed);
            return;
        }
        // Fails if the client has disconnected.
        let _ = self.lines.send(format!("{}\r\n", one_line(line)));
    }

    /// Size of the queued lines. [bytes]
    pub(super) fn unread(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.unread)
    }
}
