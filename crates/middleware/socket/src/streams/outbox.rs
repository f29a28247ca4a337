//! What crosses from the engine to the transport: messages of each stream, and which streams have some.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morse_sim::stream::{Publisher, Sample};
use tokio::sync::Notify;

use super::codec::Codec;

/// Most messages of one stream that may wait for the transport; beyond, all of them are dropped for the newer ones.
/// The transport takes them every few milliseconds, so that this is reached only when the processor is overloaded.
const MESSAGES_MAX: usize = 1024;

/// Most bytes of one stream that may wait for the transport.
const BYTES_MAX: usize = 16 << 20;

/// Messages one behind the other, each a whole line.
#[derive(Debug, Default)]
pub(super) struct Messages {
    pub(super) bytes: Vec<u8>,
    /// Where each message ends.
    pub(super) ends: Vec<usize>,
    /// How many messages were dropped since these were last taken.
    pub(super) lost: usize,
}

impl Messages {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.lost = 0;
    }
}

/// One outgoing stream between engine and transport.
#[derive(Debug, Default)]
pub(super) struct Channel {
    /// How many clients listen. Nothing is encoded for nobody.
    pub(super) clients: AtomicUsize,
    messages: Mutex<Messages>,
}

impl Channel {
    pub(super) fn lock(&self) -> MutexGuard<'_, Messages> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The streams that have messages for the transport.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    ready: Mutex<Vec<usize>>,
    /// Whether a stream got ready since the transport was last woken.
    fresh: AtomicBool,
    wake: Notify,
}

impl Outbox {
    fn mark(&self, stream: usize) {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
        self.fresh.store(true, Ordering::Relaxed);
    }

    /// The tick's messages are complete: wakes the transport, if there are any.
    pub(crate) fn flush(&self) {
        if self.fresh.swap(false, Ordering::Relaxed) {
            self.wake.notify_one();
        }
    }

    /// Waits until there are messages.
    pub(super) async fn filled(&self) {
        self.wake.notified().await;
    }

    /// The streams that have messages, each once; empties `into` first.
    pub(super) fn take(&self, into: &mut Vec<usize>) {
        into.clear();
        std::mem::swap(into, &mut *self.ready.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The engine's end of an outgoing stream.
pub(super) struct SocketPublisher {
    pub(super) stream: usize,
    pub(super) codec: Codec,
    pub(super) channel: Arc<Channel>,
    pub(super) outbox: Arc<Outbox>,
}

impl Publisher for SocketPublisher {
    fn publish(&mut self, sample: &Sample<'_>) {
        if self.channel.clients.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut messages = self.channel.lock();
        if messages.ends.len() >= MESSAGES_MAX || messages.bytes.len() >= BYTES_MAX {
            let lost = messages.lost + messages.ends.len();
            messages.clear();
            messages.lost = lost;
        }
        // Once marked, a stream stays marked until the transport takes its messages.
        let marked = !messages.ends.is_empty() || messages.lost > 0;
        if self.codec.encode(&mut messages.bytes, sample) {
            let end = messages.bytes.len();
            messages.ends.push(end);
            drop(messages);
            if !marked {
                self.outbox.mark(self.stream);
            }
        }
    }
}
