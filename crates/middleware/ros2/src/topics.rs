//! Topics whose messages code of users makes and reads: in the form of ROS 1, which becomes that of ROS 2 here.

mod definition;
mod recode;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use morse_ros::{NodeError, Profile};
use morse_sim::transport::topic::{TopicQueue, TopicSender, TopicSpec, TopicSubscription};

use crate::cdr::Payload;
use crate::names;
use crate::node::Ros2Node;
use crate::node::handle::Ros2Handle;
use crate::node::sender::SharedWriter;
use crate::qos;
use crate::topics::definition::Part;
use crate::transport::Publishers;

/// The topic of transforms, which has qualities of service of its own.
const TRANSFORMS: &str = "/tf";

/// The form of the messages of a topic, and their type as in DDS.
fn form_of(topic: &TopicSpec<'_>) -> Result<(Part, String), NodeError> {
    let form = definition::form(topic.type_name, topic.definition).map_err(NodeError)?;
    let (package, name) = topic
        .type_name
        .split_once('/')
        .ok_or_else(|| NodeError(format!("{} is not the name of a type", topic.type_name)))?;
    Ok((form, names::message_type(package, name)))
}

/// The sending end of a topic.
struct OwnTopic {
    form: Part,
    shared: Arc<SharedWriter>,
    /// Messages that were not sent.
    dropped: AtomicU64,
}

impl TopicSender for OwnTopic {
    fn send(&self, content: &[u8]) {
        let sent = recode::to_ros2(&self.form, content)
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
        self.shared.latches || self.shared.writer.has_readers()
    }
}

/// Opens a topic for sending. `queue` is the number of messages kept for a slow subscriber.
///
/// # Errors
/// When name or type are impossible in ROS 2, or the transport refuses.
pub(crate) fn advertise(
    node: &Ros2Node,
    topic: &TopicSpec<'_>,
    latching: bool,
    queue: usize,
) -> Result<Arc<dyn TopicSender>, NodeError> {
    let (form, type_name) = form_of(topic)?;
    let policies = match topic.topic {
        TRANSFORMS => qos::topic(Profile::Tf),
        _ => qos::Policies {
            latched: latching,
            depth: u16::try_from(queue).unwrap_or(u16::MAX),
            ..qos::topic(Profile::Reliable)
        },
    };
    let shared = node.shared_writer(topic.topic, &type_name, policies)?;
    Ok(Arc::new(OwnTopic { form, shared, dropped: AtomicU64::new(0) }))
}

/// Keeps a subscription open.
struct OwnSubscription(#[expect(dead_code, reason = "dropping it ends the subscription")] Ros2Handle);

impl TopicSubscription for OwnSubscription {}

/// Opens a topic whose messages go into `queue`.
///
/// # Errors
/// As for [`advertise`].
pub(crate) fn subscribe(
    node: &Ros2Node,
    topic: &TopicSpec<'_>,
    queue: TopicQueue,
) -> Result<Box<dyn TopicSubscription>, NodeError> {
    let (form, type_name) = form_of(topic)?;
    let read = move |payload: &Payload| {
        queue.put(recode::to_ros1(&form, payload)?);
        Ok(())
    };
    let handle = node.subscribe_as(topic.topic, &type_name, Profile::Reliable, Publishers::All, read)?;
    Ok(Box::new(OwnSubscription(handle)))
}
