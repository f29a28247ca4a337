//! The topics of one host.

use std::collections::BTreeMap;
use std::sync::Arc;

use morse_scene::value::Value;

use crate::external::message::reply::topics::TopicChanges;
use crate::transport::topic::{TopicQueue, TopicSender, TopicSubscription};

/// The topics of a host, by the numbers that it gave them.
#[derive(Default)]
pub(crate) struct HostTopics {
    /// The topics to which it sends, with the streams that opened them.
    pub(crate) senders: BTreeMap<usize, (Option<usize>, Arc<dyn TopicSender>)>,
    /// The topics that it reads.
    pub(crate) receivers: BTreeMap<usize, (TopicQueue, Box<dyn TopicSubscription>)>,
    /// What the host said before the middlewares could open topics.
    pub(crate) waiting: Option<TopicChanges>,
}

impl HostTopics {
    /// The messages that arrived, each with the number of its topic.
    pub(crate) fn received(&self) -> Vec<(usize, Value)> {
        let of = |(&number, (queue, _)): (&usize, &(TopicQueue, _))| {
            queue.take().into_iter().map(move |message| (number, Value::Bytes(message)))
        };
        self.receivers.iter().flat_map(of).collect()
    }

    /// The number of subscribers of a topic.
    pub(crate) fn connections(&self, topic: usize) -> usize {
        self.senders.get(&topic).map_or(0, |(_, sender)| sender.connections())
    }
}
