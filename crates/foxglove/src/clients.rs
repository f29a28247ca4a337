//! The clients and their subscriptions, shared by the threads of the simulation, of its messages and of the server.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use morse_recording::NewChannel;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::protocol::{self, Subscription};

/// Most clients at a time.
pub const CLIENTS_MAX: usize = 16;
/// Limits of the queue of a client: messages, and their bytes. Further messages are dropped for it.
const WAITING_MESSAGES: usize = 1024;
const WAITING_BYTES: usize = 32 << 20;
/// Most channels that a client asks for.
const SUBSCRIPTIONS_MAX: usize = 10_000;

/// A message on its way to a client.
#[derive(Debug)]
pub enum Outgoing {
    /// A JSON text frame.
    Text(String),
    /// A binary frame.
    Binary(Bytes),
}

/// The receiving end of a client's queue.
pub struct Queue {
    receiver: mpsc::Receiver<Outgoing>,
    waiting_bytes: Arc<AtomicUsize>,
}

impl Queue {
    /// The next message.
    pub async fn next(&mut self) -> Option<Outgoing> {
        let message = self.receiver.recv().await?;
        self.waiting_bytes.fetch_sub(size(&message), Ordering::Relaxed);
        Some(message)
    }
}

fn size(message: &Outgoing) -> usize {
    match message {
        Outgoing::Text(text) => text.len(),
        Outgoing::Binary(bytes) => bytes.len(),
    }
}

struct Client {
    sender: mpsc::Sender<Outgoing>,
    waiting_bytes: Arc<AtomicUsize>,
    /// Channels by the numbers of the client.
    subscriptions: BTreeMap<u32, usize>,
}

impl Client {
    /// Whether there was room for it.
    fn send(&self, message: Outgoing) -> bool {
        let size = size(&message);
        if self.waiting_bytes.load(Ordering::Relaxed) + size > WAITING_BYTES {
            return false;
        }
        self.waiting_bytes.fetch_add(size, Ordering::Relaxed);
        let is_sent = self.sender.try_send(message).is_ok();
        if !is_sent {
            self.waiting_bytes.fetch_sub(size, Ordering::Relaxed);
        }
        is_sent
    }
}

#[derive(Default)]
struct State {
    channels: Vec<Value>,
    clients: BTreeMap<u64, Client>,
    next: u64,
}

/// All clients.
pub struct Clients {
    name: String,
    session: String,
    state: Mutex<State>,
    connected: AtomicUsize,
}

