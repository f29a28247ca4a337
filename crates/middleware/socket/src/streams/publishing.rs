//! Outgoing streams on the transport: their clients, and the way of messages to them.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::{spawn_local, yield_now};
use tokio::time::Instant;

use super::outbox::{Channel, Messages, Outbox};
use super::subscriber::Subscriber;
use crate::accept::accept_all;

/// How often the end looks whether a client has taken everything.
const DRAIN_PERIOD: Duration = Duration::from_millis(2);

/// Streams served in one go, before requests and other connections have their turn.
const STREAMS_PER_TURN: usize = 16;

/// An outgoing stream on the transport's thread.
struct OutStream {
    component: String,
    channel: Arc<Channel>,
    clients: RefCell<Vec<Rc<Subscriber>>>,
    /// Takes turns with the channel's messages, so that neither side allocates.
    spare: RefCell<Messages>,
}

impl OutStream {
    fn welcome(self: &Rc<Self>, client: Rc<Subscriber>) {
        self.clients.borrow_mut().push(Rc::clone(&client));
        self.channel.clients.fetch_add(1, Ordering::Relaxed);
        let stream = Rc::clone(self);
        spawn_local(async move {
            client.left().await;
            stream.clients.borrow_mut().retain(|known| !Rc::ptr_eq(known, &client));
            stream.channel.clients.fetch_sub(1, Ordering::Relaxed);
        });
    }

    /// Sends everything that waits to all clients.
    fn send(&self) {
        let mut messages = self.spare.borrow_mut();
        messages.clear();
        std::mem::swap(&mut *messages, &mut *self.channel.lock());
        for client in self.clients.borrow().iter() {
            if messages.lost > 0 {
                client.complain(&self.component, messages.lost);
            }
            client.send(&self.component, &messages);
        }
    }
}

/// All outgoing streams on the transport's thread.
pub(crate) struct OutStreams {
    streams: Vec<Rc<OutStream>>,
    outbox: Arc<Outbox>,
}

impl OutStreams {
    /// Begins to accept clients and to send.
    pub(super) fn start(
        streams: Vec<(String, TcpListener, Arc<Channel>)>,
        outbox: Arc<Outbox>,
        round_min: Duration,
    ) -> Rc<Self> {
        let streams = streams.into_iter().map(|(component, listener, channel)| {
            let stream = Rc::new(OutStream {
                component,
                channel,
                clients: RefCell::default(),
                spare: RefCell::default(),
            });
            let welcoming = Rc::clone(&stream);
            spawn_local(accept_all(
                listener,
                format!("The stream of {}", stream.component),
                move |socket, peer| {
                    welcoming.welcome(Rc::new(Subscriber::new(socket, peer)));
                },
            ));
            stream
        });
        let all = Rc::new(Self { streams: streams.collect(), outbox });
        let sending = Rc::clone(&all);
        spawn_local(async move { sending.send_rounds(round_min).await });
        all
    }

    async fn send_rounds(&self, round_min: Duration) {
        let mut ready = Vec::new();
        loop {
            self.outbox.filled().await;
            let begun = Instant::now();
            self.send_round(&mut ready).await;
            if begun.elapsed() < round_min {
                tokio::time::sleep_until(begun + round_min).await;
            }
        }
    }

    async fn send_round(&self, ready: &mut Vec<usize>) {
        self.outbox.take(ready);
        for (nth, &stream) in ready.iter().enumerate() {
            if let Some(stream) = self.streams.get(stream) {
                stream.send();
            }
            if nth % STREAMS_PER_TURN == STREAMS_PER_TURN - 1 {
                yield_now().await;
            }
        }
    }

    /// Sends what is left and waits until it has been taken.
    pub(crate) async fn finish(&self) {
        self.send_round(&mut Vec::new()).await;
        for stream in &self.streams {
            let clients = stream.clients.borrow().clone();
            for client in clients {
                while client.is_draining() {
                    tokio::time::sleep(DRAIN_PERIOD).await;
                }
            }
        }
    }
}
