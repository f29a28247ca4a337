//! Simulated time: whole nanoseconds since the simulation began.

use serde::{Deserialize, Serialize};

/// Nanoseconds in a second.
pub const NANOSECONDS_PER_SECOND: u64 = 1_000_000_000;

/// An instant of simulated time, in nanoseconds since the start. Integer, so that it never drifts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Time(pub u64);

impl Time {
    /// The start of the simulation.
    pub const ZERO: Self = Self(0);

    /// The instant of tick number `tick` at `rate_hz` ticks a second, rounded to the nanosecond. Computed from the
    /// tick's number, so that the rounding never adds up.
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

    /// From seconds; negative values are taken as zero.
    #[must_use]
    pub fn from_seconds(seconds: f64) -> Self {
        Self((seconds.max(0.0) * NANOSECONDS_PER_SECOND as f64).round() as u64)
    }

    /// In seconds.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.0 as f64 / NANOSECONDS_PER_SECOND as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_do_not_drift() {
        assert_eq!(Time::of_tick(60, 60.0), Time(NANOSECONDS_PER_SECOND));
        assert_eq!(Time::of_tick(1, 60.0), Time(16_666_667));
        assert_eq!(Time::of_tick(60 * 86_400 * 365, 60.0).seconds(), 86_400.0 * 365.0);
        assert_eq!(Time::of_tick(1, 10.0).seconds(), 0.1);
    }

    #[test]
    fn a_fractional_rate_is_kept() {
        assert_eq!(Time::of_tick(25, 12.5), Time::from_seconds(2.0));
    }
}
