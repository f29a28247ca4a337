//! Outgoing streams on the transport: accepts their clients and sends their messages.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::{spawn_local, yield_now};
use tokio::time::Instant;

use super::closing::{Closed, Closing};
use super::messages::Messages;
use super::outbox::{Channel, Outbox};
use super::subscriber::Subscriber;
use crate::accept::accept_admitted;
use crate::access::{Access, Permit};

/// Period of checks, at the end, whether all clients have received all messages.
const DRAIN_PERIOD: Duration = Duration::from_millis(2);

/// Number of streams served before yielding to other connections.
const STREAMS_PER_TURN: usize = 16;

/// Inverse of the maximum share of time for sending, within the limits of [`Rounds`].
const SENDING_SHARE: u32 = 8;

/// Limits of the time between rounds of sending.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rounds {
    /// Minimum time from the beginning of a round to the beginning of the next.
    pub(crate) min: Duration,
    /// Maximum of that time, if sending takes long.
    pub(crate) max: Duration,
}

impl Rounds {
    /// Time from the beginning of a round to the beginning of the next, if sending took `spent`.
    fn period(self, spent: Duration) -> Duration {
        (spent * SENDING_SHARE).min(self.max).max(self.min)
    }
}

/// An outgoing stream on the transport's thread.
struct OutStream {
    component: String,
    channel: Arc<Channel>,
    outbox: Arc<Outbox>,
    clients: RefCell<Vec<Rc<Subscriber>>>,
    /// Buffer to swap with the channel's messages, so that neither side allocates unless a client is slow.
    spare: RefCell<Messages>,
}

impl OutStream {
    fn add_client(self: &Rc<Self>, client: Rc<Subscriber>, permit: Permit, closed: Closed) {
        self.clients.borrow_mut().push(Rc::clone(&client));
        self.channel.clients.fetch_add(1, Ordering::Relaxed);
        self.outbox.client_connected();
        let stream = Rc::clone(self);
        spawn_local(async move {
            closed.or(client.left()).await;
            stream.clients.borrow_mut().retain(|known| !Rc::ptr_eq(known, &client));
            stream.channel.clients.fetch_sub(1, Ordering::Relaxed);
            stream.outbox.client_left();
            drop(permit);
        });
    }

    /// Sends all queued messages to all clients.
    fn send(&self) {
        let mut messages = self.spare.take();
        messages.clear();
        std::mem::swap(&mut messages, &mut *self.channel.lock());
        self.outbox.bytes_left(messages.size());
        messages.encode_later();
        let messages = Rc::new(messages);
        for client in self.clients.borrow().iter() {
            if messages.lost > 0 {
                client.log_lost(&self.component, messages.lost);
            }
            client.send(&self.component, &messages);
        }
        // If a slow client keeps the messages, the stream gets a new buffer.
        if let Some(messages) = Rc::into_inner(messages) {
            self.spare.replace(messages);
        }
    }
}

impl Drop for OutStream {
    fn drop(&mut self) {
        self.outbox.bytes_left(self.channel.lock().size());
    }
}

/// All outgoing streams on the transport's thread.
pub(crate) struct OutStreams {
    /// Streams by number.
    streams: RefCell<BTreeMap<usize, Rc<OutStream>>>,
    /// For each component with streams, outgoing or incoming, the signal that ends them.
    closings: RefCell<BTreeMap<String, Closing>>,
    outbox: Arc<Outbox>,
    access: Rc<Access>,
}

impl OutStreams {
    /// Starts the task that sends, without streams.
    pub(super) fn start(outbox: Arc<Outbox>, rounds: Rounds, access: Rc<Access>) -> Rc<Self> {
        let (streams, closings) = Default::default();
        let all = Rc::new(Self { streams, closings, outbox, access });
        let sending = Rc::clone(&all);
        spawn_local(async move { sending.send_rounds(rounds).await });
        all
    }

    /// Starts to accept clients of a stream.
    pub(super) fn add(&self, number: usize, component: String, listener: TcpListener, channel: Arc<Channel>) {
        let closed = self.closing_of(&component);
        let (outbox, clients, spare) = (Arc::clone(&self.outbox), RefCell::default(), RefCell::default());
        let stream = Rc::new(OutStream { component, channel, outbox, clients, spare });
        self.streams.borrow_mut().insert(number, Rc::clone(&stream));
        let what = format!("The stream of {}", stream.component);
        let closed_too = closed.clone();
        let access = Rc::clone(&self.access);
        spawn_local(closed.or(accept_admitted(listener, what, access, move |socket, peer, permit| {
            stream.add_client(Rc::new(Subscriber::new(socket, peer)), permit, closed_too.clone());
        })));
    }

    /// Admits the clients of all ports.
    pub(super) fn access(&self) -> Rc<Access> {
        Rc::clone(&self.access)
    }

    /// Signal for tasks that the streams of a component are closed.
    pub(super) fn closing_of(&self, component: &str) -> Closed {
        let mut closings = self.closings.borrow_mut();
        closings.entry(component.to_owned()).or_insert_with(Closing::new).closed()
    }

    /// Closes all streams of a component and the connections of their clients. Queued messages are sent first, as far as
    /// the system accepts them.
    pub(super) fn close(&self, component: &str) {
        self.streams.borrow_mut().retain(|_, stream| {
            let is_kept = stream.component != component;
            if !is_kept {
                stream.send();
            }
            is_kept
        });
        self.closings.borrow_mut().remove(component);
    }

    async fn send_rounds(&self, rounds: Rounds) {
        let mut ready = Vec::new();
        loop {
            self.outbox.filled().await;
            let begun = Instant::now();
            self.send_round(&mut ready).await;
            let spent = begun.elapsed();
            let period = rounds.period(spent);
            if spent < period {
                tokio::select! {
                    () = tokio::time::sleep_until(begun + period) => {}
                    () = self.outbox.hurried() => {}
                }
            }
        }
    }

    async fn send_round(&self, ready: &mut Vec<usize>) {
        let flushes = self.outbox.flushes();
        self.outbox.take(ready);
        for (nth, &stream) in ready.iter().enumerate() {
            if let Some(stream) = self.streams.borrow().get(&stream) {
                stream.send();
            }
            if nth % STREAMS_PER_TURN == STREAMS_PER_TURN - 1 {
                yield_now().await;
            }
        }
        self.outbox.note_sent(flushes);
    }

    /// Sends the remaining messages, and waits until clients have received them.
    pub(crate) async fn finish(&self) {
        self.send_round(&mut Vec::new()).await;
        let streams: Vec<_> = self.streams.borrow().values().map(Rc::clone).collect();
        for stream in streams {
            let clients = stream.clients.borrow().clone();
            for client in clients {
                while client.is_draining() {
                    tokio::time::sleep(DRAIN_PERIOD).await;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_between_rounds_grows_with_sending_within_limits() {
        let ms = Duration::from_millis;
        let rounds = Rounds { min: ms(25), max: ms(200) };
        assert_eq!(rounds.period(Duration::ZERO), ms(25));
        assert_eq!(rounds.period(ms(3)), ms(25));
        assert_eq!(rounds.period(ms(12)), ms(96));
        assert_eq!(rounds.period(ms(80)), ms(200));
        assert_eq!(Rounds { min: ms(2), max: ms(2) }.period(ms(12)), ms(2), "real time");
    }
}