impl Clients {
    /// None yet.
    pub fn new(name: &str) -> Clients {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clients {
            name: name.to_owned(),
            session: since.as_millis().to_string(),
            state: Mutex::default(),
            connected: AtomicUsize::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of clients.
    pub fn connected(&self) -> usize {
        self.connected.load(Ordering::Relaxed)
    }

    /// Lets one more client in, if there are not too many: its number and its queue, with the first messages in it.
    pub fn enter(&self) -> Option<(u64, Queue)> {
        let mut state = self.state();
        if state.clients.len() >= CLIENTS_MAX {
            return None;
        }
        let (sender, receiver) = mpsc::channel(WAITING_MESSAGES);
        let waiting_bytes = Arc::new(AtomicUsize::new(0));
        let client =
            Client { sender, waiting_bytes: Arc::clone(&waiting_bytes), subscriptions: BTreeMap::new() };
        client.send(Outgoing::Text(protocol::server_info(&self.name, &self.session)));
        client.send(Outgoing::Text(protocol::advertise(&state.channels)));
        let number = state.next;
        state.next += 1;
        state.clients.insert(number, client);
        self.connected.store(state.clients.len(), Ordering::Relaxed);
        Some((number, Queue { receiver, waiting_bytes }))
    }

    /// A client has gone.
    pub fn leave(&self, client: u64) {
        let mut state = self.state();
        state.clients.remove(&client);
        self.connected.store(state.clients.len(), Ordering::Relaxed);
    }

    /// Subscribes a client to channels. Errors are sent to the client.
    pub fn subscribe(&self, client: u64, subscriptions: &[Subscription]) {
        let mut state = self.state();
        let known = state.channels.len();
        let Some(client) = state.clients.get_mut(&client) else { return };
        for &Subscription { id, channel_id } in subscriptions {
            let problem = if channel_id >= known {
                format!("there is no channel {channel_id}")
            } else if client.subscriptions.contains_key(&id) {
                format!("the subscription {id} is in use")
            } else if client.subscriptions.len() >= SUBSCRIPTIONS_MAX {
                format!("a client has at most {SUBSCRIPTIONS_MAX} subscriptions")
            } else {
                client.subscriptions.insert(id, channel_id);
                continue;
            };
            client.send(Outgoing::Text(protocol::error(&problem)));
        }
    }

    /// A client asks for no more of some channels.
    pub fn unsubscribe(&self, client: u64, subscriptions: &[u32]) {
        if let Some(client) = self.state().clients.get_mut(&client) {
            client.subscriptions.retain(|id, _| !subscriptions.contains(id));
        }
    }

    /// Sends an error to a client.
    pub fn refuse(&self, client: u64, problem: &str) {
        if let Some(client) = self.state().clients.get(&client) {
            client.send(Outgoing::Text(protocol::error(problem)));
        }
    }

    /// There is a new channel.
    pub fn open(&self, channel: &NewChannel<'_>) {
        let mut state = self.state();
        let described = protocol::channel(state.channels.len(), channel);
        let message = protocol::advertise(std::slice::from_ref(&described));
        state.channels.push(described);
        // A client whose queue is full would never receive the channel, so it is disconnected.
        state.clients.retain(|_, client| client.send(Outgoing::Text(message.clone())));
        self.connected.store(state.clients.len(), Ordering::Relaxed);
    }

    /// A message of a channel.
    pub fn message(&self, channel: usize, time_ns: u64, data: &[u8]) {
        for client in self.state().clients.values() {
            for (&id, _) in client.subscriptions.iter().filter(|(_, wanted)| **wanted == channel) {
                let message = protocol::message_data(id, time_ns, data);
                client.send(Outgoing::Binary(message.into()));
            }
        }
    }

    /// The simulated time.
    pub fn time(&self, time_ns: u64) {
        let message = Bytes::from(protocol::time(time_ns));
        for client in self.state().clients.values() {
            client.send(Outgoing::Binary(message.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(topic: &str) -> NewChannel<'_> {
        NewChannel { topic, schema: "s", schema_encoding: "jsonschema", definition: "{}", encoding: "json" }
    }

    #[test]
    fn a_client_gets_its_subscriptions_under_its_own_numbers() {
        let clients = Clients::new("test");
        clients.open(&channel("/a"));
        let (client, mut queue) = clients.enter().unwrap();
        clients.open(&channel("/b"));
        clients.subscribe(client, &[Subscription { id: 40, channel_id: 1 }]);
        clients.message(0, 5, b"no");
        clients.message(1, 5, b"yes");
        let mut next = || queue.receiver.try_recv().unwrap();
        let texts = [next(), next(), next()].map(|message| match message {
            Outgoing::Text(text) => text,
            Outgoing::Binary(_) => panic!(),
        });
        assert!(texts[0].contains("serverInfo") && texts[1].contains("/a") && texts[2].contains("/b"));
        let Outgoing::Binary(bytes) = next() else { panic!() };
        assert_eq!((bytes[1], &bytes[13..]), (40, &b"yes"[..]));
        clients.unsubscribe(client, &[40]);
        clients.subscribe(client, &[Subscription { id: 1, channel_id: 9 }]);
        let Outgoing::Text(error) = next() else { panic!() };
        assert!(error.contains("no channel 9"));
        clients.message(1, 5, b"yes");
        assert!(queue.receiver.try_recv().is_err());
    }

    #[test]
    fn little_waits_for_a_client_that_stalls_and_few_clients_are_let_in() {
        let clients = Clients::new("test");
        clients.open(&channel("/a"));
        let (client, queue) = clients.enter().unwrap();
        clients.subscribe(client, &[Subscription { id: 1, channel_id: 0 }]);
        let image = vec![0; 1 << 20];
        for _ in 0..100 {
            clients.message(0, 1, &image);
        }
        assert!(queue.waiting_bytes.load(Ordering::Relaxed) <= WAITING_BYTES);
        let others: Vec<_> = (1..CLIENTS_MAX).map(|_| clients.enter().unwrap()).collect();
        assert!(clients.enter().is_none());
        clients.leave(others[0].0);
        assert!(clients.enter().is_some());
    }
}
