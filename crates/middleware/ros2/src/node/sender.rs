//! The sending end of a topic.

use std::marker::PhantomData;
use std::sync::Arc;

use morse_ros::{Message, Sender};

use crate::cdr;
use crate::transport::Writer;

/// A writer that is shared by all senders of its topic. It is closed with the last of them.
pub struct SharedWriter {
    /// The topic's name in ROS.
    pub topic: String,
    /// The writer.
    pub writer: Box<dyn Writer>,
    /// Whether readers that come late get the last message.
    pub latches: bool,
}

/// Sends the messages of one stream to a topic. Nothing is waited for: what a reader is too slow to take is dropped.
pub struct TopicSender<M> {
    shared: Arc<SharedWriter>,
    /// Length of the last message, to reserve memory for the next one. [bytes]
    length: usize,
    /// Number of messages dropped since the last one that was sent.
    dropped: u64,
    message: PhantomData<fn(M)>,
}

impl<M> TopicSender<M> {
    /// A sender to a topic.
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
        self.shared.latches || self.shared.writer.has_readers()
    }
}
