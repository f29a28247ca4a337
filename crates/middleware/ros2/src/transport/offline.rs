//! A transport without a network. It opens all topics and services that have valid names, so that a scene can be checked
//! before it runs.

use morse_ros::NodeError;

use crate::cdr::Payload;
use crate::transport::qos::Policies;
use crate::transport::{MessageHandler, Publishers, RequestHandler, Transport, Writer};
use crate::transport_node::handle::Ros2Handle;

/// The transport.
pub struct OfflineTransport;

/// A topic without readers.
struct OfflineWriter;

impl Writer for OfflineWriter {
    fn write(&self, _: Payload) -> Result<(), String> {
        Ok(())
    }

    fn has_readers(&self) -> bool {
        false
    }
}

impl Transport for OfflineTransport {
    fn writer(&self, _: &str, _: &str, _: Policies) -> Result<Box<dyn Writer>, NodeError> {
        Ok(Box::new(OfflineWriter))
    }

    fn reader(
        &self,
        _: &str,
        _: &str,
        _: Policies,
        _: Publishers,
        _: MessageHandler,
    ) -> Result<Ros2Handle, NodeError> {
        Ok(Ros2Handle::new(|| ()))
    }

    fn server(&self, _: &str, _: &str, _: RequestHandler) -> Result<Ros2Handle, NodeError> {
        Ok(Ros2Handle::new(|| ()))
    }

    fn stop(&self) {}
}
