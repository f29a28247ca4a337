//! Topics that user code opens, and their messages.

use morse_scene::value::Value;
use serde::Deserialize;

use crate::external::message::reply::Reply;
use crate::transport::topic::TopicSpec;

/// A topic that user code opens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicInit {
    /// Number that the host gave the topic.
    pub number: usize,
    /// Class path of the stream manager whose middleware transports the topic.
    pub manager: String,
    /// Absolute name.
    pub topic: String,
    /// Type of the messages.
    #[serde(rename = "type")]
    pub type_name: String,
    /// MD5 sum of the type.
    pub md5sum: String,
    /// Definition of the type, including the definitions of all types that it uses.
    pub definition: String,
    /// Number of the stream that opens the topic.
    #[serde(default)]
    pub stream: Option<usize>,
    /// Whether messages are outgoing or incoming.
    pub direction: TopicDirection,
    /// Whether new subscribers receive the last message.
    #[serde(default)]
    pub latching: bool,
    /// Number of messages that are kept for a slow reader.
    #[serde(default)]
    pub queue: Option<usize>,
}

/// Direction of the messages of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TopicDirection {
    /// To subscribers.
    Out,
    /// To the host.
    In,
}

impl TopicInit {
    /// Description of the topic for a middleware.
    pub(crate) fn spec(&self) -> TopicSpec<'_> {
        TopicSpec {
            topic: &self.topic,
            type_name: &self.type_name,
            md5sum: &self.md5sum,
            definition: &self.definition,
        }
    }
}

/// A message that user code sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicMessage {
    /// Number of the topic.
    pub topic: usize,
    /// The message, if it is not in the shared memory.
    #[serde(default)]
    pub bytes: Value,
    /// Offset and number of the bytes in the shared memory.
    #[serde(default)]
    pub shared: Option<(u64, usize)>,
}

/// Changes of topics and outgoing messages in a reply.
#[derive(Debug, Default)]
pub(crate) struct TopicChanges {
    pub(crate) opened: Vec<TopicInit>,
    pub(crate) messages: Vec<TopicMessage>,
    pub(crate) closed: Vec<usize>,
}

impl TopicChanges {
    /// Takes the changes out of a reply.
    pub(crate) fn of(reply: &mut Reply) -> Self {
        Self {
            opened: std::mem::take(&mut reply.topics),
            messages: std::mem::take(&mut reply.messages),
            closed: std::mem::take(&mut reply.closed_topics),
        }
    }
}
