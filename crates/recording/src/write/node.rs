//! A node of ROS 2 without a network: the messages of its publishers go into the recording.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

use morse_ros::node_interface::ServiceHandler;
use morse_ros::{Header2, Message, Node, NodeError, Profile, Sender, Service, Version};

use super::batch::{Messages, NewChannel};
use super::{cdr, definition};
use crate::format::TRANSFORMS;

/// The node.
pub(super) struct RecordingNode {
    messages: Messages,
    /// Channels by topic, with the names of their schemas.
    channels: Mutex<BTreeMap<String, (usize, String)>>,
}

impl RecordingNode {
    /// A node whose messages go there.
    pub(super) fn new(messages: Messages) -> Self {
        Self { messages, channels: Mutex::default() }
    }

    fn open(&self, topic: &str, schema: &str, of_ros1: &str) -> usize {
        let channel = NewChannel {
            topic: topic.to_owned(),
            schema: schema.to_owned(),
            schema_encoding: "ros2msg",
            definition: definition::of_ros2(of_ros1),
            encoding: "cdr",
        };
        self.messages.with(|builder| builder.open(channel))
    }

    /// Opens a channel of messages of this type, or finds it again: a component may come back under its name.
    pub(super) fn channel<M: Message>(&self, topic: &str) -> Result<usize, NodeError> {
        let schema = format!("{}/msg/{}", M::PACKAGE, M::NAME);
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        match channels.get(topic) {
            Some((channel, known)) if *known == schema => Ok(*channel),
            Some((_, known)) => Err(NodeError(format!("{topic} has messages of the type {known} already"))),
            None => {
                let channel = self.open(topic, &schema, M::ROS1_DEFINITION);
                channels.insert(topic.to_owned(), (channel, schema));
                Ok(channel)
            }
        }
    }
}

/// The sending end of a topic.
pub(super) struct ChannelSender<M> {
    messages: Messages,
    /// `None` for transforms of single streams: those of the whole scene are recorded instead.
    channel: Option<usize>,
    message: PhantomData<fn(M)>,
}

impl<M: Message> Sender<M> for ChannelSender<M> {
    fn send(&mut self, message: &M) {
        let Some(channel) = self.channel else { return };
        if let Err(error) =
            self.messages.with(|builder| builder.add(channel, |bytes| cdr::append(bytes, message)))
        {
            tracing::error!("A message of {}/{} cannot be recorded: {error}", M::PACKAGE, M::NAME);
        }
    }

    fn has_listeners(&self) -> bool {
        self.channel.is_some()
    }
}

impl Node for RecordingNode {
    type Header = Header2;
    type Sender<M: Message> = ChannelSender<M>;
    /// Nothing is received.
    type Handle = std::convert::Infallible;
    const ROS: Version = Version::Ros2;
    const ENCODES_AT_ONCE: bool = true;

    fn advertise<M: Message>(&self, topic: &str, _: Profile, _: usize) -> Result<Self::Sender<M>, NodeError> {
        let is_transform = topic == TRANSFORMS || topic == "/tf_static";
        let channel = if is_transform { None } else { Some(self.channel::<M>(topic)?) };
        Ok(ChannelSender { messages: self.messages.clone(), channel, message: PhantomData })
    }

    /// Recordings have no topics beside those of streams.
    fn sends_to(&self, _: &str) -> bool {
        false
    }

    fn subscribe<M: Message>(
        &self,
        topic: &str,
        _: Profile,
        _: Box<dyn FnMut(M) + Send>,
    ) -> Result<Self::Handle, NodeError> {
        Err(NodeError(format!("a recording receives nothing from {topic}")))
    }

    fn serve<S: Service>(&self, name: &str, _: ServiceHandler<S>) -> Result<Self::Handle, NodeError> {
        Err(NodeError(format!("a recording serves nothing, not {name}")))
    }
}
