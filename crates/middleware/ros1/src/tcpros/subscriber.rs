//! One subscriber of a topic: its connection and the messages that wait for it.

use std::collections::VecDeque;
use std::io::{ErrorKind, IoSlice};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::net::TcpStream;
use tokio::sync::Notify;

/// Maximum size of the messages that wait for a subscriber; one message may be longer. [bytes]
const WAITING_BYTES_MAX: usize = 64 << 20;

/// Number of messages in one call of the system.
const SLICES_MAX: usize = 64;

/// A subscriber of a topic.
///
/// A subscriber that does not read loses its oldest messages, and nobody else notices.
pub(crate) struct Subscriber {
    /// Name of its node.
    pub(crate) caller: String,
    /// Number of the connection, unique in the node.
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
    /// Bytes of the first message that the system has taken.
    sent: usize,
    /// Whether the first message is the connection header, which is never dropped.
    has_header: bool,
    bytes: usize,
    lost: u64,
}

impl Waiting {
    /// Adds a message; drops the oldest ones beyond `queue`, but never one that is half sent.
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
        let others = self.messages.iter().skip(1).map(|message| &**message);
        first.into_iter().chain(others).take(SLICES_MAX).map(IoSlice::new).collect()
    }

    /// Removes `count` bytes that the system has taken; gives the number of messages that are complete.
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

/// Whether a subscriber takes more.
#[derive(Debug, PartialEq, Eq)]
enum Pumped {
    Empty,
    Full,
    Gone,
}

impl Subscriber {
    /// A subscriber that gets `header` before all messages.
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

    /// Queues a message, from any thread.
    pub(super) fn push(&self, message: Bytes) {
        self.lock().push(message, self.queue);
    }

    /// Number of messages that it has lost because it was slow.
    pub(super) fn lost(&self) -> u64 {
        self.lock().lost
    }

    /// Whether messages wait.
    pub(super) fn is_waiting(&self) -> bool {
        !self.lock().messages.is_empty()
    }

    /// Sends what the system takes at once. The rest is sent by [`Subscriber::run`].
    pub(super) fn send(&self) {
        if self.pump() == Pumped::Full {
            self.blocked.notify_one();
        }
    }

    fn pump(&self) -> Pumped {
        let mut waiting = self.lock();
        while !waiting.messages.is_empty() {
            match self.stream.try_write_vectored(&waiting.slices()) {
                Ok(count) => {
                    let complete = waiting.advance(count);
                    self.messages_sent.fetch_add(complete, Ordering::Relaxed);
                    self.bytes_sent.fetch_add(count as u64, Ordering::Relaxed);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Pumped::Full,
                Err(_) => return Pumped::Gone,
            }
        }
        Pumped::Empty
    }

    /// Serves the connection until the subscriber leaves.
    pub(super) async fn run(&self) {
        tokio::select! {
            () = self.left() => {}
            () = self.drain() => {}
        }
    }

    /// Sends at the subscriber's pace whenever the system has not taken all; ends when the connection is broken.
    async fn drain(&self) {
        loop {
            self.blocked.notified().await;
            loop {
                if self.stream.writable().await.is_err() {
                    return;
                }
                match self.pump() {
                    Pumped::Empty => break,
                    Pumped::Full => {}
                    Pumped::Gone => return,
                }
            }
        }
    }

    /// Ends when the subscriber has closed the connection. Whatever it sends is dropped.
    async fn left(&self) {
        let mut bin = [0; 512];
        while self.stream.readable().await.is_ok() {
            match self.stream.try_read(&mut bin) {
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

    fn taken(waiting: &mut Waiting, count: usize) -> Vec<u8> {
        let all: Vec<u8> = waiting.slices().iter().flat_map(|slice| slice.to_vec()).collect();
        let count = count.min(all.len());
        waiting.advance(count);
        all[..count].to_vec()
    }

    #[test]
    fn the_oldest_messages_are_lost_but_not_a_half_sent_one() {
        let mut waiting = Waiting::default();
        for text in ["one", "two", "three"] {
            waiting.push(Bytes::from(text), 2);
        }
        assert_eq!(waiting.lost, 1);
        assert_eq!(taken(&mut waiting, 1), b"t");
        for text in ["four", "five"] {
            waiting.push(Bytes::from(text), 2);
        }
        assert_eq!(taken(&mut waiting, 100), b"wofourfive");
        assert_eq!((waiting.bytes, waiting.sent, waiting.lost), (0, 0, 2));
    }

    #[test]
    fn the_header_is_never_lost() {
        let mut waiting = Waiting { has_header: true, bytes: 1, ..Waiting::default() };
        waiting.messages.push_back(Bytes::from_static(b"h"));
        for text in ["one", "two", "three"] {
            waiting.push(Bytes::from(text), 1);
        }
        assert_eq!(waiting.lost, 2);
        assert_eq!(taken(&mut waiting, 100), b"hthree");
        assert!(!waiting.has_header);
    }

    #[test]
    fn the_newest_message_is_kept_however_long() {
        let mut waiting = Waiting::default();
        let long = Bytes::from(vec![0; WAITING_BYTES_MAX + 1]);
        waiting.push(long.clone(), 10);
        waiting.push(long, 10);
        assert_eq!((waiting.messages.len(), waiting.lost), (1, 1));
        waiting.push(Bytes::from_static(b"new"), 1);
        assert_eq!((waiting.messages.len(), waiting.bytes), (1, 3));
    }
}
