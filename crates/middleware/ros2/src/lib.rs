//! The middleware `ros2`: the simulator is a node of ROS 2, over DDS or zenoh, without an installation of ROS.
//!
//! The mapping of components to topics is in `morse_ros`; this crate is its transports and what only ROS 2 has. It must
//! never know what a component computes.
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
pub mod cdr;
mod clock;
mod component_services;
mod dds;
mod joints;
pub mod middleware;
pub mod names;
pub mod node;
mod other_frames;
mod parameters;
mod qos;
#[cfg(feature = "zenoh")]
mod rmw_zenoh;
mod rosout;
pub mod settings;
mod simulation_interfaces;
mod topics;
mod transport;

pub use middleware::Ros2Middleware;
pub use node::Ros2Node;
pub use settings::{Settings, ZenohSettings};
