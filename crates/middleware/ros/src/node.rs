//! The interface of a node: what a transport offers.

use crate::header::Header;
use crate::message::{Message, Service};

/// A version of ROS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Version {
    /// ROS 1: a master, TCPROS.
    Ros1,
    /// ROS 2: DDS or zenoh.
    Ros2,
}

/// The quality of service of a topic, by what it is for. ROS 1 knows only whether a topic latches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Sensors with much data: best effort, volatile, keep the last 5.
    SensorData,
    /// Everything else and all inputs: reliable, volatile, keep the last 10.
    Reliable,
    /// `/tf`: reliable, volatile, keep the last 100.
    Tf,
    /// `/tf_static`: reliable, transient local, keep the last one. Latches.
    TfStatic,
    /// `/rosout`: reliable, transient local, keep the last 1000 for ten seconds. Latches.
    Log,
    /// `/clock`: best effort, volatile, keep the last one.
    Clock,
}

impl Profile {
    /// Whether a subscriber that comes late gets the last message.
    #[must_use]
    pub fn latches(self) -> bool {
        matches!(self, Self::TfStatic | Self::Log)
    }
}

/// Why a node cannot open a topic or a service.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub struct NodeError(
    /// The problem and its solution.
    pub String,
);

/// The sending end of a topic.
pub trait Sender<M>: Send {
    /// Sends a message to all subscribers. Must not wait for any of them.
    fn send(&mut self, message: &M);

    /// Whether a message would be used: somebody subscribes, or the topic latches.
    fn has_listeners(&self) -> bool;
}

/// The answer that a service owes its client. It may be given from another thread, at any time.
///
/// An answer that is dropped without being given is a failure.
pub struct Reply<S: Service>(Option<ReplyFunction<S>>);

/// What takes the answer to the client.
type ReplyFunction<S> = Box<dyn FnOnce(Result<<S as Service>::Response, String>) + Send>;

impl<S: Service> Reply<S> {
    /// An answer that `function` takes to the client. The text of a failure says why.
    pub fn new(function: impl FnOnce(Result<S::Response, String>) + Send + 'static) -> Self {
        Self(Some(Box::new(function)))
    }

    /// Gives the answer, or says why there is none.
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

/// What serves the requests of a service.
pub type ServiceHandler<S> = Box<dyn Fn(<S as Service>::Request, Reply<S>) + Send + Sync>;

/// A node of ROS. Names of topics and services are absolute: they begin with a slash.
pub trait Node: Send + Sync + 'static {
    /// The header of its messages.
    type Header: Header;
    /// The sending end of its topics. A topic whose last sender is dropped is closed.
    type Sender<M: Message>: Sender<M> + 'static;
    /// Keeps a subscription or a service open. Dropping it closes it.
    type Handle: Send + Sync + 'static;
    /// The version of ROS that it speaks.
    const ROS: Version;

    /// Opens a topic for sending. `queue` is the number of messages kept for a subscriber that is slow, where the
    /// profile does not say it.
    ///
    /// # Errors
    /// When the name is forbidden, or the transport refuses.
    fn advertise<M: Message>(
        &self,
        topic: &str,
        profile: Profile,
        queue: usize,
    ) -> Result<Self::Sender<M>, NodeError>;

    /// Opens a topic for receiving. `handler` is called on a thread of the transport, once a message.
    ///
    /// # Errors
    /// When the name is forbidden, or the transport refuses.
    fn subscribe<M: Message>(
        &self,
        topic: &str,
        profile: Profile,
        handler: Box<dyn FnMut(M) + Send>,
    ) -> Result<Self::Handle, NodeError>;

    /// Serves a service. `handler` is called on a thread of the transport, once a request.
    ///
    /// # Errors
    /// When the name is forbidden, or the transport refuses.
    fn serve<S: Service>(&self, name: &str, handler: ServiceHandler<S>) -> Result<Self::Handle, NodeError>;
}
