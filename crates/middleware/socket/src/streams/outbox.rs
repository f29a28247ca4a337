//! The queue from the engine to the transport: messages of each stream, and the set of streams with messages.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use morse_sim::transport::stream::{Audience, Publisher, Sample};
use tokio::sync::Notify;

use super::backlog::BACKLOG_MESSAGES_MAX;
use super::codec::Codec;
use super::messages::Messages;

/// Maximum number of messages of one stream that wait for the transport; beyond it, all of them are dropped in favour
/// of newer ones. The transport takes them every few milliseconds, so this happens only if the processor is
/// overloaded.
const MESSAGES_MAX: usize = 1024;

/// Maximum number of bytes of one stream that wait for the transport.
const BYTES_MAX: usize = 16 << 20;

/// Number of messages of one stream that do not wait for the next round: half of what a slow client is allowed to have
/// waiting, so that a client which reads in time misses none however fast the simulation runs.
const PROMPT_MESSAGES: usize = BACKLOG_MESSAGES_MAX / 2;

/// Number of bytes of one stream that do not wait for the next round.
const PROMPT_BYTES: usize = 1 << 20;

/// Number of bytes of all streams together that do not wait for the next round: thousands of streams would otherwise hold
/// hundreds of megabytes in a fast run.
const ROUND_BYTES: usize = 8 << 20;

/// One outgoing stream between engine and transport.
#[derive(Debug, Default)]
pub(super) struct Channel {
    /// Number of connected clients. Without clients, nothing is encoded.
    pub(super) clients: AtomicUsize,
    messages: Mutex<Messages>,
}

impl Channel {
    pub(super) fn lock(&self) -> MutexGuard<'_, Messages> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Maximum time the engine waits until the transport has sent the flushed messages. It takes some tens of
/// microseconds, unless the processor is overloaded.
const SEND_MAX: Duration = Duration::from_millis(50);

/// The streams that have messages for the transport.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    ready: Mutex<Vec<usize>>,
    /// Whether a stream got messages since the transport was last woken.
    fresh: AtomicBool,
    /// Whether a stream has so many messages that they do not wait for the next round.
    prompt: AtomicBool,
    wake: Notify,
    /// Number of clients of all streams.
    clients: AtomicUsize,
    /// Number of bytes of all streams that wait for the transport.
    bytes: AtomicUsize,
    /// Number of times the transport was woken.
    flushes: AtomicU64,
    /// The last flush whose messages have been passed to the system.
    sent: Mutex<u64>,
    sent_more: Condvar,
    /// Signals the next round to start at once instead of collecting more messages.
    hurry: Notify,
}

impl Outbox {
    /// Notes that a stream has got a client.
    pub(super) fn client_came(&self) {
        self.clients.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that a stream has lost a client.
    pub(super) fn client_left(&self) {
        self.clients.fetch_sub(1, Ordering::Relaxed);
    }

    /// Notes that the transport has taken so many bytes of a stream, or that they were dropped.
    pub(super) fn bytes_left(&self, count: usize) {
        self.bytes.fetch_sub(count, Ordering::Relaxed);
    }

    /// The listeners of all streams.
    pub(crate) fn audience(&self) -> Audience {
        match self.clients.load(Ordering::Relaxed) {
            0 => Audience::NoClient,
            _ => Audience::Clients,
        }
    }

    fn mark(&self, stream: usize) {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
        self.fresh.store(true, Ordering::Relaxed);
    }

    /// Marks the end of a tick's messages: wakes the transport if there are any.
    pub(crate) fn flush(&self) {
        if self.fresh.swap(false, Ordering::Relaxed) {
            self.flushes.fetch_add(1, Ordering::Release);
            self.wake.notify_one();
        }
        if self.prompt.swap(false, Ordering::Relaxed) {
            self.hurry.notify_one();
        }
    }

    /// Waits until everything flushed so far has been passed to the system, or is queued for a slow client; for
    /// [`SEND_MAX`] at most.
    pub(crate) fn wait_until_sent(&self) {
        let flushes = self.flushes.load(Ordering::Acquire);
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if *sent >= flushes {
            return;
        }
        self.hurry.notify_one();
        // After the timeout, later answers are no longer delayed.
        drop(self.sent_more.wait_timeout_while(sent, SEND_MAX, |sent| *sent < flushes));
    }

    /// Number of times the transport was woken: the messages that [`Outbox::take`] then returns include all up to
    /// this flush.
    pub(super) fn flushes(&self) -> u64 {
        self.flushes.load(Ordering::Acquire)
    }

    /// Records that everything up to a flush has been sent.
    pub(super) fn note_sent(&self, flushes: u64) {
        *self.sent.lock().unwrap_or_else(PoisonError::into_inner) = flushes;
        self.sent_more.notify_all();
    }

    /// Waits until the engine wants messages to be sent at once.
    pub(super) async fn hurried(&self) {
        self.hurry.notified().await;
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
    fn audience(&self) -> Audience {
        match self.channel.clients.load(Ordering::Relaxed) {
            0 => Audience::NoClient,
            _ => Audience::Clients,
        }
    }

    fn publish(&mut self, sample: &Sample<'_>) {
        self.queue(|codec, bytes| codec.encode(bytes, sample));
    }

    fn publish_encoded(&mut self, message: &[u8], _sample: &Sample<'_>) {
        self.queue(|_, bytes| {
            bytes.extend_from_slice(message);
            true
        });
    }
}

impl SocketPublisher {
    /// Queues what `encode` appends, if a client is connected and there is something to send.
    fn queue(&self, encode: impl FnOnce(&Codec, &mut Vec<u8>) -> bool) {
        if self.channel.clients.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut messages = self.channel.lock();
        if messages.ends.len() >= MESSAGES_MAX || messages.bytes.len() >= BYTES_MAX {
            let lost = messages.lost + messages.ends.len();
            self.outbox.bytes_left(messages.bytes.len());
            messages.clear();
            messages.lost = lost;
        }
        // Once marked, a stream stays marked until the transport takes its messages.
        let marked = !messages.ends.is_empty() || messages.lost > 0;
        let begin = messages.bytes.len();
        if encode(&self.codec, &mut messages.bytes) {
            let end = messages.bytes.len();
            let waiting = self.outbox.bytes.fetch_add(end - begin, Ordering::Relaxed) + (end - begin);
            messages.ends.push(end);
            let count = messages.ends.len();
            drop(messages);
            if count >= PROMPT_MESSAGES || end >= PROMPT_BYTES || waiting >= ROUND_BYTES {
                self.outbox.prompt.store(true, Ordering::Relaxed);
            }
            if !marked {
                self.outbox.mark(self.stream);
            }
        } else {
            messages.bytes.truncate(begin);
        }
    }
}
