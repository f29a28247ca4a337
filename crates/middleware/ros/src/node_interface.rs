//! The interface of a ROS node, which each transport implements.

use crate::header::Header;
use crate::message::{Message, Service};
use crate::qos::Qos;

/// A version of ROS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Version {
    /// ROS 1, over TCPROS with a master.
    Ros1,
    /// ROS 2, over DDS or zenoh.
    Ros2,
}

/// The quality of service of a topic, named after its use. ROS 1 only distinguishes latched topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Sensors with a high data rate: reliable, so that subscribers of both reliabilities receive them; volatile, keep the
    /// last 5.
    SensorData,
    /// All remaining outputs, and all inputs: reliable, volatile, keep the last 10.
    Reliable,
    /// `/tf`: reliable, volatile, keep the last 100.
    Tf,
    /// `/tf_static`: reliable, transient local, keep the last one. Latches.
    TfStatic,
    /// `/rosout`: reliable, transient local, keep the last 1000 for ten seconds. Latches.
    Log,
    /// `/clock`: reliable, volatile, keep the last one.
    Clock,
    /// The policies that the scene sets for a stream.
    OfScene(Qos),
}

impl Profile {
    /// The policies of ROS 2.
    #[must_use]
    pub const fn qos(self) -> Qos {
        match self {
            Self::SensorData => Qos::reliable(5),
            Self::Reliable => Qos::reliable(10),
            Self::Tf => Qos::reliable(100),
            Self::TfStatic => Qos::latched(1),
            Self::Log => Qos::latched(1000),
            Self::Clock => Qos::reliable(1),
            Self::OfScene(qos) => qos,
        }
    }

    /// Whether a late subscriber receives the last message.
    #[must_use]
    pub const fn latches(self) -> bool {
        self.qos().latched
    }
}

/// Error of opening a topic or a service.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub struct NodeError(
    /// Description of the problem and of its solution.
    pub String,
);

/// The sending end of a topic.
pub trait Sender<M>: Send {
    /// Sends a message to all subscribers without blocking.
    fn send(&mut self, message: &M);

    /// Passes sent messages to the transport at once, if the node otherwise collects the messages of a tick. For messages
    /// that are sent from another thread than that of the simulation.
    fn flush(&self) {}

    /// Whether messages are needed: the topic has subscribers, or it latches.
    fn has_listeners(&self) -> bool;
}

/// Sends the response of a service request. It can be used from any thread, at any time.
///
/// Dropping it without a response reports a failure to the client.
pub struct Reply<S: Service>(Option<ReplyFunction<S>>);

/// Callback that sends the response, or the message of an error, to the client.
type ReplyFunction<S> = Box<dyn FnOnce(Result<<S as Service>::Response, String>) + Send>;

impl<S: Service> Reply<S> {
    /// Creates a reply. `function` sends the response, or the message of an error, to the client.
    pub fn new(function: impl FnOnce(Result<S::Response, String>) + Send + 'static) -> Self {
        Self(Some(Box::new(function)))
    }

    /// Sends the response, or the message of an error.
    pub fn send(mut self, answer: Result<S::Response, String>) {
        if let Some(function) = self.0.take() {
            function(answer);
        }
    }
}

impl<S: Service> Drop for Reply<S> {
    fn drop(&mut self) {
        if let Some(function) = self.0.take() {
            function(Err("the simulation ended before it could answer".to_owned()));
        }
    }
}

/// Callback for the requests of a service.
pub type ServiceHandler<S> = Box<dyn Fn(<S as Service>::Request, Reply<S>) + Send + Sync>;

/// A ROS node. Names of topics and services are absolute: they begin with a slash.
pub trait Node: Send + Sync + 'static {
    /// The header type of the node's messages.
    type Header: Header;
    /// The sending end of the node's topics. A topic is closed when its last sender is dropped.
    type Sender<M: Message>: Sender<M> + 'static;
    /// Keeps a subscription or a service open until it is dropped.
    type Handle: Send + Sync + 'static;
    /// The version of ROS of the node.
    const ROS: Version;
    /// Whether publishers encode pictures before they return, for a node whose publishers have a thread of their own already.
    const ENCODES_AT_ONCE: bool = false;

    /// Opens a topic for sending. `queue` is the number of messages queued for a slow subscriber, unless the
    /// profile defines it.
    ///
    /// # Errors
    /// When the name is forbidden, or the transport refuses.
    fn advertise<M: Message>(
        &self,
        topic: &str,
        profile: Profile,
        queue: usize,
    ) -> Result<Self::Sender<M>, NodeError>;

    /// Whether the node has an open sender of a topic.
    fn sends_to(&self, topic: &str) -> bool;

    /// Opens a topic for receiving. `handler` is called for each message, on a thread of the transport.
    ///
    /// # Errors
    /// When the name is forbidden, or the transport refuses.
    fn subscribe<M: Message>(
        &self,
        topic: &str,
        profile: Profile,
        handler: Box<dyn FnMut(M) + Send>,
    ) -> Result<Self::Handle, NodeError>;

    /// Opens a service. `handler` is called for each request, on a thread of the transport.
    ///
    /// # Errors
    /// When the name is forbidden, or the transport refuses.
    fn serve<S: Service>(&self, name: &str, handler: ServiceHandler<S>) -> Result<Self::Handle, NodeError>;
}
