//! A topic that the node publishes: its subscribers, and the last messages if it latches.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use morse_network::{Outbox, SendQueued, Throttle};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::TopicType;
use super::header::Header;
use super::subscriber::Subscriber;
use crate::log;
use crate::xmlrpc::Value;

/// A topic that the node publishes.
pub(crate) struct Publication {
    pub(crate) topic: String,
    pub(crate) kind: TopicType,
    /// Name of the node.
    node: String,
    pub(crate) latching: bool,
    /// Number of messages queued for a slow subscriber.
    queue: usize,
    subscribers: Mutex<Vec<Arc<Subscriber>>>,
    count: AtomicUsize,
    /// The last message of each sender, if the topic latches: senders of one topic may send different content.
    latched: Mutex<Vec<Option<Bytes>>>,
    senders: AtomicUsize,
    /// Whether the topic is in the outbox.
    marked: AtomicBool,
    outbox: Arc<Outbox<Publication>>,
    log_throttle: Throttle,
}

impl Publication {
    pub(crate) fn new(
        topic: String,
        kind: TopicType,
        node: String,
        (latching, queue): (bool, usize),
        outbox: Arc<Outbox<Publication>>,
    ) -> Self {
        Self {
            topic,
            kind,
            node,
            latching,
            queue,
            subscribers: Mutex::default(),
            count: AtomicUsize::new(0),
            latched: Mutex::default(),
            senders: AtomicUsize::new(0),
            marked: AtomicBool::new(false),
            outbox,
            log_throttle: Throttle::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Subscriber>>> {
        self.subscribers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of subscribers.
    pub(crate) fn subscriber_count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// Whether messages are needed: the topic has subscribers, or it latches.
    pub(crate) fn has_listeners(&self) -> bool {
        self.latching || self.count.load(Ordering::Relaxed) > 0
    }

    /// Adds a sender and returns its number.
    pub(crate) fn add_sender(&self) -> usize {
        let mut latched = self.latched.lock().unwrap_or_else(PoisonError::into_inner);
        latched.push(None);
        self.senders.fetch_add(1, Ordering::Relaxed);
        latched.len() - 1
    }

    /// Removes a sender and its last message.
    pub(crate) fn remove_sender(&self, sender: usize) {
        let mut latched = self.latched.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(latched) = latched.get_mut(sender) {
            *latched = None;
        }
        self.senders.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether the topic has senders.
    pub(crate) fn has_senders(&self) -> bool {
        self.senders.load(Ordering::Relaxed) > 0
    }

    /// Queues a message of a sender for all subscribers, without blocking. The message includes its length prefix.
    pub(crate) fn publish(self: &Arc<Self>, sender: usize, message: Bytes) {
        if self.latching {
            // The lock prevents that a subscriber is added in between: it would miss the message, or get it twice.
            let mut latched = self.latched.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(latched) = latched.get_mut(sender) {
                *latched = Some(message.clone());
            }
            self.queue_for_all(&message);
        } else {
            self.queue_for_all(&message);
        }
        if !self.marked.swap(true, Ordering::AcqRel) {
            self.outbox.mark(Arc::clone(self));
        }
    }

    fn queue_for_all(&self, message: &Bytes) {
        for subscriber in self.lock().iter() {
            subscriber.push(message.clone());
        }
    }

    /// Answers the header of a subscriber and serves it until it disconnects.
    pub(crate) async fn serve(&self, mut stream: TcpStream, asked: &Header, id: i32) {
        if let Some(problem) = self.mismatch(asked) {
            let caller = asked.get("callerid").unwrap_or("a node without a name");
            if self.log_throttle.pass() {
                tracing::warn!(target: log::STREAMS, "{caller} cannot subscribe to {}: {problem}", self.topic);
            }
            // The peer may have disconnected.
            let _ = stream.write_all(&Header::error(&problem).encode()).await;
            return;
        }
        let answer = Header::new([
            ("callerid", self.node.as_str()),
            ("latching", if self.latching { "1" } else { "0" }),
            ("md5sum", &*self.kind.md5sum),
            ("message_definition", &*self.kind.definition),
            ("topic", self.topic.as_str()),
            ("type", self.kind.name.as_str()),
        ]);
        let subscriber = self.add(stream, answer.encode(), asked, id);
        subscriber.send();
        subscriber.run().await;
        self.lock().retain(|known| !Arc::ptr_eq(known, &subscriber));
        self.count.fetch_sub(1, Ordering::Relaxed);
    }

    /// Adds a subscriber and queues the header and, if the topic latches, the last messages for it. A subscriber that has
    /// received the header gets all messages published afterwards.
    fn add(&self, stream: TcpStream, header: Vec<u8>, asked: &Header, id: i32) -> Arc<Subscriber> {
        let latched = self.latched.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = self.queue.max(latched.iter().flatten().count());
        let caller = asked.get("callerid").unwrap_or_default().to_owned();
        let subscriber = Arc::new(Subscriber::new(stream, header, caller, id, queue));
        for message in latched.iter().flatten() {
            subscriber.push(message.clone());
        }
        self.lock().push(Arc::clone(&subscriber));
        self.count.fetch_add(1, Ordering::Relaxed);
        subscriber
    }

    /// The reason for which a subscriber cannot be served; `None` if it can. As in rospy, only the MD5 sums are compared: a
    /// type with another name and the same MD5 sum is accepted.
    fn mismatch(&self, asked: &Header) -> Option<String> {
        let Some(md5sum) = asked.get("md5sum") else { return Some("the header has no md5sum".to_owned()) };
        if md5sum == "*" || md5sum == self.kind.md5sum {
            return None;
        }
        let name = asked.get("type").unwrap_or("(unknown)");
        Some(format!(
            "topic types do not match: the subscriber wants {name} with md5sum {md5sum}, but {} is {} with md5sum {}",
            self.topic, self.kind.name, self.kind.md5sum
        ))
    }

    /// Ends all connections.
    pub(crate) fn close(&self) {
        self.lock().clear();
    }

    /// Whether messages are queued for any subscriber.
    pub(crate) fn is_waiting(&self) -> bool {
        self.lock().iter().any(|subscriber| subscriber.is_waiting())
    }

    /// The connections, for the method `getBusInfo`.
    pub(crate) fn bus_info(&self) -> Vec<Value> {
        let line =
            |subscriber: &Arc<Subscriber>| bus_line(subscriber.id, &subscriber.caller, 'o', &self.topic);
        self.lock().iter().map(line).collect()
    }

    /// Counts of messages and bytes, for the method `getBusStats`.
    pub(crate) fn bus_stats(&self) -> Value {
        let number = |count: u64| Value::Int(i32::try_from(count).unwrap_or(i32::MAX));
        let subscribers = self.lock();
        let line = |subscriber: &Arc<Subscriber>| {
            let bytes = number(subscriber.bytes_sent.load(Ordering::Relaxed));
            let messages = number(subscriber.messages_sent.load(Ordering::Relaxed));
            Value::from([subscriber.id.into(), bytes, messages, 1.into()])
        };
        let bytes = subscribers.iter().map(|subscriber| subscriber.bytes_sent.load(Ordering::Relaxed)).sum();
        let lines: Vec<Value> = subscribers.iter().map(line).collect();
        Value::from([self.topic.as_str().into(), number(bytes), lines.into()])
    }
}

impl SendQueued for Publication {
    fn send_queued(&self) {
        self.marked.store(false, Ordering::Release);
        for subscriber in self.lock().iter() {
            subscriber.send();
            if subscriber.lost() > 0 && self.log_throttle.pass() {
                tracing::debug!(
                    target: log::STREAMS,
                    "{} does not read {} fast enough and has lost {} messages.",
                    subscriber.caller, self.topic, subscriber.lost()
                );
            }
        }
    }
}

/// One entry of `getBusInfo`: a TCPROS connection. The direction is `i`, `o` or `b`.
pub(super) fn bus_line(id: i32, peer: &str, direction: char, topic: &str) -> Value {
    let direction = direction.to_string();
    Value::from([id.into(), peer.into(), direction.into(), "TCPROS".into(), topic.into(), 1.into()])
}
