//! The log in the format of ROS 2: `rcl_interfaces/Log` on `/rosout`.

use morse_ros::messages::rcl_interfaces::Log;
use morse_ros::rosout::{Rosout, logger_below};
use morse_ros::{NodeError, Sender, Time2};
use morse_sim::transport::log_feed::{Level, LogLine};

use crate::transport_node::{NODE_NAME, Ros2Node};

/// Publishes the log of the simulator until the returned value is dropped.
///
/// # Errors
/// When the transport refuses.
pub fn open(node: &Ros2Node) -> Result<Rosout, NodeError> {
    Rosout::open::<_, Log>(node, |sender, line| sender.send(&message(line)))
}

/// The message of a log line. Its stamp is system time, as in all ROS 2 nodes.
fn message(line: LogLine) -> Log {
    let level = match line.level {
        Level::ERROR => Log::ERROR,
        Level::WARN => Log::WARN,
        Level::INFO => Log::INFO,
        _ => Log::DEBUG,
    };
    Log {
        stamp: Time2::from_ns(i64::try_from(line.since_1970.as_nanos()).unwrap_or(i64::MAX)),
        level: level.unsigned_abs(),
        name: logger_below(NODE_NAME, &line.logger),
        msg: line.text,
        file: line.file.to_owned(),
        function: String::new(),
        line: line.line,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn message_has_level_logger_and_source_location_of_the_line() {
        let (logger, text) = ("sensors.pose".to_owned(), "a text".to_owned());
        let since_1970 = Duration::from_nanos(3_000_000_007);
        let line = LogLine { since_1970, level: Level::WARN, logger, text, file: "pose.rs", line: 12 };
        let log = message(line);
        assert_eq!((log.level, log.name.as_str(), log.msg.as_str()), (30, "morse.sensors.pose", "a text"));
        assert_eq!((log.stamp, log.file.as_str(), log.line), (Time2 { sec: 3, nanosec: 7 }, "pose.rs", 12));
    }
}
