//! Implementation of the node interface of `morse_ros`: topics and services with typed messages.

use std::marker::PhantomData;

use bytes::Bytes;
use morse_ros::header::Header1;
use morse_ros::message::{Message, Service};
use morse_ros::node_interface::{Node, NodeError, Profile, Reply, Sender, ServiceHandler, Version};
use morse_ros::ros1_wire;

use super::{RawSender, Respond, Ros1Handle, Ros1Node};
use crate::log;
use crate::tcpros::{ServiceType, TopicType};

/// The sending end of a topic.
pub struct Ros1Sender<M> {
    raw: RawSender,
    /// Size of the last message with its length prefix, to reserve memory for the next one. [bytes]
    size: usize,
    message: PhantomData<fn(M)>,
}

impl<M: Message> Sender<M> for Ros1Sender<M> {
    fn send(&mut self, message: &M) {
        if !self.raw.has_listeners() {
            return;
        }
        let mut bytes = Vec::with_capacity(self.size);
        bytes.extend_from_slice(&[0; 4]);
        if let Err(error) = ros1_wire::encode(message, &mut bytes) {
            tracing::error!(target: log::STREAMS, "A message of type {}/{} is not sent: {error}", M::PACKAGE, M::NAME);
            return;
        }
        let length = (bytes.len() - 4) as u32;
        if let Some(prefix) = bytes.first_chunk_mut() {
            *prefix = length.to_le_bytes();
        }
        self.size = bytes.len();
        self.raw.send(Bytes::from(bytes));
    }

    fn flush(&self) {
        self.raw.flush();
    }

    fn has_listeners(&self) -> bool {
        self.raw.has_listeners()
    }
}

/// The topic type of a message type.
fn topic_type<M: Message>() -> TopicType {
    let name = format!("{}/{}", M::PACKAGE, M::NAME);
    TopicType { name, md5sum: M::ROS1_MD5.into(), definition: M::ROS1_DEFINITION.into() }
}

impl Node for Ros1Node {
    type Header = Header1;
    type Sender<M: Message> = Ros1Sender<M>;
    type Handle = Ros1Handle;
    const ROS: Version = Version::Ros1;

    fn advertise<M: Message>(
        &self,
        topic: &str,
        profile: Profile,
        queue: usize,
    ) -> Result<Ros1Sender<M>, NodeError> {
        let raw = self.advertise_raw(topic, topic_type::<M>(), profile.latches(), queue)?;
        Ok(Ros1Sender { raw, size: 0, message: PhantomData })
    }

    fn sends_to(&self, topic: &str) -> bool {
        self.state.publication(topic).is_some()
    }

    fn subscribe<M: Message>(
        &self,
        topic: &str,
        _profile: Profile,
        mut handler: Box<dyn FnMut(M) + Send>,
    ) -> Result<Ros1Handle, NodeError> {
        let receive = Box::new(move |content: &[u8]| {
            let message = ros1_wire::decode(content).map_err(|error| error.to_string())?;
            handler(message);
            Ok(())
        });
        self.subscribe_raw(topic, topic_type::<M>(), receive)
    }

    fn serve<S: Service>(&self, name: &str, handler: ServiceHandler<S>) -> Result<Ros1Handle, NodeError> {
        let kind = ServiceType { name: format!("{}/{}", S::PACKAGE, S::NAME), md5sum: S::ROS1_MD5 };
        let handle = Box::new(move |content: &[u8], respond: Respond| {
            match ros1_wire::decode::<S::Request>(content) {
                Ok(request) => handler(request, reply::<S>(respond)),
                Err(error) => respond(Err(error.to_string())),
            }
        });
        self.serve_raw(name, kind, handle)
    }
}

/// A typed reply that serializes the response for `respond`.
fn reply<S: Service>(respond: Respond) -> Reply<S> {
    Reply::new(move |answer: Result<S::Response, String>| {
        respond(answer.and_then(|response| {
            let mut bytes = Vec::new();
            ros1_wire::encode(&response, &mut bytes).map_err(|error| error.to_string())?;
            Ok(bytes)
        }));
    })
}
