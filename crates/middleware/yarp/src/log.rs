//! Log targets, with the names of the original.

/// Target of log lines about ports and the name server.
pub(crate) const STREAMS: &str = "morse.middleware.yarp_datastream";

/// Target of log lines about services.
pub(crate) const REQUESTS: &str = "morse.middleware.yarp_request_manager";
