//! Log targets, with the names of the original.

use std::time::Duration;

/// Target of log lines about posters.
pub(crate) const STREAMS: &str = "morse.middleware.pocolibs_datastream";

/// Target of log lines about requests.
pub(crate) const REQUESTS: &str = "morse.middleware.pocolibs_request_manager";

/// Period in which one message of a kind is logged at most.
pub(crate) const COMPLAINTS_EVERY: Duration = Duration::from_secs(10);
