//! Topics whose messages code of users makes and reads. A middleware carries them as bytes.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The messages that a queue keeps together at most. [bytes]
const QUEUE_BYTES_MAX: usize = 1 << 26;

/// A topic that is opened.
#[derive(Debug, Clone, Copy)]
pub struct TopicSpec<'a> {
    /// Its absolute name.
    pub topic: &'a str,
    /// The type of its messages, such as `std_msgs/String`.
    pub type_name: &'a str,
    /// The md5sum of the type.
    pub md5sum: &'a str,
    /// The definition of the type with those of all types that it uses.
    pub definition: &'a str,
}

/// The sending end of a topic, which dropping it closes.
pub trait TopicSender: Send + Sync {
    /// Queues the bytes of a message for all subscribers. Must not wait for any of them.
    fn send(&self, content: &[u8]);

    /// The number of subscribers.
    fn connections(&self) -> usize;

    /// Whether a message would be used: somebody subscribes, or the topic latches.
    fn has_listeners(&self) -> bool;
}

/// Keeps a subscription open. Dropping it closes it.
pub trait TopicSubscription: Send {}

/// The messages of a topic that wait for the code that reads them. The oldest ones make way for new ones.
#[derive(Debug, Clone)]
pub struct TopicQueue {
    messages: Arc<Mutex<VecDeque<Vec<u8>>>>,
    count_max: usize,
}

impl TopicQueue {
    /// A queue of so many messages.
    #[must_use]
    pub fn new(count_max: usize) -> Self {
        Self { messages: Arc::default(), count_max: count_max.max(1) }
    }

    /// Puts a message at the end.
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
    fn the_oldest_messages_make_way() {
        let queue = TopicQueue::new(2);
        (0..4_u8).for_each(|number| queue.put(vec![number]));
        assert_eq!(queue.take(), [[2], [3]]);
        assert!(queue.take().is_empty());
    }

    #[test]
    fn large_messages_do_not_pile_up_but_one_always_stays() {
        let queue = TopicQueue::new(100);
        queue.put(vec![1; QUEUE_BYTES_MAX]);
        queue.put(vec![2; QUEUE_BYTES_MAX + 1]);
        let lengths: Vec<usize> = queue.take().iter().map(Vec::len).collect();
        assert_eq!(lengths, [QUEUE_BYTES_MAX + 1]);
    }
}
