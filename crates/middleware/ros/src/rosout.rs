//! `/rosout`: the log of the simulator for programs of ROS.

use std::thread::JoinHandle;

use morse_sim::transport::log_feed::{self, LogLine, LogSubscription};

use crate::message::Message;
use crate::node::{Node, NodeError, Profile};

/// The topic of all logs.
pub const TOPIC: &str = "/rosout";

/// Number of lines that wait for a subscriber that is slow.
const QUEUE: usize = 100;

/// Publishes the log until it is dropped. The last lines are sent then.
pub struct Rosout {
    subscription: Option<LogSubscription>,
    thread: Option<JoinHandle<()>>,
}

impl Rosout {
    /// Publishes the lines that are written from now on. `deliver` sends one; what it logs is not published.
    ///
    /// # Errors
    /// When the transport refuses the topic, or the system a thread.
    pub fn open<N: Node, M: Message>(
        node: &N,
        mut deliver: impl FnMut(&mut N::Sender<M>, LogLine) + Send + 'static,
    ) -> Result<Self, NodeError> {
        let mut sender = node.advertise::<M>(TOPIC, Profile::Log, QUEUE)?;
        let (subscription, lines) = log_feed::subscribe();
        let pass_on = move || {
            log_feed::leave_out_this_thread();
            lines.iter().for_each(|line| deliver(&mut sender, line));
        };
        let thread = std::thread::Builder::new().name("rosout".to_owned()).spawn(pass_on);
        let thread = thread.map_err(|error| NodeError(format!("cannot publish the log: {error}")))?;
        Ok(Self { subscription: Some(subscription), thread: Some(thread) })
    }
}

/// The name of a logger below that of a node: `morse.sensors.pose`.
#[must_use]
pub fn logger_below(node: &str, logger: &str) -> String {
    if logger.is_empty() { node.to_owned() } else { format!("{node}.{logger}") }
}

impl Drop for Rosout {
    fn drop(&mut self) {
        self.subscription = None;
        if let Some(thread) = self.thread.take() {
            // It can only have panicked in a library; then there is nothing to send any more.
            let _ = thread.join();
        }
    }
}
