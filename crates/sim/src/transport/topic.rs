//! Topics whose messages are encoded and decoded by user code. A middleware transports the bytes.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum total size of the messages in a queue. [bytes]
const QUEUE_BYTES_MAX: usize = 1 << 26;

/// Description of a topic when it is opened.
#[derive(Debug, Clone, Copy)]
pub struct TopicSpec<'a> {
    /// Absolute name.
    pub topic: &'a str,
    /// Type of the messages, such as `std_msgs/String`.
    pub type_name: &'a str,
    /// MD5 sum of the type.
    pub md5sum: &'a str,
    /// Definition of the type, including the definitions of all types that it uses.
    pub definition: &'a str,
}

/// The sending end of a topic. Dropping it closes the topic.
pub trait TopicSender: Send + Sync {
    /// Queues an encoded message for all subscribers. Must not wait for a subscriber.
    fn send(&self, content: &[u8]);

    /// Number of subscribers.
    fn connections(&self) -> usize;

    /// Whether a message would be used: the topic has a subscriber, or it latches.
    fn has_listeners(&self) -> bool;
}

/// Keeps a subscription open. Dropping it closes it.
pub trait TopicSubscription: Send {}

/// Messages of a topic that wait to be read. The oldest messages are dropped when the queue is full.
#[derive(Debug, Clone)]
pub struct TopicQueue {
    messages: Arc<Mutex<VecDeque<Vec<u8>>>>,
    count_max: usize,
}

impl TopicQueue {
    /// A queue for at most `count_max` messages.
    #[must_use]
    pub fn new(count_max: usize) -> Self {
        Self { messages: Arc::default(), count_max: count_max.max(1) }
    }

    /// Appends a message.
    pub fn put(&self, message: Vec<u8>) {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.push_back(message);
        let mut length: usize = messages.iter().map(Vec::len).sum();
        while messages.len() > 1 && (messages.len() > self.count_max || length > QUEUE_BYTES_MAX) {
            length -= messages.pop_front().map_or(0, |old| old.len());
        }
    }

    /// Takes all messages, the oldest first.
    #[must_use]
    pub fn take(&self) -> Vec<Vec<u8>> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).drain(..).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oldest_messages_are_dropped() {
        let queue = TopicQueue::new(2);
        (0..4_u8).for_each(|number| queue.put(vec![number]));
        assert_eq!(queue.take(), [[2], [3]]);
        assert!(queue.take().is_empty());
    }

    #[test]
    fn queue_size_is_limited_but_keeps_one_message() {
        let queue = TopicQueue::new(100);
        queue.put(vec![1; QUEUE_BYTES_MAX]);
        queue.put(vec![2; QUEUE_BYTES_MAX + 1]);
        let lengths: Vec<usize> = queue.take().iter().map(Vec::len).collect();
        assert_eq!(lengths, [QUEUE_BYTES_MAX + 1]);
    }
}
