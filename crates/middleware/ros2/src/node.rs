//! The node: topics and services of ROS 2 over one participant of DDS.

pub mod entities;
pub mod handle;
pub mod loopback;
pub mod matched;
pub mod participant;
pub mod receiver;
pub mod sender;
pub mod service;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use morse_ros::node::ServiceHandler;
use morse_ros::{Header2, Message, Node, NodeError, Profile, Service, Version};
use rustdds::{GUID, QosPolicies, RTPSEntity};

use crate::dds::cdr;
use crate::dds::qos;
use crate::names::{self, Entity};
use crate::node::entities::Entities;
use crate::node::handle::Ros2Handle;
use crate::node::matched::Matched;
use crate::node::participant::Participant;
use crate::node::receiver::{Handler, ReceiverThread, Watched};
use crate::node::sender::{SharedWriter, TopicSender};
use crate::node::service::ServiceServer;
use crate::settings::{ServiceMapping, Settings};

/// Name of the node. Its namespace is the root.
pub const NODE_NAME: &str = "morse";

/// Whose messages a subscription receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Publishers {
    /// Those of this node, too.
    All,
    /// Those of other nodes only. Publishers of this node do not count it as a listener.
    OtherNodes,
}

/// The node. Clones are handles to the same node.
#[derive(Clone)]
pub struct Ros2Node {
    inner: Arc<Inner>,
}

