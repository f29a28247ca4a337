//! Simulated time: the topic `/clock`, and the time of the last tick for other threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use morse_ros::messages::rosgraph_msgs::Clock;
use morse_ros::names::CLOCK;
use morse_ros::{Node, NodeError, Profile, Qos, Sender, Time2};

use crate::transport::Publishers;
use crate::transport_node::Ros2Node;
use crate::transport_node::handle::Ros2Handle;
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

/// Publishes the simulated time of each tick, and warns once if another node publishes a time too.
pub struct ClockPublisher {
    sender: TopicSender<Clock>,
    others: Option<OtherClocks>,
}

/// The subscription to times of other nodes, until the first one arrives.
struct OtherClocks {
    heard: Arc<AtomicBool>,
    _subscription: Ros2Handle,
}

impl ClockPublisher {
    /// Opens the topic.
    ///
    /// # Errors
    /// When the transport refuses.
    pub fn open(node: &Ros2Node) -> Result<Self, NodeError> {
        Ok(Self {
            sender: node.advertise(CLOCK, Profile::Clock, 1)?,
            others: Some(OtherClocks::listen(node)?),
        })
    }

    /// Publishes the time of a tick. [ns]
    pub fn publish(&mut self, time_ns: i64) {
        if self.sender.has_listeners() {
            self.sender.send(&Clock { clock: Time2::from_ns(time_ns) });
        }
        if self.others.as_ref().is_some_and(|others| others.heard.load(Ordering::Relaxed)) {
            self.others = None;
        }
    }
}

impl OtherClocks {
    fn listen(node: &Ros2Node) -> Result<Self, NodeError> {
        let heard = Arc::new(AtomicBool::new(false));
        let warned = Arc::clone(&heard);
        let handler = move |_: Clock| {
            if !warned.swap(true, Ordering::Relaxed) {
                tracing::warn!(
                    "another node publishes {CLOCK} in this domain, such as a second simulator. Nodes with use_sim_time \
                     jump between two times, and topics with the same names mix. Give each simulator its own ROS_DOMAIN_ID"
                );
            }
        };
        // Best effort, to hear publishers of both reliabilities.
        let profile = Profile::OfScene(Qos { reliable: false, latched: false, depth: 1 });
        let subscription = node.subscribe_from(CLOCK, profile, Box::new(handler), Publishers::OtherNodes)?;
        Ok(Self { heard, _subscription: subscription })
    }
}
