//! The sending end of a topic, for typed messages.

use std::marker::PhantomData;
use std::sync::Arc;

use morse_ros::{Message, Sender};

use crate::cdr;
use crate::transport::Writer;
use crate::transport::qos::Policies;

/// A writer shared by all senders of its topic. It is closed with the last sender.
pub struct SharedWriter {
    /// The ROS name of the topic.
    pub topic: String,
    /// The writer of the transport.
    pub writer: Box<dyn Writer>,
    /// The policies that the writer offers.
    pub policies: Policies,
}

/// Sends the messages of one stream to a topic without blocking. Messages are dropped if a reader is too slow.
pub struct TopicSender<M> {
    shared: Arc<SharedWriter>,
    /// Length of the last message, to reserve memory for the next one. [bytes]
    length: usize,
    /// Number of messages dropped since the last sent message.
    dropped: u64,
    message: PhantomData<fn(M)>,
}

impl<M> TopicSender<M> {
    /// Creates a sender to the topic of a writer.
    #[must_use]
    pub fn new(shared: Arc<SharedWriter>) -> Self {
        Self { shared, length: 64, dropped: 0, message: PhantomData }
    }
}

impl<M: Message> Sender<M> for TopicSender<M> {
    fn send(&mut self, message: &M) {
        let topic = &self.shared.topic;
        let payload = match cdr::encode(message, self.length) {
            Ok(payload) => payload,
            Err(error) => return tracing::error!("{topic}: the message cannot be written: {error}"),
        };
        self.length = payload.bytes.len();
        match self.shared.writer.write(payload) {
            Ok(()) if self.dropped == 0 => {}
            Ok(()) => {
                tracing::warn!("{topic}: {} messages were dropped for a slow subscriber", self.dropped);
                self.dropped = 0;
            }
            Err(error) => {
                if self.dropped == 0 {
                    tracing::warn!("{topic}: messages are dropped: {error}");
                }
                self.dropped += 1;
            }
        }
    }

    fn has_listeners(&self) -> bool {
        self.shared.policies.latched || self.shared.writer.has_readers()
    }
}
