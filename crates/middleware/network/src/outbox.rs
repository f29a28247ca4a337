//! The queue from the engine to the thread that sends: which channels have new messages.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

/// Maximum time the engine waits until the flushed messages have been sent.
const SEND_MAX: Duration = Duration::from_millis(50);

/// A channel with messages of its own, such as a topic or a port.
pub trait SendQueued {
    /// Sends its messages as far as the system takes them. Runs on the transport.
    fn send_queued(&self);
}

/// The channels that have messages for the transport, the thread that sends.
#[derive(Debug)]
pub struct Outbox<C> {
    ready: Mutex<Vec<Arc<C>>>,
    wake: Notify,
    /// Number of times the transport was woken.
    flushes: AtomicU64,
    /// The last flush whose messages have been passed to the system.
    sent: Mutex<u64>,
    sent_more: Condvar,
}

impl<C> Default for Outbox<C> {
    fn default() -> Self {
        Self {
            ready: Mutex::default(),
            wake: Notify::default(),
            flushes: AtomicU64::default(),
            sent: Mutex::default(),
            sent_more: Condvar::default(),
        }
    }
}

impl<C: SendQueued> Outbox<C> {
    /// Notes that a channel has messages. The caller notes it once until it was told to send them.
    pub fn mark(&self, channel: Arc<C>) {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).push(channel);
    }

    /// Wakes the transport if there are messages.
    pub fn flush(&self) {
        if !self.ready.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
            self.flushes.fetch_add(1, Ordering::Release);
            self.wake.notify_one();
        }
    }

    /// Waits until everything flushed so far has been passed to the system, or is queued for a slow receiver; for 50 ms
    /// at most.
    pub fn wait_until_sent(&self) {
        let flushes = self.flushes.load(Ordering::Acquire);
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if *sent < flushes {
            // After the timeout, answers are no longer delayed.
            drop(self.sent_more.wait_timeout_while(sent, SEND_MAX, |sent| *sent < flushes));
        }
    }

    /// Sends messages whenever the engine has flushed some. Runs on the transport.
    pub async fn send_forever(&self) {
        loop {
            self.wake.notified().await;
            self.send();
            // Connections get their turn even if the engine flushes without a break.
            tokio::task::yield_now().await;
        }
    }

    /// Sends what there is. Must be called on the transport.
    pub fn send(&self) {
        let flushes = self.flushes.load(Ordering::Acquire);
        let ready = std::mem::take(&mut *self.ready.lock().unwrap_or_else(PoisonError::into_inner));
        for channel in ready {
            channel.send_queued();
        }
        *self.sent.lock().unwrap_or_else(PoisonError::into_inner) = flushes;
        self.sent_more.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// Counts how often it sends.
    #[derive(Default)]
    struct Counter(AtomicUsize);

    impl SendQueued for Counter {
        fn send_queued(&self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_marked_channel_sends_once() {
        let (outbox, channel) = (Outbox::default(), Arc::new(Counter::default()));
        outbox.mark(Arc::clone(&channel));
        outbox.flush();
        outbox.send();
        outbox.send();
        assert_eq!(channel.0.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn the_engine_waits_until_a_flush_is_sent() {
        let (outbox, channel) = (Arc::new(Outbox::default()), Arc::new(Counter::default()));
        outbox.mark(Arc::clone(&channel));
        outbox.flush();
        let sending = Arc::clone(&outbox);
        let task = tokio::spawn(async move { sending.send_forever().await });
        while channel.0.load(Ordering::Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        outbox.wait_until_sent();
        assert_eq!(*outbox.sent.lock().unwrap(), 1, "the flush is noted as sent");
        task.abort();
    }
}
