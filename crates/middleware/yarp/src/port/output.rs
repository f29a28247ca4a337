//! An outgoing connection of a port.

use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::net::{TcpStream, UdpSocket};
use tokio::sync::Notify;

use super::send_queue::SendQueue;
use crate::wire::carrier::read_number;
use crate::wire::message::quit;
use crate::wire::{Carrier, Message};

/// Maximum size of data attached to an acknowledgement. [bytes]
const ATTACHED_BYTES_MAX: usize = 1 << 20;

/// Socket of a connection.
pub(super) enum Link {
    Stream(TcpStream),
    Datagrams(UdpSocket),
}

/// An outgoing connection.
///
/// A receiver that does not read loses its oldest messages, without effect on other receivers.
pub(crate) struct Output {
    /// Name of the receiving port.
    pub(crate) to: String,
    pub(crate) carrier: Carrier,
    link: Link,
    queue: Mutex<SendQueue>,
    blocked: Notify,
    closed: AtomicBool,
}

/// Result of sending queued messages.
#[derive(Debug, PartialEq, Eq)]
enum SendState {
    /// No message can be sent now.
    Idle,
    /// The buffer of the system is full.
    Full,
    /// The connection is broken.
    Gone,
}

impl Output {
    pub(super) fn new(to: String, carrier: Carrier, link: Link) -> Self {
        let (queue, blocked, closed) = (Mutex::default(), Notify::new(), AtomicBool::new(false));
        Self { to, carrier, link, queue, blocked, closed }
    }

    fn lock(&self) -> MutexGuard<'_, SendQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a message, from any thread.
    pub(super) fn push(&self, message: Message, queue: usize) {
        self.lock().push(message, queue);
    }

    /// Number of messages that the receiver has lost because it was slow.
    pub(super) fn lost(&self) -> u64 {
        self.lock().lost()
    }

    /// Whether messages are queued.
    pub(super) fn has_queued(&self) -> bool {
        !self.lock().is_empty()
    }

    /// Sends messages until the system would block. [`Output::run`] sends the rest.
    pub(super) fn send(&self) {
        if self.send_until_blocked() != SendState::Idle {
            self.blocked.notify_one();
        }
    }

    fn send_until_blocked(&self) -> SendState {
        let mut queue = self.lock();
        loop {
            let sent = match &self.link {
                Link::Stream(stream) => {
                    let slices = queue.slices(self.carrier);
                    if slices.is_empty() {
                        return SendState::Idle;
                    }
                    stream.try_write_vectored(&slices)
                }
                Link::Datagrams(socket) => match queue.sending(self.carrier).front() {
                    Some(datagram) => socket.try_send(datagram),
                    None => return SendState::Idle,
                },
            };
            match (sent, &self.link) {
                (Ok(count), Link::Stream(_)) => queue.advance(count, self.carrier),
                (Ok(_), Link::Datagrams(_)) => queue.datagram_sent(),
                (Err(error), _) if error.kind() == ErrorKind::WouldBlock => return SendState::Full,
                (Err(_), _) => return SendState::Gone,
            }
        }
    }

    /// Serves the connection until the receiver disconnects.
    pub(super) async fn run(&self) {
        tokio::select! {
            () = self.read() => {}
            () = self.drain() => {}
        }
    }

    /// Sends messages at the receiver's pace whenever the system would block. Ends when the connection is broken.
    async fn drain(&self) {
        loop {
            self.blocked.notified().await;
            if self.closed.load(Ordering::Relaxed) {
                return;
            }
            loop {
                let writable = match &self.link {
                    Link::Stream(stream) => stream.writable().await,
                    Link::Datagrams(socket) => socket.writable().await,
                };
                match self.send_until_blocked() {
                    _ if writable.is_err() => return,
                    SendState::Idle => break,
                    SendState::Full => {}
                    SendState::Gone => return,
                }
            }
        }
    }

    /// Reads acknowledgements. Ends when the receiver closes the connection or sends other data.
    async fn read(&self) {
        let Link::Stream(stream) = &self.link else { return std::future::pending().await };
        let mut acknowledgements = Acknowledgements::new(self.carrier);
        let mut bytes = [0; 512];
        while stream.readable().await.is_ok() {
            match stream.try_read(&mut bytes) {
                Ok(0) => return,
                Ok(count) => match acknowledgements.feed(bytes.get(..count).unwrap_or_default()) {
                    Some(0) => tokio::task::yield_now().await,
                    Some(_) => {
                        self.lock().acknowledged();
                        self.send();
                    }
                    None => return,
                },
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => return,
            }
        }
    }

    /// Sends the quit message, unless a message is partly sent.
    pub(crate) fn close(&self) {
        if self.closed.swap(true, Ordering::Relaxed) {
            return;
        }
        self.blocked.notify_one();
        if !self.lock().is_idle() {
            return;
        }
        if let Link::Stream(stream) = &self.link {
            let quit_message = if self.carrier.is_text() { b"q\r\n".to_vec() } else { quit() };
            // Fails if the receiver has disconnected.
            let _ = stream.try_write(&quit_message);
        }
    }
}

/// Parser that counts acknowledgements of a receiver.
struct Acknowledgements {
    carrier: Carrier,
    /// First bytes of an incomplete number.
    number: Vec<u8>,
    /// Remaining bytes of an attachment.
    skipped: usize,
}

impl Acknowledgements {
    const fn new(carrier: Carrier) -> Self {
        Self { carrier, number: Vec::new(), skipped: 0 }
    }

    /// Returns the number of acknowledgements that end in these bytes; `None` if the receiver sends other data.
    fn feed(&mut self, bytes: &[u8]) -> Option<usize> {
        match self.carrier {
            Carrier::TextAck => return Some(bytes.iter().filter(|&&byte| byte == b'\n').count()),
            Carrier::Tcp => {}
            Carrier::FastTcp | Carrier::Udp | Carrier::Text => return Some(0),
        }
        let mut count = 0;
        for &byte in bytes {
            if self.skipped > 0 {
                self.skipped -= 1;
                continue;
            }
            self.number.push(byte);
            if let Ok(number) = <[u8; 8]>::try_from(self.number.as_slice()) {
                self.skipped =
                    usize::try_from(read_number(number)?).ok().filter(|size| *size <= ATTACHED_BYTES_MAX)?;
                self.number.clear();
                count += 1;
            }
        }
        Some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::carrier::number;

    #[test]
    fn fragmented_acknowledgements_are_counted() {
        let mut tcp = Acknowledgements::new(Carrier::Tcp);
        let bytes = [&number(0)[..], &number(3), b"abc", &number(0)].concat();
        let counted: usize = bytes.chunks(5).map(|piece| tcp.feed(piece).unwrap()).sum();
        assert_eq!(counted, 3);
        let mut text = Acknowledgements::new(Carrier::TextAck);
        assert_eq!(text.feed(b"<ACK>\r\n<AC"), Some(1));
        assert_eq!(text.feed(b"K>\r\n"), Some(1));
    }

    #[test]
    fn malformed_acknowledgements_are_none() {
        assert_eq!(Acknowledgements::new(Carrier::Tcp).feed(b"HTTP/1.0 404"), None);
        assert_eq!(Acknowledgements::new(Carrier::Tcp).feed(&number(-1)), None);
        assert_eq!(Acknowledgements::new(Carrier::Tcp).feed(&number(i32::MAX)), None);
    }
}
