//! What the node needs of a transport: writers, readers and servers of encoded messages. DDS is one, zenoh another.

use morse_ros::NodeError;

use crate::cdr::Payload;
use crate::node::handle::Ros2Handle;
use crate::qos::Policies;

/// What is done with the messages of a reader. Of what is no message, it is told why.
pub type MessageHandler = Box<dyn FnMut(Result<Payload, String>) + Send>;

/// What takes an answer to its client. The text of a failure says why there is none.
pub type Responder<Response> = Box<dyn FnOnce(Result<Response, String>) + Send>;

/// What is done with the requests to a server. Each may be answered on any thread, at any time.
pub type RequestHandler = Box<dyn FnMut(Payload, Responder<Payload>) + Send>;

/// Whose messages a reader receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Publishers {
    /// Those of this node, too.
    All,
    /// Those of other nodes only. Writers of this node do not count the reader.
    OtherNodes,
}

/// The sending end of a topic. Dropping it closes it.
pub trait Writer: Send + Sync {
    /// Sends a message to all readers. Waits for none of them.
    ///
    /// # Errors
    /// When it is dropped, because readers are too slow or the transport refuses.
    fn write(&self, payload: Payload) -> Result<(), String>;

    /// Whether there are readers.
    fn has_readers(&self) -> bool;
}

/// A connection to other programs. Names are those of ROS, and are checked; names of types are those of DDS, which
/// all transports of ROS 2 use.
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

    /// Serves a service.
    ///
    /// # Errors
    /// When the transport refuses.
    fn server(&self, name: &str, type_name: &str, handler: RequestHandler) -> Result<Ros2Handle, NodeError>;

    /// Takes the node from the network. Handlers are dropped.
    fn stop(&self);
}
