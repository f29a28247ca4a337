//! zenoh as transport, with the names and bytes of `rmw_zenoh_cpp`: nodes of ROS 2 since Jazzy that use it are peers.

pub mod attachment;
pub mod config;
pub mod encapsulation;
pub mod graph;
pub mod handlers;
pub mod keys;
pub mod publisher;
pub mod session;
pub mod transport;
