//! Log targets of the middleware, with the names of the original.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Target of log lines about requests.
pub const REQUESTS: &str = "morse.middleware.socket_request_manager";

/// Target of log lines about streams and the clock.
pub const STREAMS: &str = "morse.middleware.socket_datastream";

/// Target of log lines about nodes that share a scene.
pub const NODES: &str = "morse.core.multinode";

/// Limits a message to one per second, so that a client cannot flood the log.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    last: Cell<Option<Instant>>,
    held_back: Cell<u64>,
}

impl Throttle {
    const PERIOD: Duration = Duration::from_secs(1);

    /// Whether a message may be logged now; if so, the number of messages suppressed since the last one.
    pub(crate) fn pass(&self) -> Option<u64> {
        let now = Instant::now();
        if self.last.get().is_some_and(|last| now.duration_since(last) < Self::PERIOD) {
            self.held_back.set(self.held_back.get() + 1);
            return None;
        }
        self.last.set(Some(now));
        Some(self.held_back.take())
    }
}
