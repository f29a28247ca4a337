//! TCPROS: messages of topics, and requests and responses of services, over TCP.

use std::borrow::Cow;

pub mod header;

pub(crate) mod framing;
pub(crate) mod publication;
pub(crate) mod service;
pub(crate) mod subscriber;
pub(crate) mod subscription;

/// Maximum size of a received message or request. [bytes]
pub const MESSAGE_BYTES_MAX: usize = 64 << 20;

/// A message type, as described in connection headers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopicType {
    /// Name, such as `std_msgs/String`.
    pub name: String,
    /// MD5 sum of the definition.
    pub md5sum: Cow<'static, str>,
    /// The definition and the definitions of all types that it uses.
    pub definition: Cow<'static, str>,
}

/// A service type, as described in connection headers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceType {
    /// Name, such as `std_srvs/Trigger`.
    pub name: String,
    /// MD5 sum of the definition.
    pub md5sum: &'static str,
}
