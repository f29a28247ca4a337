//! Statistics of the periods between messages.

use std::collections::VecDeque;

use serde::Serialize;

/// Maximum number of periods kept if no window is given.
const PERIODS_MAX: usize = 1_000_000;

/// The newest periods between messages on one clock.
pub struct Periods {
    last_s: Option<f64>,
    periods_s: VecDeque<f64>,
    window: usize,
}

/// Statistics of periods.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rate {
    /// Messages per second: one over the mean period. `None` if no time passed.
    pub rate_hz: Option<f64>,
    /// Shortest period. [s]
    pub min_s: f64,
    /// Mean period. [s]
    pub mean_s: f64,
    /// Longest period. [s]
    pub max_s: f64,
    /// Standard deviation of the periods. [s]
    pub jitter_s: f64,
    /// Number of periods.
    pub periods: usize,
}

impl Periods {
    /// Starts without messages; statistics cover the newest `window` periods.
    pub fn new(window: Option<u64>) -> Self {
        let window = window.and_then(|window| usize::try_from(window).ok()).unwrap_or(PERIODS_MAX);
        Self { last_s: None, periods_s: VecDeque::new(), window: window.min(PERIODS_MAX) }
    }

    /// Adds the time of a message.
    pub fn add(&mut self, time_s: f64) {
        if let Some(last_s) = self.last_s.replace(time_s) {
            if self.periods_s.len() == self.window {
                self.periods_s.pop_front();
            }
            self.periods_s.push_back(time_s - last_s);
        }
    }

    /// The statistics; `None` before the second message.
    pub fn rate(&self) -> Option<Rate> {
        let count = self.periods_s.len();
        if count == 0 {
            return None;
        }
        let mean_s = self.periods_s.iter().sum::<f64>() / count as f64;
        let variance =
            self.periods_s.iter().map(|period| (period - mean_s).powi(2)).sum::<f64>() / count as f64;
        Some(Rate {
            rate_hz: (mean_s > 0.0).then(|| 1.0 / mean_s),
            min_s: self.periods_s.iter().copied().fold(f64::INFINITY, f64::min),
            mean_s,
            max_s: self.periods_s.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            jitter_s: variance.sqrt(),
            periods: count,
        })
    }
}

/// The time stamp of a message, which is its first key. The rest is not parsed. [s]
pub fn timestamp_s(message: &str) -> Option<f64> {
    let rest = message.strip_prefix("{\"timestamp\": ")?;
    let end = rest.find([',', '}'])?;
    rest[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_have_mean_and_deviation() {
        let mut periods = Periods::new(None);
        assert_eq!(periods.rate(), None);
        for time_s in [10.0, 10.25, 11.0] {
            periods.add(time_s);
        }
        let rate = periods.rate().unwrap();
        assert_eq!((rate.min_s, rate.mean_s, rate.max_s, rate.periods), (0.25, 0.5, 0.75, 2));
        assert_eq!((rate.rate_hz, rate.jitter_s), (Some(2.0), 0.25));
    }

    #[test]
    fn window_drops_older_periods() {
        let mut periods = Periods::new(Some(2));
        for time_s in [0.0, 100.0, 101.0, 102.0] {
            periods.add(time_s);
        }
        assert_eq!(periods.rate().unwrap().rate_hz, Some(1.0));
    }

    #[test]
    fn stopped_clock_has_no_rate() {
        let mut periods = Periods::new(None);
        periods.add(1.0);
        periods.add(1.0);
        assert_eq!(periods.rate().unwrap().rate_hz, None);
    }

    #[test]
    fn time_stamp_is_read_from_first_key() {
        assert_eq!(timestamp_s("{\"timestamp\": 12.5, \"x\": 1.0}"), Some(12.5));
        assert_eq!(timestamp_s("{\"timestamp\": 1e-05}"), Some(1e-5));
        for other in ["", "{}", "{\"x\": 1.0}", "{\"timestamp\": soon}", "{\"timestamp\": 1.0"] {
            assert_eq!(timestamp_s(other), None, "{other}");
        }
    }
}
