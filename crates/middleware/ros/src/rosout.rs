//! `/rosout`: publishes the log of the simulator to ROS.

use std::thread::JoinHandle;

use morse_sim::transport::log_feed::{self, LogLine, LogSubscription};

use crate::message::Message;
use crate::node_interface::{Node, NodeError, Profile};

/// The topic to which all nodes publish their logs.
pub const TOPIC: &str = "/rosout";

/// Number of messages queued for a slow subscriber.
const QUEUE: usize = 100;

/// Publishes the log from a thread. Dropping it sends the remaining lines and ends the thread.
pub struct Rosout {
    subscription: Option<LogSubscription>,
    thread: Option<JoinHandle<()>>,
}

impl Rosout {
    /// Publishes all lines that are logged after this call. `deliver` sends one line; lines that `deliver` logs itself are not
    /// published.
    ///
    /// # Errors
    /// When the transport refuses the topic, or the thread cannot be started.
    pub fn open<N: Node, M: Message>(
        node: &N,
        mut deliver: impl FnMut(&mut N::Sender<M>, LogLine) + Send + 'static,
    ) -> Result<Self, NodeError> {
        let mut sender = node.advertise::<M>(TOPIC, Profile::Log, QUEUE)?;
        let (subscription, lines) = log_feed::subscribe();
        let publish_lines = move || {
            log_feed::leave_out_this_thread();
            lines.iter().for_each(|line| deliver(&mut sender, line));
        };
        let thread = std::thread::Builder::new().name("rosout".to_owned()).spawn(publish_lines);
        let thread = thread.map_err(|error| NodeError(format!("cannot publish the log: {error}")))?;
        Ok(Self { subscription: Some(subscription), thread: Some(thread) })
    }
}

/// The full name of a logger: the name of the node, then the logger, such as `morse.sensors.pose`.
#[must_use]
pub fn logger_below(node: &str, logger: &str) -> String {
    if logger.is_empty() { node.to_owned() } else { format!("{node}.{logger}") }
}

impl Drop for Rosout {
    fn drop(&mut self) {
        self.subscription = None;
        if let Some(thread) = self.thread.take() {
            // An error means that the thread panicked in a library. There is nothing left to send then.
            let _ = thread.join();
        }
    }
}
