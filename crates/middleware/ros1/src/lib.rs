//! The middleware `ros`: a ROS 1 node, which registers with the master over XML-RPC and exchanges messages over TCPROS.
//!
//! One thread serves all connections. The engine only fills queues, so peers cannot block it. No ROS installation is
//! needed. Only the master is an external program; it may start, stop and restart while the node runs.
//!
//! This crate does not depend on particular components.
//!
//! ```
//! use morse_ros1::xmlrpc::{Value, read_call, write_call};
//!
//! let xml = write_call("lookupNode", &[Value::Text("/morse".to_owned())]);
//! let (method, parameters) = read_call(&xml)?;
//! assert_eq!(method, "lookupNode");
//! assert_eq!(parameters[0].as_str(), Some("/morse"));
//! # Ok::<(), morse_ros1::xmlrpc::XmlError>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod settings;
pub mod tcpros;
pub mod tcpros_node;
pub mod xmlrpc;

mod actions;
mod middleware;
mod offline;
mod overlays;
mod registration;
mod request_manager;
mod rosout;
mod service_caller;
mod user_topics;

/// Log targets, with the logger names of MORSE 1.4.
mod log {
    /// Target of log lines about topics and the master.
    pub(crate) const STREAMS: &str = "morse.middleware.ros_datastream";

    /// Target of log lines about services and actions.
    pub(crate) const REQUESTS: &str = "morse.middleware.ros_request_manager";
}

pub use middleware::{RosMiddleware, STREAM_MANAGER};
pub use offline::OfflineRosMiddleware;
pub use service_caller::REQUEST_MANAGER;
