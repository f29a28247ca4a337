//! One subscriber of a topic: its connection and its queue of messages.

use std::collections::VecDeque;
use std::io::{ErrorKind, IoSlice};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::net::TcpStream;
use tokio::sync::Notify;

/// Maximum size of the queue of a subscriber. A single message may be longer. [bytes]
const WAITING_BYTES_MAX: usize = 64 << 20;

/// Maximum number of messages in one system call.
const SLICES_MAX: usize = 64;

/// A subscriber of a topic.
///
/// A subscriber that does not read loses its oldest messages. Other subscribers and the engine are not affected.
pub(crate) struct Subscriber {
    /// Name of the subscribing node.
    pub(crate) caller: String,
    /// Number of the connection, unique within this node.
    pub(crate) id: i32,
    stream: TcpStream,
    queue: usize,
    waiting: Mutex<Waiting>,
    blocked: Notify,
    pub(super) messages_sent: AtomicU64,
    pub(super) bytes_sent: AtomicU64,
}

#[derive(Default)]
struct Waiting {
    messages: VecDeque<Bytes>,
    /// Number of bytes of the first message that are written to the socket.
    sent: usize,
    /// Whether the first message is the connection header, which is never dropped.
    has_header: bool,
    bytes: usize,
    lost: u64,
}

impl Waiting {
    /// Adds a message and drops the oldest messages beyond `queue`, except for a partly sent one.
    fn push(&mut self, message: Bytes, queue: usize) {
        self.bytes += message.len();
        self.messages.push_back(message);
        let first = usize::from(self.sent > 0 || self.has_header);
        while self.messages.len() > first + 1
            && (self.messages.len() > first + queue || self.bytes > WAITING_BYTES_MAX)
        {
            self.bytes -= self.messages.remove(first).map_or(0, |message| message.len());
            self.lost += 1;
        }
    }

    fn slices(&self) -> Vec<IoSlice<'_>> {
        let first = self.messages.front().and_then(|message| message.get(self.sent..));
        let rest = self.messages.iter().skip(1).map(|message| &**message);
        first.into_iter().chain(rest).take(SLICES_MAX).map(IoSlice::new).collect()
    }

    /// Removes `count` bytes that are written to the socket. Returns the number of completed messages.
    fn advance(&mut self, count: usize) -> u64 {
        self.sent += count;
        let mut complete = 0;
        while let Some(length) = self.messages.front().map(Bytes::len).filter(|&length| length <= self.sent) {
            self.sent -= length;
            self.bytes -= length;
            self.messages.pop_front();
            complete += u64::from(!std::mem::take(&mut self.has_header));
        }
        complete
    }
}

/// The outcome of writing to the socket.
#[derive(Debug, PartialEq, Eq)]
enum WriteOutcome {
    /// The queue is empty.
    Empty,
    /// The send buffer of the socket is full.
    Full,
    /// The connection is broken.
    Gone,
}

impl Subscriber {
    /// Creates a subscriber that receives `header` before all messages.
    pub(super) fn new(stream: TcpStream, header: Vec<u8>, caller: String, id: i32, queue: usize) -> Self {
        let bytes = header.len();
        let messages = VecDeque::from([Bytes::from(header)]);
        let waiting = Waiting { messages, has_header: true, bytes, ..Waiting::default() };
        Self {
            caller,
            id,
            stream,
            queue: queue.max(1),
            waiting: Mutex::new(waiting),
            blocked: Notify::new(),
            messages_sent: AtomicU64::new(0),
            bytes_sent: AtomicU64::new(0),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a message. Can be called from any thread.
    pub(super) fn push(&self, message: Bytes) {
        self.lock().push(message, self.queue);
    }

    /// Number of messages dropped because the subscriber was too slow.
    pub(super) fn lost(&self) -> u64 {
        self.lock().lost
    }

    /// Whether messages are queued.
    pub(super) fn is_waiting(&self) -> bool {
        !self.lock().messages.is_empty()
    }

    /// Sends queued messages until the socket would block. [`Subscriber::run`] sends the rest.
    pub(super) fn send(&self) {
        if self.write_queued() == WriteOutcome::Full {
            self.blocked.notify_one();
        }
    }

    fn write_queued(&self) -> WriteOutcome {
        let mut waiting = self.lock();
        while !waiting.messages.is_empty() {
            match self.stream.try_write_vectored(&waiting.slices()) {
                Ok(count) => {
                    let complete = waiting.advance(count);
                    self.messages_sent.fetch_add(complete, Ordering::Relaxed);
                    self.bytes_sent.fetch_add(count as u64, Ordering::Relaxed);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return WriteOutcome::Full,
                Err(_) => return WriteOutcome::Gone,
            }
        }
        WriteOutcome::Empty
    }

    /// Serves the connection until the subscriber disconnects.
    pub(super) async fn run(&self) {
        tokio::select! {
            () = self.disconnected() => {}
            () = self.drain() => {}
        }
    }

    /// Sends the rest of the queue whenever the socket has blocked. Ends when the connection is broken.
    async fn drain(&self) {
        loop {
            self.blocked.notified().await;
            loop {
                if self.stream.writable().await.is_err() {
                    return;
                }
                match self.write_queued() {
                    WriteOutcome::Empty => break,
                    WriteOutcome::Full => {}
                    WriteOutcome::Gone => return,
                }
            }
        }
    }

    /// Ends when the subscriber has closed the connection. Received bytes are discarded.
    async fn disconnected(&self) {
        let mut discarded = [0; 512];
        while self.stream.readable().await.is_ok() {
            match self.stream.try_read(&mut discarded) {
                Ok(0) => return,
                Ok(_) => tokio::task::yield_now().await,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent_bytes(waiting: &mut Waiting, count: usize) -> Vec<u8> {
        let all: Vec<u8> = waiting.slices().iter().flat_map(|slice| slice.to_vec()).collect();
        let count = count.min(all.len());
        waiting.advance(count);
        all[..count].to_vec()
    }

    #[test]
    fn oldest_messages_are_dropped_but_not_a_partly_sent_one() {
        let mut waiting = Waiting::default();
        for text in ["one", "two", "three"] {
            waiting.push(Bytes::from(text), 2);
        }
        assert_eq!(waiting.lost, 1);
        assert_eq!(sent_bytes(&mut waiting, 1), b"t");
        for text in ["four", "five"] {
            waiting.push(Bytes::from(text), 2);
        }
        assert_eq!(sent_bytes(&mut waiting, 100), b"wofourfive");
        assert_eq!((waiting.bytes, waiting.sent, waiting.lost), (0, 0, 2));
    }

    #[test]
    fn header_is_never_dropped() {
        let mut waiting = Waiting { has_header: true, bytes: 1, ..Waiting::default() };
        waiting.messages.push_back(Bytes::from_static(b"h"));
        for text in ["one", "two", "three"] {
            waiting.push(Bytes::from(text), 1);
        }
        assert_eq!(waiting.lost, 2);
        assert_eq!(sent_bytes(&mut waiting, 100), b"hthree");
        assert!(!waiting.has_header);
    }

    #[test]
    fn newest_message_is_kept_at_any_length() {
        let mut waiting = Waiting::default();
        let long = Bytes::from(vec![0; WAITING_BYTES_MAX + 1]);
        waiting.push(long.clone(), 10);
        waiting.push(long, 10);
        assert_eq!((waiting.messages.len(), waiting.lost), (1, 1));
        waiting.push(Bytes::from_static(b"new"), 1);
        assert_eq!((waiting.messages.len(), waiting.bytes), (1, 3));
    }
}
