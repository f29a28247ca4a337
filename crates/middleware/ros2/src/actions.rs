//! ROS 2 actions of components. An action consists of three services and two topics.

use morse_world::World;

pub mod follow_joint_trajectory;
mod goals;
pub mod gripper_command;
pub mod messages;
pub mod navigate_to_pose;
pub mod point_head;
pub mod server;

/// Time between two messages of feedback. [ns]
pub const FEEDBACK_PERIOD_NS: i64 = 100_000_000;

/// Publishes feedback on the goals of one action.
pub trait Feedback: Send {
    /// Full name of the component of the action.
    fn component(&self) -> &str;

    /// Called at the end of each step. `stamp_ns` is the time of the step.
    fn tick(&mut self, stamp_ns: i64, world: &World);
}
