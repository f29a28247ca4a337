//! The topics of one host.

use std::collections::BTreeMap;
use std::sync::Arc;

use morse_scene::value::Value;

use crate::external::message::reply::topics::TopicChanges;
use crate::transport::topic::{TopicQueue, TopicSender, TopicSubscription};

/// The topics of a host, by the numbers that the host gave them.
#[derive(Default)]
pub(crate) struct HostTopics {
    /// Outgoing topics, each with the stream that opened it.
    pub(crate) senders: BTreeMap<usize, (Option<usize>, Arc<dyn TopicSender>)>,
    /// Incoming topics.
    pub(crate) receivers: BTreeMap<usize, (TopicQueue, Box<dyn TopicSubscription>)>,
    /// Requests of the host from before the middlewares could open topics.
    pub(crate) waiting: Option<TopicChanges>,
}

impl HostTopics {
    /// Received messages, each with the number of its topic.
    pub(crate) fn received(&self) -> Vec<(usize, Value)> {
        let of = |(&number, (queue, _)): (&usize, &(TopicQueue, _))| {
            queue.take().into_iter().map(move |message| (number, Value::Bytes(message)))
        };
        self.receivers.iter().flat_map(of).collect()
    }

    /// Number of subscribers of a topic.
    pub(crate) fn connections(&self, topic: usize) -> usize {
        self.senders.get(&topic).map_or(0, |(_, sender)| sender.connections())
    }
}
