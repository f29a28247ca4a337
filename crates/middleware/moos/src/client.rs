//! A client of a MOOSDB: notifies variables and receives the variables that it registers for.
//!
//! It connects as soon as the database is reachable, and reconnects whenever the connection ends.

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

/// Maximum wait of [`Client::wait_until_sent`].
const SENT_MAX: Duration = Duration::from_millis(50);

/// Address of a database, and the name of a client in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    /// Host name or IP address of the database.
    pub host: String,
    /// TCP port of the database.
    pub port: u16,
    /// Name of the client, unique in the database.
    pub name: String,
}

/// A client. Any thread may use it.
pub struct Client {
    address: Address,
    outbox: Mutex<Outbox>,
    /// Signaled when all packets have been passed to the system.
    sent: Condvar,
    /// Wakes the connection when messages wait.
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

    /// Address of the database and name of the client.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Whether the database has accepted the client.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.connected.load(Ordering::Acquire)
    }

    /// Queues the value of a variable. Without a connection the value is dropped: it would be outdated at the next one.
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

    /// Queues the value of a variable now and at the begin of each later connection.
    pub fn notify_each_connection(&self, key: &str, content: Content<'_>) {
        self.outbox().greet(notification(key, content));
        self.notify(key, content);
        self.to_send.notify_one();
    }

    /// Passes each message of a variable to `receive`, on the transport thread. `owner` identifies the subscriber.
    pub fn subscribe(&self, owner: &str, variable: &str, receive: Receive) {
        let first = self.subscriptions().add(owner, variable, receive);
        if first && self.is_connected() {
            self.outbox().mail(&self.address.name, registration(variable));
            self.to_send.notify_one();
        }
    }

    /// Removes all subscriptions of an owner.
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

    /// Wakes the connection to send queued messages.
    pub fn flush(&self) {
        if !self.outbox().is_empty() {
            self.to_send.notify_one();
        }
    }

    /// Waits until flushed messages have been passed to the system, for at most 50 ms.
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

    /// Called when the database has accepted the client. Queues registrations, then the values of
    /// [`Client::notify_each_connection`].
    fn begin(&self) {
        let variables = self.subscriptions().variables();
        let mut outbox = self.outbox();
        outbox.begin(&self.address.name, variables.iter().map(|variable| registration(variable)));
        self.connected.store(true, Ordering::Release);
        drop(outbox);
        self.to_send.notify_one();
    }

    /// Called when the connection has ended. Drops waiting messages.
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

/// A registration for all messages of a variable.
fn registration(variable: &str) -> Message {
    Message { value: 0.0, ..Message::new(MessageKind::REGISTER, DataType::Double, variable, now_s()) }
}

/// Wall time since 1970, the time stamp of all messages, as in MORSE 1.4. [s]
fn now_s() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

/// A client shared by streams and the transport thread.
pub type SharedClient = Arc<Client>;
