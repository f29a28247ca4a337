//! Log targets, with the names of the original.

/// Target of log lines about topics and the master.
pub(crate) const STREAMS: &str = "morse.middleware.ros_datastream";

/// Target of log lines about services and actions.
pub(crate) const REQUESTS: &str = "morse.middleware.ros_request_manager";
