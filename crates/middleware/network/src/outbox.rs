//! The queue from the engine to the sending thread: channels with new messages.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

/// Maximum time that the engine waits for flushed messages to be sent.
const SEND_MAX: Duration = Duration::from_millis(50);

/// A channel with its own message queue, such as a topic or a port.
pub trait SendQueued {
    /// Sends queued messages until the socket would block. Runs on the transport thread.
    fn send_queued(&self);
}

/// Channels with messages for the transport thread.
#[derive(Debug)]
pub struct Outbox<C> {
    ready: Mutex<Vec<Arc<C>>>,
    wake: Notify,
    /// Number of flushes, each of which woke the transport thread.
    flushes: AtomicU64,
    /// Number of the last flush whose messages have been passed to the system.
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
    /// Marks a channel as having messages. The caller marks it again only after its [`SendQueued::send_queued`] has run.
    pub fn mark(&self, channel: Arc<C>) {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).push(channel);
    }

    /// Wakes the transport thread if there are messages.
    pub fn flush(&self) {
        if !self.ready.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
            self.flushes.fetch_add(1, Ordering::Release);
            self.wake.notify_one();
        }
    }

    /// Waits until all messages flushed so far have been passed to the system or queued for a slow receiver, for at most
    /// 50 ms.
    pub fn wait_until_sent(&self) {
        let flushes = self.flushes.load(Ordering::Acquire);
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if *sent < flushes {
            // On a timeout the engine continues: answers must not be delayed further.
            drop(self.sent_more.wait_timeout_while(sent, SEND_MAX, |sent| *sent < flushes));
        }
    }

    /// Sends messages after each flush. Runs on the transport thread.
    pub async fn send_forever(&self) {
        loop {
            self.wake.notified().await;
            self.send();
            // Yield to connection tasks, also if the engine flushes continuously.
            tokio::task::yield_now().await;
        }
    }

    /// Sends the messages of all marked channels. Must be called on the transport thread.
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

    /// Channel that counts its calls.
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
    async fn engine_waits_until_flush_is_sent() {
        let (outbox, channel) = (Arc::new(Outbox::default()), Arc::new(Counter::default()));
        outbox.mark(Arc::clone(&channel));
        outbox.flush();
        let sending = Arc::clone(&outbox);
        let task = tokio::spawn(async move { sending.send_forever().await });
        while channel.0.load(Ordering::Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        outbox.wait_until_sent();
        assert_eq!(*outbox.sent.lock().unwrap(), 1, "the flush is recorded as sent");
        task.abort();
    }
}
