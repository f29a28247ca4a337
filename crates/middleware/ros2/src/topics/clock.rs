//! Simulated time: the topic `/clock`, and the time of the last tick for other threads.

use std::sync::atomic::{AtomicI64, Ordering};

use morse_ros::messages::rosgraph_msgs::Clock;
use morse_ros::names::CLOCK;
use morse_ros::{Node, NodeError, Profile, Sender, Time2};

use crate::transport_node::Ros2Node;
use crate::transport_node::sender::TopicSender;

/// The time of the last tick, shared between threads.
#[derive(Debug, Default)]
pub struct Now(AtomicI64);

impl Now {
    /// The time of the last tick. [ns]
    #[must_use]
    pub fn ns(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets the time of the last tick. [ns]
    pub fn set(&self, time_ns: i64) {
        self.0.store(time_ns, Ordering::Relaxed);
    }
}

/// Publishes the simulated time of each tick.
pub struct ClockPublisher {
    sender: TopicSender<Clock>,
}

impl ClockPublisher {
    /// Opens the topic.
    ///
    /// # Errors
    /// When the transport refuses.
    pub fn open(node: &Ros2Node) -> Result<Self, NodeError> {
        Ok(Self { sender: node.advertise(CLOCK, Profile::Clock, 1)? })
    }

    /// Publishes the time of a tick. [ns]
    pub fn publish(&mut self, time_ns: i64) {
        if self.sender.has_listeners() {
            self.sender.send(&Clock { clock: Time2::from_ns(time_ns) });
        }
    }
}
