//! Nodes: simulators that share a scene. In every step, each node sends the poses of its robots to a server and
//! receives those of the others.
//!
//! The protocol is one JSON value per line, over TCP. A node sends `[name, {robot: [[x, y, z], [rx, ry, rz]], …,
//! "__time": […]}]`: positions [m] and XYZ Euler angles [rad] in the world. The server answers each line with an
//! object of all its entries except the robots of that line. Nodes are not synchronized; each has its own clock.

mod connection;
mod known;
mod message;
mod node;
mod server;

pub use message::{NodeTime, ROBOTS_MAX};
pub use node::{Node, NodeSettings};
pub use server::{NODES_MAX, NodeServer};

/// The default port of the server.
pub const SERVER_PORT: u16 = 65_000;
