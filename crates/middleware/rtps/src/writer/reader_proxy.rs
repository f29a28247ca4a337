//! The state of one reader, as its writer knows it.

use std::time::{Duration, Instant};

use crate::sequence::SequenceNumber;

/// First period of heartbeats while samples are not acknowledged. It doubles up to [`PERIOD_MAX`].
const PERIOD_MIN: Duration = Duration::from_millis(40);

/// Longest period of heartbeats.
const PERIOD_MAX: Duration = Duration::from_secs(1);

/// Shortest pause between heartbeats that answer acknowledgments.
const ANSWER_PAUSE: Duration = Duration::from_millis(10);

/// A matched reader of another participant.
#[derive(Debug)]
pub struct ReaderProxy {
    pub reliable: bool,
    /// The first sample that is for this reader.
    pub start: SequenceNumber,
    /// All samples up to this one are acknowledged.
    pub acked: SequenceNumber,
    /// The newest sample that was sent or can be requested.
    pub sent: SequenceNumber,
    /// Whether the reader is known to receive samples: it has answered a heartbeat, or needs none.
    pub ready: bool,
    /// Time of the next heartbeat, while one is needed.
    pub next_heartbeat: Option<Instant>,
    period: Duration,
    last_heartbeat: Option<Instant>,
    acknowledgments: u32,
    last_count: Option<u32>,
}

impl ReaderProxy {
    pub fn new(reliable: bool, start: SequenceNumber, newest: SequenceNumber) -> Self {
        Self {
            reliable,
            start,
            acked: start - 1,
            sent: newest,
            ready: !reliable,
            next_heartbeat: None,
            period: PERIOD_MIN,
            last_heartbeat: None,
            acknowledgments: 0,
            last_count: None,
        }
    }

    /// Notes that a new sample was sent completely.
    pub fn sample_sent(&mut self, sequence: SequenceNumber, now: Instant) {
        self.sent = self.sent.max(sequence);
        if self.reliable && self.next_heartbeat.is_none() {
            self.next_heartbeat = Some(now + self.period);
        }
    }

    /// Notes that a heartbeat is sent.
    pub fn heartbeat_sent(&mut self, now: Instant) {
        self.last_heartbeat = Some(now);
        self.next_heartbeat = Some(now + self.period);
        self.period = (self.period * 2).min(PERIOD_MAX);
    }

    /// Whether a request for a heartbeat is answered. Two programs that answer each other at once would never stop.
    pub fn may_send_heartbeat(&self, now: Instant) -> bool {
        self.acknowledgments < 2
            || self.last_heartbeat.is_none_or(|last| now.duration_since(last) >= ANSWER_PAUSE)
    }

    /// Whether an acknowledgment is not a copy of the last one.
    pub fn is_new_acknowledgment(&mut self, count: u32) -> bool {
        self.last_count.replace(count) != Some(count)
    }

    /// Processes the base of an acknowledgment. Returns whether the reader becomes ready by it: the first acknowledgment
    /// may come from a reader that has not seen a heartbeat, unless it acknowledges samples.
    pub fn acknowledge(&mut self, base: SequenceNumber) -> bool {
        self.acknowledgments = self.acknowledgments.saturating_add(1);
        if base - 1 > self.acked {
            self.acked = base - 1;
            self.period = PERIOD_MIN;
        }
        let was_ready = self.ready;
        self.ready |= self.acknowledgments >= 2 || base > 1;
        if self.ready && self.acked >= self.sent {
            self.next_heartbeat = None;
            self.period = PERIOD_MIN;
        }
        self.ready && !was_ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heartbeats_repeat_at_growing_periods_until_all_is_acknowledged() {
        let mut proxy = ReaderProxy::new(true, 1, 0);
        let now = Instant::now();
        proxy.sample_sent(1, now);
        assert_eq!(proxy.next_heartbeat, Some(now + PERIOD_MIN));
        proxy.heartbeat_sent(now);
        proxy.heartbeat_sent(now);
        assert_eq!(proxy.next_heartbeat, Some(now + PERIOD_MIN * 2));
        (0..20).for_each(|_| proxy.heartbeat_sent(now));
        assert_eq!(proxy.next_heartbeat, Some(now + PERIOD_MAX));
        assert!(proxy.acknowledge(2), "it acknowledges a sample");
        assert_eq!((proxy.next_heartbeat, proxy.acked), (None, 1));
    }
}
