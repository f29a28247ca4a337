//! What a host says of the topics that its code opens.

use morse_scene::value::Value;
use serde::Deserialize;

use crate::external::message::reply::Reply;
use crate::transport::topic::TopicSpec;

/// A topic that code of the host opens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicInit {
    /// The number that the host gave it.
    pub number: usize,
    /// Class path of the stream manager whose middleware carries it.
    pub manager: String,
    /// Its absolute name.
    pub topic: String,
    /// The type of its messages.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The md5sum of the type.
    pub md5sum: String,
    /// The definition of the type with those of all types that it uses.
    pub definition: String,
    /// The stream that opens it, by number.
    #[serde(default)]
    pub stream: Option<usize>,
    /// Whether messages go out or come in.
    pub direction: TopicDirection,
    /// Whether a subscriber that comes late gets the last message.
    #[serde(default)]
    pub latching: bool,
    /// The number of messages that wait for whoever is slow.
    #[serde(default)]
    pub queue: Option<usize>,
}

/// Where the messages of a topic go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TopicDirection {
    /// To subscribers.
    Out,
    /// To the host.
    In,
}

impl TopicInit {
    /// What a middleware needs to know of it.
    pub(crate) fn spec(&self) -> TopicSpec<'_> {
        TopicSpec {
            topic: &self.topic,
            type_name: &self.type_name,
            md5sum: &self.md5sum,
            definition: &self.definition,
        }
    }
}

/// A message that code of the host sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopicMessage {
    /// The number of the topic.
    pub topic: usize,
    /// Its bytes, if they are in the message.
    #[serde(default)]
    pub bytes: Value,
    /// Offset and number of its bytes in the shared memory.
    #[serde(default)]
    pub shared: Option<(u64, usize)>,
}

/// Everything about topics in a reply.
#[derive(Debug, Default)]
pub(crate) struct TopicChanges {
    pub(crate) opened: Vec<TopicInit>,
    pub(crate) messages: Vec<TopicMessage>,
    pub(crate) closed: Vec<usize>,
}

impl TopicChanges {
    /// What a reply says of topics.
    pub(crate) fn of(reply: &mut Reply) -> Self {
        Self {
            opened: std::mem::take(&mut reply.topics),
            messages: std::mem::take(&mut reply.messages),
            closed: std::mem::take(&mut reply.closed_topics),
        }
    }
}
