//! Nodes: simulators that share a scene. In every step, each node sends the poses of its robots to a server and
//! receives the poses of the other nodes' robots.
//!
//! The protocol is one JSON value per line, over TCP. A node sends `[name, {robot: [[x, y, z], [rx, ry, rz]], …,
//! "__time": […]}]`: positions [m] and XYZ Euler angles [rad] in the world. The server answers each line with an
//! object of all its entries except the robots of that line. Nodes are not synchronized; each has its own clock.

mod connection;
mod entry_table;
mod message;
mod node_client;
mod server;

pub use message::{NodeTime, ROBOTS_MAX};
pub use node_client::{Node, NodeSettings};
pub use server::{NODES_MAX, NodeServer};

/// Default port of the server.
pub const SERVER_PORT: u16 = 65_000;
