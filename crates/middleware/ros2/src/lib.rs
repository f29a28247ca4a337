//! The middleware `ros2`: a ROS 2 node over DDS or zenoh, without an installation of ROS.
//!
//! `morse_ros` maps components to topics. This crate adds the transports and the interfaces that only ROS 2 has. It does
//! not depend on particular components.
//!
//! ```
//! use morse_ros2::names::{self, Entity};
//!
//! names::check("/robot/pose")?;
//! assert_eq!(names::dds_topic(Entity::Topic, "/robot/pose"), "rt/robot/pose");
//! assert!(names::check("/a.b").is_err());
//! # Ok::<(), morse_ros::NodeError>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod actions;
mod component_services;
pub mod middleware;
pub mod names;
mod parameters;
mod service_caller;
pub mod settings;
mod simulation_interfaces;
mod topics;
mod transport;
pub mod transport_node;
mod type_descriptions;
mod type_hash;

pub use middleware::Ros2Middleware;
pub use morse_ros::package;
pub use settings::{Settings, ZenohSettings};
pub use transport::cdr;
pub use transport_node::Ros2Node;
