//! Topics of users' code, which sends and receives serialized messages.

use bytes::Bytes;
use morse_sim::transport::topic::{TopicSender, TopicSpec, TopicSubscription};

use crate::tcpros::TopicType;
use crate::tcpros_node::{RawSender, Ros1Handle};

/// The sending end of a topic.
pub(crate) struct RawTopic(pub(crate) RawSender);

impl TopicSender for RawTopic {
    fn send(&self, content: &[u8]) {
        // TCPROS counts lengths in 32 bits.
        let Ok(length) = u32::try_from(content.len()) else {
            tracing::error!(target: crate::log::STREAMS, "A message of {} bytes is too long and is not sent.", content.len());
            return;
        };
        if !self.0.has_listeners() {
            return;
        }
        let mut message = Vec::with_capacity(4 + content.len());
        message.extend_from_slice(&length.to_le_bytes());
        message.extend_from_slice(content);
        self.0.send(Bytes::from(message));
    }

    fn connections(&self) -> usize {
        self.0.subscriber_count()
    }

    fn has_listeners(&self) -> bool {
        self.0.has_listeners()
    }
}

/// Keeps a subscription open until it is dropped.
pub(crate) struct RawSubscription(
    #[expect(dead_code, reason = "dropping it ends the subscription")] pub(crate) Ros1Handle,
);

impl TopicSubscription for RawSubscription {}

/// The type of a topic, as described in connection headers.
pub(crate) fn type_of(topic: &TopicSpec<'_>) -> TopicType {
    TopicType {
        name: topic.type_name.to_owned(),
        md5sum: topic.md5sum.to_owned().into(),
        definition: topic.definition.to_owned().into(),
    }
}
