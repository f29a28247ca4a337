//! A rate limit for log messages that peers can cause.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Passes one message per period, so that a peer cannot flood the log.
#[derive(Debug)]
pub struct Throttle {
    period: Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last: Option<Instant>,
    /// Events since the last message.
    events: u64,
}

impl Default for Throttle {
    /// One message per second.
    fn default() -> Self {
        Self::every(Duration::from_secs(1))
    }
}

impl Throttle {
    /// One message per `period`.
    #[must_use]
    pub fn every(period: Duration) -> Self {
        Self { period, state: Mutex::default() }
    }

    /// Whether a message may be logged now.
    pub fn pass(&self) -> bool {
        self.count(1).is_some()
    }

    /// Counts `events`. Returns the number of events since the last message, including these, if a message may be logged
    /// now.
    pub fn count(&self, events: u64) -> Option<u64> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.events += events;
        let now = Instant::now();
        if state.last.is_some_and(|last| now.duration_since(last) < self.period) {
            return None;
        }
        state.last = Some(now);
        Some(std::mem::take(&mut state.events))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_message_passes_per_period() {
        let throttle = Throttle::every(Duration::MAX);
        assert!(throttle.pass());
        assert!(!throttle.pass());
        assert!(!throttle.pass());
    }

    #[test]
    fn events_are_counted_until_the_next_message() {
        let throttle = Throttle::every(Duration::ZERO);
        assert_eq!(throttle.count(3), Some(3));
        assert_eq!(throttle.count(2), Some(2));

        let throttle = Throttle { period: Duration::MAX, state: Mutex::default() };
        assert_eq!(throttle.count(1), Some(1));
        assert_eq!(throttle.count(4), None);
        let throttle = Throttle { period: Duration::ZERO, ..throttle };
        assert_eq!(throttle.count(1), Some(5));
    }
}
