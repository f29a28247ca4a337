//! Lines on their way to a client.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::answer::one_line;

/// The largest amount of answers that a client has not read. [bytes]
const UNREAD_BYTES_MAX: usize = 1 << 20;

/// Lines for a client.
#[derive(Clone)]
pub(super) struct Outgoing {
    lines: UnboundedSender<String>,
    unread: Arc<AtomicUsize>,
}

impl Outgoing {
    /// A queue for a client, and its other end.
    pub(super) fn new() -> (Self, UnboundedReceiver<String>) {
        let (lines, receiver) = unbounded_channel();
        (Self { lines, unread: Arc::default() }, receiver)
    }

    /// Queues a line. A client that does not read loses it.
    pub(super) fn send(&self, line: &str) {
        let size = line.len() + 2;
        if self.unread.fetch_add(size, Ordering::Relaxed) > UNREAD_BYTES_MAX {
            self.unread.fetch_sub(size, Ordering::Relaxed);
            return;
        }
        // It fails when the client has left.
        let _ = self.lines.send(format!("{}\r\n", one_line(line)));
    }

    /// Size of the lines that the client has not taken. [bytes]
    pub(super) fn unread(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.unread)
    }
}
