//! Client of an outgoing stream.

use std::cell::{Cell, RefCell};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use morse_network::Throttle;
use socket2::{SockRef, TcpKeepalive};
use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::spawn_local;

use super::backlog::Backlog;
use super::messages::Messages;
use crate::log;

/// TCP keepalive time for a silent client.
const KEEPALIVE: Duration = Duration::from_secs(2);

/// A connection to an outgoing stream. Lives on the transport's thread.
pub(super) struct Subscriber {
    socket: TcpStream,
    peer: SocketAddr,
    backlog: RefCell<Backlog>,
    draining: Cell<bool>,
    gone: Notify,
    is_gone: Cell<bool>,
    lost: Cell<usize>,
    lost_log: Throttle,
}

impl Subscriber {
    pub(super) fn new(socket: TcpStream, peer: SocketAddr) -> Self {
        Self {
            socket,
            peer,
            backlog: RefCell::default(),
            draining: Cell::new(false),
            gone: Notify::new(),
            is_gone: Cell::new(false),
            lost: Cell::new(0),
            lost_log: Throttle::default(),
        }
    }

    /// Sends messages as far as the system accepts them. The rest is queued and sent at the client's pace.
    pub(super) fn send(self: &Rc<Self>, stream: &str, messages: &Rc<Messages>) {
        if self.is_gone.get() {
            return;
        }
        let mut backlog = self.backlog.borrow_mut();
        let mut sent = 0;
        if backlog.is_empty() {
            match self.socket.try_write(&messages.bytes) {
                Ok(count) => sent = count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => return self.give_up(),
            }
        }
        if sent < messages.bytes.len() {
            let lost = backlog.push_unsent(messages, sent);
            drop(backlog);
            self.log_lost(stream, lost);
            if !self.draining.replace(true) {
                spawn_local(Rc::clone(self).drain());
            }
        }
    }

    /// Logs, at a limited rate, that the client loses messages.
    pub(super) fn log_lost(&self, stream: &str, lost: usize) {
        self.lost.set(self.lost.get() + lost);
        if self.lost.get() > 0 && self.lost_log.pass() {
            let (peer, lost) = (self.peer, self.lost.take());
            tracing::warn!(target: log::STREAMS, "Client {peer} of {stream} is too slow: it has lost {lost} messages.");
        }
    }

    async fn drain(self: Rc<Self>) {
        while !self.backlog.borrow().is_empty() && self.socket.writable().await.is_ok() {
            let mut backlog = self.backlog.borrow_mut();
            let written = self.socket.try_write_vectored(&backlog.slices());
            match written {
                Ok(count) => backlog.advance(count),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => {
                    self.give_up();
                    break;
                }
            }
        }
        self.draining.set(false);
    }

    /// Whether messages are queued for the client.
    pub(super) fn is_draining(&self) -> bool {
        self.draining.get()
    }

    fn give_up(&self) {
        self.is_gone.set(true);
        self.gone.notify_one();
    }

    /// Waits until the client has disconnected. Received bytes are ignored.
    ///
    /// A client that has closed only its sending direction may still listen, as `nc` does without input, so the end
    /// of its data is not the end of the connection. TCP keepalive then detects whether it is still connected.
    pub(super) async fn left(&self) {
        let watched = async {
            let mut bin = [0; 1024];
            loop {
                if self.socket.readable().await.is_err() {
                    return;
                }
                match self.socket.try_read(&mut bin) {
                    Ok(0) => break,
                    Ok(_) => {}
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                    Err(_) => return,
                }
            }
            let keepalive = TcpKeepalive::new().with_time(KEEPALIVE).with_interval(KEEPALIVE);
            // Without keepalive, a lost client is detected when the next message is sent.
            let _ = SockRef::from(&self.socket).set_tcp_keepalive(&keepalive);
            let _ = self.socket.ready(Interest::ERROR).await;
        };
        tokio::select! {
            () = watched => {}
            () = self.gone.notified() => {}
        }
        self.is_gone.set(true);
    }
}
