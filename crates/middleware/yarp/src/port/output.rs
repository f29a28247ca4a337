//! An outgoing connection of a port.

use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::net::{TcpStream, UdpSocket};
use tokio::sync::Notify;

use super::waiting::Waiting;
use crate::wire::carrier::read_number;
use crate::wire::message::quit;
use crate::wire::{Carrier, Message};

/// Maximum size of what a receiver may attach to an acknowledgement. [bytes]
const ATTACHED_BYTES_MAX: usize = 1 << 20;

/// What carries the bytes.
pub(super) enum Link {
    Stream(TcpStream),
    Datagrams(UdpSocket),
}

/// An outgoing connection.
///
/// A receiver that does not read loses its oldest messages, and nobody else notices.
pub(crate) struct Output {
    /// Name of the port that receives.
    pub(crate) to: String,
    pub(crate) carrier: Carrier,
    link: Link,
    waiting: Mutex<Waiting>,
    blocked: Notify,
    closed: AtomicBool,
}

/// Whether a receiver takes more.
#[derive(Debug, PartialEq, Eq)]
enum Pumped {
    Idle,
    Full,
    Gone,
}

impl Output {
    pub(super) fn new(to: String, carrier: Carrier, link: Link) -> Self {
        let (waiting, blocked, closed) = (Mutex::default(), Notify::new(), AtomicBool::new(false));
        Self { to, carrier, link, waiting, blocked, closed }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a message, from any thread.
    pub(super) fn push(&self, message: Message, queue: usize) {
        self.lock().push(message, queue);
    }

    /// Number of messages that it has lost because it was slow.
    pub(super) fn lost(&self) -> u64 {
        self.lock().lost()
    }

    /// Whether messages wait.
    pub(super) fn is_waiting(&self) -> bool {
        !self.lock().is_empty()
    }

    /// Sends what the system takes at once. The rest is sent by [`Output::run`].
    pub(super) fn send(&self) {
        if self.pump() != Pumped::Idle {
            self.blocked.notify_one();
        }
    }

    fn pump(&self) -> Pumped {
        let mut waiting = self.lock();
        loop {
            let sent = match &self.link {
                Link::Stream(stream) => {
                    let slices = waiting.slices(self.carrier);
                    if slices.is_empty() {
                        return Pumped::Idle;
                    }
                    stream.try_write_vectored(&slices)
                }
                Link::Datagrams(socket) => match waiting.sending(self.carrier).front() {
                    Some(datagram) => socket.try_send(datagram),
                    None => return Pumped::Idle,
                },
            };
            match (sent, &self.link) {
                (Ok(count), Link::Stream(_)) => waiting.advance(count, self.carrier),
                (Ok(_), Link::Datagrams(_)) => waiting.datagram_sent(),
                (Err(error), _) if error.kind() == ErrorKind::WouldBlock => return Pumped::Full,
                (Err(_), _) => return Pumped::Gone,
            }
        }
    }

    /// Serves the connection until the receiver leaves.
    pub(super) async fn run(&self) {
        tokio::select! {
            () = self.read() => {}
            () = self.drain() => {}
        }
    }

    /// Sends at the receiver's pace whenever the system has not taken all; ends when the connection is broken.
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
                match self.pump() {
                    _ if writable.is_err() => return,
                    Pumped::Idle => break,
                    Pumped::Full => {}
                    Pumped::Gone => return,
                }
            }
        }
    }

    /// Reads acknowledgements; ends when the receiver has closed the connection or sends something else.
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

    /// Says that no more messages come. A message that is half sent is not followed by anything.
    pub(crate) fn close(&self) {
        if self.closed.swap(true, Ordering::Relaxed) {
            return;
        }
        self.blocked.notify_one();
        if !self.lock().is_idle() {
            return;
        }
        if let Link::Stream(stream) = &self.link {
            let goodbye = if self.carrier.is_text() { b"q\r\n".to_vec() } else { quit() };
            // The receiver may have left.
            let _ = stream.try_write(&goodbye);
        }
    }
}

/// Counts the acknowledgements that a receiver sends.
struct Acknowledgements {
    carrier: Carrier,
    /// The beginning of a number.
    number: Vec<u8>,
    /// Bytes of an attachment that are still to come.
    skipped: usize,
}

impl Acknowledgements {
    const fn new(carrier: Carrier) -> Self {
        Self { carrier, number: Vec::new(), skipped: 0 }
    }

    /// The number of acknowledgements that end in these bytes; `None` if the receiver sends something else.
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
    fn acknowledgements_are_counted_in_any_pieces() {
        let mut tcp = Acknowledgements::new(Carrier::Tcp);
        let bytes = [&number(0)[..], &number(3), b"abc", &number(0)].concat();
        let counted: usize = bytes.chunks(5).map(|piece| tcp.feed(piece).unwrap()).sum();
        assert_eq!(counted, 3);
        let mut text = Acknowledgements::new(Carrier::TextAck);
        assert_eq!(text.feed(b"<ACK>\r\n<AC"), Some(1));
        assert_eq!(text.feed(b"K>\r\n"), Some(1));
    }

    #[test]
    fn rubbish_is_none() {
        assert_eq!(Acknowledgements::new(Carrier::Tcp).feed(b"HTTP/1.0 404"), None);
        assert_eq!(Acknowledgements::new(Carrier::Tcp).feed(&number(-1)), None);
        assert_eq!(Acknowledgements::new(Carrier::Tcp).feed(&number(i32::MAX)), None);
    }
}
