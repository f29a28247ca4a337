//! A client of a MOOSDB: notifies variables and receives those that it registers for.
//!
//! It connects by itself, as soon as there is a database, and again whenever the connection ends.

mod connection;
mod outbox;
mod subscriptions;
mod transport;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use morse_network::Throttle;
use tokio::sync::{Notify, watch};

use crate::log::STREAMS;
use crate::wire::{DataType, Message, MessageKind};

pub use crate::wire::Content;
use outbox::Outbox;
use subscriptions::Subscriptions;

pub use outbox::OUTBOX_BYTES_MAX;
pub use subscriptions::Receive;
pub use transport::Transport;

/// Time that [`Client::wait_until_sent`] waits at most.
const SENT_MAX: Duration = Duration::from_millis(50);

/// Where a database is, and the name of a client there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    /// Name or address of the database's computer.
    pub host: String,
    /// The database's port.
    pub port: u16,
    /// Name of the client, which is unique in the database.
    pub name: String,
}

/// One client, which any thread may use.
pub struct Client {
    address: Address,
    outbox: Mutex<Outbox>,
    /// Signals that all packets have been passed to the system.
    sent: Condvar,
    /// Wakes the connection when there is something to send.
    to_send: Notify,
    subscriptions: Mutex<Subscriptions>,
    connected: AtomicBool,
    overflow: Throttle,
    stop: watch::Sender<bool>,
}

impl Client {
    fn new(address: Address) -> Self {
        Self {
            address,
            outbox: Mutex::default(),
            sent: Condvar::new(),
            to_send: Notify::new(),
            subscriptions: Mutex::default(),
            connected: AtomicBool::new(false),
            overflow: Throttle::default(),
            stop: watch::Sender::new(false),
        }
    }

    /// Where it connects, and its name.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Whether the database has accepted it.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.connected.load(Ordering::Acquire)
    }

    /// Queues the value of a variable. Without a connection it is dropped, as it would be old when there is one.
    pub fn notify(&self, key: &str, content: Content<'_>) {
        if !self.is_connected() {
            return;
        }
        let dropped = self.outbox().value(&self.address.name, key, now_s(), content);
        if dropped > 0 && self.overflow.pass() {
            tracing::warn!(
                target: STREAMS,
                "MOOS client {} at {}:{}: the database does not read; {dropped} of the oldest messages are dropped.",
                self.address.name, self.address.host, self.address.port
            );
        }
    }

    /// Queues the value of a variable for this connection and all later ones.
    pub fn notify_each_connection(&self, key: &str, content: Content<'_>) {
        self.outbox().greet(notification(key, content));
        self.notify(key, content);
        self.to_send.notify_one();
    }

    /// Passes each message of a variable to `receive`, on the thread of the transport. `owner` names who wants it.
    pub fn subscribe(&self, owner: &str, variable: &str, receive: Receive) {
        let first = self.subscriptions().add(owner, variable, receive);
        if first && self.is_connected() {
            self.outbox().mail(&self.address.name, registration(variable));
            self.to_send.notify_one();
        }
    }

    /// Ends the subscriptions of an owner.
    pub fn unsubscribe(&self, owner: &str) {
        let unused = self.subscriptions().remove(owner);
        for variable in unused {
            if self.is_connected() {
                let message = Message::new(MessageKind::UNREGISTER, DataType::Double, &variable, now_s());
                self.outbox().mail(&self.address.name, message);
            }
        }
        self.to_send.notify_one();
    }

    /// Sends what is queued.
    pub fn flush(&self) {
        if !self.outbox().is_empty() {
            self.to_send.notify_one();
        }
    }

    /// Waits for a short time until everything that was flushed has been passed to the system.
    pub fn wait_until_sent(&self) {
        let deadline = Instant::now() + SENT_MAX;
        let mut outbox = self.outbox();
        while self.is_connected() && outbox.is_unsent() {
            let Some(left) = deadline.checked_duration_since(Instant::now()) else { return };
            outbox = self.sent.wait_timeout(outbox, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn outbox(&self) -> MutexGuard<'_, Outbox> {
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn subscriptions(&self) -> MutexGuard<'_, Subscriptions> {
        self.subscriptions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The database has accepted the client: queues registrations, and what each connection begins with.
    fn begin(&self) {
        let variables = self.subscriptions().variables();
        let mut outbox = self.outbox();
        outbox.begin(&self.address.name, variables.iter().map(|variable| registration(variable)));
        self.connected.store(true, Ordering::Release);
        drop(outbox);
        self.to_send.notify_one();
    }

    /// The connection has ended.
    fn end(&self) {
        let mut outbox = self.outbox();
        self.connected.store(false, Ordering::Release);
        outbox.end();
        drop(outbox);
        self.sent.notify_all();
    }
}

fn notification(key: &str, content: Content<'_>) -> Message {
    let time_s = now_s();
    match content {
        Content::Double(value) => {
            Message { value, ..Message::new(MessageKind::NOTIFY, DataType::Double, key, time_s) }
        }
        Content::Text(text) => {
            let text = text.as_bytes().to_vec();
            Message { text, ..Message::new(MessageKind::NOTIFY, DataType::Text, key, time_s) }
        }
    }
}

/// A registration for every change of a variable.
fn registration(variable: &str) -> Message {
    Message { value: 0.0, ..Message::new(MessageKind::REGISTER, DataType::Double, variable, now_s()) }
}

/// Wall time since 1970, which is the time stamp of all messages, as in MORSE 1.4. [s]
fn now_s() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

/// Shared clients.
pub type SharedClient = Arc<Client>;
