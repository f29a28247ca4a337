//! The simulation clock.

use serde::{Deserialize, Serialize};

use crate::engine::time::Time;

pub use morse_scene::document::Strategy;

/// Simulated time and the duration of a tick.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Clock {
    rate_hz: f64,
    tick: u64,
    now: Time,
}

impl Clock {
    /// A clock that ticks `rate_hz` times per simulated second. Time is zero until the first tick.
    #[must_use]
    pub fn new(rate_hz: f64) -> Self {
        Self { rate_hz, tick: 0, now: Time::ZERO }
    }

    /// Advances by one tick.
    pub fn advance(&mut self) -> Time {
        self.tick += 1;
        self.now = Time::of_tick(self.tick, self.rate_hz);
        self.now
    }

    /// Simulated time of the current tick.
    #[must_use]
    pub fn now(&self) -> Time {
        self.now
    }

    /// Number of the current tick, counted from 1; 0 before the first tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Ticks per simulated second.
    #[must_use]
    pub fn rate_hz(&self) -> f64 {
        self.rate_hz
    }

    /// Simulated time between two ticks. [ns]
    #[must_use]
    pub fn tick_ns(&self) -> u64 {
        Time::of_tick(1, self.rate_hz).0
    }
}
