//! Simulators that share a scene: their server, and their own end of the line.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[allow(dead_code)]
#[path = "../common/client.rs"]
mod client;
mod node;
mod server;
