//! Log targets of the middleware, with the names of the original.

/// Target of log lines about requests.
pub const REQUESTS: &str = "morse.middleware.socket_request_manager";

/// Target of log lines about streams and the clock.
pub const STREAMS: &str = "morse.middleware.socket_datastream";

/// Target of log lines about nodes that share a scene.
pub const NODES: &str = "morse.core.multinode";
