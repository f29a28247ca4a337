//! The queue from the engine to the transport: messages of each stream, and the list of streams with messages.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use morse_sim::transport::stream::{Audience, Publisher, Sample};
use tokio::sync::Notify;

use super::backlog::BACKLOG_MESSAGES_MAX;
use super::codec::Codec;
use super::messages::Messages;

/// Maximum number of messages of one stream queued for the transport; beyond it, all of them are dropped in favor
/// of newer ones. The transport takes them every few milliseconds, so this happens only if the processor is
/// overloaded.
const MESSAGES_MAX: usize = 1024;

/// Maximum size of messages of one stream queued for the transport. [bytes]
const BYTES_MAX: usize = 16 << 20;

/// Number of queued messages of one stream that starts the next round at once: half of the backlog of a slow client, so
/// that a client that reads in time loses no message at any speed of the simulation.
const PROMPT_MESSAGES: usize = BACKLOG_MESSAGES_MAX / 2;

/// Size of queued messages of one stream that starts the next round at once. [bytes]
const PROMPT_BYTES: usize = 1 << 20;

/// Size of queued messages of all streams that starts the next round at once: thousands of streams would otherwise hold
/// hundreds of megabytes in a fast run. [bytes]
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

/// Maximum time that the engine waits for the transport to send flushed messages. Sending takes some tens of
/// microseconds, unless the processor is overloaded.
const SEND_MAX: Duration = Duration::from_millis(50);

/// Streams with messages for the transport.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    ready: Mutex<Vec<usize>>,
    /// Whether messages were queued since the last flush.
    fresh: AtomicBool,
    /// Whether queued messages exceed a limit that starts the next round at once.
    prompt: AtomicBool,
    wake: Notify,
    /// Number of clients of all streams.
    clients: AtomicUsize,
    /// Size of queued messages of all streams. [bytes]
    bytes: AtomicUsize,
    /// Number of flushes, each of which woke the transport.
    flushes: AtomicU64,
    /// Number of the last flush whose messages have been passed to the system.
    sent: Mutex<u64>,
    sent_more: Condvar,
    /// Starts the next round at once, without collecting further messages.
    hurry: Notify,
}

impl Outbox {
    /// Counts a new client of a stream.
    pub(super) fn client_connected(&self) {
        self.clients.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a lost client of a stream.
    pub(super) fn client_left(&self) {
        self.clients.fetch_sub(1, Ordering::Relaxed);
    }

    /// Records that bytes of a stream were taken by the transport, or dropped.
    pub(super) fn bytes_left(&self, count: usize) {
        self.bytes.fetch_sub(count, Ordering::Relaxed);
    }

    /// Whether any stream has clients.
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

    /// Called at the end of a tick. Wakes the transport if messages are queued.
    pub(crate) fn flush(&self) {
        if self.fresh.swap(false, Ordering::Relaxed) {
            self.flushes.fetch_add(1, Ordering::Release);
            self.wake.notify_one();
        }
        if self.prompt.swap(false, Ordering::Relaxed) {
            self.hurry.notify_one();
        }
    }

    /// Waits until all messages flushed so far have been passed to the system or queued for a slow client, for at most
    /// [`SEND_MAX`].
    pub(crate) fn wait_until_sent(&self) {
        let flushes = self.flushes.load(Ordering::Acquire);
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if *sent >= flushes {
            return;
        }
        self.hurry.notify_one();
        // On a timeout the engine continues: answers must not be delayed further.
        drop(self.sent_more.wait_timeout_while(sent, SEND_MAX, |sent| *sent < flushes));
    }

    /// Number of flushes. A later [`Outbox::take`] returns all messages up to this flush.
    pub(super) fn flushes(&self) -> u64 {
        self.flushes.load(Ordering::Acquire)
    }

    /// Records that all messages up to a flush have been sent.
    pub(super) fn note_sent(&self, flushes: u64) {
        *self.sent.lock().unwrap_or_else(PoisonError::into_inner) = flushes;
        self.sent_more.notify_all();
    }

    /// Waits until the next round must start at once.
    pub(super) async fn hurried(&self) {
        self.hurry.notified().await;
    }

    /// Waits until messages are flushed.
    pub(super) async fn filled(&self) {
        self.wake.notified().await;
    }

    /// Replaces the content of `into` by the streams with messages, each once.
    pub(super) fn take(&self, into: &mut Vec<usize>) {
        into.clear();
        std::mem::swap(into, &mut *self.ready.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Publisher of an outgoing stream.
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
        if self.channel.clients.load(Ordering::Relaxed) == 0 {
            return;
        }
        match &self.codec {
            // Images are large: the thread of the transport encodes them.
            Codec::Camera(camera, encoding) => {
                if let Some(message) = camera.message(*encoding, sample) {
                    let size = message.size();
                    let later = Box::new(move |out: &mut Vec<u8>| message.write(out));
                    self.queue(|messages| {
                        messages.push_later(size, later);
                        true
                    });
                }
            }
            codec => self.queue(|messages| messages.push(|bytes| codec.encode(bytes, sample))),
        }
    }

    fn publish_encoded(&mut self, message: &[u8], _sample: &Sample<'_>) {
        if self.channel.clients.load(Ordering::Relaxed) > 0 {
            self.queue(|messages| {
                messages.push(|bytes| {
                    bytes.extend_from_slice(message);
                    true
                })
            });
        }
    }
}

impl SocketPublisher {
    /// Queues a message that `push` adds, if it returns true.
    fn queue(&self, push: impl FnOnce(&mut Messages) -> bool) {
        let mut messages = self.channel.lock();
        if messages.count() >= MESSAGES_MAX || messages.size() >= BYTES_MAX {
            let lost = messages.lost + messages.count();
            self.outbox.bytes_left(messages.size());
            messages.clear();
            messages.lost = lost;
        }
        // Once marked, a stream stays marked until the transport takes its messages.
        let marked = messages.count() > 0 || messages.lost > 0;
        let before = messages.size();
        let is_added = push(&mut messages);
        let (size, count) = (messages.size(), messages.count());
        // Before the transport can take the messages. Images that are encoded now differ in size from the memory that they
        // held.
        let waiting = self.outbox.bytes.fetch_add(size, Ordering::Relaxed) + size - before;
        self.outbox.bytes_left(before);
        drop(messages);
        if !is_added {
            return;
        }
        if count >= PROMPT_MESSAGES || size >= PROMPT_BYTES || waiting >= ROUND_BYTES {
            self.outbox.prompt.store(true, Ordering::Relaxed);
        }
        if !marked {
            self.outbox.mark(self.stream);
        }
    }
}
