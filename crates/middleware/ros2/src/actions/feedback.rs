//! Feedback on the goals of actions while they are worked on.

use morse_world::World;

/// Time between two messages of feedback. [ns]
pub const PERIOD_NS: i64 = 100_000_000;

/// Publishes feedback on the goals of one action.
pub trait Feedback: Send {
    /// Full name of the component whose action it is about.
    fn component(&self) -> &str;

    /// Called at the end of each step, with the time. [ns]
    fn tick(&mut self, stamp_ns: i64, world: &World);
}
