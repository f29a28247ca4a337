//! The ROS 2 node: topics and services with typed messages over one transport.

pub mod handle;
pub mod sender;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use morse_ros::node_interface::ServiceHandler;
use morse_ros::package::ros_name;
use morse_ros::{Header2, Message, Node, NodeError, Profile, Service, Version};

use crate::cdr::{self, Payload};
use crate::names;
use crate::settings::Settings;
use crate::transport::dds::dds_transport::DdsTransport;
use crate::transport::offline::OfflineTransport;
use crate::transport::qos::{self, Policies};
#[cfg(feature = "zenoh")]
use crate::transport::rmw_zenoh::zenoh_transport::ZenohTransport;
use crate::transport::{Publishers, Responder, Transport};
use crate::transport_node::handle::Ros2Handle;
use crate::transport_node::sender::{SharedWriter, TopicSender};

/// Name of the node. Its namespace is the root.
pub const NODE_NAME: &str = "morse";

/// A ROS 2 node. Clones are handles to the same node.
#[derive(Clone)]
pub struct Ros2Node {
    inner: Arc<Inner>,
}

struct Inner {
    transport: Box<dyn Transport>,
    old_simulation_interfaces: bool,
    /// The writers by topic and type. All streams that send to a topic share its writer.
    writers: Mutex<BTreeMap<(String, String), Weak<SharedWriter>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The error of a build without zenoh.
#[cfg(not(feature = "zenoh"))]
fn no_zenoh() -> NodeError {
    NodeError(
        "RMW_IMPLEMENTATION is `rmw_zenoh_cpp`, and this build has no zenoh. Build one that has it with `cargo build \
         --release --features zenoh`, or use rmw_fastrtps_cpp or rmw_cyclonedds_cpp"
            .to_owned(),
    )
}

impl Ros2Node {
    /// Opens the transport and announces the node.
    ///
    /// # Errors
    /// When the system refuses ports or threads.
    pub fn start(settings: &Settings) -> Result<Self, NodeError> {
        let transport: Box<dyn Transport> = match &settings.zenoh {
            None => Box::new(DdsTransport::join(settings, NODE_NAME)?),
            #[cfg(feature = "zenoh")]
            Some(zenoh) => Box::new(ZenohTransport::open(settings, zenoh, NODE_NAME)?),
            #[cfg(not(feature = "zenoh"))]
            Some(_) => return Err(no_zenoh()),
        };
        Ok(Self::over(transport, settings))
    }

    /// Opens a node without a network.
    ///
    /// # Errors
    /// When this build does not have the transport of the settings.
    pub fn offline(settings: &Settings) -> Result<Self, NodeError> {
        #[cfg(not(feature = "zenoh"))]
        if settings.zenoh.is_some() {
            return Err(no_zenoh());
        }
        Ok(Self::over(Box::new(OfflineTransport), settings))
    }

    fn over(transport: Box<dyn Transport>, settings: &Settings) -> Self {
        let old_simulation_interfaces = settings.old_simulation_interfaces;
        Self { inner: Arc::new(Inner { transport, old_simulation_interfaces, writers: Mutex::default() }) }
    }

    /// Removes the node from the network and drops all handlers. Messages sent later are discarded.
    pub fn stop(&self) {
        self.inner.transport.stop();
        lock(&self.inner.writers).clear();
    }

    /// Whether clients use version 1 of `simulation_interfaces`.
    pub(crate) fn has_old_simulation_interfaces(&self) -> bool {
        self.inner.old_simulation_interfaces
    }

    /// Opens a topic for sending, with the DDS name of its message type. Senders of one topic share its writer.
    ///
    /// # Errors
    /// When the name is forbidden, or the topic is already open with another type.
    pub(crate) fn shared_writer(
        &self,
        topic: &str,
        type_name: &str,
        policies: Policies,
    ) -> Result<Arc<SharedWriter>, NodeError> {
        names::check(topic)?;
        let mut writers = lock(&self.inner.writers);
        writers.retain(|_, writer| writer.strong_count() > 0);
        if let Some((_, other)) = writers.keys().find(|(known, other)| known == topic && other != type_name) {
            return Err(NodeError(format!(
                "{topic} has messages of type {} and cannot have messages of type {} too. Give one of the streams the \
                 option `topic`",
                ros_name(other),
                ros_name(type_name)
            )));
        }
        let key = (topic.to_owned(), type_name.to_owned());
        if let Some(shared) = writers.get(&key).and_then(Weak::upgrade) {
            return Ok(shared);
        }
        let writer = self.inner.transport.writer(topic, type_name, policies)?;
        let shared = Arc::new(SharedWriter { topic: topic.to_owned(), writer, policies });
        writers.insert(key, Arc::downgrade(&shared));
        Ok(shared)
    }

