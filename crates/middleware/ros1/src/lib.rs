//! ROS 1: a node of its own, which registers with the master by XML-RPC and exchanges messages by TCPROS.
//!
//! One thread serves all connections. The engine only fills queues, so peers cannot block it. No ROS installation is
//! needed; only the master is an outside program, and it may come and go.
//!
//! It must never know what a component computes.
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

pub mod node;
pub mod settings;
pub mod tcpros;
pub mod xmlrpc;

mod actions;
mod caller;
mod log;
mod middleware;
mod registration;
mod requests;
mod rosout;
mod topics;

pub use caller::REQUEST_MANAGER;
pub use middleware::{RosMiddleware, STREAM_MANAGER};
pub use requests::OVERLAYS;
