//! Simulators that share a scene: the server, and the node's side.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[allow(dead_code)]
#[path = "../common/client.rs"]
mod client;
mod node_client;
mod server;
