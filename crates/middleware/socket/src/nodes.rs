//! Nodes: simulators that share a scene. Each tells a server in every step where its robots are, and learns where the
//! others' are.
//!
//! One JSON value a line, over TCP. A node says `[name, {robot: [[x, y, z], [rx, ry, rz]], …, "__time": […]}]`: positions [m]
//! and XYZ Euler angles [rad] in the world. The server answers each line with an object of all it knows but the robots of
//! that line. Nobody waits for anybody: nodes have clocks of their own.

mod connection;
mod known;
mod message;
mod node;
mod server;

pub use message::{Moment, ROBOTS_MAX};
pub use node::{Node, NodeSettings};
pub use server::{NODES_MAX, NodeServer};

/// The port of the server, unless somebody says otherwise.
pub const SERVER_PORT: u16 = 65_000;
