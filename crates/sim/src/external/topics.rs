//! Topics that user code in hosts opens. A middleware transports their messages as bytes.

use std::sync::Arc;

use morse_scene::value::Value;

use crate::engine::simulation::Simulation;
use crate::external::host::Host;
use crate::external::host_topics::HostTopics;
use crate::external::message::reply::Reply;
use crate::external::message::reply::topics::{TopicChanges, TopicDirection, TopicInit};
use crate::transport::stream::{Audience, Middleware, Publisher, Sample};
use crate::transport::topic::{TopicQueue, TopicSender};

/// Default maximum number of messages that wait for a host.
const QUEUE_MAX: usize = 1000;
/// Default maximum number of messages that wait for a slow subscriber.
const OUT_QUEUE_MAX: usize = 10;

/// The listeners of a stream whose user code sends by itself.
struct OwnAudience(Vec<Arc<dyn TopicSender>>);

impl Publisher for OwnAudience {
    fn publish(&mut self, _: &Sample<'_>) {}

    fn audience(&self) -> Audience {
        match () {
            // Without topics, the use of the data by the stream is not known.
            () if self.0.is_empty() => Audience::Always,
            () if self.0.iter().any(|sender| sender.has_listeners()) => Audience::Clients,
            () => Audience::NoClient,
        }
    }
}

/// Copies the bytes of messages out of the shared memory, where they are valid until the next command.
pub(crate) fn take_shared_messages(host: &mut dyn Host, reply: &mut Reply) {
    for message in &mut reply.messages {
        let Some((offset, length)) = message.shared.take() else { continue };
        if length as u64 > host.shared_from(offset) {
            tracing::error!("a message of a topic is dropped: it is not in the shared memory");
            continue;
        }
        let mut bytes = vec![0; length];
        match host.read_shared(offset, &mut bytes) {
            Ok(()) => message.bytes = Value::Bytes(bytes),
            Err(problem) => tracing::error!("a message of a topic is dropped: {problem}"),
        }
    }
}

/// Opens and closes topics at the request of a host, and sends its messages.
pub(crate) fn take_topics(simulation: &mut Simulation, host: usize, changes: TopicChanges) {
    for init in &changes.opened {
        if let Err(problem) = open_topic(simulation, host, init) {
            tracing::error!("the topic {} cannot be opened: {problem}", init.topic);
        }
    }
    let Some(topics) = topics_mut(simulation, host) else { return };
    for message in changes.messages {
        if let (Some((_, sender)), Value::Bytes(bytes)) = (topics.senders.get(&message.topic), message.bytes)
        {
            sender.send(&bytes);
        }
    }
    for number in changes.closed {
        topics.senders.remove(&number);
        topics.receivers.remove(&number);
    }
}

/// Opens a topic.
///
/// # Errors
/// When no middleware transports the topic, or the middleware cannot open it.
pub(crate) fn open_topic(simulation: &mut Simulation, host: usize, init: &TopicInit) -> Result<(), String> {
    let carries = |middleware: &&mut Box<dyn Middleware>| {
        middleware.carries_topics() && middleware.stream_manager() == init.manager
    };
    let middleware = simulation.engine.middlewares.iter_mut().find(carries);
    let middleware = middleware
        .ok_or_else(|| format!("this program was built without {}, which transports it", init.manager))?;
    let spec = init.spec();
    match init.direction {
        TopicDirection::Out => {
            let queue = init.queue.unwrap_or(OUT_QUEUE_MAX);
            let sender = middleware.advertise_topic(&spec, init.latching, queue);
            let sender = sender.map_err(|error| error.to_string())?;
            if let Some(topics) = topics_mut(simulation, host) {
                topics.senders.insert(init.number, (init.stream, sender));
            }
        }
        TopicDirection::In => {
            let queue = TopicQueue::new(init.queue.unwrap_or(QUEUE_MAX));
            let subscription = middleware.subscribe_topic(&spec, queue.clone());
            let subscription = subscription.map_err(|error| error.to_string())?;
            if let Some(topics) = topics_mut(simulation, host) {
                topics.receivers.insert(init.number, (queue, subscription));
            }
        }
    }
    Ok(())
}

/// Adds publishers that report the listeners of streams whose user code sends by itself, so that sensors read for them.
pub(crate) fn add_own_audiences(simulation: &mut Simulation) {
    for index in 0..simulation.state.sensors.len() {
        if simulation.state.sensors[index].chain.streams.is_empty() {
            continue;
        }
        let name = &simulation.state.sensors[index].meta.name;
        let mut entries = simulation.engine.external.iter().flat_map(|external| &external.entries);
        let host = entries.find(|entry| entry.name == *name).map(|entry| entry.host);
        for stream in simulation.state.sensors[index].chain.streams.clone() {
            if simulation.state.sensors[index].connections.outgoing().carriers.contains_key(&stream) {
                continue;
            }
            let topics = host.and_then(|host| topics_mut(simulation, host));
            let senders = topics.map_or_else(Vec::new, |topics| {
                let own = topics.senders.values().filter(|(owner, _)| *owner == Some(stream));
                own.map(|(_, sender)| Arc::clone(sender)).collect()
            });
            simulation.state.sensors[index]
                .connections
                .outgoing()
                .carriers
                .insert(stream, Box::new(OwnAudience(senders)));
        }
    }
}

/// The topics of a host.
pub(crate) fn topics_mut(simulation: &mut Simulation, host: usize) -> Option<&mut HostTopics> {
    Some(&mut simulation.engine.external.as_mut()?.hosts.get_mut(host)?.topics)
}
