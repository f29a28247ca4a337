//! The queue from the engine to the transport: which ports have new messages.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use super::Port;

/// Maximum time the engine waits until the transport has sent the flushed messages.
const SEND_MAX: Duration = Duration::from_millis(50);

/// The ports that have messages for the transport.
#[derive(Default)]
pub(crate) struct Outbox {
    ready: Mutex<Vec<Arc<Port>>>,
    wake: Notify,
    /// Number of times the transport was woken.
    flushes: AtomicU64,
    /// The last flush whose messages have been passed to the system.
    sent: Mutex<u64>,
    sent_more: Condvar,
}

impl Outbox {
    /// Notes that a port has messages. A port is noted once until the transport takes it.
    pub(super) fn mark(&self, port: Arc<Port>) {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).push(port);
    }

    /// Wakes the transport if there are messages.
    pub(crate) fn flush(&self) {
        if !self.ready.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
            self.flushes.fetch_add(1, Ordering::Release);
            self.wake.notify_one();
        }
    }

    /// Waits until everything flushed so far has been passed to the system, or is queued for a slow receiver; for
    /// [`SEND_MAX`] at most.
    pub(crate) fn wait_until_sent(&self) {
        let flushes = self.flushes.load(Ordering::Acquire);
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if *sent < flushes {
            // After the timeout, answers are no longer delayed.
            drop(self.sent_more.wait_timeout_while(sent, SEND_MAX, |sent| *sent < flushes));
        }
    }

    /// Sends messages whenever the engine has flushed some. Runs on the transport.
    pub(crate) async fn send_forever(&self) {
        loop {
            self.wake.notified().await;
            self.send();
            // Connections get their turn even if the engine flushes without a break.
            tokio::task::yield_now().await;
        }
    }

    /// Sends what there is. Must be called on the transport.
    pub(crate) fn send(&self) {
        let flushes = self.flushes.load(Ordering::Acquire);
        let ready = std::mem::take(&mut *self.ready.lock().unwrap_or_else(PoisonError::into_inner));
        for port in ready {
            port.send();
        }
        *self.sent.lock().unwrap_or_else(PoisonError::into_inner) = flushes;
        self.sent_more.notify_all();
    }
}
