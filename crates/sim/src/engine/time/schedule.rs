//! Schedule of a component: its own rate relative to the ticks of the simulation.

use serde::{Deserialize, Serialize};

use crate::engine::time::{NANOSECONDS_PER_SECOND, Time};

/// The activations of one component.
///
/// A component acts at the tick nearest to each due time, so at most half a tick early. Due times are counted from an
/// anchor that moves once per simulated second, as in the original MORSE. A rate that does not divide the rate of the
/// simulation therefore still gives the correct number of activations per second.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    rate_hz: Option<f64>,
    anchor: Option<Time>,
    count: u64,
    due: Time,
}

impl Schedule {
    /// The schedule of a component with `rate_hz` activations per simulated second; with `None`, it acts in every
    /// tick.
    #[must_use]
    pub fn new(rate_hz: Option<f64>) -> Self {
        Self { rate_hz, anchor: None, count: 0, due: Time::ZERO }
    }

    /// Whether the component acts at `now`, with ticks `tick_ns` apart. Counts the activation.
    pub fn is_due(&mut self, now: Time, tick_ns: u64) -> bool {
        let Some(rate_hz) = self.rate_hz else { return true };
        let Some(anchor) = self.anchor else {
            self.restart(now, rate_hz);
            return true;
        };
        if now.0 + tick_ns / 2 <= self.due.0 {
            return false;
        }
        if self.count as f64 == rate_hz {
            self.restart(now, rate_hz);
        } else {
            self.count += 1;
            self.due = due_after(anchor, self.count, rate_hz);
        }
        true
    }

    /// The bits of all fields, for the digest.
    pub(crate) fn bits(&self) -> [u64; 4] {
        let rate = self.rate_hz.map_or(u64::MAX, f64::to_bits);
        [rate, self.anchor.map_or(u64::MAX, |anchor| anchor.0), self.count, self.due.0]
    }

    fn restart(&mut self, now: Time, rate_hz: f64) {
        self.anchor = Some(now);
        self.count = 1;
        self.due = due_after(now, 1, rate_hz);
    }
}

fn due_after(anchor: Time, count: u64, rate_hz: f64) -> Time {
    // Of very small rates, the second activation is never due.
    Time(anchor.0.saturating_add((count as f64 / rate_hz * NANOSECONDS_PER_SECOND as f64) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn activations(rate_hz: f64, simulation_hz: f64, seconds: u64) -> Vec<u64> {
        let mut schedule = Schedule::new(Some(rate_hz));
        let tick_ns = Time::of_tick(1, simulation_hz).0;
        (0..(seconds as f64 * simulation_hz) as u64)
            .filter(|&tick| schedule.is_due(Time::of_tick(tick, simulation_hz), tick_ns))
            .collect()
    }

    #[test]
    fn component_acts_in_the_first_tick() {
        assert_eq!(activations(1.0, 60.0, 1), [0]);
        assert_eq!(activations(1e-300, 60.0, 1), [0]);
    }

    #[test]
    fn smallest_rate_is_due_once() {
        let mut schedule = Schedule::new(Some(f64::MIN_POSITIVE));
        let due: Vec<bool> = (1..4).map(|tick| schedule.is_due(Time::of_tick(tick, 60.0), 1)).collect();
        assert_eq!(due, [true, false, false]);
    }

    #[test]
    fn divisor_of_the_rate_gives_equal_intervals() {
        assert_eq!(activations(20.0, 60.0, 1), (0..60).step_by(3).collect::<Vec<_>>());
    }

    #[test]
    fn any_rate_gives_its_count_per_second() {
        for rate in [1.0, 7.0, 12.0, 25.0, 50.0, 59.0, 60.0] {
            assert_eq!(activations(rate, 60.0, 10).len(), 10 * rate as usize, "{rate} Hz");
        }
        assert_eq!(activations(2.5, 60.0, 10).len(), 25);
    }

    #[test]
    fn rate_above_that_of_the_simulation_acts_in_every_tick() {
        assert_eq!(activations(200.0, 60.0, 2).len(), 120);
    }
}
