//! The log in the format of ROS 1: `rosgraph_msgs/Log` on `/rosout`.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use morse_ros::messages::rosgraph_msgs::Log;
use morse_ros::rosout::Rosout;
use morse_ros::{Header, Header1, NodeError, Sender};
use morse_sim::transport::log_feed::{Level, LogLine};

use crate::tcpros_node::Ros1Node;

/// Publishes the log of the simulator until the returned value is dropped. `now_ns` is the simulated time. [ns]
///
/// # Errors
/// When the topic is already published with another type.
pub(crate) fn open(node: &Ros1Node, name: &str, now_ns: &Arc<AtomicI64>) -> Result<Rosout, NodeError> {
    let (name, now_ns, flush) = (name.to_owned(), Arc::clone(now_ns), node.flusher());
    let mut sequence = 0_u32;
    Rosout::open::<_, Log<Header1>>(node, move |sender, line| {
        sender.send(&message(&name, sequence, now_ns.load(Ordering::Relaxed), line));
        sequence = sequence.wrapping_add(1);
        // While the simulation is paused, no step flushes the queue.
        flush.flush();
    })
}

/// The message of a log line. The field `name` is the node in ROS 1, so the logger precedes the text.
fn message(node: &str, sequence: u32, stamp_ns: i64, line: LogLine) -> Log<Header1> {
    let level = match line.level {
        Level::ERROR => Log::<Header1>::ERROR,
        Level::WARN => Log::<Header1>::WARN,
        Level::INFO => Log::<Header1>::INFO,
        _ => Log::<Header1>::DEBUG,
    };
    let msg = if line.logger.is_empty() { line.text } else { format!("[{}] {}", line.logger, line.text) };
    Log {
        header: Header1::new(sequence, stamp_ns, ""),
        level,
        name: node.to_owned(),
        msg,
        file: line.file.to_owned(),
        function: String::new(),
        line: line.line,
        topics: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn logger_precedes_the_text() {
        let line = |logger: &str| LogLine {
            since_1970: Duration::ZERO,
            level: Level::ERROR,
            logger: logger.to_owned(),
            text: "a text".to_owned(),
            file: "pose.rs",
            line: 12,
        };
        let log = message("/morse", 3, 5, line("sensors.pose"));
        assert_eq!((log.level, log.msg.as_str()), (8, "[sensors.pose] a text"));
        assert_eq!((log.header.seq, log.header.stamp.nsecs), (3, 5));
        assert_eq!(message("/morse", 0, 0, line("")).msg, "a text");
    }
}
