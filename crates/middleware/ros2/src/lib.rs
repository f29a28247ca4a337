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

pub mod actions;
pub mod cdr;
pub mod clock;
pub mod component_services;
pub mod dds;
pub mod joints;
pub mod middleware;
pub mod names;
pub mod node;
pub mod other_frames;
pub mod parameters;
pub mod qos;
#[cfg(feature = "zenoh")]
pub mod rmw_zenoh;
pub mod rosout;
pub mod settings;
pub mod simulation_interfaces;
pub mod transport;

pub use middleware::Ros2Middleware;
pub use node::Ros2Node;
pub use settings::{Settings, ZenohSettings};
