//! Log targets, with the names of the original, and a limit for messages that peers can cause.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Target of log lines about ports and the name server.
pub(crate) const STREAMS: &str = "morse.middleware.yarp_datastream";

/// Target of log lines about services.
pub(crate) const REQUESTS: &str = "morse.middleware.yarp_request_manager";

/// Limits a message to one per second, so that a peer cannot flood the log.
#[derive(Debug, Default)]
pub(crate) struct Throttle(Mutex<Option<Instant>>);

impl Throttle {
    const PERIOD: Duration = Duration::from_secs(1);

    /// Whether a message may be logged now.
    pub(crate) fn pass(&self) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if last.is_some_and(|last| now.duration_since(last) < Self::PERIOD) {
            return false;
        }
        *last = Some(now);
        true
    }
}
