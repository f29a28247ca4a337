//! The log target, and a limit for messages that peers can cause.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Target of log lines.
pub(crate) const STREAMS: &str = "morse.middleware.pprzlink_datastream";

/// Limits a message to one per second, so that a peer cannot flood the log.
#[derive(Debug, Default)]
pub(crate) struct Throttle(Mutex<(Option<Instant>, u64)>);

impl Throttle {
    const PERIOD: Duration = Duration::from_secs(1);

    /// Counts `events`. If a message may be logged now, the number of events since the last one.
    pub(crate) fn pass(&self, events: u64) -> Option<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, count) = &mut *state;
        *count += events;
        let now = Instant::now();
        if last.is_some_and(|last| now.duration_since(last) < Self::PERIOD) {
            return None;
        }
        *last = Some(now);
        Some(std::mem::take(count))
    }
}
