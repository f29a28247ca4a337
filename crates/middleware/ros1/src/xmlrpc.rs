//! XML-RPC over HTTP, as used by the master and the nodes of ROS 1.

mod client;
mod endpoint;
mod read;
mod server;
mod value;
mod write;

pub use client::{CallError, call};
pub use endpoint::{Endpoint, EndpointError};
pub use read::{DEPTH_MAX, Fault, XmlError, read_call, read_response};
pub(crate) use server::serve;
pub use value::Value;
pub use write::{write_call, write_fault, write_response};

/// Maximum size of a response. The system state of a thousand topics takes some hundred kilobytes. [bytes]
pub const BODY_BYTES_MAX: usize = 16 << 20;