struct Inner {
    participant: Arc<Participant>,
    entities: Arc<Entities>,
    matched: Arc<Matched>,
    mapping: ServiceMapping,
    old_simulation_interfaces: bool,
    thread: Mutex<ReceiverThread>,
    /// The writers by topic and type: a topic has one writer, however many streams send to it.
    writers: Mutex<BTreeMap<(String, String), Weak<SharedWriter>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ros2Node {
    /// Joins the domain and announces the node.
    ///
    /// # Errors
    /// When the system refuses ports or threads.
    pub fn start(settings: &Settings) -> Result<Self, NodeError> {
        let participant = Participant::join(settings)?;
        let entities = Arc::new(Entities::new(participant.guid(), NODE_NAME, settings.gid_length));
        let matched = Arc::new(Matched::default());
        let announcer = participant.writer(entities::TOPIC, entities::TYPE, &qos::latched())?;
        let watched = Watched {
            listener: participant.listener(),
            matched: Arc::clone(&matched),
            entities: Arc::clone(&entities),
            announcer,
        };
        let thread = Mutex::new(ReceiverThread::start(watched)?);
        let mapping = settings.service_mapping;
        let old_simulation_interfaces = settings.old_simulation_interfaces;
        let writers = Mutex::default();
        let inner =
            Inner { participant, entities, matched, mapping, old_simulation_interfaces, thread, writers };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Takes the node from the network. Handlers are dropped; what is sent later reaches nobody.
    pub fn stop(&self) {
        lock(&self.inner.thread).stop();
        lock(&self.inner.writers).clear();
    }

    /// Whether clients have version 1 of `simulation_interfaces`.
    pub(crate) fn has_old_simulation_interfaces(&self) -> bool {
        self.inner.old_simulation_interfaces
    }

    /// Opens a topic of any message type for sending. Senders of one topic share its writer.
    ///
    /// # Errors
    /// When the name is forbidden, or the topic has another type already.
    pub(crate) fn shared_writer(
        &self,
        topic: &str,
        type_name: &str,
        policies: &QosPolicies,
        latches: bool,
    ) -> Result<Arc<SharedWriter>, NodeError> {
        let dds_topic = names::dds_topic(Entity::Topic, topic)?;
        let mut writers = lock(&self.inner.writers);
        writers.retain(|_, writer| writer.strong_count() > 0);
        if let Some((_, other)) = writers.keys().find(|(known, other)| known == topic && other != type_name) {
            return Err(NodeError(format!(
                "{topic} carries messages of type {other} and cannot carry {type_name} too. Give one of the streams \
                 the option `topic`"
            )));
        }
        let key = (topic.to_owned(), type_name.to_owned());
        if let Some(shared) = writers.get(&key).and_then(Weak::upgrade) {
            return Ok(shared);
        }
        let writer = self.inner.participant.writer(&dds_topic, type_name, policies)?;
        self.inner.entities.add_writer(writer.guid());
        let readers = self.inner.matched.count(writer.guid());
        let entities = Arc::downgrade(&self.inner.entities);
        let matched = Arc::downgrade(&self.inner.matched);
        let topic = topic.to_owned();
        let shared = Arc::new(SharedWriter { topic, writer, readers, latches, entities, matched });
        writers.insert(key, Arc::downgrade(&shared));
        Ok(shared)
    }

    /// Whether a topic is open for sending.
    pub(crate) fn sends_to(&self, topic: &str) -> bool {
        lock(&self.inner.writers)
            .iter()
            .any(|((known, _), writer)| known == topic && writer.strong_count() > 0)
    }

    /// What closes a reader, and the writer of a service, when it is dropped.
    fn handle(&self, reader: GUID, writer: Option<GUID>) -> Ros2Handle {
        let inner = &self.inner;
        let entities = Arc::downgrade(&inner.entities);
        Ros2Handle::new(reader, writer, entities, lock(&inner.thread).remover())
    }

    /// Serves a service whose types in DDS are `types`: request and answer.
    ///
    /// # Errors
    /// When the name is forbidden, or DDS refuses.
    pub(crate) fn serve_as<Request, Response>(
        &self,
        name: &str,
        types: &(String, String),
        handler: impl Fn(Request, Box<dyn FnOnce(Result<Response, String>) + Send>) + Send + Sync + 'static,
    ) -> Result<Ros2Handle, NodeError>
    where
        Request: serde::de::DeserializeOwned + 'static,
        Response: serde::Serialize + 'static,
    {
        let inner = &self.inner;
        let request_topic = names::dds_topic(Entity::Request, name)?;
        let reply_topic = names::dds_topic(Entity::Reply, name)?;
        let writer = inner.participant.writer(&reply_topic, &types.1, &qos::service())?;
        let reader = inner.participant.reader(&request_topic, &types.0, &qos::service())?;
        inner.entities.add_writer(writer.guid());
        inner.entities.add_reader(reader.guid());
        let handle = self.handle(reader.guid(), Some(writer.guid()));
        let server =
            ServiceServer::new(name, (writer, reader.guid()), inner.mapping, Arc::clone(&inner.matched));
        lock(&inner.thread).add(reader, server.handler(handler));
        Ok(handle)
    }
}

impl Node for Ros2Node {
    type Header = Header2;
    type Sender<M: Message> = TopicSender<M>;
    type Handle = Ros2Handle;
    const ROS: Version = Version::Ros2;

    fn advertise<M: Message>(
        &self,
        topic: &str,
        profile: Profile,
        _queue: usize,
    ) -> Result<TopicSender<M>, NodeError> {
        let type_name = names::message_type(M::PACKAGE, M::NAME);
        let shared = self.shared_writer(topic, &type_name, &qos::topic(profile), profile.latches())?;
        Ok(TopicSender::new(shared))
    }

    fn subscribe<M: Message>(
        &self,
        topic: &str,
        profile: Profile,
        handler: Box<dyn FnMut(M) + Send>,
    ) -> Result<Ros2Handle, NodeError> {
        self.subscribe_from(topic, profile, handler, Publishers::All)
    }

    fn serve<S: Service>(&self, name: &str, handler: ServiceHandler<S>) -> Result<Ros2Handle, NodeError> {
        let types = names::service_types(S::PACKAGE, S::NAME);
        self.serve_as(name, &types, move |request, reply| handler(request, morse_ros::Reply::new(reply)))
    }
}

impl Ros2Node {
    /// Opens a topic for receiving.
    ///
    /// # Errors
    /// When the name is forbidden, or DDS refuses.
    pub(crate) fn subscribe_from<M: Message>(
        &self,
        topic: &str,
        profile: Profile,
        mut handler: Box<dyn FnMut(M) + Send>,
        publishers: Publishers,
    ) -> Result<Ros2Handle, NodeError> {
        let dds_topic = names::dds_topic(Entity::Topic, topic)?;
        let type_name = names::message_type(M::PACKAGE, M::NAME);
        let reader = self.inner.participant.reader(&dds_topic, &type_name, &qos::subscription(profile))?;
        self.inner.entities.add_reader(reader.guid());
        let handle = self.handle(reader.guid(), None);
        let own = self.inner.participant.guid().prefix;
        let leaves_out_own = publishers == Publishers::OtherNodes;
        if leaves_out_own {
            self.inner.matched.ignore(reader.guid());
        }
        let topic = topic.to_owned();
        let mut ignored = 0_u64;
        let decode: Handler = Box::new(move |received| match cdr::decode(&received.into_value()) {
            Ok(message) => handler(message),
            Err(error) => {
                ignored += 1;
                // A peer that sends nothing else must not fill the log.
                if ignored.is_power_of_two() {
                    tracing::warn!(
                        "{topic}: a message is no {type_name} and is ignored: {error} ({ignored} so far)"
                    );
                }
            }
        });
        let receive: Handler = if leaves_out_own {
            let mut decode = decode;
            Box::new(move |received| {
                if received.writer_guid().prefix != own {
                    decode(received);
                }
            })
        } else {
            decode
        };
        lock(&self.inner.thread).add(reader, receive);
        Ok(handle)
    }
}
