//! The interface of a transport: writers, readers and service servers for encoded messages. It is implemented for DDS and
//! for zenoh.

pub mod cdr;
pub mod dds;
pub mod offline;
pub mod qos;
#[cfg(feature = "zenoh")]
pub mod rmw_zenoh;

use morse_ros::NodeError;

use crate::cdr::Payload;
use crate::transport::qos::Policies;
use crate::transport_node::handle::Ros2Handle;

/// Callback for received messages. Malformed data arrives as `Err(reason)`.
pub type MessageHandler = Box<dyn FnMut(Result<Payload, String>) + Send>;

/// Callback that sends the response to the client, or reports the reason of a failure.
pub type Responder<Response> = Box<dyn FnOnce(Result<Response, String>) + Send>;

/// Callback for requests to a server. Each request can be answered from any thread, at any time.
pub type RequestHandler = Box<dyn FnMut(Payload, Responder<Payload>) + Send>;

/// The publishers from which a reader receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Publishers {
    /// All publishers, including those of this node.
    All,
    /// Only publishers of other nodes. Writers of this node do not count the reader.
    OtherNodes,
}

/// The sending end of a topic. Dropping it closes the topic.
pub trait Writer: Send + Sync {
    /// Sends a message to all readers without blocking.
    ///
    /// # Errors
    /// When the message is dropped, because readers are too slow or the transport refuses it.
    fn write(&self, payload: Payload) -> Result<(), String>;

    /// Whether the topic has readers.
    fn has_readers(&self) -> bool;
}

/// A connection to the network of ROS 2. Names of topics and services are valid ROS names. Names of types are DDS names,
/// which all transports of ROS 2 use.
pub trait Transport: Send + Sync {
    /// Opens a topic for sending.
    ///
    /// # Errors
    /// When the transport refuses.
    fn writer(&self, topic: &str, type_name: &str, policies: Policies) -> Result<Box<dyn Writer>, NodeError>;

    /// Opens a topic for receiving.
    ///
    /// # Errors
    /// When the transport refuses.
    fn reader(
        &self,
        topic: &str,
        type_name: &str,
        policies: Policies,
        publishers: Publishers,
        handler: MessageHandler,
    ) -> Result<Ros2Handle, NodeError>;

    /// Opens a service.
    ///
    /// # Errors
    /// When the transport refuses.
    fn server(&self, name: &str, type_name: &str, handler: RequestHandler) -> Result<Ros2Handle, NodeError>;

    /// Removes the node from the network and drops all handlers.
    fn stop(&self);
}
