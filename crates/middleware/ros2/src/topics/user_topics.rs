//! Topics of users' code, which sends and receives messages in the format of ROS 1. They are converted to ROS 2 here.

mod definition;
mod recode;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use morse_ros::{NodeError, Profile};
use morse_sim::transport::topic::{TopicQueue, TopicSender, TopicSpec, TopicSubscription};

use crate::cdr::Payload;
use crate::names;
use crate::topics::user_topics::definition::Part;
use crate::transport::Publishers;
use crate::transport::qos;
use crate::transport_node::Ros2Node;
use crate::transport_node::handle::Ros2Handle;
use crate::transport_node::sender::SharedWriter;

/// The topic of transforms, which has its own quality of service.
const TRANSFORMS: &str = "/tf";

/// The layout of the messages of a topic, and the DDS name of their type.
fn layout_of(topic: &TopicSpec<'_>) -> Result<(Part, String), NodeError> {
    let layout = definition::layout(topic.type_name, topic.definition).map_err(NodeError)?;
    let (package, name) = topic
        .type_name
        .split_once('/')
        .ok_or_else(|| NodeError(format!("{} is not the name of a type", topic.type_name)))?;
    Ok((layout, names::message_type(package, name)))
}

/// The sending end of a topic.
struct UserTopic {
    layout: Part,
    shared: Arc<SharedWriter>,
    /// Number of messages that were not sent.
    dropped: AtomicU64,
}

impl TopicSender for UserTopic {
    fn send(&self, content: &[u8]) {
        let sent = recode::to_ros2(&self.layout, content)
            .and_then(|bytes| self.shared.writer.write(Payload::new(bytes)));
        if let Err(problem) = sent {
            let dropped = self.dropped.fetch_add(1, Ordering::Relaxed) + 1;
            if dropped.is_power_of_two() {
                tracing::warn!("{}: a message is not sent: {problem} ({dropped} so far)", self.shared.topic);
            }
        }
    }

    fn connections(&self) -> usize {
        usize::from(self.shared.writer.has_readers())
    }

    fn has_listeners(&self) -> bool {
        self.shared.policies.latched || self.shared.writer.has_readers()
    }
}

/// Opens a topic for sending. `queue` is the number of messages queued for a slow subscriber.
///
/// # Errors
/// When ROS 2 forbids the name or does not have the type, or the transport refuses.
pub(crate) fn advertise(
    node: &Ros2Node,
    topic: &TopicSpec<'_>,
    latching: bool,
    queue: usize,
) -> Result<Arc<dyn TopicSender>, NodeError> {
    let (layout, type_name) = layout_of(topic)?;
    let policies = match topic.topic {
        TRANSFORMS => qos::topic(Profile::Tf),
        _ => qos::Policies {
            latched: latching,
            depth: u16::try_from(queue).unwrap_or(u16::MAX),
            ..qos::topic(Profile::Reliable)
        },
    };
    let shared = node.shared_writer(topic.topic, &type_name, policies)?;
    Ok(Arc::new(UserTopic { layout, shared, dropped: AtomicU64::new(0) }))
}

/// Keeps a subscription open until it is dropped.
struct UserSubscription(#[expect(dead_code, reason = "dropping it ends the subscription")] Ros2Handle);

impl TopicSubscription for UserSubscription {}

/// Opens a topic for receiving. Its messages are put into `queue`.
///
/// # Errors
/// As for [`advertise`].
pub(crate) fn subscribe(
    node: &Ros2Node,
    topic: &TopicSpec<'_>,
    queue: TopicQueue,
) -> Result<Box<dyn TopicSubscription>, NodeError> {
    let (layout, type_name) = layout_of(topic)?;
    let read = move |payload: &Payload| {
        queue.put(recode::to_ros1(&layout, payload)?);
        Ok(())
    };
    let handle = node.subscribe_as(topic.topic, &type_name, Profile::Reliable, Publishers::All, read)?;
    Ok(Box::new(UserSubscription(handle)))
}
