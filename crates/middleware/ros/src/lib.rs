//! The common part of ROS 1 and ROS 2: message types, the interface of a node, and the mapping of components to topics.
//!
//! The transports are the crates `morse-ros1` and `morse-ros2`. Each implements [`Node`]; everything else is written once,
//! here. This crate does not depend on particular components and opens no sockets.
//!
//! ```
//! use morse_ros::names;
//!
//! assert_eq!(names::topic_of("robot.pose"), "/robot/pose");
//! assert_eq!(names::absolute("cmd_vel"), "/cmd_vel");
//! assert!(names::check("/2nd robot").is_err());
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod component_topics;
pub mod frames;
pub mod header;
pub mod joints;
mod json;
pub mod mapping;
pub mod message;
pub mod messages;
pub mod names;
pub mod node_interface;
pub mod package;
pub mod point_head;
pub mod qos;
pub mod ros1_wire;
pub mod rosout;
mod streams;
pub mod type_hashes;

pub use component_topics::ComponentTopics;
pub use frames::Frames;
pub use header::{Header, Header1, Header2, Time, Time1, Time2};
pub use message::{Message, Service};
pub use node_interface::{Node, NodeError, Profile, Reply, Sender, Version};
pub use qos::Qos;
pub use streams::Streams;