    /// Opens a service, with the DDS name of its type.
    ///
    /// # Errors
    /// When the name is forbidden, or the transport refuses.
    pub(crate) fn serve_as<Request, Response>(
        &self,
        name: &str,
        type_name: &str,
        handler: impl Fn(Request, Responder<Response>) + Send + Sync + 'static,
    ) -> Result<Ros2Handle, NodeError>
    where
        Request: serde::de::DeserializeOwned + 'static,
        Response: serde::Serialize + 'static,
    {
        names::check(name)?;
        let service = name.to_owned();
        let serve = move |request, respond: Responder<_>| match cdr::decode(&request) {
            Ok(request) => handler(
                request,
                Box::new(move |answer: Result<Response, String>| {
                    respond(answer.and_then(|response| {
                        cdr::encode(&response, 64)
                            .map_err(|error| format!("the answer cannot be written: {error}"))
                    }));
                }),
            ),
            Err(error) => tracing::warn!("{service}: a request is malformed and is ignored: {error}"),
        };
        self.inner.transport.server(name, type_name, Box::new(serve))
    }

    /// Opens a topic for receiving from these publishers.
    ///
    /// # Errors
    /// When the name is forbidden, or the transport refuses.
    pub(crate) fn subscribe_from<M: Message>(
        &self,
        topic: &str,
        profile: Profile,
        mut handler: Box<dyn FnMut(M) + Send>,
        publishers: Publishers,
    ) -> Result<Ros2Handle, NodeError> {
        let read = move |payload: &Payload| {
            handler(cdr::decode(payload).map_err(|error| error.to_string())?);
            Ok(())
        };
        let type_name = names::message_type(M::PACKAGE, M::NAME);
        self.subscribe_as(topic, &type_name, profile, publishers, read)
    }

    /// Opens a topic for receiving, with the DDS name of its message type. `read` decodes a message and returns an error if
    /// it is not of this type.
    ///
    /// # Errors
    /// When the name is forbidden, or the transport refuses.
    pub(crate) fn subscribe_as(
        &self,
        topic: &str,
        type_name: &str,
        profile: Profile,
        publishers: Publishers,
        mut read: impl FnMut(&Payload) -> Result<(), String> + Send + 'static,
    ) -> Result<Ros2Handle, NodeError> {
        names::check(topic)?;
        let (name, expected) = (topic.to_owned(), type_name.to_owned());
        let mut ignored = 0_u64;
        let receive = move |payload: Result<Payload, String>| {
            if let Err(problem) = payload.and_then(|payload| read(&payload)) {
                ignored += 1;
                // A peer that only sends malformed messages must not fill the log.
                if ignored.is_power_of_two() {
                    tracing::warn!(
                        "{name}: a message is not a {} and is ignored: {problem} ({ignored} so far)",
                        ros_name(&expected)
                    );
                }
            }
        };
        let policies = qos::subscription(profile);
        self.inner.transport.reader(topic, type_name, policies, publishers, Box::new(receive))
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
        let policies = qos::topic(profile);
        let shared = self.shared_writer(topic, &type_name, policies)?;
        if shared.policies != policies {
            return Err(NodeError(format!(
                "{topic} is open with other policies. Give the streams of this topic the same option `qos`"
            )));
        }
        Ok(TopicSender::new(shared))
    }

    fn sends_to(&self, topic: &str) -> bool {
        lock(&self.inner.writers)
            .iter()
            .any(|((known, _), writer)| known == topic && writer.strong_count() > 0)
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
        let type_name = names::service_type(S::PACKAGE, S::NAME);
        self.serve_as(name, &type_name, move |request, reply| handler(request, morse_ros::Reply::new(reply)))
    }
}
