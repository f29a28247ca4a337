//! The sending end of a topic: a queue of messages, which the session thread sends.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use zenoh::liveliness::LivelinessToken;
use zenoh::pubsub::Publisher;
use zenoh::qos::{CongestionControl, Reliability};
use zenoh::sample::Locality;
use zenoh::{Session, Wait};
use zenoh_ext::{AdvancedPublisher, AdvancedPublisherBuilderExt, CacheConfig, MissDetectionConfig};

use crate::transport::qos::Policies;
use crate::transport::rmw_zenoh::attachment::{Attachment, Gid, now_ns};
use crate::transport::rmw_zenoh::encapsulation;
use crate::transport::rmw_zenoh::{keys, reason};

/// Total length of messages up to which none are dropped, even beyond the depth of the topic. [bytes]
const QUEUED_BYTES: usize = 1 << 20;

/// Heartbeat period of latched topics, by which subscribers detect missed messages, as in `rmw_zenoh_cpp`.
const HEARTBEAT: Duration = Duration::from_millis(500);

/// The queue of messages of a topic.
pub struct Queue {
    depth: usize,
    waiting: Mutex<Waiting>,
    has_readers: AtomicBool,
}

#[derive(Default)]
struct Waiting {
    /// The messages, each with its time. [ns]
    messages: VecDeque<(Bytes, i64)>,
    /// Total length of the messages. [bytes]
    length: usize,
}

/// The outcome of adding a message to a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PushOutcome {
    /// Whether the queue was empty: the session thread must then be notified.
    pub is_first: bool,
    /// Whether older messages were dropped.
    pub dropped: bool,
}

impl Queue {
    /// Creates the empty queue of a topic that keeps `depth` messages.
    #[must_use]
    pub fn new(depth: u16) -> Arc<Self> {
        Arc::new(Self { depth: depth.into(), waiting: Mutex::default(), has_readers: AtomicBool::new(false) })
    }

    /// Adds a message. The oldest messages are dropped if the queue exceeds both the depth of the topic and
    /// [`QUEUED_BYTES`].
    pub fn push(&self, message: Bytes) -> PushOutcome {
        let mut waiting = self.lock();
        let is_first = waiting.messages.is_empty();
        waiting.length += message.len();
        waiting.messages.push_back((message, now_ns()));
        let mut dropped = false;
        while waiting.messages.len() > self.depth && waiting.length > QUEUED_BYTES {
            let Some((oldest, _)) = waiting.messages.pop_front() else { break };
            waiting.length -= oldest.len();
            dropped = true;
        }
        PushOutcome { is_first, dropped }
    }

    /// Whether the topic has readers, by the last event of the session.
    #[must_use]
    pub fn has_readers(&self) -> bool {
        self.has_readers.load(Ordering::Relaxed)
    }

    fn take(&self) -> VecDeque<(Bytes, i64)> {
        std::mem::take(&mut *self.lock()).messages
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A zenoh publisher. A publisher with a cache serves late subscribers.
enum ZenohPublisher {
    Plain(Publisher<'static>),
    Cached(AdvancedPublisher<'static>),
}

/// A publisher that is declared in a session.
pub struct OpenPublisher {
    publisher: ZenohPublisher,
    queue: Arc<Queue>,
    gid: Gid,
    sequence: i64,
    failures: u64,
    _token: LivelinessToken,
}

impl OpenPublisher {
    /// Declares a publisher and its token.
    ///
    /// # Errors
    /// When zenoh refuses.
    pub fn open(
        session: &Session,
        (key, token): (String, &str),
        policies: Policies,
        destination: Locality,
        queue: Arc<Queue>,
    ) -> zenoh::Result<Self> {
        let reliability = if policies.reliable { Reliability::Reliable } else { Reliability::BestEffort };
        let builder = session
            .declare_publisher(key)
            .reliability(reliability)
            .allowed_destination(destination)
            .congestion_control(CongestionControl::Drop);
        let readers = Arc::clone(&queue);
        let on_matching = move |status: zenoh::matching::MatchingStatus| {
            readers.has_readers.store(status.matching(), Ordering::Relaxed);
        };
        let publisher = if policies.latched {
            let cache = CacheConfig::default().max_samples(policies.depth.into());
            let publisher = builder
                .cache(cache)
                .sample_miss_detection(MissDetectionConfig::default().sporadic_heartbeat(HEARTBEAT))
                .publisher_detection()
                .wait()?;
            publisher.matching_listener().callback(on_matching).background().wait()?;
            ZenohPublisher::Cached(publisher)
        } else {
            let publisher = builder.wait()?;
            publisher.matching_listener().callback(on_matching).background().wait()?;
            ZenohPublisher::Plain(publisher)
        };
        let gid = keys::gid(token);
        let token = session.liveliness().declare_token(token.to_owned()).wait()?;
        Ok(Self { publisher, queue, gid, sequence: 0, failures: 0, _token: token })
    }

    /// Sends all queued messages.
    pub fn send_waiting(&mut self) {
        for (message, time_ns) in self.queue.take() {
            self.sequence += 1;
            let attachment = Attachment { sequence: self.sequence, time_ns, gid: self.gid }.encode();
            let payload = encapsulation::wrap(message);
            let sent = match &self.publisher {
                ZenohPublisher::Plain(publisher) => publisher.put(payload).attachment(attachment).wait(),
                ZenohPublisher::Cached(publisher) => publisher.put(payload).attachment(attachment).wait(),
            };
            if let Err(error) = sent {
                self.failures += 1;
                if self.failures.is_power_of_two() {
                    tracing::warn!(
                        "a message is not sent over zenoh: {} ({} so far)",
                        reason(&error),
                        self.failures
                    );
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(length: usize) -> Bytes {
        Bytes::from(vec![0; length])
    }

    #[test]
    fn only_the_first_queued_message_notifies_the_thread() {
        let queue = Queue::new(10);
        assert_eq!(queue.push(message(1)), PushOutcome { is_first: true, dropped: false });
        assert_eq!(queue.push(message(1)), PushOutcome { is_first: false, dropped: false });
        assert_eq!(queue.take().len(), 2);
        assert!(queue.push(message(1)).is_first);
    }

    #[test]
    fn oldest_messages_are_dropped_beyond_depth_and_size() {
        let queue = Queue::new(2);
        for _ in 0..100 {
            assert!(!queue.push(message(16)).dropped, "small messages are not dropped");
        }
        queue.take();
        assert!(!queue.push(message(QUEUED_BYTES)).dropped);
        assert!(!queue.push(message(QUEUED_BYTES)).dropped, "the topic keeps two");
        assert!(queue.push(message(16)).dropped);
        let lengths: Vec<usize> = queue.take().iter().map(|(message, _)| message.len()).collect();
        assert_eq!(lengths, [QUEUED_BYTES, 16]);
    }
}
