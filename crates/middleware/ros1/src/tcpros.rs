//! TCPROS: messages of topics and calls of services over TCP.

use std::borrow::Cow;

pub mod header;

pub(crate) mod framing;
pub(crate) mod publication;
pub(crate) mod service;
pub(crate) mod subscriber;
pub(crate) mod subscription;

/// Maximum size of a message or a request that is received. [bytes]
pub const MESSAGE_BYTES_MAX: usize = 64 << 20;

/// A message type, as connection headers say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopicType {
    /// Name: `std_msgs/String`.
    pub name: String,
    /// md5sum of the definition.
    pub md5sum: Cow<'static, str>,
    /// The definition with those of all types that it uses.
    pub definition: Cow<'static, str>,
}

/// A service type, as connection headers say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceType {
    /// Name: `std_srvs/Trigger`.
    pub name: String,
    /// md5sum of the definition.
    pub md5sum: &'static str,
}
