//! Simulated time: whole nanoseconds since the start of the simulation.

pub mod clock;
pub mod lockstep;
pub mod schedule;

use serde::{Deserialize, Serialize};

/// Nanoseconds in a second.
pub const NANOSECONDS_PER_SECOND: u64 = 1_000_000_000;

/// An instant of simulated time, in nanoseconds since the start. An integer, so that it does not drift.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Time(pub u64);

impl Time {
    /// The start of the simulation.
    pub const ZERO: Self = Self(0);

    /// The instant of tick number `tick` at `rate_hz` ticks per second, rounded to the nanosecond. Computed from the
    /// tick number, so that rounding errors do not accumulate.
    #[must_use]
    pub fn of_tick(tick: u64, rate_hz: f64) -> Self {
        let whole_rate = rate_hz as u64;
        if rate_hz == whole_rate as f64 && whole_rate > 0 {
            let numerator = u128::from(tick) * u128::from(NANOSECONDS_PER_SECOND);
            let rate = u128::from(whole_rate);
            return Self(((numerator + rate / 2) / rate) as u64);
        }
        Self((tick as f64 * (NANOSECONDS_PER_SECOND as f64 / rate_hz)).round() as u64)
    }

    /// Converts from seconds; negative values become zero.
    #[must_use]
    pub fn from_seconds(seconds: f64) -> Self {
        Self((seconds.max(0.0) * NANOSECONDS_PER_SECOND as f64).round() as u64)
    }

    /// Converts to seconds.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.0 as f64 / NANOSECONDS_PER_SECOND as f64
    }
}

/// The time scale of clients, defined by the client time at simulated time zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Epoch {
    start_s: f64,
    start_ns: i64,
}

impl Epoch {
    /// The time scale with `start_s` at simulated time zero. [s]
    #[must_use]
    pub fn new(start_s: f64) -> Self {
        let ns = (start_s.fract() * NANOSECONDS_PER_SECOND as f64).round() as i64;
        let whole_ns = (start_s.trunc() as i64).saturating_mul(NANOSECONDS_PER_SECOND as i64);
        Self { start_s, start_ns: whole_ns.saturating_add(ns) }
    }

    /// Converts to seconds. For times since 1970, an `f64` is accurate only to some hundred nanoseconds.
    #[must_use]
    pub fn seconds(self, time: Time) -> f64 {
        self.start_s + time.seconds()
    }

    /// Converts to nanoseconds without rounding, so that differences equal those of simulated time.
    #[must_use]
    pub fn nanoseconds(self, time: Time) -> i64 {
        self.start_ns.saturating_add_unsigned(time.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nanoseconds_are_exact_where_seconds_round() {
        let epoch = Epoch::new(1_700_000_000.5);
        let (a, b) = (Time(1_000_000_001), Time(1_000_000_100));
        assert_eq!(epoch.seconds(a), epoch.seconds(b), "99 ns are below the resolution of an f64");
        assert_eq!(epoch.nanoseconds(a), 1_700_000_001_500_000_001);
        assert_eq!(epoch.nanoseconds(b) - epoch.nanoseconds(a), 99);
    }

    #[test]
    fn ticks_do_not_drift() {
        assert_eq!(Time::of_tick(60, 60.0), Time(NANOSECONDS_PER_SECOND));
        assert_eq!(Time::of_tick(1, 60.0), Time(16_666_667));
        assert_eq!(Time::of_tick(60 * 86_400 * 365, 60.0).seconds(), 86_400.0 * 365.0);
        assert_eq!(Time::of_tick(1, 10.0).seconds(), 0.1);
    }

    #[test]
    fn fractional_rate_is_exact() {
        assert_eq!(Time::of_tick(25, 12.5), Time::from_seconds(2.0));
    }
}
