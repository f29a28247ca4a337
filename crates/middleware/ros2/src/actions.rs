//! Actions: goals that take time, as ROS 2 has them. An action is three services and two topics.

pub mod feedback;
pub mod follow_joint_trajectory;
mod goals;
pub mod messages;
pub mod navigate_to_pose;
pub mod point_head;
pub mod server;
